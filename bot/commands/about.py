"""/about: what this bot is."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

from discord import app_commands

from bot import answers
from bot.present.help import About, present_about
from bot.store import CARD_DAYS

if TYPE_CHECKING:
    from bot.client import Ask


@app_commands.command()
async def about(ask: Ask) -> None:
    """Show what this bot is, and whose work it stands on."""
    lexicons = ask.client.kit.lexicons
    facts = About(
        version=version("snakes-and-ladders-bot"),
        words={tier: len(lexicon) for tier, lexicon in lexicons.items()},
        definitions=any(lexicon.has_definitions for lexicon in lexicons.values()),
        card_days=CARD_DAYS,
    )
    await answers.whisper(ask, present_about(facts))
