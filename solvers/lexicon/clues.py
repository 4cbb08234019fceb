"""Clues: what a word means, without the word and its relatives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from solvers.lexicon.morphy import RULES, detach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers.lexicon.lexicon import Lexicon

LONGEST = 90
"""The letters of the longest clue."""
LEAST = 8
"""What is shorter says too little."""
ROOT = 4
"""A word that has a root of so many letters in it is a relative."""

_ENDINGS = re.compile(
    "(ational|ation|ition|ments?|ness|ingly|ings?|edly|ally|able|ably|ible|ibly|ities|ity|ions?|ives?"
    "|ously|ous|ful|ists?|isms?|ials?|ers?|ors?|est|ed|ly|al|ic|ies|es|s|e|y)$"
)


def clue(word: str, lexicon: Lexicon) -> str | None:
    """Return what a word means in at most 90 letters, None where that cannot be said without it.

    It is of the first sense that a family may read and whose text names neither the word nor a
    relative: no clue to *teacher* says *teaches*.

    >>> from solvers.library import open_lexicon
    >>> clue("teacher", open_lexicon()), clue("taller", open_lexicon())
    ('one who helps others learn, as a job', 'high; of great height')
    """
    family = lexicon.showing("family")
    for sense in family.define(word):
        roots = _roots(word) | _roots(sense.lemma)
        for text in (*_beginnings(sense.text), sense.short):
            if LEAST <= len(text) <= LONGEST and not _names(text, roots, family):
                return text
    return None


def _beginnings(text: str) -> Iterator[str]:
    """Yield a text without what stands in brackets, and its beginnings, the longest first."""
    text = re.sub(r"\s*\([^()]*\)", "", text).strip()
    ends = [match.start() for match in re.finditer("[;:] ", text)]
    yield from (text[:end].strip(" ;:,") for end in (len(text), *reversed(ends)))


def _names(text: str, roots: set[str], lexicon: Lexicon) -> bool:
    """Return whether a text has a word that shares a root with these, or one of them in it."""
    said = set(re.findall("[a-z]+", text.lower()))
    said |= {sense.lemma for one in said for sense in lexicon.define(one)}  # taught: teach
    return any(
        not roots.isdisjoint(_roots(one))
        or any(len(root) >= ROOT and root in one for root in roots)
        for one in said
    )


def _roots(word: str) -> set[str]:
    """Return a word, what it may be a form of, and what is left of these without an ending."""
    bases = {word, *(base for part in RULES for base in detach(word, part))}
    stems = {_ENDINGS.sub("", base) for base in bases}
    stems |= {stem[:-1] for stem in stems if len(stem) > 3 and stem[-1] == stem[-2]}
    return {root for root in bases | stems if len(root) > 2 or root == word}
