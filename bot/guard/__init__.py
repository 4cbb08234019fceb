"""The guard: the bot solves nothing that is being played.

    guard = Guard(database)
    await guard.of(user_id, scope_in).refuse("ladder", at, "cold", "warm")  # raises BeingPlayed

It is asked with what was typed, and again with the answer before it is shown: the answer to another
question may contain what is played. That is what `LiveEditions`, `LiveRounds` and `LiveContests`
find; a game's own rules (`Game.spoils`, `parts`, `completes`, `is_known`) say what gives a puzzle
away, at once or in several questions: what somebody was told is remembered (`Told`).
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
    """Knows what is being played, and what each person was told of it."""

    def __init__(self, database: Database) -> None:
        self.editions = LiveEditions(database)
        self.rounds = LiveRounds(database)
        self.contests = LiveContests(database)
        self.told = Told()

    def of(
        self, user_id: int, scope_in: ScopeIn | None = None, *, planning: bool = False
    ) -> PersonalGuard:
        """Return what refuses, to a person, daily puzzles and those of their races and contests.

        Contests are theirs in the servers where `scope_in` finds them; without it, all are.
        `planning`: for a contest, of which those that they made themselves are not.
        """
        return PersonalGuard(self, Asker(user_id, scope_in, planning))

    async def refuse(self, asker: Asker, question: Question) -> None:
        """Raise BeingPlayed for a question that gives away what is played; note what is told else.

        Raises Unread where it cannot be known what is played.
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
        """Read what everybody is refused; where a part fails, the others are read all the same."""
        parts = (one.remember(now) for one in (self.editions, self.rounds, self.contests))
        ended = await asyncio.gather(*parts, return_exceptions=True)
        if failed := [one for one in ended if isinstance(one, Exception)]:
            raise ExceptionGroup("not all that is played could be read", failed)

    def forget(self, user_id: int) -> None:
        """Remember nothing about a person."""
        self.told.forget(user_id)


class PersonalGuard:
    """Refuses, to one person, what would give away what is being played."""

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
        """Raise BeingPlayed for what would give away a puzzle of this game that is played.

        `words`: what was typed, or the answer; see `Game.spoils`, also for `drawn`. `legs`: the
        words as they are parts of an answer; without, they are one.
        """
        asked = tuple(word for word in words if word)
        question = Question(game, at, asked, legs or (asked,), drawn)
        await self._guard.refuse(self._asker, question)

    async def refuse_given(self, game: str, at: datetime, given: tuple[str, ...]) -> None:
        """Refuse a puzzle of somebody's own by what its players are given (`Puzzle.given`)."""
        await self.refuse(game, at, *GAMES[game].question(given))


__all__ = ["Asker", "Guard", "PersonalGuard", "Played", "Question", "ScopeIn"]
