"""Clues: what a word means, without the word and its relatives."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from solvers.lexicon.morphy import RULES, detach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers.lexicon.lexicon import Lexicon

LONGEST_CLUE = 90
"""The letters of the longest clue."""
LEAST = 8
"""Shorter texts say too little."""
_SMALL_WORDS = """
    all and any are but can for had has her him his how its may not off one our out put she the too
    two was way who why you
"""
_SMALL = frozenset(_SMALL_WORDS.split())
"""Short words that reveal nothing about longer words that begin with them."""


def clue(word: str, lexicon: Lexicon) -> str | None:
    """Return a word's meaning in at most 90 letters, or None if no text avoids the word.

    It is from the first sense that a family may read and whose text names neither the word nor a
    relative: no clue to *teacher* says *teaches*.

    >>> from solvers.library import open_lexicon
    >>> clue("teacher", open_lexicon()), clue("taller", open_lexicon())
    ('one who helps others learn, as a job', 'high; of great height')
    """
    family = lexicon.showing("family")
    senses = family.define(word)
    bases = {word, *(sense.lemma for sense in senses)}
    for sense in senses:
        for text in (*_beginnings(sense.text), sense.short):
            if LEAST <= len(text) <= LONGEST_CLUE and not _names(text, bases, family):
                return text
    return None


def _beginnings(text: str) -> Iterator[str]:
    """Yield a text without bracketed parts, and its beginnings, longest first."""
    text = re.sub(r"\s*\([^()]*\)", "", text).strip()
    ends = [match.start() for match in re.finditer("[;:] ", text)]
    yield from (text[:end].strip(" ;:,") for end in (len(text), *reversed(ends)))


def _names(text: str, bases: set[str], lexicon: Lexicon) -> bool:
    """Return whether a text has any of the words, or a form or relative of one."""
    said = set(re.findall("[a-z]+", text.lower()))
    said |= {sense.lemma for one in said for sense in lexicon.define(one)}  # taught: teach
    said |= {base for one in said for part in RULES for base in detach(one, part)}
    return any(_related(one, base) for one, base in product(said, bases))


def _related(one: str, base: str) -> bool:
    """Return whether a word of a text gives a base away, judging by their common first letters.

    It errs on the safe side: there are other texts, and *throw* can do without *through*.

    >>> pairs = [("teaches", "teacher"), ("law", "lawyer"), ("west", "midwest"), ("the", "theatre")]
    >>> [_related(one, base) for one, base in pairs]
    [True, True, True, False]
    """
    shorter = min(len(one), len(base))
    alike = next((n for n, (a, b) in enumerate(zip(one, base, strict=False)) if a != b), shorter)
    if shorter < 4:
        return one == base or (alike == 3 and one not in _SMALL)
    return one in base or base in one or alike > 4 or (alike == 4 and shorter < 7)
