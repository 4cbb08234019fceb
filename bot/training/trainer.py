"""Training: one puzzle after the other by oneself, at a level that follows how one fares.

Whoever solves a puzzle without a hint gets harder ones, whoever gives up easier ones; with hints
everything stays. What somebody has is in the database, so it goes on anywhere.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from bot.dailies.hours import live_somewhere
from bot.errors import BeingPlayed, TrainingError
from bot.guard import Guard
from bot.puzzles import (
    Accepted,
    Hint,
    HintKind,
    HintRequest,
    Progress,
    Verdict,
    find_hint,
    game_of,
    has_hint,
    judge,
    line_of,
    masked,
    undo,
    up_to_mistake,
)
from bot.ratings import levels
from bot.solving import SHORT_SECONDS, Requester, Solving
from bot.store import Database, Transaction, dailies, guilds, races, training
from bot.store.budget import ROW, size_of
from bot.store.database import no_room
from bot.store.records import Act, Training, TrainingEnd, TrainingPuzzle
from solvers.daily import FreshRequest, Puzzle, make_fresh, puzzle_key
from solvers.errors import NoAnswer
from solvers.lexicon import Lexicon
from solvers.reading import read_words

SECONDS = 20.0
DRAWS = 5
"""How often a puzzle is drawn that nobody else plays for something, and of the right level."""
MOST_TRIES = 200
"""At one puzzle."""
NO_ROOM = "nobody can train"
MOST_CHANGES = 3
"""How often a hint is looked for while its player goes on playing elsewhere."""


@dataclass(frozen=True, slots=True)
class TrainingState:
    """A puzzle of somebody's training, and what they made of it."""

    training: Training
    drawn: TrainingPuzzle
    puzzle: Puzzle

    @property
    def level(self) -> int:
        """The level that the player is at."""
        return levels.level_of(self.training.mu)

    @property
    def progress(self) -> Progress:
        """The words that the player has."""
        return Progress.of(self.drawn.progress)

    @property
    def hints(self) -> tuple[Hint, ...]:
        """The hints that the player has taken."""
        return tuple(
            Hint(kind, step, after, reveals) for kind, step, _, after, reveals in self.drawn.hints
        )

    @property
    def ended(self) -> bool:
        """Whether it is solved or given up."""
        return self.drawn.end is not None

    @property
    def words(self) -> tuple[str, ...]:
        """The words to be shown: what solved it, or a best answer once it is given up."""
        if self.drawn.end == "given up":
            return self.puzzle.solution
        return line_of(self.puzzle, self.progress)

    def has_hint(self, kind: HintKind) -> bool:
        """Return whether there is another hint of this kind to take."""
        return has_hint(HintRequest(self.puzzle, kind, self.progress, self.hints))


@dataclass(frozen=True, slots=True)
class TrainingReceipt:
    """A try that has been stored, or a hint; `before`: the level that the player was at."""

    state: TrainingState
    before: int
    verdict: Verdict | None = None
    hint: Hint | None = None


