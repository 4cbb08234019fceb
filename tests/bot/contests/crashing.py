"""Run by test_crashes: a contest played again and again, killed at each statement in turn.

    python crashing.py FOLDER MODE

For k = 1, 2, … a child plays from a prepared database and kills itself with -9 at its k-th
statement, commit or message; a second child then starts the bot anew and carries on. What
players had been told is in k/told, what Discord had shown in k/channel, the outcome in k/outcome.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sys
from pathlib import Path

from sqlalchemy import event

from bot.contests import Act, Posting
from bot.errors import Refused
from bot.store import Database, entrants, open_store
from solvers.library import open_lexicon
from tests.bot.contests.world import GUILD, WORDS, Channel, World, after, url

PLAYERS = (1, 2)
LANES = 4  # they mostly wait for the disk
ORDERS = {1: WORDS, 2: tuple(sorted(WORDS))}


class Hurdles:
    """Counts what happens and kills the process when it is time."""

    def __init__(self, kill_at):
        self.left = kill_at

    def __call__(self, *_):
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(self, engine):
        event.listen(engine, "before_cursor_execute", self)
        event.listen(engine, "commit", self)


async def play(folder, hurdle=None):
    """Do whatever is left to do: send in every snake, let the contest open, close, be revealed."""
    if hurdle:  # the database is up to date: nothing but the play itself is to be counted
        database = Database(url(folder / "bot.sqlite3"))
        hurdle.watch(database._engine.sync_engine)
    else:
        database = (await open_store(url(folder / "bot.sqlite3"))).database
    world = World(database, LEXICONS)
    channel = Channel(folder / "channel", database, hurdle)
    posting = Posting(database, channel)
    contest = await world.contests.read.get((folder / "contest").read_text())

    async def look(moment):
        await world.contests.clock.advance(moment)
        while await posting.deliver(moment):
            pass

    if contest.state != "revealed":
        await look(after(minutes=30))
    for user in PLAYERS:  # after a restart: the same interactions, come again
        act = Act(user, after(minutes=31), 100 + user)
        try:
            receipt = await world.contests.play.submit_text(
                contest.id, act, "\n".join(ORDERS[user])
            )
        except Refused:
            assert not hurdle  # they came too late: never on the first run
            continue
        with (folder / "told").open("a") as told:
            told.write(json.dumps([act.interaction, receipt.scored.score]) + "\n")
    if hurdle:
        await look(after(hours=2))
        await look(after(hours=3))
    else:
        for hours in (3, 4, 5):  # an interrupted attempt has run out by then
            await look(after(hours=hours))
        outcome = {
            "state": (await world.contests.read.get(contest.id)).state,
            "tries": {},
            "entrants": {},
            "audit": [e.action for e in await world.contests.read.audit(GUILD, contest.id)],
        }
        async with database.read() as tx:
            for tried in await entrants.tries(tx, contest.id):
                outcome["tries"][tried.id] = tried.score
            for entrant in await entrants.of_contest(tx, contest.id):
                outcome["entrants"][entrant.user_id] = [entrant.tries, entrant.best_score]
        (folder / "outcome").write_text(json.dumps(outcome))
    await posting.close()
    await database.close()


async def prepare(folder):
    store = await open_store(url(folder / "bot.sqlite3"))
    contest = await World(store.database, LEXICONS).announced(opens=after(minutes=30))
    (folder / "contest").write_text(contest.id)
    await store.close()


def begin_child(job):
    """Run a coroutine in a forked process; return its id."""
    pid = os.fork()
    if pid == 0:
        try:
            asyncio.run(job)
        except BaseException:  # noqa: BLE001 - whatever it is, the parent is to know
            sys.excepthook(*sys.exc_info())
            os._exit(1)
        os._exit(0)
    job.close()
    return pid


def end_child(pid):
    """Return the exit code of a process, negative for a signal."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def main(folder):
    ready = folder / "ready"
    ready.mkdir()
    assert end_child(begin_child(prepare(ready))) == 0
    codes = [-signal.SIGKILL]
    while codes[-1]:  # until one lives to the end
        places = [folder / str(len(codes) + n) for n in range(LANES)]
        for place in places:
            shutil.copytree(ready, place)
        killed = [begin_child(play(p, Hurdles(int(p.name)))) for p in places]
        codes += map(end_child, killed)
        carried_on = [begin_child(play(place)) for place in places]
        assert [end_child(pid) for pid in carried_on] == [0] * LANES
    assert set(codes) == {0, -signal.SIGKILL}
    print(len(codes) - 1)  # noqa: T201 - for the test to read


if __name__ == "__main__":
    LEXICONS = {"full": open_lexicon("full")}
    main(Path(sys.argv[1]))
