"""Playing an edition: begin, lay words, take hints, give up; the interaction's moment counts.

Somebody can play an edition once while it is open where they are, which counts for their streak
and the boards of the servers where they pressed Play; and once more from the archive, which does
not count (`play_merge`). What is right is kept (`bot.puzzles`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from bot.dailies.editions import Editions, closed_at, current_in
from bot.dailies.hours import over_everywhere
from bot.dailies.play_merge import open_play, recount
from bot.dailies.typed import Typed
from bot.errors import NotPlayable
from bot.play.suggestions import find_close_words
from bot.puzzles import (
    FULL,
    Accepted,
    Hint,
    HintKind,
    HintRequest,
    Progress,
    Verdict,
    find_hint,
    game_of,
    has_hint,
    joined,
    judge,
    masked,
    points_of,
    reaches_par,
    shortened,
    undo,
    up_to_mistake,
    with_suggestion,
)
from bot.solving import SHORT_SECONDS, Requester, Solving
from bot.store import Database, Transaction, daily_plays, guilds
from bot.store.budget import size_of
from bot.store.records import Act, DailyPlay, DailyTry
from solvers.daily import Edition, Puzzle
from solvers.lexicon import Lexicon
from solvers.reading import read_words

LONGEST_MS = 2**31 - 1
MOST_TRIES = 200
"""Of one person at an edition, those from the archive among them."""
JUST_NOW = timedelta(minutes=10)
MOST_CHANGES = 3
"""How often a hint is looked for while its player goes on playing elsewhere."""


@dataclass(frozen=True, slots=True)
class PlayState:
    """An edition and somebody's play of it.

    live       it is open here, so it counts
    elsewhere  it is over here but may be open elsewhere, where what is seen here will count
    late       when it closed here, if that was just now: who sends something means it to count
    """

    edition: Edition
    play: DailyPlay
    live: bool
    elsewhere: bool
    late: datetime | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The edition's."""
        return self.edition.puzzle

    @property
    def progress(self) -> Progress:
        """The words that the player has."""
        return Progress(*self.play.progress)

    @property
    def hints(self) -> tuple[Hint, ...]:
        """The hints that the player has taken."""
        return hints_of(self.play)

    @property
    def complete(self) -> bool:
        """Whether the words that the player has end the puzzle, or solve it."""
        words = self.progress.words
        game = game_of(self.puzzle)
        if game.arranges:  # all laid is not yet submitted
            return self.play.best is not None and words == tuple(self.play.best[0])
        return game.is_enough(self.puzzle, words)

    @property
    def ended(self) -> bool:
        """Whether the play is shown by its result: solved, with all words there, or given up."""
        solved = self.play.points is not None and self.complete
        return solved or self.play.given_up_at is not None

    def has_hint(self, kind: HintKind) -> bool:
        """Whether there is another hint of this kind to take."""
        return has_hint(HintRequest(self.puzzle, kind, self.progress, self.hints))


@dataclass(frozen=True, slots=True)
class TryReceipt:
    """A try that has been stored.

    number    which try of theirs it is
    points    what it is worth; None: it does not solve the puzzle
    is_best   it is the one that counts now
    first     it is the first that solved the puzzle
    repeated  this interaction had been stored before
    """

    state: PlayState
    verdict: Verdict
    number: int
    points: int | None
    is_best: bool
    first: bool
    repeated: bool


@dataclass(frozen=True, slots=True)
class HintReceipt:
    """A hint that has been stored, to be shown now; a word has been laid, too.

    `first`: that solved the puzzle.
    """

    state: PlayState
    hint: Hint
    first: bool = False


