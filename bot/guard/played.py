"""What the guard compares: a question, who asks it, and a puzzle being played."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from bot.contests.queries import Scope
from bot.puzzles.games import GAMES, Legs
from solvers.daily import Puzzle

ScopeIn: TypeAlias = Callable[[int], Awaitable[Scope | None]]
"""Takes a server's id, and returns the asker's scope there; None if they are not in it."""
Sight = Literal["seen", "unseen", "foreign"]
"""Whether the asker has seen a puzzle; may play it, but cannot have seen it; or does not play."""


@dataclass(frozen=True, slots=True)
class Asker:
    """The person who asks.

    scope_in  where they find contests; without it, every live contest is theirs
    planning  they plan a contest: contests that they made are no secret to them
    """

    user_id: int
    scope_in: ScopeIn | None = None
    planning: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a game: the words that were typed, or the words of the answer.

    legs   the words split into parts of an answer
    drawn  whether the words were drawn, not chosen; see `Game.spoils`
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
    """A puzzle being played; why its answer is kept secret, and until when, if that is known.

    sight  tells whether the asker plays the puzzle; called only if it would be given away
    """

    key: Hashable
    puzzle: Puzzle
    why: str
    until: datetime | None
    sight: Callable[[Asker], Awaitable[Sight]] = _everybody

    def parts(self, question: Question) -> frozenset[str]:
        """Return which words of a question may be part of the answer."""
        return GAMES[question.game].parts(self.puzzle, question.legs)

    def is_given_away(self, question: Question, told: frozenset[str]) -> bool:
        """Return whether a question gives the puzzle away, with the words `told` earlier."""
        game, parts = GAMES[question.game], self.parts(question)
        if game.spoils(self.puzzle, question.words, drawn=question.drawn):
            return True
        return bool(parts) and game.completes(self.puzzle, parts | told)
