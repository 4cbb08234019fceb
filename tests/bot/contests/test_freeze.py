"""A frozen board: what counts is when each snake was sent; each place is revealed once."""

from dataclasses import replace
from datetime import timedelta

from bot.contests import life
from bot.contests.transitions import REVEAL_EVERY
from bot.errors import BadPlan, Refused
from bot.store import outbox
from bot.ui.contest.results_view import present_reveal
from tests.bot.changing import to
from tests.bot.pages import check_says, text_of
from tests.bot.refusing import check_refused
from tests.bot.world import GOOD, GUILD, POOR, SCOPE, WORDS, after

ANNA, BEN, CARL = 101, 102, 103


async def shown(world, contest):
    board = await world.contests.queries.board(contest.id)
    return [(row.user_id, row.score) for row in board.rows]


async def test_what_was_sent_before_the_freeze_shows_whenever_it_arrives(world):
    contest = await world.announced(freeze_minutes=10)
    assert contest.freezes_at == after(minutes=50)
    poor = (await world.send(contest, ANNA, after(minutes=1), POOR)).answer.score
    late = await world.send(contest, ANNA, after(minutes=50), GOOD)
    assert (late.place, late.is_best) == (None, True)
    assert await shown(world, contest) == [(ANNA, poor)]
    on_its_way = await world.send(contest, BEN, after(minutes=50, milliseconds=-1), GOOD)
    assert on_its_way.place == 1
    assert await shown(world, contest) == [(BEN, late.answer.score), (ANNA, poor)]
    await world.send(contest, CARL, after(minutes=51), GOOD)
    board = await world.contests.queries.board(contest.id)
    assert (board.entered, board.ranked) == (3, 2)


async def test_a_new_end_moves_the_freeze(world):
    contest = await world.announced(freeze_minutes=10)
    act = world.act(at=after(minutes=49))
    changed = await world.contests.admin.change(
        GUILD, contest.id, act, to(lasts=timedelta(hours=2))
    )
    assert changed.freezes_at == after(minutes=110)
    await world.send(changed, ANNA, after(minutes=55), GOOD)
    assert [user for user, _ in await shown(world, changed)] == [ANNA]


async def test_what_was_done_in_secret_stays_so_when_there_is_more_time(world):
    contest = await world.announced(freeze_minutes=10)
    await world.send(contest, ANNA, after(minutes=55), GOOD)
    assert await shown(world, contest) == []
    act = world.act(at=after(minutes=56))
    changed = await world.contests.admin.change(
        GUILD, contest.id, act, to(lasts=timedelta(hours=2))
    )
    assert (changed.freezes_at, changed.freeze_minutes) == (after(minutes=50), 70)
    assert await shown(world, changed) == []
    again = world.act(at=after(minutes=57))
    changed = await world.contests.admin.change(
        GUILD, contest.id, again, to(lasts=timedelta(days=3))
    )
    await world.contests.admin.change(GUILD, contest.id, again, title="Longer")
    assert changed.freezes_at == after(minutes=50)


async def test_what_a_board_has_shown_is_not_taken_back_when_there_is_less_time(world):
    contest = await world.announced(freeze_minutes=30)
    await world.send(contest, ANNA, after(minutes=20), GOOD)
    act = world.act(at=after(minutes=21))
    soon = timedelta(minutes=45)
    changed = await world.contests.admin.change(GUILD, contest.id, act, to(lasts=soon))
    assert changed.freezes_at == after(minutes=21)
    assert [user for user, _ in await shown(world, changed)] == [ANNA]


async def test_each_place_is_revealed_once_however_long_the_bot_was_away(world):
    contest = await world.announced(freeze_minutes=10)
    for minute, (user, order) in enumerate(((ANNA, POOR), (BEN, GOOD), (CARL, WORDS))):
        await world.send(contest, user, after(minutes=minute), order)
    advance = world.contests.transitions.advance
    now, steps = after(days=1), []
    while (found := await world.contests.queries.get(contest.id)).state != "revealed":
        assert await advance(now)
        assert not await advance(now)
        steps.append(found.revealing)
        now += REVEAL_EVERY
    assert steps == [None, 0, 1, 2, 3]
    assert len(await shown(world, contest)) == 3
    entries = await world.contests.queries.audit(GUILD, contest.id)
    assert [entry.action for entry in entries].count("revealed") == 1


