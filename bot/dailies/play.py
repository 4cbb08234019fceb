"""Playing editions: the parts specific to them (`bot.play` has the rest).

Somebody can play an edition once while it is open where they are, which counts for their streak
and the boards of the servers where they pressed Play; and once more from the archive, which does
not count (`play_merge`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from bot.dailies.editions import Editions, closed_at, current_in
from bot.dailies.hours import over_everywhere
from bot.dailies.play_merge import open_play, play_of, recount
from bot.errors import BotError, NotPlayable
from bot.play import MOST_TRIES, Known, Mode, Opener, PlayState, Taken, Tried
from bot.puzzles import FULL, Accepted, Progress, Verdict, game_of, points_of, reaches_par
from bot.solving import Requester
from bot.store import Database, Transaction, daily_plays, guilds, rows
from bot.store.budget import size_of
from bot.store.schema import Act, DailyPlay, DailyTry
from solvers.daily import Edition, Puzzle
from solvers.lexicon import Lexicon

LONGEST_MS = 2**31 - 1
JUST_NOW = timedelta(minutes=10)


class EditionKey(NamedTuple):
    """An edition in a server, or (None) in a direct message; by default the one open there."""

    guild_id: int | None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class DailyState(PlayState):
    """An edition and a person's play of it.

    live       whether it is open here, so that it counts
    elsewhere  whether it is over here but may be open elsewhere, where what is seen here will count
    late       when it closed here, if that was recent: players then expect their tries to count
    """

    edition: Edition
    play: DailyPlay
    live: bool
    elsewhere: bool
    late: datetime | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The edition's puzzle."""
        return self.edition.puzzle

    @property
    def row(self) -> DailyPlay:
        """The play's row."""
        return self.play

    @property
    def place(self) -> int:
        """The play's id."""
        return self.play.id

    @property
    def taken(self) -> tuple[Taken, ...]:
        """The hints that the player has taken."""
        return self.play.hints

    @property
    def refusal(self) -> BotError | None:
        """Why the play takes no more words: it was given up."""
        if self.play.given_up_at is None:
            return None
        return NotPlayable("given up", "You gave up on this one. There’s a new puzzle every day!")

    @property
    def solved(self) -> bool:
        """Whether the play has points."""
        return self.play.points is not None

    @property
    def complete(self) -> bool:
        """Whether the player's words end the puzzle, or solve it."""
        words = self.progress.words
        if self.arranges:  # words that are all laid may not be submitted yet
            return self.play.best is not None and words == tuple(self.play.best[0])
        return game_of(self.puzzle).is_enough(self.puzzle, words)

    @property
    def ended(self) -> bool:
        """Whether the card shows the result: solved, with the words that do so, or given up."""
        return (self.solved and self.complete) or self.play.given_up_at is not None

    def is_best(self, interaction: int) -> bool:
        """Return whether the try of an interaction is the one that counts."""
        return self.play.best is not None and self.play.best[-1] == interaction