class DailyPlaying:
    """What players do. `guild_id` is the server where they do it, None in a direct message."""

    def __init__(
        self,
        database: Database,
        editions: Editions,
        solving: Solving,
        lexicon: Lexicon,
        typed: Typed,
    ) -> None:
        self._database = database
        self._typed = typed
        self._editions = editions
        self._solving = solving
        self._lexicon = lexicon
        # One hint at a time for a person; a lock is gone when nobody holds it.
        self._hinting: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def _current(self, guild_id: int | None, act: Act) -> int:
        """Return the number of the edition that is open here."""
        async with self._database.read() as tx:
            return await current_in(tx, guild_id, act.at)

    async def begin(self, guild_id: int | None, act: Act, number: int | None = None) -> PlayState:
        """Begin or continue an edition: by default the one that is open here.

        Raises NoSuchEdition for one that has not opened here, NotPlayable for somebody who was
        forgotten after beginning it.
        """
        if number is None:
            number = await self._current(guild_id, act)
        edition = await self._editions.opened(Requester(act.user, guild_id), number, act.at)
        async with self._database.write() as tx:
            return await self._open_play(tx, edition, guild_id, act)

    async def submit(self, guild_id: int | None, number: int, act: Act, text: str) -> TryReceipt:
        """Submit a try as it was typed; see `submit_words`."""
        return await self.submit_words(guild_id, number, act, read_words(text))

    async def submit_words(
        self, guild_id: int | None, number: int, act: Act, words: Sequence[str]
    ) -> TryReceipt:
        """Judge a word or more and store what comes of it, once per interaction.

        Raises NotPlayable, NoSuchEdition.
        """
        receipt = await self._store(guild_id, number, act, words)
        mistake = receipt.verdict.mistake
        if mistake is None or mistake.kind != "unknown":
            return receipt
        requester = Requester(act.user, guild_id)
        tier = self._lexicon.name
        # As mild as the puzzles themselves, whatever a server shows elsewhere.
        close = await find_close_words(self._solving, [mistake.word], tier, "family", requester)
        meant = close.get(mistake.word)
        if not meant:
            return receipt
        return replace(receipt, verdict=with_suggestion(receipt.verdict, meant[0]))

    async def _store(
        self, guild_id: int | None, number: int, act: Act, words: Sequence[str]
    ) -> TryReceipt:
        edition = await self._editions.opened(Requester(act.user, guild_id), number, act.at)
        puzzle = edition.puzzle
        async with self._database.write() as tx:
            state = await self._open_play(tx, edition, guild_id, act)
            play = state.play
            tried = await daily_plays.get_try(tx, act.interaction)
            if tried is not None:
                verdict = judge(puzzle, tried.words, await self._accepted(tx, guild_id))
                first = False
            else:
                _unless_given_up(play)
                await _check_tries(tx, number, act.user)
                words = shortened(words)
                verdict = judge(puzzle, words, await self._accepted(tx, guild_id), state.progress)
                first = play.points is None
                kept = up_to_mistake(puzzle, words, state.progress, verdict)
                meant = joined(puzzle, kept, state.progress)
                self._database.budget.note(act.user, size_of(meant), act.at)
                self._typed.note(act.interaction, masked(joined(puzzle, words, state.progress)))
                points, play = await _keep(tx, puzzle, play, act, verdict)
                tried = DailyTry(act.interaction, play.id, act.at, meant, verdict.result, points)
                await daily_plays.add_try(tx, tried)
                play = await daily_plays.change(tx, play, tries=play.tries + 1)
            return TryReceipt(
                replace(state, play=play),
                verdict,
                play.tries,
                tried.points,
                tried.points is not None
                and play.best is not None
                and play.best[-1] == act.interaction,
                first and play.points is not None,
                repeated=play is state.play,
            )

    async def lay(
        self,
        guild_id: int | None,
        number: int,
        act: Act,
        words: Sequence[str],
        seen: Sequence[str],
    ) -> PlayState:
        """Keep the words that are put in an order so far; that is no try yet.

        `seen`: those that the player saw laid; if others are, from elsewhere, these stay.
        """
        edition = await self._editions.opened(Requester(act.user, guild_id), number, act.at)
        async with self._database.write() as tx:
            state = await self._open_play(tx, edition, guild_id, act)
            laid = tuple(words)
            fit = set(laid) <= set(edition.puzzle.given) and len(set(laid)) == len(laid)
            if not game_of(edition.puzzle).arranges or not fit or laid == state.progress.words:
                return state
            if tuple(seen) != state.progress.words:
                return state
            _unless_given_up(state.play)
            play = await daily_plays.change(tx, state.play, progress=Progress(laid))
            return replace(state, play=play)

    async def undo(self, guild_id: int | None, number: int, act: Act, left: int) -> PlayState:
        """Take words back, all but so many; what was solved before stays."""
        edition = await self._editions.opened(Requester(act.user, guild_id), number, act.at)
        async with self._database.write() as tx:
            state = await self._open_play(tx, edition, guild_id, act)
            _unless_given_up(state.play)
            if len(state.progress.words) <= left:
                return state
            progress = undo(state.progress, left)
            return replace(state, play=await daily_plays.change(tx, state.play, progress=progress))

    async def hint(
        self,
        guild_id: int | None,
        number: int,
        act: Act,
        kind: HintKind,
        seen: int | None = None,
    ) -> HintReceipt:
        """Store a hint from where the player stands; the same again for the same interaction.

        A word is laid for the player. `seen`: how many hints they had been shown when they asked;
        if more are stored, they get the next of those and pay for no other. Who presses twice waits
        for the first. Raises NotPlayable if there is none.
        """
        async with self._hinting.setdefault(act.user, asyncio.Lock()):
            return await self._find_and_take(guild_id, number, act, kind, seen)

    async def _find_and_take(
        self, guild_id: int | None, number: int, act: Act, kind: HintKind, seen: int | None
    ) -> HintReceipt:
        requester = Requester(act.user, guild_id)
        edition = await self._editions.opened(requester, number, act.at)
        found: tuple[HintRequest, Hint | None] | None = None
        for _ in range(MOST_CHANGES):
            async with self._database.write() as tx:
                state = await self._open_play(tx, edition, guild_id, act)
                for place, hint in enumerate(state.play.hints):
                    if hint[2] == act.interaction or place == seen:
                        return HintReceipt(state, state.hints[place])
                _unless_given_up(state.play)
                request = HintRequest(edition.puzzle, kind, state.progress, state.hints)
                if not has_hint(request):
                    raise NotPlayable("no hints left", _none_left(request))
                if found is not None and found[0] == request:
                    return await self._take(tx, state, act, found[1])
            # Searched for in a worker, and stored unless the player has gone on meanwhile.
            hint_found: Hint | None = await self._solving.run(
                find_hint, request, requester=requester, seconds=SHORT_SECONDS, quick=True
            )
            found = request, hint_found
        raise NotPlayable("no hints left", "You’ve just gone on from there. Ask again!")

    async def _take(
        self, tx: Transaction, state: PlayState, act: Act, hint: Hint | None
    ) -> HintReceipt:
        """Store a hint; the word that it gives is laid."""
        puzzle, play = state.puzzle, state.play
        if hint is None:
            raise NotPlayable(
                "no hints left",
                f"No word people know goes on from “{play.progress[0][-1]}”. Take it back and try "
                "another way – this costs you nothing.",
            )
        taken = (hint.kind, hint.step, act.interaction, hint.after, hint.reveals)
        play = await daily_plays.change(tx, play, hints=(*play.hints, taken))
        solved = play.points is not None
        if hint.kind == "word":
            verdict = judge(puzzle, [hint.reveals], self._lexicon, state.progress)
            _, play = await _keep(tx, puzzle, play, act, verdict)
        first = play.points is not None and not solved
        return HintReceipt(replace(state, play=play), hint, first)

    async def give_up(self, guild_id: int | None, number: int, act: Act) -> PlayState:
        """End the play, so that the solution may be shown. What was solved before stays."""
        edition = await self._editions.opened(Requester(act.user, guild_id), number, act.at)
        async with self._database.write() as tx:
            state = await self._open_play(tx, edition, guild_id, act)
            play = state.play
            if play.given_up_at is None:
                play = await daily_plays.change(tx, play, given_up_at=act.at)
            return replace(state, play=play)

    async def _accepted(self, tx: Transaction, guild_id: int | None) -> Accepted:
        """Return the words that count where somebody plays, with those that its server allows."""
        own = {} if guild_id is None else await guilds.words(tx, guild_id)
        # An edition is the same everywhere: a word of its answer is not denied anywhere.
        return Accepted(self._lexicon, {word: True for word, allowed in own.items() if allowed})

    async def _open_play(
        self, tx: Transaction, edition: Edition, guild_id: int | None, act: Act
    ) -> PlayState:
        play, live = await open_play(tx, edition.number, guild_id, act)
        if live:
            return PlayState(edition, play, live=True, elsewhere=False)
        closed = await closed_at(tx, guild_id, edition.number)
        return PlayState(
            edition,
            play,
            live=False,
            elsewhere=act.at < over_everywhere(edition.number),
            late=closed if act.at < closed + JUST_NOW else None,
        )


