"""/word: what there is to know of a word."""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands

from bot.ui import replies
from bot.ui.client import Interaction
from bot.ui.layout import Page, Tone, card, shorten
from bot.ui.options import quietly, word_option
from bot.ui.words import NO_DEFINITIONS, defined, grade
from solvers.lexicon import Lexicon
from solvers.text import many

LINKS_LENGTH = 1500


@app_commands.command()
@app_commands.describe(word="the word to look up")
async def word(interaction: Interaction, word: app_commands.Range[str, 1, 60]) -> None:
    """Look a word up: its meaning, how rare it is, and the words one letter away."""
    await replies.defer(interaction, private=False)
    page = present_word(word_option("word", word), interaction.client.services.lexicons["full"])
    await replies.edit(interaction, page)


@word.autocomplete("word")
@quietly
def _word(interaction: Interaction, typed: str) -> Iterable[str]:
    return interaction.client.services.lexicons["full"].complete(typed)


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
