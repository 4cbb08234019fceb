"""The puzzles of contests: given or drawn words, and their best answers."""

from __future__ import annotations

import contextlib
import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.contests import life
from bot.contests.answers import answer_of_line, denied_in
from bot.contests.plan import NAMED, Asked, Plan, unknown_words
from bot.contests.queries import fetch
from bot.errors import BadPlan, ParFailed, WorkerCrashed
from bot.play.suggestions import find_close_words
from bot.puzzles import GAMES
from bot.solving import Requester, Solving, Watch
from bot.store import Database, Transaction, contests, guilds
from bot.store.dailies import newest_of_game
from bot.store.schema import Contest, Rule
from solvers import wordsnake
from solvers.daily import (
    FreshRequest,
    OwnRequest,
    OwnResult,
    Puzzle,
    key_of,
    make_fresh,
    puzzle_key,
    solve_own,
)
from solvers.errors import NoAnswer
from solvers.lexicon import Lexicon
from solvers.wordsnake import LEVELS, Generated, SnakeResult

log = logging.getLogger(__name__)

DRAWS = 8
"""How many puzzles are drawn to find one that is solvable under a server's own rules."""
UNREPEATED = 30
"""How many of a server's newest drawn lists are avoided: their words are not drawn again."""
DAILIES = 400
"""How many of a game's newest daily puzzles are avoided: people can look up their solutions."""
LEVELS_OF = {"gentle": 1, "easy": 2, "medium": 4, "hard": 5, "fierce": 7}
"""Maps a wordsnake difficulty to a daily level."""
ATTEMPTS = 3
"""How often to try working out a snake's par, in case workers die."""
SEED = 0
"""A fixed seed, so that a snake's par is worked out the same way every time."""


@dataclass(frozen=True, slots=True)
class Best:
    """A best answer, and the words that were denied when it was found."""

    found: OwnResult
    denied: tuple[str, ...]


