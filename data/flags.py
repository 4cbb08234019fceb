"""Decides which words are flagged: never shown unless somebody typed them.

There are two lists. The strong one has slurs, sexual and obscene words. The mild one, shown neither
to families nor in dailies and contests, has what else is out of place there. Both come from public
lists of profanity (`profanity.txt`) and from `flagged.txt`, which was written by reading; an
inflection is flagged as its base is.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from data.inflection import regular_forms

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

HERE = Path(__file__).parent
FREE, MILD, STRONG = 0, 1, 2
AGREEING = 3
"""A word on at least this number of the five public lists is mild."""
SECTIONS = {"free": FREE, "mild": MILD, "strong": STRONG}


def read_patterns(path: Path = HERE / "flagged.txt") -> dict[int, list[str]]:
    """Return the patterns of each section, in which * is any run of letters."""
    patterns: dict[int, list[str]] = {level: [] for level in SECTIONS.values()}
    level = FREE
    for line in path.read_text(encoding="ascii").splitlines():
        for pattern in line.partition("#")[0].split():
            if pattern.startswith("["):
                level = SECTIONS[pattern.strip("[]")]
            else:
                patterns[level].append(pattern)
    return patterns


def read_sources(path: Path = HERE / "profanity.txt") -> dict[str, list[str]]:
    """Return the words of the public lists, each with the lists that have it."""
    lines = path.read_text(encoding="ascii").splitlines()
    rows = (line.split() for line in lines if not line.startswith("#"))
    return {word: sources for word, *sources in rows}


def levels(words: Collection[str], patterns: Mapping[int, Sequence[str]]) -> dict[str, int]:
    """Return the level of every flagged word in `words`.

    `flagged.txt` decides first: free, then strong, then mild. Other words that enough public lists
    agree on are mild. An inflection has the level of its base.
    """
    free = any_of(patterns[FREE])
    agreed = (word for word, lists in read_sources().items() if len(lists) >= AGREEING)
    found = dict.fromkeys(agreed, MILD)
    for level in (MILD, STRONG):
        matches = any_of(patterns[level])
        found |= {word: level for word in words if matches(word)}
    for base, level in sorted(found.items()):
        for form in () if free(base) else regular_forms(base):
            found[form] = max(level, found.get(form, FREE))
    return {word: found[word] for word in words if word in found and not free(word)}


def any_of(patterns: Collection[str]) -> Callable[[str], bool]:
    """Return the test whether a word fits one of the patterns: `word`, `word*` or `*word*`."""
    whole = {pattern for pattern in patterns if "*" not in pattern}
    beginnings = tuple(p[:-1] for p in patterns if p.endswith("*") and p[0] != "*")
    inner = [p.strip("*") for p in patterns if p[0] == "*"]
    return lambda word: (
        word in whole or word.startswith(beginnings) or any(part in word for part in inner)
    )