class Trainer:
    """What people do who train. `guild_id` is the server where they do it, None elsewhere."""

    def __init__(
        self,
        database: Database,
        solving: Solving,
        lexicons: Mapping[str, Lexicon],
        guard: Guard,
    ) -> None:
        self._database = database
        self._solving = solving
        self._lexicons = lexicons
        self._guard = guard

    async def begin(self, game: str, guild_id: int | None, act: Act) -> TrainingState:
        """Go on with somebody's puzzle; with a new one where that is over, or others play it."""
        async with self._database.read() as tx:
            state = await _look(tx, act.user, game)
        if state is None:
            return await self._draw(game, guild_id, act, after=0)
        if state.ended or await self._is_live(state.puzzle, act):
            return await self._draw(game, guild_id, act, after=state.drawn.number)
        return state

    async def look(self, game: str, number: int, act: Act) -> TrainingState:
        """Return somebody's puzzle, as long as `number` is their last."""
        async with self._database.read() as tx:
            return await _get(tx, game, number, act)

    async def next(self, game: str, number: int, guild_id: int | None, act: Act) -> TrainingState:
        """Go on from puzzle `number`: with the next one, once."""
        async with self._database.read() as tx:
            state = await _look(tx, act.user, game)
        if state is None or (state.ended and state.drawn.number == number):
            return await self.begin(game, guild_id, act)
        return state

    async def submit(
        self, game: str, number: int, guild_id: int | None, act: Act, text: str
    ) -> TrainingReceipt:
        """Submit words as they were typed; see `submit_words`."""
        return await self.submit_words(game, number, guild_id, act, read_words(text))

    async def submit_words(
        self, game: str, number: int, guild_id: int | None, act: Act, words: Sequence[str]
    ) -> TrainingReceipt:
        """Judge a word or more and store what comes of it, once per interaction."""
        if not words:
            raise TrainingError("I found no word in that. Write at least one.")
        has_room = await self._database.has_room()
        async with self._database.write() as tx:
            state = await _get(tx, game, number, act)
            accepted = await self._accepted(tx, guild_id)
            known = await training.words_of(tx, act.interaction)
            if known is not None:
                verdict = judge(state.puzzle, known, accepted)
                return TrainingReceipt(state, state.level, verdict)
            _unless_over(state)
            if not has_room:
                raise no_room(NO_ROOM)
            if state.drawn.tries >= MOST_TRIES:
                raise TrainingError("That’s enough tries for one puzzle. Take a hint, or give up.")
            words = masked(words)[: 2 * len(state.puzzle.given) + 60]
            verdict = judge(state.puzzle, words, accepted, state.progress)
            kept = up_to_mistake(state.puzzle, words, state.progress, verdict)
            self._database.budget.spend(act.user, size_of(kept), act.at)
            await training.add_try(tx, act.interaction, state.training.id, number, act.at, kept)
            tries = state.drawn.tries + 1
            after = await _keep(tx, state, verdict, act, tries=tries)
            return TrainingReceipt(after, state.level, verdict)

    async def lay(
        self, game: str, number: int, act: Act, words: Sequence[str], seen: Sequence[str]
    ) -> TrainingState:
        """Keep the words that are put in an order so far; that is no try yet.

        `seen`: those that the player saw laid; if others are, from elsewhere, these stay.
        """
        async with self._database.write() as tx:
            state = await _get(tx, game, number, act)
            laid = tuple(words)
            if tuple(seen) != state.progress.words or laid == state.progress.words:
                return state
            _unless_over(state)
            return await _change(tx, state, progress=Progress(laid))

    async def undo(self, game: str, number: int, act: Act, left: int) -> TrainingState:
        """Take words back, all but so many."""
        async with self._database.write() as tx:
            state = await _get(tx, game, number, act)
            _unless_over(state)
            if len(state.progress.words) <= left:
                return state
            return await _change(tx, state, progress=undo(state.progress, left))

    async def hint(  # noqa: PLR0917 - each is needed
        self,
        game: str,
        number: int,
        guild_id: int | None,
        act: Act,
        kind: HintKind,
        seen: int,
    ) -> TrainingReceipt:
        """Give a hint from where the player stands; the same again for the same interaction.

        A word is laid for the player. `seen`: how many hints they had been shown when they asked;
        if more are stored, they get the next of those.
        """
        found: tuple[HintRequest, Hint | None] | None = None
        for _ in range(MOST_CHANGES):
            async with self._database.write() as tx:
                state = await _get(tx, game, number, act)
                for place, hint in enumerate(state.drawn.hints):
                    if hint[2] == act.interaction or place == seen:
                        return TrainingReceipt(state, state.level, hint=state.hints[place])
                _unless_over(state)
                request = HintRequest(state.puzzle, kind, state.progress, state.hints)
                if not has_hint(request):
                    raise TrainingError("No hints left here: the rest is yours to find!")
                if found is not None and found[0] == request:
                    return await self._take(tx, state, guild_id, act, found[1])
            await self._unless_live(state.puzzle, act)
            requester = Requester(act.user, guild_id)
            hint_found: Hint | None = await self._solving.run(
                find_hint, request, requester=requester, seconds=SHORT_SECONDS, quick=True
            )
            found = request, hint_found
        raise TrainingError("You’ve just gone on from there. Ask again!")

    async def give_up(self, game: str, number: int, act: Act) -> TrainingReceipt:
        """End a puzzle, so that its answer may be shown."""
        async with self._database.read() as tx:
            state = await _get(tx, game, number, act)
        await self._unless_live(state.puzzle, act)
        async with self._database.write() as tx:
            state = await _get(tx, game, number, act)
            after = state if state.ended else await _end(tx, state, "given up", act)
            return TrainingReceipt(after, state.level)

    async def _take(
        self,
        tx: Transaction,
        state: TrainingState,
        guild_id: int | None,
        act: Act,
        hint: Hint | None,
    ) -> TrainingReceipt:
        """Store a hint; the word that it gives is laid."""
        if hint is None:
            last = line_of(state.puzzle, state.progress)[-1]
            raise TrainingError(
                f"No word people know goes on from “{last}”. Take it back and try another way."
            )
        taken = (hint.kind, hint.step, act.interaction, hint.after, hint.reveals)
        after = await _change(tx, state, hints=(*state.drawn.hints, taken))
        if hint.kind == "word":
            accepted = await self._accepted(tx, guild_id)
            verdict = judge(state.puzzle, [hint.reveals], accepted, state.progress)
            after = await _keep(tx, after, verdict, act)
        return TrainingReceipt(after, state.level, hint=hint)

    async def _draw(
        self, game: str, guild_id: int | None, act: Act, *, after: int
    ) -> TrainingState:
        """Draw somebody's puzzle after number `after`, and return it; once, if asked for twice."""
        await self._database.require_room(NO_ROOM)
        puzzle = await self._find(game, guild_id, act)
        async with self._database.write() as tx:
            own = await training.get(tx, act.user, game)
            if own is None:
                own = await training.begin(tx, act.user, game, levels.NEW, act.at)
            last = await training.last_puzzle(tx, own.id)
            if (0 if last is None else last.number) == after:
                if last is not None and last.end is None:
                    await training.change_puzzle(tx, last, end="dropped", ended_at=act.at)
                rated = await training.rating_of(tx, puzzle_key(puzzle))
                if rated is not None:
                    puzzle = replace(puzzle, level=rated.level)
                content = asdict(puzzle)
                size = len(json.dumps(content)) + ROW  # another row is its rating
                self._database.budget.spend(act.user, size, act.at)
                await training.add_puzzle(
                    tx, own.id, after + 1, puzzle_key(puzzle), content, act.at
                )
                await training.change(tx, own, last_at=act.at)
            state = await _look(tx, act.user, game)
            assert state is not None
            return state

    async def _find(self, game: str, guild_id: int | None, act: Act) -> Puzzle:
        """Draw a puzzle whose level people confirm; if there is none soon, any that is new."""
        request = await self._request(game, guild_id, act)
        found: Puzzle | None = None
        for _ in range(DRAWS):
            try:
                puzzle: Puzzle = await self._solving.run(
                    make_fresh,
                    request,
                    requester=Requester(act.user, guild_id),
                    seconds=SECONDS,
                    quick=True,
                )
            except NoAnswer:
                if found is None:
                    raise
                break
            if not await self._is_live(puzzle, act):
                async with self._database.read() as tx:
                    rated = await training.rating_of(tx, puzzle_key(puzzle))
                if rated is None or rated.level == request.level:
                    return puzzle
                found = found or puzzle
            request = replace(request, avoid=request.avoid | {puzzle_key(puzzle)})
        if found is None:
            raise TrainingError("I’ve no puzzle for you just now. Try again later.")
        return found

    async def _request(self, game: str, guild_id: int | None, act: Act) -> FreshRequest:
        """Return what to draw: nothing that they met, or that others play for something."""
        async with self._database.read() as tx:
            own = await training.get(tx, act.user, game)
            avoid = await races.puzzles_met(tx, [act.user], game) | await races.live_puzzles(tx)
            for content in (await dailies.some_editions(tx, live_somewhere(act.at))).values():
                avoid.add(puzzle_key(Puzzle.of(content)))
            denied = await guilds.denied(tx, guild_id)
        level = levels.level_of(levels.NEW.mu if own is None else own.mu)
        return FreshRequest(game, level, secrets.token_hex(16), frozenset(avoid), denied)

    async def _accepted(self, tx: Transaction, guild_id: int | None) -> Accepted:
        if guild_id is None:
            return Accepted(self._lexicons["full"], {})
        tier = (await guilds.settings(tx, guild_id)).tier
        return Accepted(self._lexicons[tier], await guilds.words(tx, guild_id))

    async def _is_live(self, puzzle: Puzzle, act: Act) -> bool:
        """Return whether others play a puzzle like it for something."""
        try:
            asked = game_of(puzzle).question(puzzle.given, puzzle.solution)
            await self._guard.of(act.user).refuse(puzzle.game, act.at, *asked, drawn=True)
        except BeingPlayed:
            return True
        return False

    async def _unless_live(self, puzzle: Puzzle, act: Act) -> None:
        if await self._is_live(puzzle, act):
            raise TrainingError(
                "Others play this puzzle in a contest, a race or as their daily one just now, so "
                "I’m keeping its answer to myself. `/train` has another one for you."
            )


