"""Draws training puzzles for a person: one after the other, at the level that suits them.

Players who solve a puzzle without a hint get harder ones, players who give up easier ones; with
hints everything stays. All progress is in the database, so training continues anywhere.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import asdict, replace

from bot.dailies.hours import live_somewhere
from bot.errors import TrainingError
from bot.guard import Guard
from bot.play import Playing
from bot.ratings import levels
from bot.solving import Requester, Solving
from bot.store import Database, dailies, guilds, races, rows, training
from bot.store.budget import ROW
from bot.store.schema import Act, PuzzleRating, Training, TrainingPuzzle
from bot.training.play import (
    NO_ROOM,
    TrainingMode,
    TrainingState,
    is_played,
    last_of,
)
from solvers.daily import FreshRequest, Puzzle, make_fresh, puzzle_key
from solvers.errors import NoAnswer
from solvers.lexicon import Lexicon

DRAW_SECONDS = 20.0
DRAWS = 5
"""Draws tried for a puzzle of the right level that is not being played elsewhere."""


class Trainer:
    """The actions of training; `play` is for playing a puzzle.

    `guild_id` is the server where people train, None elsewhere.
    """

    def __init__(
        self,
        database: Database,
        solving: Solving,
        lexicons: Mapping[str, Lexicon],
        guard: Guard,
    ) -> None:
        self._database = database
        self._solving = solving
        mode = TrainingMode(database, lexicons, guard)
        self.play = Playing(database, solving, "full", mode)
        self._guard = guard

    async def begin(self, game: str, guild_id: int | None, act: Act) -> TrainingState:
        """Continue a person's puzzle; draw a new one if it is over or being played elsewhere."""
        async with self._database.read() as tx:
            state = await last_of(tx, act.user, game)
        if state is None:
            return await self._draw(game, guild_id, act, after=0)
        if state.ended or await is_played(self._guard, state.puzzle, act):
            return await self._draw(game, guild_id, act, after=state.drawn.number)
        return state

    async def next(self, game: str, number: int, guild_id: int | None, act: Act) -> TrainingState:
        """Go on from puzzle `number` to the next one, once."""
        async with self._database.read() as tx:
            state = await last_of(tx, act.user, game)
        if state is None or (state.ended and state.drawn.number == number):
            return await self.begin(game, guild_id, act)
        return state

    async def _draw(
        self, game: str, guild_id: int | None, act: Act, *, after: int
    ) -> TrainingState:
        """Draw a person's puzzle after number `after`, and return it; twice gives the same one."""
        await self._database.require_room(NO_ROOM)
        puzzle = await self._find(game, guild_id, act)
        async with self._database.write() as tx:
            own = await training.get(tx, act.user, game)
            if own is None:
                mu, sigma = levels.NEW
                new = Training(user_id=act.user, game=game, mu=mu, sigma=sigma, last_at=act.at)
                own = await rows.add(tx, new)
            last = await training.last_puzzle(tx, own.id)
            if (0 if last is None else last.number) == after:
                if last is not None and last.end is None:
                    await rows.change(tx, last, replace(last, end="dropped", ended_at=act.at))
                rated = await rows.get(tx, PuzzleRating, puzzle_key(puzzle))
                if rated is not None:
                    puzzle = replace(puzzle, level=rated.level)
                content = asdict(puzzle)
                size = len(json.dumps(content)) + ROW  # ROW: its rating takes another row
                self._database.budget.spend(act.user, size, act.at)
                drawn = TrainingPuzzle(
                    training_id=own.id,
                    number=after + 1,
                    puzzle=puzzle_key(puzzle),
                    content=content,
                    started_at=act.at,
                )
                await training.add_puzzle(tx, drawn)
                await rows.change(tx, own, replace(own, last_at=act.at))
            state = await last_of(tx, act.user, game)
            assert state is not None
            return state

    async def _find(self, game: str, guild_id: int | None, act: Act) -> Puzzle:
        """Draw a puzzle whose rating confirms its level; if none comes soon, any new one."""
        request = await self._request(game, guild_id, act)
        found: Puzzle | None = None
        for _ in range(DRAWS):
            try:
                puzzle: Puzzle = await self._solving.run(
                    make_fresh,
                    request,
                    requester=Requester(act.user, guild_id),
                    seconds=DRAW_SECONDS,
                    quick=True,
                )
            except NoAnswer:
                if found is None:
                    raise
                break
            if not await is_played(self._guard, puzzle, act):
                async with self._database.read() as tx:
                    rated = await rows.get(tx, PuzzleRating, puzzle_key(puzzle))
                if rated is None or rated.level == request.level:
                    return puzzle
                found = found or puzzle
            request = replace(request, avoid=request.avoid | {puzzle_key(puzzle)})
        if found is None:
            raise TrainingError("I have no puzzle for you right now. Try again later.")
        return found

    async def _request(self, game: str, guild_id: int | None, act: Act) -> FreshRequest:
        """Return the request, which avoids puzzles that the person met or that are being played."""
        async with self._database.read() as tx:
            own = await training.get(tx, act.user, game)
            avoid = await races.puzzles_met(tx, [act.user], game) | await races.live_puzzles(tx)
            for content in (await dailies.some_editions(tx, live_somewhere(act.at))).values():
                avoid.add(puzzle_key(Puzzle.of(content)))
            denied = await guilds.denied(tx, guild_id)
        level = levels.level_of(levels.NEW.mu if own is None else own.mu)
        return FreshRequest(game, level, secrets.token_hex(16), frozenset(avoid), denied)
