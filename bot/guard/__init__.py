"""The guard: the bot solves nothing that is being played.

    guard = Guard(database)
    await guard.of(user_id, scope_in).refuse("ladder", at, "cold", "warm")  # raises BeingPlayed

It checks what was typed, and then the answer before that is shown: the answer to another question
may contain a puzzle being played. `LiveEditions`, `LiveRounds` and `LiveContests` find these
puzzles; a game's own rules (`Game.spoils`, `parts`, `completes`, `is_known`) say what gives a
puzzle away, at once or in several questions: `Told` remembers what each person has seen.
"""

from __future__ import annotations

import asyncio
from datetime import datetime

from bot.errors import BeingPlayed
from bot.guard.contests import LiveContests
from bot.guard.dailies import LiveEditions
from bot.guard.played import Asker, Played, Question, ScopeIn
from bot.guard.races import LiveRounds
from bot.guard.told import Told
from bot.puzzles.games import GAMES, Legs
from bot.store import Database

HELD = (
    "I can’t hold that yet: people are playing it, in another contest, as a daily puzzle or in a "
    "race, and the results would give its answer away. Choose other words, or wait until it’s over."
)


class Guard:
    """Knows what is being played, and what each person has seen of its answers."""

    def __init__(self, database: Database) -> None:
        self.editions = LiveEditions(database)
        self.rounds = LiveRounds(database)
        self.contests = LiveContests(database)
        self.told = Told()

    def of(
        self, user_id: int, scope_in: ScopeIn | None = None, *, planning: bool = False
    ) -> PersonalGuard:
        """Return a guard for a person, which refuses daily puzzles, their races and their contests.

        A person's contests are in servers where `scope_in` finds a scope; without it, all contests
        are theirs. `planning`: to plan a contest; then contests that they made are not refused.
        """
        return PersonalGuard(self, Asker(user_id, scope_in, planning))

    async def refuse(self, asker: Asker, question: Question) -> None:
        """Raise BeingPlayed for a question that gives away a puzzle being played.

        Otherwise note what the person learns. Raises Unread if it is unknown what is being played.
        """
        user_id = asker.user_id
        played = [
            *await self.editions.played(question, asker),
            *await self.contests.played(question, asker),
            *await self.rounds.played(question, asker),
        ]
        for one in played:
            if one.is_given_away(question, self.told(user_id, one.key)):
                await self._refuse_if_theirs(asker, question, one)
        for one in played:
            self.told.add(user_id, one.key, one.parts(question))

    async def _refuse_if_theirs(self, asker: Asker, question: Question, played: Played) -> None:
        sight = await played.sight(asker)
        known = {*question.words, *self.told(asker.user_id, played.key)}
        unseen = sight == "unseen" and not GAMES[question.game].is_known(played.puzzle, known)
        if sight != "foreign" and not unseen:
            raise BeingPlayed(HELD if asker.planning else played.why, played.until)

    async def remember(self, now: datetime) -> None:
        """Read what everybody is refused; if one part fails, the others are still read."""
        parts = (one.remember(now) for one in (self.editions, self.rounds, self.contests))
        ended = await asyncio.gather(*parts, return_exceptions=True)
        if failed := [one for one in ended if isinstance(one, Exception)]:
            raise ExceptionGroup("not all that is played could be read", failed)

    def forget(self, user_id: int) -> None:
        """Forget everything about a person."""
        self.told.forget(user_id)


class PersonalGuard:
    """Refuses one person's questions that would give away puzzles being played."""

    def __init__(self, guard: Guard, asker: Asker) -> None:
        self._guard = guard
        self._asker = asker

    async def refuse(
        self,
        game: str,
        at: datetime,
        *words: str | None,
        drawn: bool = False,
        legs: Legs = (),
    ) -> None:
        """Raise BeingPlayed for a question that would give away a puzzle of a game being played.

        `words`: what was typed, or the answer; see `Game.spoils`, also for `drawn`. `legs`: the
        words split into parts of an answer; by default they are a single part.
        """
        asked = tuple(word for word in words if word)
        question = Question(game, at, asked, legs or (asked,), drawn)
        await self._guard.refuse(self._asker, question)

    async def refuse_given(self, game: str, at: datetime, given: tuple[str, ...]) -> None:
        """Refuse a puzzle that a person made, by what it gives its players (`Puzzle.given`)."""
        await self.refuse(game, at, *GAMES[game].question(given))


__all__ = ["Asker", "Guard", "PersonalGuard", "Played", "Question", "ScopeIn"]
