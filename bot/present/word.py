"""The word card: how rare a word is, what it means, and where it lies among the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.present.definitions import NO_DEFINITIONS, defined
from bot.present.layout import Page, Tone, card, many, shorten
from bot.present.rareness import grade

if TYPE_CHECKING:
    from solvers.lexicon import Lexicon

LINKS_LENGTH = 1500


def present_word(word: str, lexicon: Lexicon) -> Page:
    """Return what the lexicon knows of a word; raises UnknownWord with close words."""
    found = lexicon.require(word)
    spelled = lexicon.word(found)
    senses = lexicon.define(spelled)
    meaning = defined(spelled, senses) if lexicon.has_definitions else f"-# {NO_DEFINITIONS}"
    blocks = [f"## {spelled}", meaning, _rareness(lexicon, found), _links(lexicon, found)]
    return Page(card(Tone.NOTE, blocks))


def _rareness(lexicon: Lexicon, found: int) -> str:
    tier = lexicon.tier_of(found)
    where = f"in the {tier} word list" if tier else "in no tier"
    return f"**{grade(lexicon.rareness[found]).capitalize()}**, {where}"


def _links(lexicon: Lexicon, found: int) -> str:
    links = [lexicon.word(other) for other in lexicon.neighbours(found)]
    group = lexicon.group(found)
    if not links or group is None:
        return "No other word is one changed letter away: no ladder starts or ends here."
    listed = shorten(", ".join(links), LINKS_LENGTH)
    return (
        f"**{many(len(links), 'link')}**: {listed}\n"
        f"-# group {group.number:,}, {many(group.size, 'word')} that ladders connect"
    )
