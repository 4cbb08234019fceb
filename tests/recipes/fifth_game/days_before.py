"""Nine days of daily puzzles: played once, then shown and continued by a bot with any games.

`test_fifth_game.py` runs it in a tree without a game, and again in one with it:
python -m tests.recipes.fifth_game.days_before play|show|go_on|make [DATABASE]
"""

import asyncio
import sys
from pathlib import Path

from bot.dailies import PERIODS, Shared
from bot.dailies.hosting import SetupRequest
from bot.store import daily_plays, open_store
from bot.ui.daily.board_view import A_PAGE, present_archive, present_board, present_stats
from bot.ui.daily.post_view import present_edition
from bot.ui.daily.rules_view import present_rules
from bot.ui.daily.text import share
from solvers.daily import planned_game
from solvers.library import TIERS, open_lexicon
from tests.bot.dailies.days import LADDER, MONDAY, on
from tests.bot.pages import text_of
from tests.bot.world import ANNA, BEN, CARL, GUILD, OTHER, World, url
from tests.solvers.daily import golden
from tests.solvers.daily.making import made

FIRST, TODAY = LADDER, LADDER + 8
TOMORROW = TODAY + 1
LATE = 900_021


async def play(world):
    """Solve every edition as one person, and every second edition as another.

    Both are in a server with all games; a third person solves the ladders of another server, which
    has no other games.
    """
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(FIRST, hours=8))
    await world.set_up(OTHER, hour=9, zone="UTC", at=on(FIRST, hours=8), games=("ladder",))
    for number in range(FIRST, TOMORROW):
        await world.dailies.transitions.advance(on(number))
        await world.solve_edition(number, ANNA, on(number, minutes=2))
        if number % 2:
            await world.solve_edition(number, BEN, on(number, minutes=1))
        if planned_game(number) == "ladder":
            await world.solve_edition(number, CARL, on(number, minutes=3), guild=OTHER)


async def show(world):
    """Yield what people see of the nine and all earlier editions, some minutes later."""
    queries, at = world.dailies.queries, on(TODAY, minutes=9)
    for who in (ANNA, BEN, CARL):
        yield text_of(present_stats(await queries.stats(who, GUILD, at)))
        for guild in (GUILD, OTHER):
            yield str(await world.dailies.reminders.streak(who, guild, at))
    for skip in range(0, TODAY, A_PAGE):
        found = await queries.archive(ANNA, GUILD, at, skip=skip, limit=A_PAGE)
        yield text_of(present_archive(found, skip, more=True))
    for number in range(1, TOMORROW):
        rules = present_rules(await queries.game(number), number, await queries.code(number))
        yield text_of(rules)
    for number in range(FIRST, TOMORROW):
        edition = await queries.edition(number, requester=None)
        async with world.database.read() as tx:
            of_anna = await daily_plays.of(tx, number, ANNA, live=True)
        yield share(Shared(edition, of_anna))
        for guild in (GUILD, OTHER):
            for period in PERIODS:
                board = await queries.board(guild, at, period, number)
                yield text_of(present_board(board, number))
            if post := await queries.post(guild, number):
                shown = await queries.bulletin(post)
                yield text_of(present_edition(edition, post.closes_at, shown, closed=post.closed))
    wish = SetupRequest(1, 13, "UTC", ("ladder",))
    hosted = await world.dailies.hosting.set_up(LATE, world.act(at=at), wish)
    yield f"a server that comes late begins with {hosted.next_game} #{hosted.next.number}"
    await world.dailies.hosting.off(LATE, world.act(at=at))


async def go_on(world):
    """Yield the next six editions, each with the servers where it is posted."""
    for number in range(TOMORROW, TOMORROW + 6):
        await world.dailies.transitions.advance(on(number))
        posts = {guild: await world.dailies.queries.post(guild, number) for guild in (GUILD, OTHER)}
        servers = [guild for guild, post in posts.items() if post]
        yield f"{await world.dailies.queries.game(number)} {servers}"


def make():
    """Yield the public editions up to today."""
    full = open_lexicon("full")
    for number in range(1, TOMORROW):
        yield golden.line(made(number, full))


async def run(what, database):
    store = await open_store(url(Path(database)))
    world = World(store.database, {tier: open_lexicon(tier) for tier in TIERS}, at=MONDAY)
    try:
        if what == "play":
            await play(world)
            return []
        return [text async for text in {"show": show, "go_on": go_on}[what](world)]
    finally:
        await store.close()


if __name__ == "__main__":
    what, *database = sys.argv[1:]
    lines = make() if what == "make" else asyncio.run(run(what, *database))
    sys.stdout.writelines(f"{line}\n" for line in lines)
