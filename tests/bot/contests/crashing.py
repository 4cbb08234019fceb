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
from bot.store import entrants, open_store
from solvers.library import open_lexicon
from tests.bot.contests.world import GUILD, WORDS, Channel, World, after, url

PLAYERS = (1, 2)
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
    store = await open_store(url(folder / "bot.sqlite3"))
    if hurdle:
        hurdle.watch(store.database._engine.sync_engine)
    world = World(store, LEXICONS)
    channel = Channel(folder / "channel", store.database, hurdle)
    posting = Posting(store.database, channel)
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
        async with store.database.read() as tx:
            for tried in await entrants.tries(tx, contest.id):
                outcome["tries"][tried.id] = tried.score
            for entrant in await entrants.of_contest(tx, contest.id):
                outcome["entrants"][entrant.user_id] = [entrant.tries, entrant.best_score]
        (folder / "outcome").write_text(json.dumps(outcome))
    await posting.close()
    await store.close()


async def prepare(folder):
    store = await open_store(url(folder / "bot.sqlite3"))
    contest = await World(store, LEXICONS).announced(opens=after(minutes=30))
    (folder / "contest").write_text(contest.id)
    await store.close()


def in_child(job):
    """Run a coroutine in a forked process; return its exit code, negative for a signal."""
    pid = os.fork()
    if pid == 0:
        try:
            asyncio.run(job)
        except BaseException:  # noqa: BLE001 - whatever it is, the parent is to know
            sys.excepthook(*sys.exc_info())
            os._exit(1)
        os._exit(0)
    job.close()
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def main(folder):
    ready = folder / "ready"
    ready.mkdir()
    assert in_child(prepare(ready)) == 0
    for k in range(1, 1000):
        place = folder / str(k)
        shutil.copytree(ready, place)
        code = in_child(play(place, Hurdles(k)))
        assert code in {0, -signal.SIGKILL}, code
        assert in_child(play(place)) == 0
        if code == 0:
            print(k)  # noqa: T201 - for the test to read
            return
    raise AssertionError("it never ends")


if __name__ == "__main__":
    LEXICONS = {"full": open_lexicon("full")}
    main(Path(sys.argv[1]))
