"""/truncate: words that grow by a letter at either end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from discord import app_commands

from bot import answers
from bot.commands.options import in_house, letters_option
from bot.games import truncates
from bot.games.house_rules import rules_of
from solvers.truncate import TruncateRequest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.client import Ask

TIER = "full"


@app_commands.command()
@app_commands.describe(
    start="the word to begin with",
    through="a word to have on the way",
    end="the word to end with",
    mode="where each new letter goes: at the ends, or anywhere (usually: ends)",
    private="show the answer to you alone",
)
async def truncate(  # noqa: PLR0917 - Discord passes options by name
    ask: Ask,
    start: app_commands.Range[str, 1, 60] | None = None,
    through: app_commands.Range[str, 1, 60] | None = None,
    end: app_commands.Range[str, 1, 60] | None = None,
    mode: Literal["ends", "anywhere"] = "ends",
    private: bool = False,
) -> None:
    """Find the longest line of words, each the one before with a letter more at an end."""
    await answers.defer(ask, private=private)
    request = TruncateRequest(
        start=letters_option("start", start),
        through=letters_option("through", through),
        end=letters_option("end", end),
        mode=mode,
    )
    rules = await rules_of(ask)
    kit = ask.client.kit
    await kit.dailies.guard.refuse_truncate(ask.created_at, request.start, request.through)
    card = await truncates.draw(kit, request, rules.tier, ask.user.id, rules=rules)
    await kit.dailies.guard.refuse_truncate(ask.created_at, *card.sequence)
    await truncates.DECK.show(ask, card)


@truncate.autocomplete("start")
@truncate.autocomplete("through")
@truncate.autocomplete("end")
@in_house
def _word(ask: Ask, typed: str) -> Iterable[str]:
    return ask.client.kit.lexicons[TIER].complete(typed)
