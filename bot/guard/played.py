"""What is asked, by whom, and a puzzle that is being played: what the guard compares."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from bot.contests.queries import Scope
from bot.puzzles.games import GAMES, Legs
from solvers.daily import Puzzle

ScopeIn: TypeAlias = Callable[[int], Awaitable[Scope | None]]
"""Tells the scope of who asks in a server, by its id; None: they are not in it."""
Sight = Literal["seen", "unseen", "foreign"]
"""Whether who asks has seen a puzzle; may play it, but cannot have seen it yet; or does not."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks.

    scope_in  where they find contests; without it, every live contest is theirs
    planning  they ask for a contest of their own: those that they made are no secret to them
    """

    user_id: int
    scope_in: ScopeIn | None = None
    planning: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a game: the words that were typed, or those of the answer.

    legs   the words as they are parts of an answer
    drawn  nobody chose them; see `Game.spoils`
    """

    game: str
    at: datetime
    words: tuple[str, ...]
    legs: Legs
    drawn: bool


async def _everybody(_asker: Asker) -> Sight:
    return "seen"


@dataclass(frozen=True, slots=True)
class Played:
    """A puzzle that is being played; why its answer is kept, and until when, where that is known.

    sight  tells whether it is played by who asks; asked only where the puzzle would be given away
    """

    key: Hashable
    puzzle: Puzzle
    why: str
    until: datetime | None
    sight: Callable[[Asker], Awaitable[Sight]] = _everybody

    def parts(self, question: Question) -> frozenset[str]:
        """Return which words of a question may be a part of the answer."""
        return GAMES[question.game].parts(self.puzzle, question.legs)

    def is_given_away(self, question: Question, told: frozenset[str]) -> bool:
        """Return whether a question gives the puzzle away, with the parts that were `told`."""
        game, parts = GAMES[question.game], self.parts(question)
        if game.spoils(self.puzzle, question.words, drawn=question.drawn):
            return True
        return bool(parts) and game.completes(self.puzzle, parts | told)
