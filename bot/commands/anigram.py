"""/anigram: letters that spell a word, and again with one letter more, and again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot import answers
from bot.commands.options import WORD_LENGTH, in_house, letters_option, range_option
from bot.games import anigrams
from bot.games.house_rules import rules_of
from solvers.anigram import FIRST_SIZE, AnigramRequest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.client import Ask

TIER = "full"


@app_commands.command()
@app_commands.describe(
    start="the letters to begin with, four or more, in any order",
    end="the word to end with, or its letters in any order",
    length="end with so many letters (usually: as many as possible)",
    private="show the answer to you alone",
)
async def anigram(
    ask: Ask,
    start: app_commands.Range[str, 1, 60] | None = None,
    end: app_commands.Range[str, 1, 60] | None = None,
    length: app_commands.Range[int, FIRST_SIZE, WORD_LENGTH] | None = None,
    private: bool = False,
) -> None:
    """Grow letters that spell a word by one letter at a time, each time to a word again."""
    await answers.defer(ask, private=private)
    request = AnigramRequest(
        start=letters_option("start", start),
        end=letters_option("end", end),
        length=range_option("length", length, FIRST_SIZE, WORD_LENGTH),
    )
    rules = await rules_of(ask)
    kit = ask.client.kit
    await kit.dailies.guard.refuse_anigram(ask.created_at, request.start, request.end)
    card = await anigrams.draw(kit, request, rules.tier, ask.user.id, rules=rules)
    await kit.dailies.guard.refuse_anigram(ask.created_at, *card.path)
    await anigrams.DECK.show(ask, card)


@anigram.autocomplete("end")
@in_house
def _end(ask: Ask, typed: str) -> Iterable[str]:
    words = ask.client.kit.lexicons[TIER].complete("".join(typed.split()))
    return [word for word in words if len(word) >= FIRST_SIZE]
