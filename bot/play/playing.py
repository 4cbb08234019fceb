"""Playing a puzzle: open, submit, lay, undo, hint, send, give up; the same in every mode.

Each gesture is one transaction, but for the search for a hint, which is outside of any; it counts
once for its interaction.
Only `act.at`, Discord's time of the interaction, decides what is in time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeAlias
from weakref import WeakValueDictionary

from bot.errors import BotError, NotPlayable
from bot.play.mode import KeyT, Mode, StateT, Tried
from bot.play.state import PlayState
from bot.play.suggestions import find_close_words
from bot.play.typed import Typed
from bot.puzzles import (
    MORE,
    Accepted,
    Hint,
    HintKind,
    HintRequest,
    Progress,
    Verdict,
    Way,
    find_hint,
    game_of,
    joined,
    judge,
    masked,
    shortened,
    undo,
    up_to_mistake,
    with_suggestion,
)
from bot.solving import SHORT_SECONDS, Kept, Requester, Solving
from bot.store import Database, Transaction
from bot.store.schema import Act
from solvers.daily import Distances, LineRequest, Puzzle, find_distances
from solvers.reading import read_words

MOST_CHANGES = 3
"""How often a hint is looked for while its player goes on playing elsewhere."""
Order: TypeAlias = Callable[[Sequence[str]], Sequence[str]]
"""Returns words in an order, of those that a puzzle gives."""
DISTANCE_PATIENCE = 0.5
"""Seconds that a card waits for how far its words lead."""
DISTANCES = 1000
"""Lines of which it is kept how far their words lead."""
NO_WORD = "I found no word in that. Write at least one."


@dataclass(frozen=True, slots=True)
class Receipt(Generic[StateT]):
    """What a gesture came to, and is stored.

    before    the play as it was
    verdict   of a try, and its `points`, where tries have points and it solves the puzzle
    hint      that is to be shown now; a word has been laid, too
    missed    nothing was done: other words are there by now than the player saw
    """

    state: StateT
    before: StateT
    interaction: int
    verdict: Verdict | None = None
    points: int | None = None
    hint: Hint | None = None
    missed: bool = False

    @property
    def first(self) -> bool:
        """Whether this solved the puzzle, and nothing before."""
        return self.state.solved and not self.before.solved

    @property
    def is_best(self) -> bool:
        """Whether this is the try that counts now."""
        return self.state.is_best(self.interaction)


@dataclass(frozen=True, slots=True)
class EditorState(Generic[StateT]):
    """What somebody sees who writes words: what they have, and `rest` of what they sent last.

    That is what followed a mistake, with the word that was wrong, or what could not be taken; one
    word alone is not kept.
    """

    state: StateT
    rest: tuple[str, ...] = ()


class Playing(Generic[KeyT, StateT]):
    """What players do in a mode."""

    def __init__(
        self, database: Database, solving: Solving, tier: str, mode: Mode[KeyT, StateT]
    ) -> None:
        self._database = database
        self._solving = solving
        self.tier = tier
        self._mode = mode
        self._typed = Typed()
        self._distances = Kept(solving, DISTANCES)
        # One hint at a time for a person; a lock is gone when nobody holds it.
        self._hinting: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def forget(self, user_id: int) -> None:
        """Remember nothing of what a person typed."""
        self._typed.forget(user_id)

    async def open(self, key: KeyT, act: Act) -> StateT:
        """Begin a puzzle, or go on with it; raises BotError where it cannot be played."""
        if (state := await self._mode.opened(key, act)) is not None:
            return state
        opener = await self._mode.begin(key, act)
        async with self._database.write() as tx:
            return await opener(tx)

    async def look(self, key: KeyT, act: Act) -> StateT:
        """Return a play as it is; raises BotError where there is none."""
        return await self._mode.look(key, act)

    async def again(self, state: StateT, act: Act) -> StateT:
        """Return a play as it is by now; as it was, where it is gone."""
        async with self._database.read() as tx:
            return await self._mode.again(tx, state, act)

    async def distances(self, key: KeyT, state: StateT) -> tuple[int | None, ...]:
        """Return in how few steps each word that the player has leads to the target, exactly.

        Nothing where a game has no target, where players are not told how good the best is, and
        where nothing can be read or searched just now.
        """
        puzzle, game = state.puzzle, game_of(state.puzzle)
        if not isinstance(game, Way) or not state.tells_goal:
            return ()
        try:
            async with self._database.read() as tx:
                accepted = await self._mode.accepted(tx, key, state)
            lengths = game.lengths(puzzle.given[1])
            known = puzzle.solution  # right even where the word list lacks them
            avoid = tuple(word for word in accepted.denied if word not in known)
            also = tuple(word for word in (*accepted.allowed, *known) if len(word) in lengths)
            found: Distances | None = await self._distances.soon(
                DISTANCE_PATIENCE,
                find_distances,
                LineRequest(puzzle.game, puzzle.given, state.line, avoid, also),
                requester=Requester(None, key.guild_id),
                tier=accepted.tier,
                seconds=SHORT_SECONDS,
                quick=True,
            )
        except BotError:
            return ()
        return () if found is None else found.steps

    async def edit(self, key: KeyT, act: Act) -> EditorState[StateT]:
        """Return what the form for words shows; it begins no play."""
        state = await self._mode.look(key, act)
        typed = self._typed.get(act.user, state.place)
        return EditorState(state, _rest(typed, state.progress))

    async def submit(self, key: KeyT, act: Act, text: str) -> Receipt[StateT]:
        """Submit a try as it was typed; see `submit_words`."""
        return await self.submit_words(key, act, read_words(text))

    async def submit_words(self, key: KeyT, act: Act, words: Sequence[str]) -> Receipt[StateT]:
        """Judge one word more, several, or a whole answer, and store what comes of it."""
        if not words:
            raise NotPlayable("no words", NO_WORD)
        opener = await self._mode.find(key, act)
        async with self._database.write() as tx:
            state = await opener(tx)
            accepted = await self._mode.accepted(tx, key, state)
            receipt = await self._store(tx, accepted, state, act, shortened(words))
        mistake = receipt.verdict.mistake if receipt.verdict else None
        if mistake is None:
            self._typed.note(act.user, state.place, ())  # all of it is stored
        if receipt.verdict is None or mistake is None or mistake.kind != "unknown":
            return receipt
        # As mild as the puzzles themselves, whatever a server shows elsewhere; what counts here.
        close = await find_close_words(
            self._solving, [mistake.word], self.tier, "family", Requester(act.user, key.guild_id)
        )
        meant = next((word for word in close.get(mistake.word, ()) if word in accepted), None)
        if meant is None:
            return receipt
        return replace(receipt, verdict=with_suggestion(receipt.verdict, meant))

    async def _store(
        self, tx: Transaction, accepted: Accepted, state: StateT, act: Act, words: tuple[str, ...]
    ) -> Receipt[StateT]:
        mode, puzzle = self._mode, state.puzzle
        known = await mode.get_try(tx, state, act.interaction)
        if known is not None:
            state = await mode.repeated(tx, state, act, known)
            verdict = judge(puzzle, known.words, accepted, finish=state.finishes)
            verdict = replace(verdict, progress=state.progress)
            return Receipt(state, state, act.interaction, verdict, known.points)
        if state.refusal is not None:
            raise state.refusal
        words = mode.typed(state, words)
        verdict = judge(puzzle, words, accepted, state.progress, finish=state.finishes)
        kept = up_to_mistake(puzzle, words, state.progress, verdict)
        meant = joined(puzzle, kept, state.progress)
        points = mode.worth(state, verdict)
        tried = Tried(meant, verdict, points)
        self._typed.note(act.user, state.place, masked(joined(puzzle, words, state.progress)))
        added = await mode.add_try(tx, state, act, tried)
        after = await mode.keep(tx, added, act, verdict, points)
        return Receipt(after, state, act.interaction, verdict, points)

    async def lay(self, key: KeyT, act: Act, order: Order, seen: Order) -> StateT:
        """Keep the words that are put in an order so far; that is no try yet.

        `seen`: those that the player saw laid; if others are, from elsewhere, these stay. Raises
        NotPlayable for an order that cannot have been laid.
        """
        opener = await self._mode.find(key, act)
        async with self._database.write() as tx:
            state = await opener(tx)
            given = state.puzzle.given
            laid, before = tuple(order(given)), tuple(seen(given))
            if not state.arranges or not _fits(state.puzzle, laid):
                raise NotPlayable("no order", "Those aren’t the words of this puzzle.")
            if before != state.progress.words or laid == state.progress.words:
                return state
            if state.refusal is not None:
                raise state.refusal
            return await self._mode.lay(tx, state, Progress(laid))

    async def undo(self, key: KeyT, act: Act, left: int, seen: int | None = None) -> StateT:
        """Take words back, all but so many; what was solved before stays.

        `seen`: how many words there were to be seen; if there are others by now, these stay.
        """
        opener = await self._mode.find(key, act)
        async with self._database.write() as tx:
            state = await opener(tx)
            words = len(state.progress.words)
            if words <= left or seen not in {None, words}:
                return state
            if refusal := state.refusal or state.undo_refusal:
                raise refusal
            left = words - 1 if state.shared else left
            return await self._mode.lay(tx, state, undo(state.progress, left))

    async def hint(
        self, key: KeyT, act: Act, kind: HintKind, seen: int | None = None
    ) -> Receipt[StateT]:
        """Store a hint from where the player stands; the same again for the same interaction.

        A word is laid for the player. `seen`: how many hints they had been shown when they asked;
        if more are stored, they get the next of those and pay for no other. Who presses twice waits
        for the first. Raises NotPlayable if there is none.
        """
        async with self._hinting.setdefault(act.user, asyncio.Lock()):
            opener = await self._mode.find(key, act)
            found: tuple[HintRequest, Hint | None] | None = None
            for _ in range(MOST_CHANGES):
                async with self._database.write() as tx:
                    state = await opener(tx)
                    for place, taken in enumerate(state.taken):
                        if taken[2] == act.interaction or place == seen:
                            hint = state.hints[place]
                            return Receipt(state, state, act.interaction, hint=hint)
                    request = _hint_request(state, kind)
                    if found is not None and found[0] == request:
                        return await self._take(tx, key, state, act, found[1])
                await self._mode.check_telling(key, act)
                # Searched for in a worker, and stored unless the player has gone on meanwhile.
                searched: Hint | None = await self._solving.run(
                    find_hint,
                    request,
                    requester=Requester(act.user, key.guild_id),
                    seconds=SHORT_SECONDS,
                    quick=True,
                )
                found = request, searched
            raise NotPlayable("no hints left", "You’ve just gone on from there. Ask again!")

    async def _take(
        self, tx: Transaction, key: KeyT, state: StateT, act: Act, hint: Hint | None
    ) -> Receipt[StateT]:
        """Store a hint; the word that it gives is laid."""
        if hint is None:
            raise NotPlayable(
                "no hints left",
                f"No word people know goes on from “{state.line[-1]}”. Take it back and try "
                "another way – this costs you nothing.",
            )
        if not hint.reveals:
            raise NotPlayable(
                "no hints left",
                "I can’t say what that word means without giving it away – this costs you nothing.",
            )
        taken = (hint.kind, hint.step, act.interaction, hint.after, hint.reveals)
        after = await self._mode.take(tx, state, taken)
        if hint.kind == "word":
            accepted = await self._mode.accepted(tx, key, state)
            own = {**accepted.own, hint.reveals: True}  # whatever words count where it is taken
            accepted = replace(accepted, own=own)
            verdict = judge(state.puzzle, [hint.reveals], accepted, state.progress)
            points = self._mode.worth(after, verdict)
            after = await self._mode.keep(tx, after, act, verdict, points)
        return Receipt(after, state, act.interaction, hint=hint)

    async def send(self, key: KeyT, act: Act, seen: int) -> Receipt[StateT]:
        """Send in the words there are, where a mode leaves it to its player when.

        `seen`: how many there were to be seen; if there are others by now, nothing is done.
        """
        opener = await self._mode.find(key, act)
        async with self._database.write() as tx:
            state = await opener(tx)
            if seen != len(state.progress.words):
                return Receipt(state, state, act.interaction, missed=True)
            return Receipt(await self._mode.send(tx, state, act), state, act.interaction)

    async def give_up(self, key: KeyT, act: Act) -> Receipt[StateT]:
        """End the play, so that the answer may be shown. What was solved before stays."""
        await self._mode.check_telling(key, act)
        opener = await self._mode.find(key, act)
        async with self._database.write() as tx:
            state = await opener(tx)
            return Receipt(await self._mode.end(tx, state, act), state, act.interaction)


def _hint_request(state: PlayState, kind: HintKind) -> HintRequest:
    """Return the request for a hint; raises BotError where there is none to take."""
    if state.refusal is not None:
        raise state.refusal
    if state.has_hint(kind):
        return HintRequest(state.puzzle, kind, state.progress, state.hints)
    if kind != "word" and state.has_hint("word"):
        said = f"You already have that {kind}. Take the word, or guess!"
    else:
        said = "No hints left – the rest is yours to find!"
    raise NotPlayable("no hints left", said)


def _fits(puzzle: Puzzle, order: Sequence[str]) -> bool:
    """Return whether an order can have been laid: each word is given, and there once."""
    return set(order) <= set(puzzle.given) and len(set(order)) == len(order)


def _rest(words: Sequence[str], progress: Progress) -> tuple[str, ...]:
    """Return what a try has beyond the words that are kept, if that is worth sending again."""
    words, kept = tuple(word for word in words if word != MORE), len(progress.words)
    rest = words[kept:] if words[:kept] == progress.words else ()
    return rest if len(rest) > 1 else ()
