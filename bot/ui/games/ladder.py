"""/ladder: from one word to another, a letter at a time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from discord import app_commands

from bot.ui import replies
from bot.ui.buttons import PersistentButton, defer_for_redraw
from bot.ui.cards import CardType, meanings
from bot.ui.client import Interaction, requester_of
from bot.ui.games.ladder_card import LadderCard, LadderId, Reveal, another, draw
from bot.ui.games.ladder_view import present_ladder
from bot.ui.options import (
    last_of_list,
    list_option,
    playable_here,
    quietly,
    word_option,
)
from bot.ui.server_rules import rules_of
from bot.ui.words import present_meanings
from solvers.ladder import MOVES, LadderRequest
from solvers.ladder.puzzle import MOST_STEPS

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
LADDERS = CardType("ladder", LadderCard, present_ladder)


@app_commands.command()
@app_commands.describe(
    start="the word to begin with",
    target="the word to arrive at",
    reveal="how much of the answer to show (default: full)",
    avoid="words the ladder must not use",
    via="words it must pass, in this order",
    steps="make it exactly this long",
    moves="what a step may do: change, insert, delete, swap, anagram (default: change)",
    tier="which words count: common, standard or full (default: full, or what the server has set)",
    private="show the answer to you alone",
)
async def ladder(  # noqa: PLR0917 - Discord passes options by name
    interaction: Interaction,
    start: app_commands.Range[str, 1, 60],
    target: app_commands.Range[str, 1, 60],
    reveal: Reveal = "full",
    avoid: app_commands.Range[str, 1, 500] | None = None,
    via: app_commands.Range[str, 1, 500] | None = None,
    steps: app_commands.Range[int, 1, MOST_STEPS] | None = None,
    moves: app_commands.Range[str, 1, 100] | None = None,
    tier: Literal["common", "standard", "full"] | None = None,
    private: bool = False,
) -> None:
    """Turn one word into another, one letter at a time."""
    await replies.defer(interaction, private=private)
    request = LadderRequest(
        start=word_option("start", start),
        target=word_option("target", target),
        avoid=list_option("avoid", avoid),
        via=list_option("via", via),
        steps=steps,
        moves=_moves(moves),
    )
    services = interaction.client.services
    rules = await rules_of(interaction)
    asked = request.start, *request.via, request.target
    await services.dailies.guard.refuse_ladder(interaction.created_at, *asked)
    drawn = await draw(
        services, request, tier or rules.tier, reveal, requester_of(interaction), rules=rules
    )
    await services.dailies.guard.refuse_ladder(interaction.created_at, *drawn.words)
    await LADDERS.show(interaction, drawn)


def _moves(typed: str | None) -> tuple[str, ...]:
    """Return the moves, those that are known in their usual order; the solver refuses others."""
    moves = list_option("moves", typed) or ("change",)
    return tuple(sorted(set(moves), key=lambda move: (*MOVES, move).index(move)))


@ladder.autocomplete("start")
@playable_here
def _start(interaction: Interaction, typed: str) -> Iterable[str]:
    return _complete(interaction, typed, _length(interaction, interaction.namespace.target))


@ladder.autocomplete("target")
@playable_here
def _target(interaction: Interaction, typed: str) -> Iterable[str]:
    return _complete(interaction, typed, _length(interaction, interaction.namespace.start))


@ladder.autocomplete("via")
@ladder.autocomplete("avoid")
@playable_here
def _words(interaction: Interaction, typed: str) -> Iterable[str]:
    ends = interaction.namespace.start or interaction.namespace.target
    return last_of_list(
        typed, lambda last: _complete(interaction, last, _length(interaction, ends))
    )


@ladder.autocomplete("moves")
@quietly
def _which(_interaction: Interaction, typed: str) -> Iterable[str]:
    return [moves for moves in SUGGESTED_MOVES if moves.startswith(typed.lower().strip())]


def _complete(interaction: Interaction, typed: str, length: int | None = None) -> Iterable[str]:
    lexicons = interaction.client.services.lexicons
    lexicon = lexicons.get(str(interaction.namespace.tier), lexicons["full"])
    return lexicon.complete(typed, length)


def _length(interaction: Interaction, other: str | None) -> int | None:
    """Return how long a word must be to share a ladder with another, if that is fixed."""
    moves = set(list_option("moves", interaction.namespace.moves))
    other = (other or "").strip()
    return None if moves & RESIZING or not other else len(other)


class LadderButton(PersistentButton[LadderId], ids=LadderId):
    """Another, Definitions, Next word, Show it all."""

    async def press(self, interaction: Interaction) -> None:
        """Show the next card, or what its words mean."""
        services = interaction.client.services
        if self.params.action == "definitions":
            await replies.defer(interaction, private=True)
            shown = await LADDERS.fetch(services, self.params.key)
            meant = meanings(services.lexicons[shown.tier], shown.words)
            await replies.edit(
                interaction, present_meanings(f"What the words mean: {shown.title}", meant)
            )
            return
        await defer_for_redraw(interaction)
        shown = await LADDERS.fetch(services, self.params.key)
        await services.dailies.guard.refuse_ladder(interaction.created_at, *shown.words)
        onward = await self._next(interaction, shown)
        await services.dailies.guard.refuse_ladder(interaction.created_at, *onward.words)
        await LADDERS.show(interaction, onward)

    async def _next(self, interaction: Interaction, shown: LadderCard) -> LadderCard:
        if self.params.action == "next":
            return shown.hint_on()
        if self.params.action == "all":
            return replace(shown, reveal="full")
        return await another(
            interaction.client.services,
            shown,
            requester_of(interaction),
            await rules_of(interaction),
        )
