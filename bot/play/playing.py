"""Playing a puzzle: open, submit, lay, undo, hint, send, give up; the same in every mode.

Each action is one transaction, except for the search for a hint, which is outside; an action counts
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
"""How often a hint is searched for while its player keeps playing elsewhere."""
Order: TypeAlias = Callable[[Sequence[str]], Sequence[str]]
"""Takes the words that a puzzle gives, and returns some of them in an order."""
DISTANCE_PATIENCE = 0.5
"""Seconds that a card waits for the distances of its words to the target."""
DISTANCES = 1000
"""Lines of words whose distances are cached."""
NO_WORD = "I found no word in that. Write at least one."


@dataclass(frozen=True, slots=True)
class Receipt(Generic[StateT]):
    """The stored outcome of a player's action.

    before    the play before the action
    verdict   the verdict on a try; `points`: its points, if tries have points and it solves
    hint      the hint to show now; a hinted word has already been laid
    missed    nothing was done: the words are no longer the ones that the player saw
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
        """Whether this solved the puzzle for the first time."""
        return self.state.solved and not self.before.solved

    @property
    def is_best(self) -> bool:
        """Whether this is the try that counts now."""
        return self.state.is_best(self.interaction)


@dataclass(frozen=True, slots=True)
class EditorState(Generic[StateT]):
    """What the form for words shows: the player's words, and the `rest` of what they sent last.

    The rest is the wrong word and what followed it, or what was refused; a single word is not kept.
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
        # One hint at a time for each person; a lock disappears when nobody holds it.
        self._hinting: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def forget(self, user_id: int) -> None:
        """Forget what a person typed."""
        self._typed.forget(user_id)

    async def open(self, key: KeyT, act: Act) -> StateT:
        """Begin or continue a puzzle; raises BotError if it cannot be played."""
        if (state := await self._mode.opened(key, act)) is not None:
            return state
        opener = await self._mode.begin(key, act)
        async with self._database.write() as tx:
            return await opener(tx)

    async def look(self, key: KeyT, act: Act) -> StateT:
        """Return the current state of a play; raises BotError if there is none."""
        return await self._mode.look(key, act)

    async def again(self, state: StateT, act: Act) -> StateT:
        """Return a play's current state, or `state` if the play is gone."""
        async with self._database.read() as tx:
            return await self._mode.again(tx, state, act)

    async def distances(self, key: KeyT, state: StateT) -> tuple[int | None, ...]:
        """Return the exact number of steps from each of the player's words to the target.

        Empty if the game has no target, if players do not see how good the best is, or if nothing
        can be read or searched at the moment.
        """
        puzzle, game = state.puzzle, game_of(state.puzzle)
        if not isinstance(game, Way) or not state.tells_goal:
            return ()
        try:
            async with self._database.read() as tx:
                accepted = await self._mode.accepted(tx, key, state)
            lengths = game.lengths(puzzle.given[1])
            known = puzzle.solution  # right even if the word list lacks them
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
        """Return what the form for words shows; this begins no play."""
        state = await self._mode.look(key, act)
        typed = self._typed.get(act.user, state.place)
        return EditorState(state, _rest(typed, state.progress))

    async def submit(self, key: KeyT, act: Act, text: str) -> Receipt[StateT]:
        """Submit a try as it was typed; see `submit_words`."""
        return await self.submit_words(key, act, read_words(text))

    async def submit_words(self, key: KeyT, act: Act, words: Sequence[str]) -> Receipt[StateT]:
        """Judge one more word, several, or a whole answer, and store the outcome."""
        if not words:
            raise NotPlayable("no words", NO_WORD)
        opener = await self._mode.find(key, act)
        async with self._database.write() as tx:
            state = await opener(tx)
            accepted = await self._mode.accepted(tx, key, state)
            receipt = await self._store(tx, accepted, state, act, shortened(words))
        mistake = receipt.verdict.mistake if receipt.verdict else None
        if mistake is None:
            self._typed.note(act.user, state.place, ())  # everything is stored
        if receipt.verdict is None or mistake is None or mistake.kind != "unknown":
            return receipt
        # Suggestions are as mild as the puzzles, whatever the server shows, and must count here.
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
        """Store the order that the player has laid so far, which is no try yet.

        `seen`: the words that the player saw laid; if others were laid elsewhere, these stay.
        Raises NotPlayable for an order that cannot have been laid.
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
        """Take back all but `left` words; an earlier solution stays.

        `seen`: how many words the player saw; if that has changed, nothing is taken back.
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
        """Store a hint from where the player stands; the same interaction gets the same hint.

        A hinted word is laid for the player. `seen`: how many hints the player had seen when they
        asked; if more are stored, they get the next one and pay for no other. A second press waits
        for the first. Raises NotPlayable if there is no hint.
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
        """Store a hint, and lay the word that it gives, if any."""
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
            own = {**accepted.own, hint.reveals: True}  # counts wherever the hint is taken
            accepted = replace(accepted, own=own)
            verdict = judge(state.puzzle, [hint.reveals], accepted, state.progress)
            points = self._mode.worth(after, verdict)
            after = await self._mode.keep(tx, after, act, verdict, points)
        return Receipt(after, state, act.interaction, hint=hint)

    async def send(self, key: KeyT, act: Act, seen: int) -> Receipt[StateT]:
        """Send in the words so far, in a mode whose players decide when.

        `seen`: how many words the player saw; if that has changed, nothing is done.
        """
        opener = await self._mode.find(key, act)
        async with self._database.write() as tx:
            state = await opener(tx)
            if seen != len(state.progress.words):
                return Receipt(state, state, act.interaction, missed=True)
            return Receipt(await self._mode.send(tx, state, act), state, act.interaction)

    async def give_up(self, key: KeyT, act: Act) -> Receipt[StateT]:
        """End the play, so that the answer may be shown. An earlier solution stays."""
        await self._mode.check_telling(key, act)
        opener = await self._mode.find(key, act)
        async with self._database.write() as tx:
            state = await opener(tx)
            return Receipt(await self._mode.end(tx, state, act), state, act.interaction)


def _hint_request(state: PlayState, kind: HintKind) -> HintRequest:
    """Return the request for a hint; raises BotError if there is none to take."""
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
    """Return whether an order can have been laid: each word is given, and occurs once."""
    return set(order) <= set(puzzle.given) and len(set(order)) == len(order)


def _rest(words: Sequence[str], progress: Progress) -> tuple[str, ...]:
    """Return a try's words beyond the stored ones, if they are worth sending again."""
    words, kept = tuple(word for word in words if word != MORE), len(progress.words)
    rest = words[kept:] if words[:kept] == progress.words else ()
    return rest if len(rest) > 1 else ()
