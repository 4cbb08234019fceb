"""Texts of definitions: without examples, cut where a phrase ends, and how offensive they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from solvers.lexicon import MILD, STRONG

if TYPE_CHECKING:
    from collections.abc import Mapping

    from data.wordnet import Sense

LONGEST_TEXT = 160
LONGEST_SHORT = 60
"""The most characters that fit on one line of a phone."""
SHORTEST = 16
"""A shorter text says too little: *a person*, with *who …* cut off."""
SHORTEST_LOOSE = 24

_EXAMPLES = re.compile(r';?\s*"[^"]*(?:"|$).*', re.DOTALL)
_EXAMPLE = re.compile(r"(?:\s+as(?: in)?,?)?\s+(?:e\.g|i\.e)\.,?(\s.*)?$")
_ASIDE = re.compile(r"\s*\(([^()]*)\)(?=(\s+\w+\s*(?:[;,]|$))?)")
"""A text in brackets, and the word after it if that is the last of a phrase."""
_PREPOSITION = re.compile(r"\b(?:of|to|for|from|with|on|at|in|into|by|as|than)\s*$")
_ADDED = re.compile(
    r"(?:or|and|as|not|other|but|such|especially|usually|often|sometimes|e\.g|i\.e)\b"
)
_POINTER = re.compile(r"[\s,;:(]*(?:\bas(?: in)?,?\s+)?(?:e\.g|i\.e)\.?[,;:]?$")
"""Announces examples that were cut off."""
_UNCLOSED = re.compile(r"\s*\([^()]*$")
_SENSE = re.compile(r"(?:primarily )?(?:temporal|spatial) sense;\s*")
_PHRASE = re.compile(
    r"[;:,]\s|\s(?=(?:especially|usually|often|typically|such as|as if|that|which|who|whose|where"
    r"|when|because|so that|in order to|or being|or having|or feeling|or become|used (?:to|for|in)"
    r"|caused by|consisting of|considered|regarded as)\s)"
)
_LOOSE = re.compile(
    r"\s(?=(?:and|or|with|without|by|in|into|on|at|for|from|to|through|over|between|among|along|under"
    r"|during|having|\w{3,}ing)\s|\()"
)
"""Where a phrase may end if it ends nowhere else."""
_DANGLING = re.compile(
    r"(?:^|\s)(?:an?|the|of|to|in|on|at|by|for|from|with|and|or|as|than|its?|their|his|one's|one|not"
    r"|be|is|are|any|some|no|more|most|less|very|so|that|which|who|whose|where|when|if|used|made|being"
    r"|having|especially|usually|such|both|either|into|through|between|without|over|other|each|e\.g\."
    r"|\S+'s|about|upon|toward|towards|against|like|because|while|during|within|what|these|those|this)$"
)
_OPEN = re.compile(
    r"(?:ed|ing|occurs|from|enter|lacks?|ability|surround|applicable|appropriate|due|closer|distinct"
    r"|dependent|agree|conform|two|will|cause|subject)$|\bbetween\b(?!.*\band\b)"
)
"""A phrase cannot end with these: it says too little without the next word."""
_INNOCENT = re.compile(
    r"\b(?:(?:either|both) sex(?:es)?|sex or age|wild ass|horny|tart)\b", re.IGNORECASE
)
"""Words flagged for a meaning other than the one they have in definitions."""
_OFFENSIVE = re.compile(
    r"\bobscene|\bethnic slur|\b(?:derogatory|disparaging|pejorative)\b"
    r"|\b(?:offensive|vulgar|insulting) (?:\w+ )?(?:term|name|word|slang|expression|reference)"
    r"|\b(?:sexual|erotic|copulat|prostitut|lewd|lasciv|lustful|buttock|excrement|feces|defecat"
    r"|fornicat|breasts\b|intercourse\b|street names?\b|form of cocaine|ha(?:ve|ving) sex\b)"
)
_DRUGS = re.compile(r"\b(?:narcotic|addict|illicit drug|hallucinogen)")
_SLANG = re.compile(
    r"(?:\(|an? )?(?:slang|informal|colloquial|term of address|extended meanings)\b"
)
_USAGE = {"ethnic_slur", "obscenity", "vulgarism", "disparagement", "depreciation", "derogation"}


def whole(gloss: str) -> str:
    """Return a gloss without its examples, and no longer than its phrases make it."""
    text = " ".join((_EXAMPLES.sub("", gloss) or gloss.replace('"', "")).split()).rstrip(" ;:,(")
    text = _UNCLOSED.sub("", _POINTER.sub("", text))
    return text if len(text) <= LONGEST_TEXT else cut(text, LONGEST_TEXT) or text


def short(gloss: str) -> str:
    """Return a gloss shortened to one line, or "" if that is impossible."""
    text = _EXAMPLE.sub(_before, _ASIDE.sub(_beside, whole(gloss)))
    text = _SENSE.sub("", text.strip())
    first = text.split(";")[0].strip(" ,:")
    return first if len(first) <= LONGEST_SHORT else cut(first, LONGEST_SHORT)


def _beside(aside: re.Match[str]) -> str:
    """Return what replaces brackets: their text, if a preposition needs it, else nothing."""
    before = _PREPOSITION.search(aside.string[: aside.start()])
    needed = (before or _PREPOSITION.search((aside[2] or "").rstrip(";, "))) and aside[1]
    return f" {needed}" if needed and not _ADDED.match(needed) else ""


def _before(example: re.Match[str]) -> str:
    """Return what replaces examples in a text: nothing, or all of them if the text needs them."""
    needed = _DANGLING.search(example.string[: example.start()])
    return example[1] or "" if needed else ""


def is_slang(gloss: str) -> bool:
    """Return whether a gloss marks a sense as slang."""
    return bool(_SLANG.match(gloss))


def cut(text: str, limit: int) -> str:
    """Return the longest beginning of a text that ends with a phrase, "" if none is long enough."""
    for ends, least in ((_PHRASE, SHORTEST), (_LOOSE, SHORTEST_LOOSE)):
        for end in reversed(list(ends.finditer(text))):
            kept = text[: end.start()].rstrip(" ,;:")
            whole = kept.count("(") == kept.count(")") and not _DANGLING.search(kept)
            if (
                least <= len(kept) <= limit
                and whole
                and (ends is _PHRASE or not _OPEN.search(kept))
            ):
                return kept
    return ""


def level(sense: Sense, flagged: Mapping[str, int]) -> int:
    """Return how offensive a sense is, on the scale of flags: by its usage or its wording."""
    text = _INNOCENT.sub("", _EXAMPLES.sub("", sense.gloss))
    if sense.usage & _USAGE or _OFFENSIVE.search(text):
        return STRONG
    if _DRUGS.search(text):
        return MILD
    # Capitalised words name peoples or faiths.
    levels = (flagged.get(word, 0) for word in re.findall(r"\b[a-z]+\b", text))
    return max(levels, default=0)
