"""/snake: the best arrangement of a list of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import answers, forms
from bot.errors import BadOption
from bot.games import snakes
from bot.games.word_lists import read_file, split_words
from bot.present.snake_form import SnakeForm
from solvers.wordsnake import Rule  # noqa: TC001 - Discord's choices are read from it

if TYPE_CHECKING:
    from bot.client import Ask

OPTION_LENGTH = 6000
"""Characters that Discord lets an option hold."""


@app_commands.command()
@app_commands.describe(
    words="the words, with blanks or commas between them; neither this nor a file opens a form",
    file="a text file of words, for long lists",
    rule="pairs: neighbours share letters; containment: words may also lie inside (usually: pairs)",
    private="show the answer to you alone",
)
async def snake(
    ask: Ask,
    words: app_commands.Range[str, 1, OPTION_LENGTH] | None = None,
    file: discord.Attachment | None = None,
    rule: Rule = "pairs",
    private: bool = False,
) -> None:
    """Arrange words into the best snake: they overlap, and shared letters score."""
    if words is None and file is None:
        await forms.show(ask, SnakeForm(rule, private=private))
        return
    await answers.defer(ask, private=private)
    if file is None:
        text = words or ""
    elif words is None:
        text = await read_file(file)
    else:
        raise BadOption("Give `words` or a `file`, not both.")
    await snakes.answer(ask, split_words(text), rule)
