"""Turns typed text into letters; and sentences about missing paths."""

from __future__ import annotations

from collections import Counter

from solvers.errors import BadInput
from solvers.lexicon.wordlist import LONGEST_WORD
from solvers.reading import read_words, strange
from solvers.text import cut

SHOWN = 41


def letters_of(text: str) -> str:
    """Return the typed letters in lower case, without anything between them. Raises BadInput."""
    words = read_words(text)
    if not words:
        raise BadInput("Type at least one letter.", code="not_letters")
    if problem := strange(words):
        raise BadInput(problem, code="not_letters")
    folded = "".join(words)
    if len(folded) > LONGEST_WORD:
        raise BadInput(
            f"“{cut(folded, SHOWN)}” has {len(folded)} letters; "
            f"no word has more than {LONGEST_WORD}.",
            code="too_many_letters",
        )
    return folded


def lack(part: str, whole: str) -> str | None:
    """Return which letter of `part` is missing in `whole`, in words; None if none is."""
    needed, there = Counter(part), Counter(whole)
    for letter in part:
        if there[letter] < needed[letter]:
            if not there[letter]:
                return f"“{whole}” has no {letter}"
            return f"“{part}” has {needed[letter]} × {letter}, “{whole}” only {there[letter]} ×"
    return None


def how_far(start: str, up: str, end: str, back: str) -> str:
    """Return how far one gets from `start` and back from `end`, in words."""
    there = f"from “{start}” you get as far as “{up}”"
    if up == start:
        there = f"“{start}” can’t grow towards it"
    and_back = f"back from “{end}” no further than “{back}”"
    if back == end:
        and_back = f"“{end}” leaves no word on the way when it loses a letter"
    return f"{there}, and {and_back}"