def hints_of(play: DailyPlay) -> tuple[Hint, ...]:
    """Return the hints of a play."""
    return tuple(Hint(kind, step, after, reveals) for kind, step, _, after, reveals in play.hints)


async def _keep(
    tx: Transaction, puzzle: Puzzle, play: DailyPlay, act: Act, verdict: Verdict
) -> tuple[int | None, DailyPlay]:
    """Keep what is right. The best counts, the first that solves is timed; return its points."""
    points = None
    changes: dict[str, object] = {"progress": verdict.progress}
    if verdict.result is not None and verdict.solved:
        hints = [hint.kind for hint in hints_of(play)]
        points = points_of(puzzle, verdict.result, hints, verdict.progress.missed)
        if play.points is None:
            lasted = (act.at - play.started_at) // timedelta(milliseconds=1)
            changes |= {"solved_at": act.at, "first_ms": min(max(0, lasted), LONGEST_MS)}
        if points is not None and (play.points is None or points > play.points):
            best = (*verdict.progress, act.interaction)
            changes |= {"points": points, "best_result": verdict.result, "best": best}
        full = points is not None and points >= FULL
        if full and reaches_par(puzzle, verdict.result) and not hints:
            changes["at_par"] = True
    play = await daily_plays.change(tx, play, **changes)
    if play.live and points is not None:
        await recount(tx, play, act.at)
    return points, play


def _none_left(request: HintRequest) -> str:
    if request.kind == "letter" and has_hint(replace(request, kind="word")):
        return "You already have that letter. Take the word, or guess!"
    return "No hints left – the rest is yours to find!"


async def _check_tries(tx: Transaction, number: int, user_id: int) -> None:
    """Raise NotPlayable for somebody who has tried an edition as often as is kept."""
    if await daily_plays.count_tries(tx, number, user_id) >= MOST_TRIES:
        raise NotPlayable(
            "no tries left",
            f"You’ve tried this puzzle {MOST_TRIES} times, and I can’t keep more. What you solved "
            "counts, and giving up shows the answer.",
        )


def _unless_given_up(play: DailyPlay) -> None:
    if play.given_up_at is not None:
        raise NotPlayable("given up", "You gave up on this one. There’s a new puzzle every day!")
