"""Tiers and rareness, both read off SCOWL's size classes."""

from __future__ import annotations

TIERS = ("common", "standard", "full")
TIER_SIZES = {"common": 60, "standard": 70, "full": 80}

UNRATED = 2_000_001
"""The rareness of a word whose size class is not known."""

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


def rareness_of_size(size: int) -> int:
    """Return the cost of a word of this SCOWL size class."""
    return _RARENESS.get(size, UNRATED)


def tier_limit(tier: str) -> int:
    """Return the highest rareness that a tier admits."""
    return _RARENESS[TIER_SIZES[tier]]


def tier_of_rareness(rareness: int) -> str | None:
    """Return the smallest tier that admits a word of this rareness, None when none does."""
    return next((tier for tier in TIERS if rareness <= tier_limit(tier)), None)
