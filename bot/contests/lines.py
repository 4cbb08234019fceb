"""Contests and practices that are played word by word, in games where words follow one another.

This module has what is specific to contests; `bot.play` has the rest. Right words are stored with
the entrant or the practice. Words that score form an answer, which is usually sent in at once. In
games where fewest words win, that happens when the player writes the target; the next answer then
begins from the start.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import NamedTuple

from bot.contests import insiders, life
from bot.contests.answers import Answer, accepted_in, answer_of_line, answer_size, puzzle_of
from bot.contests.play import entrant_of
from bot.contests.practice import NO_ROOM, PracticeReceipt, practice_of, store_practised
from bot.contests.queries import Scope, find
from bot.contests.submissions import Receipt, Sent, store_batch
from bot.errors import BadTry, BotError, CardExpired, Refused
from bot.play import KeyT, Known, Mode, Opener, PlayState, Tried
from bot.puzzles import EMPTY, Accepted, HintKind, Progress, Verdict, game_of
from bot.store import Database, Transaction, contests, entrants, outbox, rows
from bot.store.database import no_room
from bot.store.schema import Act, Contest, Entrant, Practice, PracticeTry, Submission
from solvers.daily import Puzzle
from solvers.lexicon import Lexicon


class LineKey(NamedTuple):
    """A contest within a scope."""

    scope: Scope
    contest_id: str

    @property
    def guild_id(self) -> int | None:
        """The server."""
        return self.scope.guild_id


class PracticeKey(NamedTuple):
    """A person's practice of a contest within a scope.

    refuse_given  called with a game and a puzzle's given words; raises BeingPlayed if this person
                  may be playing it elsewhere
    """

    scope: Scope
    practice_id: int
    refuse_given: Callable[[str, datetime, tuple[str, ...]], Awaitable[None]]

    @property
    def guild_id(self) -> int | None:
        """The server."""
        return self.scope.guild_id


@dataclass(frozen=True, slots=True)
class LineState(PlayState):
    """A contest as a person plays or practises it.

    deadline  until when an answer counts (exclusive)
    again_at  during a cooldown, when they may send the next answer
    room      whether the disk has room for another answer
    receipt   for the answer that has just been sent
    """

    user_id: int
    contest: Contest
    part: Entrant | Practice | None
    deadline: datetime
    puzzle: Puzzle = field()  # else the property above would be its default
    again_at: datetime | None = None
    room: bool = True
    receipt: Receipt | PracticeReceipt | None = None

    @property
    def version(self) -> object:
        """A value that differs between states: the words, the receipt, the number of answers."""
        number = None if self.receipt is None else self.receipt.number
        return self.progress, number, isinstance(self.part, Entrant) and self.part.tries

    @property
    def progress(self) -> Progress:
        """The words that the player has so far."""
        stored = None if self.part is None else self.part.progress
        return EMPTY if stored is None else Progress.of(stored)

    @property
    def place(self) -> tuple[str, int | None]:
        """The ids of the contest and, in a practice, of the practice."""
        return self.contest.id, self.part.id if isinstance(self.part, Practice) else None

    @property
    def refusal(self) -> BotError | None:
        """None: a contest that cannot be played is never opened."""
        return None

    @property
    def solved(self) -> bool:
        """Whether the player has sent in an answer."""
        return isinstance(self.part, Entrant) and self.part.best_score is not None

    @property
    def ended(self) -> bool:
        """Whether it shows the receipt of a complete answer, or accepts no further answer."""
        game = game_of(self.puzzle)
        whole = game.fewest or game.is_complete(self.puzzle, self.progress.words)
        return self.tries_left == 0 or (self.receipt is not None and whole)

    @property
    def tells_goal(self) -> bool:
        """False: nobody learns how good the best answer is."""
        return False

    @property
    def finishes(self) -> bool:
        """False: an answer is a try, so players must write the target, or may go another way."""
        return False

    @property
    def sends(self) -> bool:
        """Whether scoring words are sent in automatically; otherwise the player says when.

        The player does in games where more words may follow and tries may be limited.
        """
        game = game_of(self.puzzle)
        return game.fewest or not game.limits_tries

    @property
    def tries_left(self) -> int | None:
        """How many tries are left; None: no limit in practice."""
        if isinstance(self.part, Practice):
            return None
        return life.tries_left(self.contest, 0 if self.part is None else self.part.tries)

    def has_hint(self, _kind: HintKind) -> bool:
        """Return False: there are no hints in a contest."""
        return False

    def without_older_receipt(self, before: LineState, answers: int) -> LineState:
        """Drop a receipt that is not for the last answer, or that newer words followed."""
        receipt = self.receipt
        if receipt and receipt.number == answers and self.progress == before.progress:
            return self
        return replace(self, receipt=None)


class _Lines(Mode[KeyT, LineState]):
    """The parts of a `Playing` mode that contests and practices share."""

    def __init__(self, database: Database, lexicons: Mapping[str, Lexicon]) -> None:
        self._database = database
        self._lexicons = lexicons

    async def find(self, key: KeyT, act: Act) -> Opener[LineState]:
        """Return the opener; that raises Refused, NoSuchContest, or CardExpired for a list."""
        return partial(self._open, key, act)

    async def _open(self, key: KeyT, act: Act, tx: Transaction) -> LineState:
        raise NotImplementedError

    async def look(self, key: KeyT, act: Act) -> LineState:
        """Return the current state; raises as `find` says."""
        async with self._database.read() as tx:
            return await self._open(key, act, tx)

    async def accepted(self, _tx: Transaction, _key: KeyT, state: LineState) -> Accepted:
        """Return the words of the contest's tier, without words denied when par was found."""
        return accepted_in(state.contest, self._lexicons[state.contest.tier])

    async def add_try(
        self, _tx: Transaction, state: LineState, _act: Act, _tried: Tried
    ) -> LineState:
        """Store nothing: words that do not score are no try."""
        return state

    async def keep(
        self,
        tx: Transaction,
        state: LineState,
        act: Act,
        verdict: Verdict,
        _points: int | None,
    ) -> LineState:
        """Store right words, and send in scoring ones. Raises Refused during a cooldown."""
        game, words, receipt = game_of(state.puzzle), verdict.progress.words, None
        if verdict.result and words != state.progress.words and state.sends:
            receipt = await self._send(tx, state, act, self._answer(state, verdict.words))
            if game.fewest:
                words = ()
        if state.part is None and not words and receipt is None:
            return state  # a wrong word makes nobody a player
        misses = verdict.progress.misses[: len(words) + 1]
        state = await self._entered(tx, state, act)
        state = await self.lay(tx, state, Progress(words, misses))
        return replace(state, receipt=receipt)

    def _answer(self, state: LineState, words: tuple[str, ...]) -> Answer:
        return answer_of_line(state.contest, words, self._lexicons[state.contest.tier])

    async def _entered(self, _tx: Transaction, state: LineState, _act: Act) -> LineState:
        return state

    async def _send(
        self, tx: Transaction, state: LineState, act: Act, answer: Answer
    ) -> Receipt | PracticeReceipt:
        raise NotImplementedError

    async def send(self, tx: Transaction, state: LineState, act: Act) -> LineState:
        """Send in the words so far, as the player asks; raises Refused, or BadTry without words."""
        known = await self.get_try(tx, state, act.interaction)
        if known is not None:
            return await self.repeated(tx, state, act, known)
        if not game_of(state.puzzle).result(state.puzzle, state.progress.words):
            raise BadTry("There’s nothing to send in yet. Write a word first.")
        if await self._last_answer(tx, state) == state.line:  # pressed twice, it is one try
            raise BadTry("That’s sent in already. Write another word, or take some back.")
        receipt = await self._send(tx, state, act, self._answer(state, state.line))
        return replace(await self._entered(tx, state, act), receipt=receipt)

    async def repeated(
        self, tx: Transaction, state: LineState, act: Act, known: Known
    ) -> LineState:
        """Return the state with the receipt of an answer that is already stored."""
        answer = self._answer(state, known.words)
        return replace(state, receipt=await self._send(tx, state, act, answer))

    async def _last_answer(self, tx: Transaction, state: LineState) -> tuple[str, ...] | None:
        raise NotImplementedError


