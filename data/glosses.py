"""Texts of definitions: without examples, cut where a phrase ends, and how offensive they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from solvers.lexicon import STRONG

if TYPE_CHECKING:
    from collections.abc import Mapping

    from data.wordnet import Sense

LONGEST_TEXT = 160
LONGEST_SHORT = 60
"""What fits into a line on a phone."""
SHORTEST = 16
"""What is shorter says too little: *a person*, where *who …* was cut off."""

_EXAMPLES = re.compile(r';?\s*"[^"]*(?:"|$).*', re.DOTALL)
_ASIDE = re.compile(r"\s*\([^()]*\)|\s+\(?(?:e\.g|i\.e)\..*")
_PHRASE = re.compile(
    r"[;:,]\s|\s(?=(?:especially|usually|often|typically|such as|as if|that|which|who|whose|where"
    r"|when|because|so that|in order to|or being|or having|or feeling|or become|used (?:to|for|in)"
    r"|caused by|consisting of|considered|regarded as)\s)"
)
_DANGLING = re.compile(
    r"(?:^|\s)(?:an?|the|of|to|in|on|at|by|for|from|with|and|or|as|than|its?|one's|not|be|is|are|any"
    r"|some)$"
)
_OFFENSIVE = re.compile(
    r"\bobscene|\bethnic slur|\b(?:derogatory|disparaging|pejorative)\b"
    r"|\b(?:offensive|vulgar|insulting) (?:\w+ )?(?:term|name|word|slang|expression|reference)"
    r"|\b(?:sexual|erotic|copulat|prostitut|lewd|lasciv|lustful|buttock|excrement|feces|defecat"
    r"|fornicat|breasts\b|intercourse\b)"
)
_SLANG = re.compile(r"\(?(?:slang|informal|colloquial|term of address|extended meanings)\b")
_USAGE = {"ethnic_slur", "obscenity", "vulgarism", "disparagement", "depreciation", "derogation"}


def whole(gloss: str) -> str:
    """Return a gloss without its examples, and no longer than its phrases make it."""
    text = " ".join((_EXAMPLES.sub("", gloss) or gloss.replace('"', "")).split()).rstrip(" ;:,(")
    return text if len(text) <= LONGEST_TEXT else cut(text, LONGEST_TEXT) or text


def short(gloss: str) -> str:
    """Return what a gloss says in a line, "" where it cannot be said so briefly."""
    text = _ASIDE.sub("", whole(gloss)).strip()
    first = text.split(";")[0].strip(" ,:")
    return first if len(first) <= LONGEST_SHORT else cut(first, LONGEST_SHORT)


def is_slang(gloss: str) -> bool:
    """Return whether a gloss says that this is a loose way to speak."""
    return bool(_SLANG.match(gloss))


def cut(text: str, limit: int) -> str:
    """Return the longest beginning of a text that ends with a phrase, "" if none is long enough."""
    for phrase in reversed(list(_PHRASE.finditer(text))):
        kept = text[: phrase.start()].rstrip(" ,;:")
        closed = kept.count("(") == kept.count(")")
        if SHORTEST <= len(kept) <= limit and closed and not _DANGLING.search(kept):
            return kept
    return ""


def level(sense: Sense, flagged: Mapping[str, int]) -> int:
    """Return how offensive a sense is, as a word is flagged: by its use, or by its wording."""
    text = _EXAMPLES.sub("", sense.gloss)
    if sense.usage & _USAGE or _OFFENSIVE.search(text):
        return STRONG
    # What has a capital is a people or a faith.
    levels = (flagged.get(word, 0) for word in re.findall(r"\b[a-z]+\b", text))
    return max(levels, default=0)
