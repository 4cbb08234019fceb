"""Playing an edition: begin, try, take hints, give up; the interaction's moment is what counts.

Somebody can play an edition once while it is open where they are, which counts for their streak
and the boards of the servers where they pressed Play; and once more from the archive, which does
not count (`play_merge`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.dailies.editions import Editions, current_in
from bot.dailies.hints import Hint, hint_sentence, next_hint
from bot.dailies.hours import over_everywhere
from bot.dailies.judging import (
    FULL,
    Verdict,
    judge,
    masked,
    points_of,
    reaches_par,
    read_words,
    with_suggestion,
)
from bot.dailies.play_merge import open_play, recount
from bot.errors import NotPlayable
from bot.solving import Requester, Solving
from bot.store import Database, Transaction, daily_plays
from bot.store.records import Act, DailyPlay, DailyTry, HintKind
from bot.suggestions import find_close_words
from solvers.daily import Edition
from solvers.lexicon import Lexicon

LONGEST_MS = 2**31 - 1
MOST_TRIES = 200
"""Of one person at an edition, those from the archive among them."""


@dataclass(frozen=True, slots=True)
class PlayState:
    """An edition and somebody's play of it.

    live       it is open here, so it counts
    elsewhere  it is over here but may be open elsewhere, where what is seen here will count
    """

    edition: Edition
    play: DailyPlay
    live: bool
    elsewhere: bool

    def has_hint(self, kind: HintKind) -> bool:
        """Whether there is another hint of this kind to take."""
        taken = [(before, step) for before, step, _ in self.play.hints]
        try:
            next_hint(self.edition, kind, taken, self.play.progress)
        except NotPlayable:
            return False
        return True


@dataclass(frozen=True, slots=True)
class TryReceipt:
    """A try that has been stored.

    number    which try of theirs it is
    points    what it is worth; None: it does not solve the puzzle
    is_best   it is the one that counts now
    first     it is the first that solved the puzzle
    place     on this server's board of the edition, of so many `ranked`; None: not on it
    repeated  this interaction had been stored before
    """

    state: PlayState
    verdict: Verdict
    number: int
    points: int | None
    is_best: bool
    first: bool
    place: int | None
    ranked: int | None
    repeated: bool


@dataclass(frozen=True, slots=True)
class HintReceipt:
    """A hint that has been stored, to be shown now."""

    state: PlayState
    hint: Hint


class DailyPlaying:
    """What players do. `guild_id` is the server where they do it, None in a direct message."""

    def __init__(
        self, database: Database, editions: Editions, solving: Solving, lexicon: Lexicon
    ) -> None:
        self._database = database
        self._editions = editions
        self._solving = solving
        self._lexicon = lexicon

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
        """Judge a try and store it, once per interaction. Raises NotPlayable, NoSuchEdition."""
        receipt = await self._store(guild_id, number, act, words)
        mistake = receipt.verdict.mistake
        if mistake is None or not mistake.unknown:
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
        async with self._database.write() as tx:
            state = await self._open_play(tx, edition, guild_id, act)
            play = state.play
            tried = await daily_plays.get_try(tx, act.interaction)
            repeated = tried is not None
            if tried is None:
                _unless_given_up(play)
                await _check_tries(tx, number, act.user)
                words = (*play.progress, *words)
                tried = DailyTry(act.interaction, play.id, act.at, masked(words), None, None)
            else:
                words = tried.words
            verdict = judge(edition, words, self._lexicon)
            first = play.points is None
            if not repeated:
                tried, play = await _store_try(tx, edition, play, tried, verdict)
            place, ranked = None, None
            if state.live and guild_id is not None and play.points is not None:
                place, ranked = await _place(tx, guild_id, number, act.user)
            return TryReceipt(
                replace(state, play=play),
                verdict,
                play.tries,
                tried.points,
                tried.points is not None
                and (tried.points, tried.result) == (play.points, play.best_result),
                first and play.points is not None and not repeated,
                place,
                ranked,
                repeated,
            )

    async def hint(
        self,
        guild_id: int | None,
        number: int,
        act: Act,
        kind: HintKind,
        seen: int | None = None,
    ) -> HintReceipt:
        """Store a hint and return it; the same hint again for the same interaction.

        `seen`: how many hints the player had been shown when they asked; if more are stored, they
        get the next of those and pay for no other. Raises NotPlayable if there is none left.
        """
        edition = await self._editions.opened(Requester(act.user, guild_id), number, act.at)
        async with self._database.write() as tx:
            state = await self._open_play(tx, edition, guild_id, act)
            play = state.play
            for place, (before, step, interaction) in enumerate(play.hints):
                if interaction == act.interaction or place == seen:
                    letters = sum(hint[:2] == ("letter", step) for hint in play.hints[: place + 1])
                    return HintReceipt(state, hint_sentence(edition, before, step, letters))
            _unless_given_up(play)
            taken = [(before, step) for before, step, _ in play.hints]
            hint = next_hint(edition, kind, taken, play.progress)
            hints = (*play.hints, (kind, hint.step, act.interaction))
            play = await daily_plays.change(tx, play, hints=hints)
            return HintReceipt(replace(state, play=play), hint)

    async def give_up(self, guild_id: int | None, number: int, act: Act) -> PlayState:
        """End the play, so that the solution may be shown. What was solved before stays."""
        edition = await self._editions.opened(Requester(act.user, guild_id), number, act.at)
        async with self._database.write() as tx:
            state = await self._open_play(tx, edition, guild_id, act)
            play = state.play
            if play.given_up_at is None:
                play = await daily_plays.change(tx, play, given_up_at=act.at)
            return replace(state, play=play)

    async def _open_play(
        self, tx: Transaction, edition: Edition, guild_id: int | None, act: Act
    ) -> PlayState:
        play, live = await open_play(tx, edition.number, guild_id, act)
        return PlayState(edition, play, live, not live and act.at < over_everywhere(edition.number))


async def _store_try(
    tx: Transaction, edition: Edition, play: DailyPlay, tried: DailyTry, verdict: Verdict
) -> tuple[DailyTry, DailyPlay]:
    """Store a try, and what it changes: the best try counts, the first that solves is timed."""
    points = None
    changes: dict[str, object] = {"tries": play.tries + 1}
    if edition.game == "anigram":
        changes["progress"] = verdict.words
    if verdict.result is not None and verdict.solved:
        hints = [kind for kind, _, _ in play.hints]
        points = points_of(edition, verdict.result, hints, play.tries)
        if play.points is None:
            lasted = (tried.at - play.started_at) // timedelta(milliseconds=1)
            changes |= {"solved_at": tried.at, "first_ms": min(max(0, lasted), LONGEST_MS)}
        if points is not None and (play.points is None or points > play.points):
            changes |= {"points": points, "best_result": verdict.result}
        full = points is not None and points >= FULL
        if full and reaches_par(edition, verdict.result) and not hints:
            changes["at_par"] = True
    tried = DailyTry(tried.id, tried.play_id, tried.at, tried.words, verdict.result, points)
    await daily_plays.add_try(tx, tried)
    play = await daily_plays.change(tx, play, **changes)
    if play.live and points is not None:
        await recount(tx, play, tried.at)
    return tried, play


async def _place(
    tx: Transaction, guild_id: int, number: int, user_id: int
) -> tuple[int | None, int]:
    """Return somebody's place on an edition's board, if they are on it, and how many are."""
    board = guild_id, number, number
    own = await daily_plays.board(tx, *board, limit=0, user_id=user_id)
    place = own[0].place if own else None
    return place, await daily_plays.count_on_board(tx, *board)


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
