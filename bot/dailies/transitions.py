"""Makes editions, posts them when their turn comes, closes boards; each once, however late."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime, timedelta

from bot.dailies.editions import Editions, coming_games
from bot.dailies.hours import live_somewhere, next_to_post
from bot.store import Database, Transaction, dailies, outbox
from bot.store.schema import DailySetup

log = logging.getLogger(__name__)

ROWS_A_STEP = 500
"""How many servers or posts share a transaction."""
AHEAD = timedelta(hours=6)
"""How long before it first opens anywhere an edition is made."""
RETRY_AFTER = timedelta(seconds=30)
"""How long to wait after making an edition failed."""


class DailyTransitions:
    """Makes, posts and closes what is due."""

    def __init__(self, database: Database, editions: Editions) -> None:
        self._database = database
        self._editions = editions
        self._next_check: datetime | None = None

    async def advance(self, now: datetime) -> int:
        """Make editions, enqueue due posts, close boards; return the number of posts and boards.

        If several turns were missed, only the last one, which is still open, is posted.
        """
        await self._prepare(now)
        async with self._database.read() as tx:  # mostly nothing is due; a read lets others write
            if not (await dailies.due_setups(tx, now, -1, 1) or await dailies.closing(tx, now, 1)):
                return 0
        steps, after = 0, -1
        while True:
            async with self._database.write() as tx:
                setups = await dailies.due_setups(tx, now, after, ROWS_A_STEP)
                steps += await _take_turns(tx, setups, now)
            if len(setups) < ROWS_A_STEP:
                break
            after = setups[-1].guild_id
        while True:
            async with self._database.write() as tx:
                posts = await dailies.closing(tx, now, ROWS_A_STEP)
                for post in posts:
                    await dailies.close(tx, post)
            steps += len(posts)
            if len(posts) < ROWS_A_STEP:
                return steps

    async def tidy(self, now: datetime) -> int:
        """Delete data that only live editions need; return for how many editions."""
        return await dailies.drop_tombstones(self._database, live_somewhere(now).start)

    async def _prepare(self, now: datetime) -> None:
        """Make the editions needed soon; checked every three hours, or soon after a failure."""
        due = self._next_check
        if due is not None and due - AHEAD / 2 <= now < due:
            return
        made = await self._editions.make_ahead(now, AHEAD)
        self._next_check = now + (AHEAD / 2 if made else RETRY_AFTER)


async def _take_turns(tx: Transaction, setups: list[DailySetup], now: datetime) -> int:
    """Enqueue the posts that the servers' turns bring, and store when the next turns come."""
    until = await dailies.open_until(tx, [setup.guild_id for setup in setups], now)
    game_of = await coming_games(tx, now)
    turns = [
        (setup, next_to_post(setup, now, game_of, until.get(setup.guild_id))) for setup in setups
    ]
    coming = [(setup, turn) for setup, turn in turns if turn.opens <= now]
    numbers = {turn.number for _, turn in coming}
    made = await dailies.some_editions(tx, numbers)
    if missing := numbers - made.keys():
        log.warning("not made yet: daily puzzles %s", sorted(missing))
    posting = [(setup, turn) for setup, turn in coming if turn.number in made]
    await outbox.enqueue_editions(tx, [(setup, *turn) for setup, turn in posting])
    moved = [replace(setup, next_due_at=turn.opens) for setup, turn in turns if turn.opens > now]
    for setup, turn in posting:
        had = replace(setup, last_number=turn.number)
        following = next_to_post(had, now, game_of, turn.closes)
        moved.append(replace(had, next_due_at=following.opens))
    await dailies.move_on(tx, moved)
    return len(posting)
