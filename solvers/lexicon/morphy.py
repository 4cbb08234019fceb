"""WordNet's morphy: the lemmas that a word may be a regular inflection of.

The rules of detachment come from WordNet's manual page morphy(7WN): an ending is replaced by
another, and the result counts if it is a lemma of that part of speech.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES: dict[str, tuple[tuple[str, str], ...]] = {
    "noun": (
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "verb": (
        ("s", ""),
        ("ies", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ),
    "adj": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "adv": (),
}

_DOUBLING = re.compile("([^aeiou]*|[^aeiou]*qu)[aeiou][^aeiouwxy]")
"""A syllable that ends with consonant, vowel, consonant, and doubles its last letter."""
_HISSING = re.compile("([sxzo]|[cs]h)$")
"""Endings that take -es, not -s."""


def detach(word: str, part: str) -> Iterator[str]:
    """Yield the possible base forms of a word by the rules of one part of speech."""
    if part == "noun":
        if word.endswith("ful"):  # boxesful: the ending is inside
            yield from (f"{stem}ful" for stem in detach(word[:-3], part))
            return
        if word.endswith("ss") or len(word) <= 2:
            return
    for ending, other in RULES[part]:
        if word.endswith(ending) and len(word) > len(ending):
            yield word[: -len(ending)] + other


def misspells(word: str, base: str) -> bool:
    """Return whether a word is not the correct form of a base: *taped* is not from *tap*.

    >>> [form for form in ("taped", "taping", "tapes", "taps", "tapped") if misspells(form, "tap")]
    ['taped', 'taping', 'tapes']
    >>> misspells("suites", "suit"), misspells("suited", "suit")
    (True, False)
    """
    if word == f"{base}es":
        return not _HISSING.search(base)
    return _DOUBLING.fullmatch(base) is not None and re.match(f"{base}(e|ing)", word) is not None
