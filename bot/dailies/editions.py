"""Editions: made once, in a worker process, and never changed after that."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from dataclasses import asdict, replace
from datetime import datetime, timedelta

from bot.clock import Clock
from bot.dailies.hours import (
    current,
    current_elsewhere,
    due,
    live_somewhere,
    opens_elsewhere,
    over_everywhere,
)
from bot.errors import NoSuchEdition, WorkerCrashed
from bot.puzzles import COST, FULL, Opened, Terms, best_of, commit, game_of, opened
from bot.solving import Requester, Solving
from bot.store import Database, Transaction, dailies, daily_plays, outbox, rows
from bot.store.schema import DailySetup
from solvers.daily import Edition, EditionRequest, Puzzle, make, planned_game

log = logging.getLogger(__name__)

TIER = "full"
"""The tier of the words that daily puzzles accept, whatever a server has set."""
ATTEMPTS = 3
MAKE_SECONDS = 60.0
"""Alone on a usual machine the hardest take seven, on a slow or busy one much longer."""
MADE_AHEAD = 2
"""Most editions that are made beyond the newest one open somewhere."""
RECENT = 7
"""How many editions back a play makes its server count for a person's streak."""


class Editions:
    """The daily puzzles themselves."""

    def __init__(
        self, database: Database, solving: Solving, fingerprint: str, secret: str, clock: Clock
    ) -> None:
        self._database = database
        self._solving = solving
        self._fingerprint = fingerprint
        self._secret = secret
        self._clock = clock

    async def get(self, number: int, *, requester: Requester | None) -> Edition:
        """Return an edition, making it for the requester if nobody has needed it before.

        It includes the solution, and may not have opened yet: `opened` is for people. Raises
        NoSuchEdition for a number below 1, and SolvingError.
        """
        _check_number(number)
        async with self._database.read() as tx:
            stored = await dailies.some_editions(tx, [number])
        if stored:
            return Edition(number, Puzzle.of(stored[number]))
        made = await self._make(number, requester=requester)
        terms = terms_of(made, self._fingerprint)
        terms = replace(terms, rules={**terms.rules, **_points(made.puzzle)})
        async with self._database.write() as tx:
            content = await dailies.add_edition(
                tx,
                number,
                asdict(made.puzzle),
                self._fingerprint,
                self._clock(),
                commitment=commit(terms),
            )
        return Edition(number, Puzzle.of(content))

    async def proof(self, guild_id: int | None, number: int, at: datetime) -> Opened:
        """Return the opened commitment of an edition that is over here.

        Raises NoSuchEdition for an edition that is not over here, or that has no commitment.
        """
        async with self._database.read() as tx:
            if number >= await current_in(tx, guild_id, at):
                raise NoSuchEdition(f"Daily puzzle #{number} isn’t over here yet. Come back then!")
            kept = await dailies.commitment(tx, number)
            content = (await dailies.some_editions(tx, [number])).get(number)
        if kept is None or content is None:
            raise NoSuchEdition(f"There’s no proof for daily puzzle #{number}.")
        commitment, lexicon = kept
        return opened(commitment, terms_of(Edition(number, Puzzle.of(content)), lexicon))

    async def opened(self, requester: Requester, number: int, at: datetime) -> Edition:
        """Return an edition that has opened where the requester is.

        Raises NoSuchEdition if it has not, before making it.
        """
        await self.check_opened(requester.guild_id, number, at)
        return await self.get(number, requester=requester)

    async def check_opened(self, guild_id: int | None, number: int, at: datetime) -> None:
        """Raise NoSuchEdition for an edition not yet open in a server or (None) elsewhere."""
        async with self._database.read() as tx:
            current = await current_in(tx, guild_id, at)
        if number > current:
            raise NoSuchEdition(f"Daily puzzle #{number} isn’t open yet. Come back when it is!")
        _check_number(number)

    async def make_ahead(self, now: datetime, ahead: timedelta) -> bool:
        """Make the editions open somewhere or opening within `ahead`; False if one failed."""
        complete = True
        for number in range(live_somewhere(now).start, live_somewhere(now + ahead).stop):
            if number < 1 or over_everywhere(number) <= now:
                continue
            try:
                await self.get(number, requester=None)
            except Exception:
                log.exception("daily puzzle %d could not be made; trying again", number)
                complete = False
        return complete

    async def _make(self, number: int, *, requester: Requester | None) -> Edition:
        """Make an edition, trying again if the worker dies."""
        request = EditionRequest(number, self._secret)
        attempt = 1
        while True:
            try:
                made: Edition = await self._solving.run(
                    make, request, requester=requester, seconds=MAKE_SECONDS, quick=True
                )
            except WorkerCrashed as error:
                log.warning("daily puzzle %d, attempt %d: %s", number, attempt, error)
                if attempt == ATTEMPTS:
                    raise
                attempt += 1
            else:
                return made


