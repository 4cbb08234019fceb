"""Requests and results of the truncate solver: words and numbers."""

from __future__ import annotations

# All types here are needed at run time, to read answers that come over a network.
from collections.abc import Mapping
from dataclasses import dataclass, field

from solvers.growth import PLACES, Place
from solvers.lexicon import Definition
from solvers.lexicon.tiers import Policy

Mode = Place
MODES = PLACES

SINGLES = ("a", "i")
"""Words of one letter that count only in this game."""


@dataclass(frozen=True, slots=True)
class TruncateRequest:
    """Asks for a longest sequence that begins with `start`, contains `through`, ends with `end`.

    Each may be None. `mode` says where each next word may add its new letter: at its `ends` or
    `anywhere`. With `define` the answer has the words' definitions. Words to `avoid` do not count,
    nor do words that `policy` hides unless they are named here. With `familiar` it is a short
    sequence of words that people know, without flagged ones, and no word may be named.
    """

    start: str | None = None
    through: str | None = None
    end: str | None = None
    mode: Mode = "ends"
    seed: int | None = None
    define: bool = False
    avoid: tuple[str, ...] = ()
    policy: Policy = "standard"
    familiar: bool = False


@dataclass(frozen=True, slots=True)
class TruncateResult:
    """One of the longest sequences, each as likely as any other.

    `count` is the number of different sequences of this length.
    """

    sequence: tuple[str, ...]
    count: int
    mode: Mode
    seed: int
    definitions: Mapping[str, tuple[Definition, ...]] = field(default_factory=dict)

    @property
    def length(self) -> int:
        """Return the number of words."""
        return len(self.sequence)
