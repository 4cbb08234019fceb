"""The wordsnakes of the whole full tier and of other lists as large, under both rules.

No peer is tried on them: their tables of pairs would not fit in memory.
"""

from __future__ import annotations

import random
from collections import defaultdict
from typing import TYPE_CHECKING

from bench.wordsnake import measure, report, tier

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.frame import Report
    from solvers.wordsnake import Rule


LIMITS: dict[Rule, float] = {"pairs": 60.0, "containment": 300.0}
QUICK: dict[Rule, float] = {"pairs": 20.0, "containment": 20.0}
_LARGE = 270_000


def run(quick: bool) -> Report:
    """Measure."""
    words = tier()
    lists = [words] if quick else [words, words + made_up(words, _LARGE - len(words), 4)]
    if not quick:
        lists.append(made_up(words, _LARGE, 3))
    rows = [row for each in lists for row in measure(tuple(each), QUICK if quick else LIMITS)]
    note = (
        "The full tier; with made-up words besides; made-up words only. Aims: under pairs proven "
        "in 60 s and 1.5 GB; under containment proven, or within 0.001 % of the bound, in 300 s."
    )
    return report("Wordsnakes of whole dictionaries", rows, note)


def made_up(words: Sequence[str], number: int, memory: int) -> list[str]:
    """Return new words, each letter drawn from those that follow `memory` letters in `words`."""
    rng, known = random.Random(19), set(words)
    follows: defaultdict[str, list[str]] = defaultdict(list)
    for word in words:
        text = "^" * memory + word + "$"
        for at in range(memory, len(text)):
            follows[text[at - memory : at]].append(text[at])
    made: set[str] = set()
    while len(made) < number:
        text = "^" * memory
        while text[-1] != "$":
            text += rng.choice(follows[text[-memory:]])
        word = text[memory:-1]
        if 2 <= len(word) <= 24 and word not in known:
            made.add(word)
    return sorted(made)