def terms_of(edition: Edition, lexicon: str) -> Terms:
    """Return the terms of an edition, as far as they are stored."""
    puzzle = edition.puzzle
    rules = {"solved from": puzzle.goal, "words": TIER, "word list": lexicon}
    about = f"daily puzzle {edition.number}"
    return Terms(about, puzzle.game, puzzle.given, best_of(puzzle), rules)


def _points(puzzle: Puzzle) -> dict[str, int]:
    """Return the rules for a puzzle's points."""
    rules = {"points for the best": FULL}
    rules |= {f"points off for a {kind} as a hint": cost for kind, cost in COST.items()}
    game = game_of(puzzle)
    if game.miss:
        rules["points off for a miss"] = game.miss
    if game.bonus:
        rules["points for a word more than the best"] = game.bonus
    return rules


async def games_of(tx: Transaction, numbers: Collection[int]) -> dict[int, str]:
    """Return the game of each edition: as it was made, otherwise as planned."""
    made = await dailies.games(tx, numbers)
    return {number: made.get(number) or planned_game(number) for number in numbers}


async def coming_games(tx: Transaction, at: datetime) -> Callable[[int], str]:
    """Return a function that gives the game of an edition open somewhere or later."""
    live = live_somewhere(at)
    made = await dailies.games(tx, range(live.start, live.stop + MADE_AHEAD))
    return lambda number: made.get(number) or planned_game(number)


def _check_number(number: int) -> None:
    if number < 1:
        raise NoSuchEdition("The daily puzzles start at #1.")


async def current_in(tx: Transaction, guild_id: int | None, at: datetime) -> int:
    """Return the edition that is open in a server, or (None) in a direct message.

    What was posted in a server counts, even if its hours were changed or its puzzles turned off
    since: an edition that is over there does not open again.
    """
    if guild_id is None:
        return current_elsewhere(at)
    post = await dailies.open_in(tx, guild_id, at)
    if post is not None and post.number is not None:
        return post.number
    setup = await rows.get(tx, DailySetup, guild_id)
    number = current_elsewhere(at)
    if setup is not None and setup.running:
        number = current(setup, at)
    closed = await dailies.last_closed(tx, guild_id, at)
    return number if closed is None else max(number, closed + 1)


async def next_opening(tx: Transaction, guild_id: int | None, at: datetime) -> datetime:
    """Return when the next edition opens in a server, or (None) in direct messages."""
    if guild_id is not None:
        post = await dailies.open_in(tx, guild_id, at)
        if post is not None and post.closes_at is not None:
            return post.closes_at
        setup = await rows.get(tx, DailySetup, guild_id)
        if setup is not None and setup.running:
            return due(setup, await current_in(tx, guild_id, at) + 1)
    return opens_elsewhere(await current_in(tx, guild_id, at) + 1)


async def closed_at(tx: Transaction, guild_id: int | None, number: int) -> datetime:
    """Return when an edition that is over closed in a server, or (None) in direct messages."""
    if guild_id is not None:
        post = await outbox.find(tx, "edition", guild_id=guild_id, number=number)
        if post is not None and post.closes_at is not None:
            return post.closes_at
        setup = await rows.get(tx, DailySetup, guild_id)
        if setup is not None and setup.running:
            return due(setup, number + 1)
    return opens_elsewhere(number + 1)


async def current_for(tx: Transaction, user_id: int, guild_id: int | None, at: datetime) -> int:
    """Return the edition that a person has to solve next for their streak.

    It is the one that is open here, or an older one that is still open where they played recently
    and so is not missed yet.
    """
    here = await current_in(tx, guild_id, at)
    played_in = await daily_plays.played_in(tx, user_id, here - RECENT)
    return min([here, *[await current_in(tx, other, at) for other in played_in]])