class ContestLines(_Lines[LineKey]):
    """Open contests, played word by word."""

    async def _open(self, key: LineKey, act: Act, tx: Transaction) -> LineState:
        contest = await find(tx, key.scope, key.contest_id)
        life.check_running(contest, act.at)
        key.scope.check_eligible(contest, act.at)
        entrant = await entrant_of(tx, contest, act.user)
        refused = _refused(contest, entrant, act)
        # During a cooldown the next answer may already be laid; a stored answer gets its receipt
        # again.
        if refused is not None and refused.reason != "cooling down":
            stored = await rows.get(tx, Submission, act.interaction)
            if stored is None:
                raise refused
        again_at = None if refused is None else refused.until
        end = life.deadline(contest, entrant.started_at if entrant else None)
        assert end is not None  # it is open, and the clock runs
        return LineState(
            user_id=act.user,
            contest=contest,
            part=entrant,
            deadline=end,
            puzzle=line_puzzle(contest),
            again_at=again_at,
        )

    async def again(self, tx: Transaction, state: LineState, act: Act) -> LineState:
        """Return the current state."""
        part = await entrants.of(tx, state.contest.id, act.user)
        if part is None:
            return state
        refused = _refused(state.contest, part, act)
        again_at = None if refused is None else refused.until
        newest = replace(state, part=part, again_at=again_at)
        return newest.without_older_receipt(state, part.tries)

    async def get_try(self, tx: Transaction, _state: LineState, interaction: int) -> Known | None:
        """Return a stored answer."""
        tried = await rows.get(tx, Submission, interaction)
        return None if tried is None else Known(interaction, tried.words)

    async def lay(self, tx: Transaction, state: LineState, progress: Progress) -> LineState:
        """Replace the entrant's words."""
        if not isinstance(part := state.part, Entrant):
            return state
        part = await rows.change(tx, part, replace(part, progress=progress))
        return replace(state, part=part)

    async def _entered(self, tx: Transaction, state: LineState, act: Act) -> LineState:
        """Return the state with its entrant: a person becomes one with their first right word."""
        part = await entrants.of(tx, state.contest.id, act.user)
        if part is None:
            (part,) = await insiders.join(tx, [(state.contest.id, act)], start=False)
            await outbox.touch(tx, [state.contest.id], act.at)
        return replace(state, part=part)

    async def _send(
        self, tx: Transaction, state: LineState, act: Act, answer: Answer
    ) -> Receipt | PracticeReceipt:
        (stored,) = await store_batch(tx, [Sent(state.contest.id, act, answer)])
        if isinstance(stored, Exception):
            raise stored
        if not stored.repeated:
            self._database.budget.note(act.user, answer_size(answer), act.at)
        return stored

    async def _last_answer(self, tx: Transaction, state: LineState) -> tuple[str, ...] | None:
        if not isinstance(state.part, Entrant):
            return None
        sent = await entrants.tries(tx, state.contest.id, state.part.id)
        return sent[-1].words if sent else None


