"""Words and facts about each: tiers, rareness, links, groups, definitions. Knows no game."""

from __future__ import annotations

from solvers.lexicon.definitions import Definition, Definitions
from solvers.lexicon.lexicon import Group, Lexicon, close_words
from solvers.lexicon.parts import Part
from solvers.lexicon.table import WordTable
from solvers.lexicon.tiers import (
    FAMILIARITIES,
    MILD,
    POLICIES,
    STRONG,
    TIERS,
    UNMEASURED,
    UNRATED,
    Policy,
    rareness_of_size,
    tier_of_rareness,
)

__all__ = [
    "FAMILIARITIES",
    "MILD",
    "POLICIES",
    "STRONG",
    "TIERS",
    "UNMEASURED",
    "UNRATED",
    "Definition",
    "Definitions",
    "Group",
    "Lexicon",
    "Part",
    "Policy",
    "WordTable",
    "close_words",
    "rareness_of_size",
    "tier_of_rareness",
]
