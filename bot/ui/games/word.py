"""/word: everything the lexicon knows about a word."""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands

from bot.play.suggestions import find_close_words
from bot.ui import replies
from bot.ui.client import Interaction, requester_of
from bot.ui.games.mending import offering_mends
from bot.ui.layout import Page, Tone, card, shorten
from bot.ui.options import playable_here, word_option
from bot.ui.server_rules import rules_of
from bot.ui.words import NO_DEFINITIONS, defined
from solvers.errors import UnknownWord
from solvers.lexicon import Lexicon
from solvers.text import many

TIER = "full"
LINKS_LENGTH = 1500


@app_commands.command()
@app_commands.describe(word="the word to look up")
async def word(interaction: Interaction, word: app_commands.Range[str, 1, 60]) -> None:
    """Look a word up: what it means, how well people know it, and the words one letter away."""
    await replies.defer(interaction, private=False)
    services, rules = interaction.client.services, await rules_of(interaction)
    lexicon, asked = rules.lexicon(services, TIER), word_option("word", word)
    async with offering_mends(interaction):
        if asked not in lexicon:
            close = await find_close_words(
                services.solving, [asked], TIER, rules.policy, requester_of(interaction)
            )
            raise UnknownWord(asked, close.get(asked, ()))
        await replies.edit(interaction, present_word(asked, lexicon))


@word.autocomplete("word")
@playable_here
def _word(interaction: Interaction, typed: str, lexicon: Lexicon) -> Iterable[str]:
    every = interaction.client.services.lexicons[TIER]  # words of any tier: this is only a lookup
    return every.showing(lexicon.policy).complete(typed)


def present_word(word: str, lexicon: Lexicon) -> Page:
    """Return what the lexicon knows about a word that it has."""
    found = lexicon.find(word)
    senses = lexicon.define(word)
    meaning = defined(word, senses) if lexicon.has_definitions else f"-# {NO_DEFINITIONS}"
    blocks = [f"## {word}", meaning, _known(lexicon, found), _links(lexicon, found)]
    return Page(card(Tone.NOTE, blocks))


def _known(lexicon: Lexicon, found: int) -> str:
    known, tier = lexicon.familiarity_of(found), lexicon.tier_of(found)
    said = [f"**{known.capitalize()}**"] if known else []
    if tier:
        said.append(f"in the {tier} word list")
    return " · ".join(said)


def _links(lexicon: Lexicon, found: int) -> str:
    neighbours = lexicon.neighbours(found)
    links = [lexicon.word(other) for other in lexicon.shown(neighbours)]
    if neighbours and not links:
        return "The words one letter away aren’t shown here."
    if not links:
        return "No word is one letter away, so ladders need letters added or removed here."
    return (
        f"**{many(len(links), 'word')} one letter away**: {shorten(', '.join(links), LINKS_LENGTH)}"
    )
