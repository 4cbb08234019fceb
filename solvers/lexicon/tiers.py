"""Tiers and rareness, taken from SCOWL's size classes; familiarity, and the levels of flags."""

from __future__ import annotations

from typing import Literal

TIERS = ("common", "standard", "full")
TIER_SIZES = {"common": 60, "standard": 70, "full": 80}

UNRATED = 2_000_001
"""The rareness of a word whose size class is unknown."""

_RARENESS = {
    10: 1,
    20: 1,
    35: 4,
    40: 20,
    50: 200,
    55: 2_000,
    60: 20_000,
    70: 200_000,
    80: 2_000_000,
}

FAMILIARITIES = {"everyday": 35, "known": 25, "rare": 15, "very rare": 0}
"""Names of familiarities with their least values. Familiarity is ten times the word's frequency on
the Zipf scale, the logarithm of its count in a thousand million words of text."""
UNMEASURED = 255
"""The familiarity of a word in a person's own list, where it is unknown."""

MILD, STRONG = 1, 2
"""Levels of flagged words: unsuitable for families, and never shown unasked."""

Policy = Literal["family", "standard", "all"]
POLICIES: dict[Policy, int] = {"family": 0, "standard": MILD, "all": STRONG}
"""The policies, with the highest level of flagged words that are shown unasked."""


def name_of_familiarity(familiarity: int) -> str | None:
    """Return the name of a familiarity, None for UNMEASURED."""
    if familiarity == UNMEASURED:
        return None
    return next(name for name, least in FAMILIARITIES.items() if familiarity >= least)


def rareness_of_size(size: int) -> int:
    """Return the cost of a word of this SCOWL size class."""
    return _RARENESS.get(size, UNRATED)


def tier_limit(tier: str) -> int:
    """Return the highest rareness that a tier admits."""
    return _RARENESS[TIER_SIZES[tier]]


def tier_of_rareness(rareness: int) -> str | None:
    """Return the smallest tier that admits a word of this rareness, or None."""
    return next((tier for tier in TIERS if rareness <= tier_limit(tier)), None)
