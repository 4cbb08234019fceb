"""/word: what there is to know of a word."""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands

from bot.suggestions import find_close_words
from bot.ui import replies
from bot.ui.client import Interaction, requester_of
from bot.ui.layout import Page, Tone, card, shorten
from bot.ui.options import quietly, word_option
from bot.ui.words import NO_DEFINITIONS, defined, grade
from solvers.errors import UnknownWord
from solvers.lexicon import Lexicon
from solvers.text import many

TIER = "full"
LINKS_LENGTH = 1500


@app_commands.command()
@app_commands.describe(word="the word to look up")
async def word(interaction: Interaction, word: app_commands.Range[str, 1, 60]) -> None:
    """Look a word up: its meaning, how rare it is, and the words one letter away."""
    await replies.defer(interaction, private=False)
    services = interaction.client.services
    lexicon, asked = services.lexicons[TIER], word_option("word", word)
    if asked not in lexicon:
        close = await find_close_words(services.solving, [asked], TIER, requester_of(interaction))
        raise UnknownWord(asked, close.get(asked, ()))
    await replies.edit(interaction, present_word(asked, lexicon))


@word.autocomplete("word")
@quietly
def _word(interaction: Interaction, typed: str) -> Iterable[str]:
    return interaction.client.services.lexicons[TIER].complete(typed)


def present_word(word: str, lexicon: Lexicon) -> Page:
    """Return what the lexicon knows of a word that it has."""
    found = lexicon.find(word)
    senses = lexicon.define(word)
    meaning = defined(word, senses) if lexicon.has_definitions else f"-# {NO_DEFINITIONS}"
    blocks = [f"## {word}", meaning, _rareness(lexicon, found), _links(lexicon, found)]
    return Page(card(Tone.NOTE, blocks))


def _rareness(lexicon: Lexicon, found: int) -> str:
    tier = lexicon.tier_of(found)
    where = f"in the {tier} word list" if tier else "in no tier"
    return f"**{grade(lexicon.rareness[found]).capitalize()}**, {where}"


def _links(lexicon: Lexicon, found: int) -> str:
    links = [lexicon.word(other) for other in lexicon.shown(lexicon.neighbours(found))]
    group = lexicon.group(found)
    if not links or group is None:
        return "No other word is one changed letter away: no ladder starts or ends here."
    listed = shorten(", ".join(links), LINKS_LENGTH)
    return (
        f"**{many(len(links), 'link')}**: {listed}\n"
        f"-# group {group.number:,}, {many(group.size, 'word')} that ladders connect"
    )
