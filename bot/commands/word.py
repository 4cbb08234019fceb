"""/word: what there is to know of a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot import answers
from bot.commands.options import quietly, word_option
from bot.present.word import present_word

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.client import Ask


@app_commands.command()
@app_commands.describe(word="the word to look up")
async def word(ask: Ask, word: app_commands.Range[str, 1, 60]) -> None:
    """Look a word up: its meaning, how rare it is, and the words one letter away."""
    await answers.defer(ask, private=False)
    page = present_word(word_option("word", word), ask.client.kit.lexicons["full"])
    await answers.edit(ask, page)


@word.autocomplete("word")
@quietly
def _word(ask: Ask, typed: str) -> Iterable[str]:
    return ask.client.kit.lexicons["full"].complete(typed)
