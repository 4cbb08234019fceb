"""A puzzle, and what somebody has made of it, in any mode."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import Any, Protocol, TypeAlias

from bot.errors import BotError
from bot.puzzles import Hint, HintKind, HintRequest, Progress, game_of, has_hint, line_of
from solvers.daily import Puzzle

Taken: TypeAlias = tuple[HintKind, int, int, str, str]
"""A hint as it is stored: kind, step, interaction, after, reveals."""


class Row(Protocol):
    """What every mode stores of a play."""

    @property
    def progress(self) -> tuple[tuple[Any, ...], ...]:
        """The words there are, and the misses before each and before the next."""


class PlayState(ABC):
    """What somebody has made of a puzzle; each mode has its own, over its row."""

    __slots__ = ()

    @property
    @abstractmethod
    def puzzle(self) -> Puzzle:
        """What is played."""

    @property
    def row(self) -> Row:
        """What is stored of it."""
        raise NotImplementedError

    @property
    @abstractmethod
    def refusal(self) -> BotError | None:
        """Why it takes no more words or hints; None while it does."""

    @property
    def tells_goal(self) -> bool:
        """Whether players are told what solves it."""
        return True

    @property
    def finishes(self) -> bool:
        """Whether words that come next to the target need not say that they arrive there."""
        return True

    @property
    @abstractmethod
    def place(self) -> Hashable:
        """What names somebody’s play among all of its mode."""

    @property
    def undo_refusal(self) -> BotError | None:
        """Why the last word may not be taken back."""
        return None

    @property
    def shared(self) -> bool:
        """Whether several play it together: then each takes back a word at a time."""
        return False

    @property
    @abstractmethod
    def solved(self) -> bool:
        """Whether it has been solved."""

    @property
    @abstractmethod
    def ended(self) -> bool:
        """Whether it is shown by its result."""

    @property
    def version(self) -> object:
        """What tells one state of the play from another."""
        return self.row

    @property
    def progress(self) -> Progress:
        """The words that the player has."""
        return Progress.of(self.row.progress)

    @property
    def line(self) -> tuple[str, ...]:
        """The words that the player has, after the start where there is one."""
        return line_of(self.puzzle, self.progress)

    @property
    def taken(self) -> tuple[Taken, ...]:
        """The hints that the player has taken, as they are stored."""
        return ()

    @property
    def hints(self) -> tuple[Hint, ...]:
        """The hints that the player has taken."""
        return hints_of(self.taken)

    @property
    def arranges(self) -> bool:
        """Whether the words are given, and put in an order."""
        return game_of(self.puzzle).arranges

    def has_hint(self, kind: HintKind) -> bool:
        """Return whether there is another hint of this kind to take."""
        return has_hint(HintRequest(self.puzzle, kind, self.progress, self.hints))

    def is_best(self, _interaction: int) -> bool:
        """Return whether the try of an interaction is the one that counts."""
        return False


def hints_of(taken: tuple[Taken, ...]) -> tuple[Hint, ...]:
    """Return hints that are stored."""
    return tuple(Hint(kind, step, after, reveals) for kind, step, _, after, reveals in taken)
