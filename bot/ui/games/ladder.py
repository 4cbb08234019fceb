"""/ladder: from one word to another, a letter at a time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from discord import app_commands

from bot.errors import BadOption
from bot.services import Services
from bot.ui import replies
from bot.ui.cards import KEY, CardButton, CardType, meanings, redraw, take_turn
from bot.ui.client import Interaction
from bot.ui.games.ladder_view import LadderCard, Reveal, present_ladder
from bot.ui.options import (
    last_of_list,
    list_option,
    playable_here,
    quietly,
    range_option,
    word_option,
)
from bot.ui.server_rules import ServerRules, rules_of
from bot.ui.words import gloss, present_meanings, rarest_of
from solvers import ladder as solver
from solvers.ladder import MOVES, Ladder, LadderRequest, LadderResult

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
    interaction: Interaction,
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
    await replies.defer(interaction, private=private)
    request = LadderRequest(
        start=word_option("start", start),
        target=word_option("target", target),
        avoid=list_option("avoid", avoid),
        via=list_option("via", via),
        steps=range_option("steps", steps, 1, MOST_STEPS),
        moves=_moves(moves),
    )
    services = interaction.client.services
    rules = await rules_of(interaction)
    asked = request.start, *request.via, request.target
    await services.dailies.guard.refuse_ladder(interaction.created_at, *asked)
    card = await draw(
        services, request, tier or rules.tier, reveal, interaction.user.id, rules=rules
    )
    await services.dailies.guard.refuse_ladder(interaction.created_at, *card.words)
    await LADDERS.show(interaction, card)


def _moves(typed: str | None) -> tuple[str, ...]:
    moves = list_option("moves", typed)
    unknown = [move for move in moves if move not in MOVES]
    if unknown:
        raise BadOption(f"`moves` knows no “{unknown[0]}”; choose of {', '.join(MOVES)}.")
    return tuple(move for move in MOVES if move in moves) or ("change",)


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
def _which(_ask: Interaction, typed: str) -> Iterable[str]:
    return [moves for moves in SUGGESTED_MOVES if moves.startswith(typed.lower().strip())]


def _complete(interaction: Interaction, typed: str, length: int | None = None) -> Iterable[str]:
    lexicons = interaction.client.services.lexicons
    lexicon = lexicons.get(str(interaction.namespace.tier), lexicons["full"])
    return lexicon.complete(typed, length)


def _length(interaction: Interaction, other: str | None) -> int | None:
    """Return how long a word must be that stands in one ladder with another, if there is one."""
    moves = set(list_option("moves", interaction.namespace.moves))
    other = (other or "").strip()
    return None if moves & RESIZING or not other else len(other)


class LadderButton(CardButton, template=rf"ladder:(?P<action>another|definitions|next|all):{KEY}"):
    """Any of them."""

    async def press(self, interaction: Interaction) -> None:
        """Show the next card, or what its words mean."""
        services = interaction.client.services
        if self.action == "definitions":
            await replies.defer(interaction, private=True)
            shown = await LADDERS.fetch(services, self.key)
            told = meanings(services.lexicons[shown.tier], shown.words)
            await replies.edit(
                interaction, present_meanings(f"What the words mean: {shown.title}", told)
            )
            return
        await take_turn(interaction)
        shown = await LADDERS.fetch(services, self.key)
        await services.dailies.guard.refuse_ladder(interaction.created_at, *shown.words)
        onward = await self._next(interaction, shown)
        await services.dailies.guard.refuse_ladder(interaction.created_at, *onward.words)
        await LADDERS.show(interaction, onward)

    async def _next(self, interaction: Interaction, shown: LadderCard) -> LadderCard:
        if self.action == "next":
            return shown.hint_on()
        if self.action == "all":
            return replace(shown, reveal="full")
        return await another(
            interaction.client.services, shown, interaction.user.id, await rules_of(interaction)
        )


LADDERS = CardType("ladder", LadderCard, present_ladder)
QUICK_SECONDS = 5.0
"""Far more than any ladder takes, but for one of an exact number of steps."""


async def draw(
    services: Services,
    request: LadderRequest,
    tier: str,
    reveal: Reveal,
    user: int,
    *,
    rules: ServerRules,
) -> LadderCard:
    """Solve the request; raises PuzzleError, SolvingError, or BadOption for a denied word."""
    rules.check((request.start, request.target, *request.via))
    seconds = QUICK_SECONDS if request.steps is None else None
    lexicon = services.lexicons[tier]
    # The card keeps the request as it was made: denied words are not to be read in it.
    denied = rules.denied_in(lexicon)
    asked = replace(request, avoid=tuple(dict.fromkeys((*request.avoid, *denied))))
    result: LadderResult = await services.solving.run(
        solver.solve, asked, tier=tier, seconds=seconds, user=user
    )
    shortest, common = result.shortest, result.common
    words = {word for each in (shortest, common) if each for word in each.words}
    glosses = {word: gloss(senses) for word in words if (senses := lexicon.define(word))}
    return LadderCard(
        request=request,
        tier=tier,
        reveal=reveal,
        group=result.group,
        shortest=shortest,
        common=common,
        rarest_of_shortest=rarest_of(shortest.words[1:], lexicon) if shortest else None,
        rarest_of_common=rarest_of(common.words[1:], lexicon) if common else None,
        gave_up=result.gave_up,
        glosses=glosses,
    )


async def another(
    services: Services, shown: LadderCard, user: int, rules: ServerRules
) -> LadderCard:
    """Return the card drawn again, until both of its ladders are others if there are such."""
    return await redraw(
        lambda: draw(services, shown.request, shown.tier, shown.reveal, user, rules=rules),
        lambda drawn: (
            _is_other(drawn.shortest, shown.shortest) and _is_other(drawn.common, shown.common)
        ),
    )


def _is_other(drawn: Ladder | None, shown: Ladder | None) -> bool:
    """Tell whether a ladder is another one, or there is no other to be had."""
    return drawn is None or shown is None or drawn.count == 1 or drawn.words != shown.words