async def _look(tx: Transaction, user_id: int, game: str) -> TrainingState | None:
    """Return the puzzle that somebody plays, or played last."""
    own = await training.get(tx, user_id, game)
    last = None if own is None else await training.last_puzzle(tx, own.id)
    if own is None or last is None:
        return None
    return TrainingState(own, last, Puzzle.of(last.content))


async def _get(tx: Transaction, game: str, number: int, act: Act) -> TrainingState:
    """Return somebody's puzzle; raises TrainingError where it is not their last."""
    state = await _look(tx, act.user, game)
    if state is None or state.drawn.number != number:
        raise TrainingError("You’ve gone on to another puzzle since. `/train` shows it.")
    return state


def _unless_over(state: TrainingState) -> None:
    if state.ended:
        raise TrainingError("This one’s over. `/train` has the next one for you.")


async def _change(tx: Transaction, state: TrainingState, **values: object) -> TrainingState:
    return replace(state, drawn=await training.change_puzzle(tx, state.drawn, **values))


async def _keep(
    tx: Transaction, state: TrainingState, verdict: Verdict, act: Act, **more: int
) -> TrainingState:
    """Keep what is right, and end the puzzle if that solves it."""
    state = await _change(tx, state, progress=verdict.progress, **more)
    if not verdict.solved:
        return state
    return await _end(tx, state, "helped" if state.hints else "solved", act)


async def _end(tx: Transaction, state: TrainingState, end: TrainingEnd, act: Act) -> TrainingState:
    """End a puzzle: it and its player are rated, unless hints helped."""
    own = state.training
    solved, streak = own.solved, own.streak
    if end == "given up":
        streak = 0
    else:
        solved += 1
        streak += end == "solved"
    skill = levels.Skill(own.mu, own.sigma)
    if end != "helped":
        rated = await training.rating_of(tx, state.drawn.puzzle)
        rated = rated or levels.new_rating(state.puzzle, act.at)
        skill, rated = levels.after_meeting(skill, rated, act.at, solved=end == "solved")
        await training.put_rating(tx, rated)
    own = await training.change(
        tx,
        own,
        mu=skill.mu,
        sigma=skill.sigma,
        solved=solved,
        streak=streak,
        longest=max(own.longest, streak),
        last_at=act.at,
    )
    return replace(await _change(tx, state, end=end, ended_at=act.at), training=own)
