"""Run by test_two_processes: one of several processes that open, close, reveal and post contests.

    python -m tests.bot.contests.sharing FOLDER

Time runs SPEED times as fast, so that the claims of a killed process soon expire.
"""

import asyncio
import sys
import time
from pathlib import Path

from sqlalchemy import select

from bot.contests import ContestPosting
from bot.store import open_store
from bot.store.schema import contests, pending
from solvers.library import open_lexicon
from tests.bot.killing import database_in
from tests.bot.world import Channel, World, after

SPEED = 20
SENDING = 0.01  # seconds that Discord needs


async def work(folder):
    """Do due work until none is left."""
    database = (await open_store(database_in(folder))).database
    world = World(database, {"full": open_lexicon("full")})
    channel = Channel(folder / "channel", world, lambda _what: time.sleep(SENDING))
    posting = ContestPosting(database, channel)
    begun = float((folder / "begun").read_text())
    left = True
    while left:
        now = after(hours=2, seconds=(time.time() - begun) * SPEED)
        await world.contests.transitions.advance(now)
        await posting.deliver(now)
        async with database.read() as tx:
            unfinished = select(contests.c.id).where(contests.c.due_at.is_not(None))
            unsent = select(1).where(pending)
            left = (await tx.execute(unfinished)).first() or (await tx.execute(unsent)).first()
    await posting.close()
    await database.close()


if __name__ == "__main__":
    asyncio.run(work(Path(sys.argv[1])))