class PracticeLines(_Lines[PracticeKey]):
    """Practices with their clock, played word by word."""

    async def find(self, key: PracticeKey, act: Act) -> Opener[LineState]:
        """Return the opener, as for a contest.

        Raises BeingPlayed while others play its puzzle, because a try would tell how good its words
        are.
        """
        state = await self.look(key, act)
        await key.refuse_given(state.contest.game, act.at, state.puzzle.given)
        room = await self._database.has_room()

        async def opened(tx: Transaction) -> LineState:
            return replace(await self._open(key, act, tx), room=room)

        return opened

    async def _open(self, key: PracticeKey, act: Act, tx: Transaction) -> LineState:
        contest, practice = await practice_of(tx, key.scope, key.practice_id, act)
        return LineState(act.user, contest, practice, practice.ends_at, line_puzzle(contest))

    async def again(self, tx: Transaction, state: LineState, _act: Act) -> LineState:
        """Return the current state."""
        assert isinstance(state.part, Practice)
        part = await rows.get(tx, Practice, state.part.id)
        newest = replace(state, part=part or state.part)
        if state.receipt is None:
            return newest
        last = await contests.last_practice_try(tx, state.part.id)
        assert last is not None  # the receipt belongs to it
        return newest.without_older_receipt(state, await contests.number_in_practice(tx, last))

    async def get_try(self, tx: Transaction, _state: LineState, interaction: int) -> Known | None:
        """Return a stored answer."""
        tried = await rows.get(tx, PracticeTry, interaction)
        return None if tried is None else Known(interaction, tried.words)

    async def lay(self, tx: Transaction, state: LineState, progress: Progress) -> LineState:
        """Replace the practice's words."""
        part = state.part
        assert isinstance(part, Practice)
        part = await rows.change(tx, part, replace(part, progress=progress))
        return replace(state, part=part)

    async def _send(
        self, tx: Transaction, state: LineState, act: Act, answer: Answer
    ) -> Receipt | PracticeReceipt:
        assert isinstance(state.part, Practice)
        if not state.room:
            raise no_room(NO_ROOM)
        return await store_practised(
            tx, self._database, state.contest, practice=state.part, act=act, answer=answer
        )

    async def _last_answer(self, tx: Transaction, state: LineState) -> tuple[str, ...] | None:
        assert isinstance(state.part, Practice)
        last = await contests.last_practice_try(tx, state.part.id)
        return None if last is None else last.words


def _refused(contest: Contest, entrant: Entrant | None, act: Act) -> Refused | None:
    """Return why an answer is not accepted now, or None."""
    try:
        life.check_submission(contest, entrant, act.at)
    except Refused as error:
        return error
    return None


def line_puzzle(contest: Contest) -> Puzzle:
    """Return the puzzle of a contest that is played word by word; raises CardExpired for a list."""
    puzzle = puzzle_of(contest)
    if game_of(puzzle).arranges:
        raise CardExpired("That’s a list of words. Press Play under the contest to lay them.")
    return puzzle
