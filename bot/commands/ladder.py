"""/ladder: from one word to another, a letter at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from discord import app_commands

from bot import answers
from bot.commands.options import (
    in_house,
    last_of_list,
    list_option,
    quietly,
    range_option,
    word_option,
)
from bot.errors import BadOption
from bot.games import ladders
from bot.games.house_rules import rules_of
from solvers.ladder import MOVES, LadderRequest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.client import Ask

MOST_STEPS = 100
SUGGESTED_MOVES = (
    "change",
    "change, swap",
    "change, anagram",
    "insert, delete",
    "change, insert, delete",
    "change, insert, delete, swap",
    "change, insert, delete, swap, anagram",
)
RESIZING = {"insert", "delete"}


@app_commands.command()
@app_commands.describe(
    start="the word to begin with",
    target="the word to arrive at",
    reveal="how much of the answer to show (usually: full)",
    avoid="words the ladder must not use",
    via="words it must pass, in this order",
    steps="make it exactly this long",
    moves="what a step may do: change, insert, delete, swap, anagram (usually: change)",
    tier="which words count: common, standard or full (usually: full, or what the server has set)",
    private="show the answer to you alone",
)
async def ladder(  # noqa: PLR0917 - Discord passes options by name
    ask: Ask,
    start: app_commands.Range[str, 1, 60],
    target: app_commands.Range[str, 1, 60],
    reveal: Literal["full", "next word", "length"] = "full",
    avoid: app_commands.Range[str, 1, 500] | None = None,
    via: app_commands.Range[str, 1, 500] | None = None,
    steps: app_commands.Range[int, 1, MOST_STEPS] | None = None,
    moves: app_commands.Range[str, 1, 100] | None = None,
    tier: Literal["common", "standard", "full"] | None = None,
    private: bool = False,
) -> None:
    """Turn one word into another, one letter at a time."""
    await answers.defer(ask, private=private)
    request = LadderRequest(
        start=word_option("start", start),
        target=word_option("target", target),
        avoid=list_option("avoid", avoid),
        via=list_option("via", via),
        steps=range_option("steps", steps, 1, MOST_STEPS),
        moves=_moves(moves),
    )
    kit = ask.client.kit
    rules = await rules_of(ask)
    asked = request.start, *request.via, request.target
    await kit.dailies.guard.refuse_ladder(ask.created_at, *asked)
    card = await ladders.draw(kit, request, tier or rules.tier, reveal, ask.user.id, rules=rules)
    await kit.dailies.guard.refuse_ladder(ask.created_at, *card.words)
    await ladders.DECK.show(ask, card)


def _moves(typed: str | None) -> tuple[str, ...]:
    moves = list_option("moves", typed)
    unknown = [move for move in moves if move not in MOVES]
    if unknown:
        raise BadOption(f"`moves` knows no “{unknown[0]}”; choose of {', '.join(MOVES)}.")
    return tuple(move for move in MOVES if move in moves) or ("change",)


@ladder.autocomplete("start")
@in_house
def _start(ask: Ask, typed: str) -> Iterable[str]:
    return _complete(ask, typed, _length(ask, ask.namespace.target))


@ladder.autocomplete("target")
@in_house
def _target(ask: Ask, typed: str) -> Iterable[str]:
    return _complete(ask, typed, _length(ask, ask.namespace.start))


@ladder.autocomplete("via")
@ladder.autocomplete("avoid")
@in_house
def _words(ask: Ask, typed: str) -> Iterable[str]:
    ends = ask.namespace.start or ask.namespace.target
    return last_of_list(typed, lambda last: _complete(ask, last, _length(ask, ends)))


@ladder.autocomplete("moves")
@quietly
def _which(_ask: Ask, typed: str) -> Iterable[str]:
    return [moves for moves in SUGGESTED_MOVES if moves.startswith(typed.lower().strip())]


def _complete(ask: Ask, typed: str, length: int | None = None) -> Iterable[str]:
    lexicons = ask.client.kit.lexicons
    lexicon = lexicons.get(str(ask.namespace.tier), lexicons["full"])
    return lexicon.complete(typed, length)


def _length(ask: Ask, other: str | None) -> int | None:
    """Return how long a word must be that stands in one ladder with another, if there is one."""
    moves = set(list_option("moves", ask.namespace.moves))
    other = (other or "").strip()
    return None if moves & RESIZING or not other else len(other)
