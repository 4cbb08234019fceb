"""Run by test_crashes: two days of a daily puzzle, killed at each statement in turn.

    python -m tests.bot.dailies.crashing FOLDER

For k = 1, 2, … a child serves a server and a player from a prepared database and kills itself
with -9 at its k-th statement, commit or message; a second child then starts anew and carries on.
What the player had been told is in k/told, what Discord had shown in k/channel, the rest in
k/outcome.
"""

from __future__ import annotations

import json
import shutil
import signal
import sys
from pathlib import Path

from bot.dailies import DailyPosting, Pacer
from bot.store import Database, daily_plays, open_store
from solvers.library import open_lexicon
from tests.bot.contests.crashing import LANES, Hurdles, begin_child, end_child
from tests.bot.dailies.world import (
    ANIGRAM,
    ANNA,
    GUILD,
    LADDER,
    SNAKE,
    Channel,
    World,
    on,
    url,
)


async def serve(folder, hurdle=None):
    """Do whatever is left to do on the two days, by the same acts with the same interactions."""
    if hurdle:  # the database is up to date: nothing but the days themselves is to be counted
        database = Database(url(folder / "bot.sqlite3"))
        hurdle.watch(database._engine.sync_engine)
    else:
        database = (await open_store(url(folder / "bot.sqlite3"))).database
    world = World(database, LEXICONS)
    posting = DailyPosting(database, Channel(folder / "channel", hurdle), Pacer(1e9))
    edition = await world.read.edition(LADDER)
    poor = (*edition.solution, edition.solution[-2], edition.solution[-1])

    async def look(moment):
        await world.dailies.clock.advance(moment)
        while await posting.deliver(moment):
            pass

    def tell(*what):
        with (folder / "told").open("a") as told:
            told.write(json.dumps(what) + "\n")

    await posting.resume(on(LADDER, hours=9))
    await look(on(LADDER, hours=9))
    for interaction, words in ((101, poor), (102, edition.solution)):
        act = world.act(ANNA, on(LADDER, hours=10), interaction)
        receipt = await world.play.submit_words(GUILD, LADDER, act, words)
        tell("try", interaction, receipt.points)
    act = world.act(ANNA, on(LADDER, hours=11), 103)
    hint = await world.play.hint(GUILD, LADDER, act, "word")
    tell("hint", 103, hint.hint.reveals)
    await look(on(SNAKE, hours=9))
    await look(on(SNAKE, hours=9, minutes=5))  # an interrupted attempt has run out by then
    if not hurdle:
        async with database.read() as tx:
            (play,) = await daily_plays.of_person(tx, ANNA)
            tries = [await daily_plays.get_try(tx, n) for n in (101, 102)]
            count = (await tx.exec_driver_sql("SELECT count(*) FROM daily_tries")).scalar_one()
        outcome = {
            "points": play.points,
            "tries": [play.tries, count],
            "hints": play.hints,
            "kept": {tried.id: tried.points for tried in tries},
            "board": len((await world.read.board(GUILD, on(SNAKE), number=LADDER)).lines),
        }
        (folder / "outcome").write_text(json.dumps(outcome))
    await posting.close()
    await database.close()


async def prepare(folder):
    store = await open_store(url(folder / "bot.sqlite3"))
    world = World(store.database, LEXICONS)
    for number in range(LADDER - 2, ANIGRAM + 1):
        await world.read.edition(number)
    await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, hours=8))
    await store.close()


def main(folder):
    ready = folder / "ready"
    ready.mkdir()
    assert end_child(begin_child(prepare(ready))) == 0
    codes = [-signal.SIGKILL]
    while codes[-1]:  # until one lives to the end
        places = [folder / str(len(codes) + n) for n in range(LANES)]
        for place in places:
            shutil.copytree(ready, place)
        killed = [begin_child(serve(p, Hurdles(int(p.name)))) for p in places]
        codes += map(end_child, killed)
        carried_on = [begin_child(serve(place)) for place in places]
        assert [end_child(pid) for pid in carried_on] == [0] * LANES
    assert set(codes) == {0, -signal.SIGKILL}
    print(len(codes) - 1)  # noqa: T201 - for the test to read


if __name__ == "__main__":
    LEXICONS = {"full": open_lexicon("full")}
    main(Path(sys.argv[1]))