class ContestPuzzles:
    """Draws puzzles and works out their best answers."""

    def __init__(
        self, database: Database, solving: Solving, lexicons: Mapping[str, Lexicon]
    ) -> None:
        self._database = database
        self._solving = solving
        self._lexicons = lexicons

    async def words_for(
        self,
        guild_id: int,
        asked: Asked,
        rule: Rule,
        *,
        requester: Requester | None,
        avoid: Sequence[tuple[str, ...]] = (),
    ) -> tuple[str, ...]:
        """Return the given words, or draw some; drawn words are never denied ones.

        A drawn snake avoids the words of the server's newest lists and of the `avoid` lists while
        enough others are left. Raises PuzzleError, SolvingError, or BadPlan if no drawn puzzle will
        do.
        """
        if asked.drawn is None:
            return asked.words
        if not GAMES[asked.game].arranges:
            return await self._draw(guild_id, asked, requester=requester)
        async with self._database.read() as tx:
            denied = await guilds.denied(tx, guild_id)
            held = await contests.drawn_lists(tx, guild_id, asked.game, UNREPEATED)
        request = wordsnake.GenerateRequest(asked.number, LEVELS[asked.level], rule, avoid=denied)
        drawn = await self._draw_snake(request, [*avoid, *held], requester=requester)
        return drawn.words

    async def _draw_snake(
        self,
        request: wordsnake.GenerateRequest,
        others: Sequence[tuple[str, ...]],
        *,
        requester: Requester | None,
    ) -> Generated:
        """Draw a list without words of `others`; if that fails, allow the older half again."""
        try:
            avoiding = replace(request, avoid=request.avoid.union(*others))
            drawn: Generated = await self._solving.run(
                wordsnake.generate, avoiding, requester=requester, tier="common"
            )
        except NoAnswer:
            if not others:
                raise
            newest = others[: len(others) // 2]
            return await self._draw_snake(request, newest, requester=requester)
        return drawn

    async def _draw(
        self, guild_id: int, asked: Asked, *, requester: Requester | None
    ) -> tuple[str, ...]:
        """Draw a puzzle that was in none of the server's contests, nor a recent daily puzzle."""
        async with self._database.read() as tx:
            denied = await guilds.denied(tx, guild_id)
            settings = await guilds.settings(tx, guild_id)
            held = await contests.words_of_game(tx, guild_id, asked.game)
            dailies = await newest_of_game(tx, asked.game, DAILIES)
        known = [*held, *(Puzzle.of(content).given for content in dailies)]
        avoid = {key_of(asked.game, given) for given in known}
        lexicon, level = self._lexicons[settings.tier], LEVELS_OF[asked.level]
        for _ in range(DRAWS):
            seed = secrets.token_hex(16)
            request = FreshRequest(asked.game, level, seed, frozenset(avoid), denied)
            drawn: Puzzle = await self._solving.run(
                make_fresh, request, requester=requester, quick=True
            )
            avoid.add(puzzle_key(drawn))
            words = drawn.given if GAMES[asked.game].gives_words else ()
            if all(word in lexicon for word in words):
                with contextlib.suppress(NoAnswer):
                    await self._best_answer(
                        guild_id, asked.game, drawn.given, settings.tier, requester=requester
                    )
                    return drawn.given
        raise BadPlan((f"I found no {asked.game} for this server’s words. Try another level.",))

    async def _best_answer(
        self,
        guild_id: int,
        game: str,
        given: tuple[str, ...],
        tier: str,
        *,
        requester: Requester | None,
    ) -> Best:
        """Return the best answer to a puzzle of any game except the snake; raises PuzzleError."""
        async with self._database.read() as tx:
            policy = (await guilds.settings(tx, guild_id)).policy
            denied = await denied_in(tx, guild_id, self._lexicons[tier])
        request = OwnRequest(game, given, denied, policy)
        found = await self._solving.run(solve_own, request, requester=requester, tier=tier)
        return Best(found, denied)

    async def best_at_once(self, plan: Plan, guild_id: int, requester: Requester) -> Best | None:
        """Return the best answer of a quick game; None for a snake, and for wrong words."""
        async with self._database.read() as tx:
            tier = (await guilds.settings(tx, guild_id)).tier
            own = await guilds.words(tx, guild_id)
        lexicon = self._lexicons[tier]
        game = GAMES[plan.game]
        wrong = any(word not in lexicon or own.get(word) is False for word in plan.words)
        if game.arranges or (wrong and game.gives_words):
            return None  # wrong words are reported later with everything else
        return await self._best_answer(guild_id, plan.game, plan.words, tier, requester=requester)

    async def close_words(
        self, plan: Plan, guild_id: int, requester: Requester
    ) -> Mapping[str, tuple[str, ...]]:
        """Return similar words for the unknown words that a message would name."""
        async with self._database.read() as tx:
            settings = await guilds.settings(tx, guild_id)
            own = await guilds.words(tx, guild_id)
        unknown = unknown_words(plan.words, self._lexicons[settings.tier], own)[:NAMED]
        if not unknown:
            return {}
        return await find_close_words(
            self._solving, unknown, settings.tier, settings.policy, requester
        )

    async def find_par(
        self, contest_id: str, *, requester: Requester | None, watch: Watch | None = None
    ) -> Contest:
        """Work out a draft's par and store it; `watch` is awaited with progress.

        Raises ParFailed if workers keep dying, or a SolvingError; the draft stays, so this can be
        tried again.
        """
        async with self._database.read() as tx:
            contest = await fetch(tx, contest_id)
            outdated = await self.is_outdated(tx, contest)
        if contest.par is not None and not outdated:
            return contest
        found: SnakeResult | Best
        if GAMES[contest.game].arranges:
            found = await self._best_snake(contest, requester=requester, watch=watch)
        else:
            found = await self._best_answer(
                contest.guild_id, contest.game, contest.words, contest.tier, requester=requester
            )
        async with self._database.write() as tx:
            contest = await fetch(tx, contest_id)
            # Another call may have been faster, and the contest may be public by now.
            if contest.par is not None and not await self.is_outdated(tx, contest):
                return contest
            if isinstance(found, Best):
                return await store_best(tx, contest, found, self._lexicons[contest.tier])
            known = replace(
                contest,
                par=found.score,
                bound=found.bound,
                proven=found.proven,
                par_order=life.par_order(found.order),
            )
            return await contests.store_par(tx, contest, known, found.certificate)

    async def is_outdated(self, tx: Transaction, contest: Contest) -> bool:
        """Return whether the server's denied words changed since a draft's par was found."""
        if contest.denied is None or contest.confirmed_at is not None:
            return False
        now = await denied_in(tx, contest.guild_id, self._lexicons[contest.tier])
        return contest.denied != now

    async def _best_snake(
        self, contest: Contest, *, requester: Requester | None, watch: Watch | None
    ) -> SnakeResult:
        request = wordsnake.SnakeRequest(contest.words, contest.rule, seed=SEED, certify=True)
        for attempt in range(1, ATTEMPTS + 1):
            try:
                result: SnakeResult = await self._solving.run(
                    wordsnake.solve, request, requester=requester, watch=watch
                )
            except WorkerCrashed as error:
                log.warning("par: attempt %d of %d: %s", attempt, ATTEMPTS, error)
            else:
                return result
        raise ParFailed(
            "I couldn’t find the best snake: the solver crashed several times. Your draft is kept "
            "– try again, or with fewer words."
        )


async def store_best(tx: Transaction, contest: Contest, best: Best, lexicon: Lexicon) -> Contest:
    """Store a contest's best answer in any game except the snake, scored like a player's."""
    found = best.found.solution
    par = answer_of_line(contest, found, lexicon).score
    order = tuple((word, 0) for word in found)
    known = replace(contest, par=par, bound=par, proven=True, par_order=order, denied=best.denied)
    return await contests.store_par(tx, contest, known)
