"""What another game in the rotation changes: nothing that was, and nothing that has been made."""

from __future__ import annotations

import pytest

from bot.dailies import PERIODS, Shared
from bot.dailies.hosting import SetupRequest
from bot.store import daily_plays
from bot.ui.daily.board_view import A_PAGE, present_archive, present_board, present_stats
from bot.ui.daily.play_view import present_rules
from bot.ui.daily.post_view import present_edition
from bot.ui.daily.text import share
from solvers.daily import GAMES, Rotation, planned_game, rotation
from tests.bot.dailies.world import ANNA, BEN, GUILD, LADDER, OTHER, on
from tests.bot.pages import text_of
from tests.solvers.daily import golden
from tests.solvers.daily.test_daily import made

FIRST, TODAY = LADDER, LADDER + 8
TOMORROW = TODAY + 1
FIVE = (*GAMES, "toy")


def plan(monkeypatch, since, games=FIVE):
    planned = (Rotation(0, GAMES), Rotation(since, games))
    monkeypatch.setattr(rotation, "rotations", lambda: planned)


@pytest.fixture
async def played(world):
    """Somebody solved every edition so far, somebody else a few, in a server that wants ladders."""
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(FIRST, hours=8))
    await world.set_up(OTHER, hour=9, zone="UTC", at=on(FIRST, hours=8), games=("ladder",))
    for number in range(FIRST, TOMORROW):
        await world.dailies.transitions.advance(on(number))
        await world.solve(number, ANNA, on(number, minutes=2))
        if number % 2:
            await world.solve(number, BEN, on(number, minutes=1))
    return world


async def archive(world, skip):
    at = on(TODAY, minutes=9)
    found = await world.queries.archive(ANNA, GUILD, at, skip=skip, limit=A_PAGE)
    return present_archive(found, skip, more=True)


async def seen(world):
    """What people are shown of the editions so far, today at noon."""
    queries, at = world.queries, on(TODAY, minutes=9)
    pages = [
        await archive(world, 0),
        *[present_stats(await queries.stats(who, GUILD, at)) for who in (ANNA, BEN)],
    ]
    told = [await world.dailies.reminders.streak(ANNA, guild, at) for guild in (GUILD, OTHER)]
    for number in range(FIRST, TOMORROW):
        edition = await queries.edition(number, requester=None)
        pages += [
            present_rules(await queries.game(number), number, await queries.code(number)),
            *[present_board(await queries.board(GUILD, at, p, number), number) for p in PERIODS],
        ]
        post = await queries.post(GUILD, number)
        shown = await queries.bulletin(post)
        pages.append(present_edition(edition, post.closes_at, shown, closed=post.closed))
        async with world.database.read() as tx:
            play = await daily_plays.of(tx, number, ANNA, live=True)
        told.append(share(Shared(edition, play)))
    return [*map(text_of, pages), *told]


async def test_a_game_from_tomorrow_on_changes_nothing_that_was(played, monkeypatch):
    async def everything():
        older = [text_of(await archive(played, skip)) for skip in range(A_PAGE, TODAY, A_PAGE)]
        return await seen(played), older

    before = await everything()
    plan(monkeypatch, TOMORROW)
    assert await everything() == before
    assert [planned_game(n) for n in range(TOMORROW, TOMORROW + 5)] == list(FIVE)


async def test_a_host_who_comes_late_keeps_what_was_made(played, monkeypatch):
    """The new rotation began before the bot that knows it did."""
    before, at = await seen(played), on(TODAY, minutes=9)
    plan(monkeypatch, FIRST - 2, FIVE[::-1])
    assert planned_game(TODAY) == "toy"
    assert await seen(played) == before
    wish = SetupRequest(1, 13, "UTC", ("ladder",))
    hosted = await played.dailies.hosting.set_up(900_021, played.act(at=at), wish)
    assert (hosted.next.number, hosted.next_game) == (TODAY, "ladder")


async def test_who_wants_all_games_gets_the_new_one_and_others_do_not(played, monkeypatch):
    plan(monkeypatch, TOMORROW, ("toy", *GAMES))
    everything = await played.queries.setup(GUILD)
    ladders = await played.queries.setup(OTHER)
    assert (everything.has("toy"), ladders.has("toy")) == (True, False)


@pytest.mark.slow
def test_the_public_editions_so_far_are_made_as_they_were(full, monkeypatch):
    plan(monkeypatch, TOMORROW)
    lines = golden.read()
    for number in range(1, TOMORROW):
        assert golden.line(made(number, full)) == lines[number]
