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
        """The words so far, and the misses before each and before the next."""


class PlayState(ABC):
    """What somebody has made of a puzzle; each mode has its own, over its row."""

    __slots__ = ()

    @property
    @abstractmethod
    def puzzle(self) -> Puzzle:
        """The puzzle that is played."""

    @property
    def row(self) -> Row:
        """The stored row of the play."""
        raise NotImplementedError

    @property
    @abstractmethod
    def refusal(self) -> BotError | None:
        """Why the play takes no more words or hints; None while it does."""

    @property
    def tells_goal(self) -> bool:
        """Whether players see how good an answer must be."""
        return True

    @property
    def finishes(self) -> bool:
        """Whether words that end one step from the target count as arriving there."""
        return True

    @property
    @abstractmethod
    def place(self) -> Hashable:
        """What identifies a person’s play among all plays of its mode."""

    @property
    def undo_refusal(self) -> BotError | None:
        """Why the last word may not be taken back."""
        return None

    @property
    def shared(self) -> bool:
        """Whether several people play together: then words are taken back one at a time."""
        return False

    @property
    @abstractmethod
    def solved(self) -> bool:
        """Whether the puzzle has been solved."""

    @property
    @abstractmethod
    def ended(self) -> bool:
        """Whether the card shows the result."""

    @property
    def version(self) -> object:
        """A value that differs between different states of the play."""
        return self.row

    @property
    def progress(self) -> Progress:
        """The player's words, and the misses."""
        return Progress.of(self.row.progress)

    @property
    def line(self) -> tuple[str, ...]:
        """The player's words, after the start if there is one."""
        return line_of(self.puzzle, self.progress)

    @property
    def taken(self) -> tuple[Taken, ...]:
        """The hints that the player has taken, in their stored form."""
        return ()

    @property
    def hints(self) -> tuple[Hint, ...]:
        """The hints that the player has taken."""
        return hints_of(self.taken)

    @property
    def arranges(self) -> bool:
        """Whether the words are given, and players put them in order."""
        return game_of(self.puzzle).arranges

    def has_hint(self, kind: HintKind) -> bool:
        """Return whether there is another hint of this kind to take."""
        return has_hint(HintRequest(self.puzzle, kind, self.progress, self.hints))

    def is_best(self, _interaction: int) -> bool:
        """Return whether the try of an interaction is the one that counts."""
        return False


def hints_of(taken: tuple[Taken, ...]) -> tuple[Hint, ...]:
    """Return stored hints as `Hint`s."""
    return tuple(Hint(kind, step, after, reveals) for kind, step, _, after, reveals in taken)