async def test_what_is_revealed_has_the_place_as_of_the_freeze(world):
    contest = await world.announced(freeze_minutes=10)
    await world.send(contest, ANNA, after(minutes=1), WORDS)
    await world.send(contest, BEN, after(minutes=2), POOR)
    await world.send(contest, BEN, after(minutes=55), GOOD)
    await world.send(contest, CARL, after(minutes=56), POOR)
    await world.contests.transitions.advance(after(hours=1))
    board = await world.contests.queries.reveal(contest.id)
    frozen = {row.user_id: row.before for row in board.rows}
    before = {row.user_id: row.place for row in board.rows}
    assert frozen == {ANNA: 1, BEN: 2, CARL: None}
    assert before[BEN] == 1
    told = text_of(present_reveal(replace(board, contest=replace(contest, revealing=3))))
    check_says(told, f"<@{BEN}> rises from 2nd to 1st!", f"<@{CARL}> ", " · new")


async def test_nothing_is_taken_once_places_are_being_revealed(world):
    contest = await world.announced(freeze_minutes=10)
    for user in (ANNA, BEN):
        await world.send(contest, user, after(minutes=1), GOOD)
    await world.contests.transitions.advance(after(hours=1))
    await world.send(contest, CARL, after(minutes=59), GOOD)
    await world.contests.transitions.advance(after(hours=1) + life.REVEAL_AFTER)
    await check_refused(world.send(contest, CARL, after(minutes=59), POOR), Refused, "over")


async def test_one_player_or_none_needs_no_reveal(world):
    contest = await world.announced(freeze_minutes=10)
    await world.send(contest, ANNA, after(minutes=1), GOOD)
    await world.contests.transitions.advance(after(days=1))
    assert (await world.contests.queries.get(contest.id)).state == "revealed"


async def test_a_freeze_is_shorter_than_the_contest_and_needs_a_board(world):
    for options, said in (
        ({"freeze_minutes": 60}, "as long as"),
        ({"freeze_minutes": 0}, "1 to 1,440"),
        ({"freeze_minutes": 5, "board": "hidden"}, "nothing to freeze"),
    ):
        await check_refused(world.draft(**options), BadPlan, said)


async def test_a_leader_is_named_once_a_minute_at_most(world):
    contest = await world.announced(talk=True, ties="opening")
    await world.send(contest, ANNA, after(minutes=1), POOR)
    first = await world.contests.queries.post(contest.id, "leader")
    assert first.next_attempt_at == after(minutes=1)
    await world.send(contest, BEN, after(minutes=1, seconds=5), GOOD)
    assert (await world.contests.queries.post(contest.id, "leader")).nonce == first.nonce
    await world.write(outbox.mark_delivered, first, 77, first.version)
    await world.send(contest, ANNA, after(minutes=1, seconds=20), GOOD)
    await world.send(contest, CARL, after(minutes=1, seconds=1), GOOD)
    again = await world.contests.queries.post(contest.id, "leader")
    assert (again.message_id, again.next_attempt_at) == (None, after(minutes=2))
    assert again.nonce != first.nonce


async def test_who_only_shares_the_first_place_is_no_new_leader(world):
    contest = await world.announced(talk=True, sealed_minutes=30)
    for user, minutes in ((ANNA, 0), (BEN, 10)):
        await world.contests.play.start(SCOPE, contest.id, world.act(user, after(minutes=minutes)))
    await world.send(contest, ANNA, after(minutes=5), GOOD)
    first = await world.contests.queries.post(contest.id, "leader")
    await world.write(outbox.mark_delivered, first, 77, first.version)
    await world.send(contest, BEN, after(minutes=11), GOOD)
    assert (await world.contests.queries.post(contest.id, "leader")).message_id == 77
    board = await world.contests.queries.board(contest.id)
    assert [(row.place, row.user_id) for row in board.rows] == [(1, BEN), (1, ANNA)]
