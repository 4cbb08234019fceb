"""Inputs and outputs of the wordsnake solver: frozen, made of words and numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Rule = Literal["pairs", "containment"]
RULES: tuple[Rule, ...] = get_args(Rule)

REMINDERS: dict[Rule, str] = {
    "pairs": "nausEA + EArn share 2 letters, so 2 × 2 = 4 points",
    "containment": "words may lie inside too: 3 letters covered score 3 × 3 = 9 points",
}
"""One line per rule, to show next to a score."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A word laid in a snake: the letter of the snake it begins at (from 0) and its score."""

    word: str
    position: int
    score: int


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """Words in the order they are laid; under containment, optionally each one's position.

    With `words` (the given list), the order must be a permutation of it.
    """

    order: tuple[str, ...]
    positions: tuple[int, ...] | None = None
    rule: Rule = "pairs"
    words: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """A snake as its words were laid."""

    rule: Rule
    score: int
    snake: str
    order: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class SnakeRequest:
    """Words to arrange, in any order. `limit` refuses longer lists; None means no limit.

    With `certify` the result carries the certificate of its bound.
    """

    words: tuple[str, ...]
    rule: Rule = "pairs"
    seed: int | None = None
    limit: int | None = None
    certify: bool = False


@dataclass(frozen=True, slots=True)
class SnakeResult:
    """The best snake found. No snake of the same words scores more than `bound`.

    `proven` is true exactly when the score equals the bound. `words` are as given, folded.
    """

    rule: Rule
    words: tuple[str, ...]
    score: int
    bound: int
    proven: bool
    seconds: float
    snake: str
    order: tuple[Placed, ...]
    seed: int
    certificate: dict[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """The single change that gains most; the first three fields are None if no change gains.

    `kind` is "move" (of `word` to after `other`, None: to the front), "swap" (of `word` and
    `other`), "reverse" (from `word` to `other`) or, for a placed list, "lay" (the same order, laid
    greedily instead); `sentence` describes it for players;
    `order` is the order after it.
    """

    kind: Literal["move", "swap", "reverse", "lay"] | None
    word: str | None
    other: str | None
    gain: int
    sentence: str
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GenerateRequest:
    """A list worth playing, of a difficulty from 1 (gentle) to 5 (fierce).

    It has `number` words, 2 to 1,000; None leaves the number to the difficulty too. It has none of
    the words in `avoid`.
    """

    number: int | None = None
    difficulty: int = 3
    rule: Rule = "pairs"
    seed: int | None = None
    avoid: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Generated:
    """A list of words in alphabetical order and its par, the best score, with or without proof.

    `greedy` is the average score of always joining the longest remaining overlap, with ties broken
    at random.
    """

    words: tuple[str, ...]
    par: int
    proven: bool
    rule: Rule
    difficulty: int
    greedy: int
    seed: int
