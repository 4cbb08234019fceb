"""What the ladder solver is asked and what it answers: words and numbers, never ids."""

from __future__ import annotations

# All types here are there at run time, too: by them answers are read that come over a network.
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
    repeats a word; a word may come back in another leg (the only way past a dead end). With
    `steps` the whole ladder has exactly that many steps and no word in it comes twice. Of the words
    that `policy` hides only those named here are used.

    A common ladder has the lowest `cost`. By "familiarity" it is the one that people would choose:
    each step costs 100, 3 more for each tenth that its word is below 4 on the Zipf scale, 2,000
    more if people hardly know it (below 3, or left out by hand), and 400,000 more if it is flagged;
    words of a list of one's own, of which no frequencies are known, cost their rareness. By
    "rareness" each word costs just that.
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
    """One ladder, drawn from the `count` that are equally good.

    `count` is exact, or None where it is not known (only with `steps`). `rareness` is the sum
    over the words after the first, `cost` that of what they cost by the request. `uniform` is true
    if each of the equally good ladders was as likely to be drawn as any other; else those of
    familiar words were more likely.
    """

    words: tuple[str, ...]
    count: int | None
    rareness: int
    cost: int
    uniform: bool = True

    @property
    def steps(self) -> int:
        """Return the number of steps, one less than that of words."""
        return len(self.words) - 1


@dataclass(frozen=True, slots=True)
class LadderResult:
    """The answer: a ladder of each kind in the request's `want`.

    `common` is one of the lowest cost and, among those, of the fewest steps. With `steps`,
    `shortest` is any ladder of that length; `gave_up` names the kinds for which the deadline passed
    before a proof. `group` is that of the start (None when other moves than changing a letter leave
    it without links). `definitions` has an entry for each word shown, when asked for.
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
    """Several ladders of each kind in the request's `want`: drawn evenly, or the first in order."""

    start: str
    target: str
    group: Group | None
    shortest: tuple[Ladder, ...]
    common: tuple[Ladder, ...]
    seed: int
    gave_up: tuple[str, ...] = ()
