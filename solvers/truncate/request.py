"""What the truncate solver is asked and what it answers: words and numbers."""

from __future__ import annotations

# All types here are there at run time, too: by them answers are read that come over a network.
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
    """The longest sequence that begins with `start`, has `through` in it, ends with `end`.

    Each may be None. `mode` says where each next word may take its new letter: at its `ends` or
    `anywhere`. With `define` the answer has the words' definitions. Words to `avoid` do not count,
    nor do those that `policy` hides, unless they are named here. With `familiar` it is a short one
    of words that people know, none of them flagged, and none may be named.
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

    `count` is how many sequences of this length, different in at least one word, there are.
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
