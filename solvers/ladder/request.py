"""Requests and results of the ladder solver: words and numbers, never ids."""

from __future__ import annotations

# All types here are needed at run time, to read answers that come over a network.
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from solvers.lexicon import Definition, Group
from solvers.lexicon.tiers import Policy

MOVES = ("change", "insert", "delete", "swap", "anagram")
KINDS = ("shortest", "common")

Cost = Literal["familiarity", "rareness"]
COSTS: tuple[Cost, ...] = ("familiarity", "rareness")


@dataclass(frozen=True, slots=True)
class LadderRequest:
    """A ladder from `start` to `target`; case and spaces around the words do not matter.

    Without `steps` a ladder is made of legs, start -> via[0] -> ... -> target, joined. No leg
    repeats a word; a word may return in another leg (the only way past a dead end). With `steps`
    the whole ladder has exactly that many steps and no word comes twice. Words that `policy` hides
    are used only if they are named here.

    A common ladder has the lowest `cost`. By "familiarity" it is the one that people would choose:
    each step costs 100, plus 3 for each tenth that its word is below 4 on the Zipf scale, plus
    2,000 if people hardly know it (below 3, or left out by hand), plus 400,000 if it is flagged; in
    a person's own list, without known frequencies, words cost their rareness. By "rareness" each
    word costs its rareness.
    """

    start: str
    target: str
    avoid: tuple[str, ...] = ()
    via: tuple[str, ...] = ()
    steps: int | None = None
    moves: tuple[str, ...] = ("change",)
    seed: int | None = None
    want: tuple[str, ...] = KINDS
    define: bool = False
    policy: Policy = "standard"
    cost: Cost = "familiarity"


@dataclass(frozen=True, slots=True)
class Ladder:
    """One ladder, drawn from `count` equally good ones.

    `count` is exact, or None if unknown (only with `steps`). `rareness` is the sum over the words
    after the first, `cost` the sum of their costs in the request's sense. `uniform` is true if all
    equally good ladders were equally likely to be drawn; otherwise ladders of familiar words were
    more likely.
    """

    words: tuple[str, ...]
    count: int | None
    rareness: int
    cost: int
    uniform: bool = True

    @property
    def steps(self) -> int:
        """Return the number of steps, one less than the number of words."""
        return len(self.words) - 1


@dataclass(frozen=True, slots=True)
class LadderResult:
    """The answer: a ladder of each kind in the request's `want`.

    `common` has the lowest cost and, among equals, the fewest steps. With `steps`, `shortest` is
    any ladder of that length; `gave_up` names the kinds for which the deadline passed before a
    proof. `group` is the start's group (None if it has no links by changing a letter).
    `definitions` has an entry for each shown word, if requested.
    """

    start: str
    target: str
    group: Group | None
    shortest: Ladder | None
    common: Ladder | None
    seed: int
    gave_up: tuple[str, ...] = ()
    definitions: Mapping[str, tuple[Definition, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LadderList:
    """Several ladders of each kind in the request's `want`: drawn uniformly, or listed in order."""

    start: str
    target: str
    group: Group | None
    shortest: tuple[Ladder, ...]
    common: tuple[Ladder, ...]
    seed: int
    gave_up: tuple[str, ...] = ()