class DailyMode(Mode[EditionKey, DailyState]):
    """Editions, as `Playing` uses them."""

    def __init__(self, database: Database, editions: Editions, lexicon: Lexicon) -> None:
        self._database = database
        self._editions = editions
        self._lexicon = lexicon

    async def find(self, key: EditionKey, act: Act) -> Opener[DailyState]:
        """Make the edition if nobody has; raises NoSuchEdition for one that is not open here.

        The opener raises NotPlayable for a person who was forgotten after beginning it.
        """
        return partial(self._open, await self._edition(key, act), key, act)

    async def _edition(self, key: EditionKey, act: Act) -> Edition:
        number = key.number
        if number is None:
            async with self._database.read() as tx:
                number = await current_in(tx, key.guild_id, act.at)
        return await self._editions.opened(Requester(act.user, key.guild_id), number, act.at)

    async def _open(
        self, edition: Edition, key: EditionKey, act: Act, tx: Transaction
    ) -> DailyState:
        play, live = await open_play(tx, edition.number, key.guild_id, act)
        return await self._state(tx, edition, play, key, act, live=live)

    async def look(self, key: EditionKey, act: Act) -> DailyState:
        """Return the play that `find` would continue; raises NotPlayable if there is none."""
        edition = await self._edition(key, act)
        async with self._database.read() as tx:
            play, live = await play_of(tx, edition.number, key.guild_id, act)
            return await self._state(tx, edition, play, key, act, live=live)

    async def _state(
        self,
        tx: Transaction,
        edition: Edition,
        play: DailyPlay,
        key: EditionKey,
        act: Act,
        *,
        live: bool,
    ) -> DailyState:
        if live:
            return DailyState(edition, play, live=True, elsewhere=False)
        closed = await closed_at(tx, key.guild_id, edition.number)
        return DailyState(
            edition,
            play,
            live=False,
            elsewhere=act.at < over_everywhere(edition.number),
            late=closed if act.at < closed + JUST_NOW else None,
        )

    async def again(self, tx: Transaction, state: DailyState, _act: Act) -> DailyState:
        """Return a play's current state, or `state` if the play is gone."""
        play = await rows.get(tx, DailyPlay, state.play.id)
        return state if play is None else replace(state, play=play)

    async def accepted(self, tx: Transaction, key: EditionKey, _state: DailyState) -> Accepted:
        """Return the words that count where somebody plays, including words the server allows."""
        own = {} if key.guild_id is None else await guilds.words(tx, key.guild_id)
        # An edition is the same everywhere, so no server can deny a word of its answer.
        return Accepted(self._lexicon, {word: True for word, allowed in own.items() if allowed})

    async def get_try(self, tx: Transaction, _state: DailyState, interaction: int) -> Known | None:
        """Return the stored try of an interaction, if there is one."""
        tried = await rows.get(tx, DailyTry, interaction)
        return None if tried is None else Known(interaction, tried.words, tried.points)

    async def add_try(
        self, tx: Transaction, state: DailyState, act: Act, tried: Tried
    ) -> DailyState:
        """Store a try, however much its player has stored today."""
        if await daily_plays.count_tries(tx, state.edition.number, act.user) >= MOST_TRIES:
            raise NotPlayable(
                "no tries left",
                f"You’ve tried this puzzle {MOST_TRIES} times, and I can’t keep more. What you "
                "solved counts, and giving up shows the answer.",
            )
        words, verdict, points = tried
        self._database.budget.note(act.user, size_of(words), act.at)
        new = DailyTry(
            id=act.interaction,
            play_id=state.play.id,
            at=act.at,
            words=words,
            result=verdict.result,
            points=points,
        )
        await rows.add(tx, new)
        return await _changed(tx, state, replace(state.play, tries=state.play.tries + 1))

    def worth(self, state: DailyState, verdict: Verdict) -> int | None:
        """Return the points of a try; None if it does not solve the puzzle."""
        if verdict.result is None or not verdict.solved:
            return None
        hints = [hint.kind for hint in state.hints]
        return points_of(state.puzzle, verdict.result, hints, verdict.progress.missed)

    async def keep(
        self, tx: Transaction, state: DailyState, act: Act, verdict: Verdict, points: int | None
    ) -> DailyState:
        """Store what is right. The best try counts, and the time that it took."""
        play, puzzle = state.play, state.puzzle
        after = replace(play, progress=verdict.progress)
        if points is not None:
            assert verdict.result is not None
            if play.points is None:
                after = replace(after, solved_at=act.at)
            if play.points is None or points > play.points:
                lasted = (act.at - play.started_at) // timedelta(milliseconds=1)
                after = replace(
                    after,
                    points=points,
                    best_result=verdict.result,
                    best=(*verdict.progress, act.interaction),
                    best_ms=min(max(0, lasted), LONGEST_MS),
                )
            if points >= FULL and reaches_par(puzzle, verdict.result) and not state.hints:
                after = replace(after, at_par=True)
        state = await _changed(tx, state, after)
        if state.play.live and points is not None:
            await recount(tx, state.play, act.at)
        return state

    async def lay(self, tx: Transaction, state: DailyState, progress: Progress) -> DailyState:
        """Store changed words."""
        return await _changed(tx, state, replace(state.play, progress=progress))

    async def take(self, tx: Transaction, state: DailyState, hint: Taken) -> DailyState:
        """Store a hint."""
        return await _changed(tx, state, replace(state.play, hints=(*state.taken, hint)))

    async def end(self, tx: Transaction, state: DailyState, act: Act) -> DailyState:
        """Give the puzzle up, so that the solution may be shown. An earlier solution stays."""
        if state.play.given_up_at is not None:
            return state
        return await _changed(tx, state, replace(state.play, given_up_at=act.at))


async def _changed(tx: Transaction, state: DailyState, play: DailyPlay) -> DailyState:
    return replace(state, play=await rows.change(tx, state.play, play))
