"""/ladder: from one word to another, a letter at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from discord import app_commands

from bot.puzzles.games import Legs
from bot.ui import replies
from bot.ui.buttons import PersistentButton, defer_for_redraw
from bot.ui.cards import CardType, draw_guarded, meanings
from bot.ui.client import Interaction, requester_of
from bot.ui.games.ladder_card import LadderCard, LadderId, Reveal, another, best_known, draw
from bot.ui.games.ladder_view import present_ladder, sketches
from bot.ui.games.mending import Mend, Option, offering_mends
from bot.ui.options import (
    last_of_list,
    list_option,
    playable_here,
    quietly,
    word_option,
)
from bot.ui.permissions import guard_of
from bot.ui.server_rules import rules_of
from bot.ui.words import present_meanings
from solvers.errors import GaveUp, PuzzleError
from solvers.ladder import MOVES, LadderRequest
from solvers.ladder.puzzle import MOST_STEPS
from solvers.lexicon import Lexicon
from solvers.reading import read_word

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
UNCONNECTED = {"different_lengths", "different_groups", "no_links", "no_ladder", "only_hidden"}
"""Codes of errors that may go away with moves which change a word's length."""
IN_THE_WAY = {"no_ladder", "same_word", "contradiction", "only_hidden"}
"""Codes of errors that words to pass or to avoid may have caused."""
LADDERS = CardType("ladder", LadderCard, present_ladder, sketches=sketches)


@app_commands.command()
@app_commands.describe(
    start="the word to start from",
    target="the word to get to",
    reveal="how much of the answer to show (default: full)",
    avoid="words to stay away from",
    via="words to pass on the way, in this order",
    steps="make it exactly this many steps",
    moves="what a step may do: change, insert, delete, swap, anagram (default: change)",
    tier="which words count: common, standard or full (default: full, or the server’s choice)",
    private="show the answer only to you (default: no)",
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
    rules, requester = await rules_of(interaction), requester_of(interaction)
    asked = request.start, *request.via, request.target
    await _refuse_words(interaction, request.moves, asked)
    async with offering_mends(interaction, _with_other_options):

        async def draw_known() -> LadderCard:
            counted = tier or rules.tier
            return best_known(
                await draw(services, request, counted, reveal, requester, rules=rules)
            )

        drawn = await draw_guarded(draw_known, lambda drawn: _refuse(interaction, drawn))
        await LADDERS.show(interaction, drawn)


async def _refuse(interaction: Interaction, shown: LadderCard) -> None:
    """Raise BeingPlayed for a ladder that gives away a puzzle being played."""
    await _refuse_words(interaction, shown.request.moves, shown.words, shown.legs)


async def _refuse_words(
    interaction: Interaction, moves: Collection[str], words: Sequence[str], legs: Legs = ()
) -> None:
    """Raise BeingPlayed for words that give away a ladder or, by their moves, a resize."""
    guard, at = guard_of(interaction), interaction.created_at
    await guard.refuse("ladder", at, *words, legs=legs)
    if RESIZING.intersection(moves):
        await guard.refuse("resize", at, *words, legs=legs)


def _with_other_options(error: PuzzleError, options: Mapping[str, Option]) -> Iterator[Mend]:
    """Offer to leave out options that are in the way, or to allow words of other lengths."""
    narrow = error.code in {"no_ladder", "steps_out_of_range"} or isinstance(error, GaveUp)
    if narrow and options.get("steps") is not None:
        yield Mend("Shortest", {"steps": None})
    if error.code in IN_THE_WAY and options.get("via"):
        yield Mend("Without the words to pass", {"via": None})
    if error.code in IN_THE_WAY and options.get("avoid"):
        yield Mend("Without the words to avoid", {"avoid": None})
    if error.code == "unknown_move":
        yield Mend("Just change letters", {"moves": None})
        yield Mend("All moves", {"moves": ", ".join(MOVES)})
    moves = {*_moves(str(options.get("moves") or ""))}
    if error.code in UNCONNECTED and not moves >= RESIZING:
        more = ", ".join(_moves(" ".join(moves | RESIZING)))
        yield Mend("Try with adding and removing letters", {"moves": more})


def _moves(typed: str | None) -> tuple[str, ...]:
    """Return the moves, known ones in their usual order; the solver refuses unknown ones."""
    moves = list_option("moves", typed) or ("change",)
    return tuple(sorted(set(moves), key=lambda move: (*MOVES, move).index(move)))


@ladder.autocomplete("start")
@playable_here
def _start(interaction: Interaction, typed: str, lexicon: Lexicon) -> Iterable[str]:
    return lexicon.complete(typed, _length(interaction, interaction.namespace.target))


@ladder.autocomplete("target")
@playable_here
def _target(interaction: Interaction, typed: str, lexicon: Lexicon) -> Iterable[str]:
    return lexicon.complete(typed, _length(interaction, interaction.namespace.start))


@ladder.autocomplete("via")
@ladder.autocomplete("avoid")
@playable_here
def _words(interaction: Interaction, typed: str, lexicon: Lexicon) -> Iterable[str]:
    ends = interaction.namespace.start or interaction.namespace.target
    length = _length(interaction, ends)
    return last_of_list(typed, lambda last: lexicon.complete(last, length) if last else ())


@ladder.autocomplete("moves")
@quietly
def _which(_interaction: Interaction, typed: str) -> Iterable[str]:
    return [moves for moves in SUGGESTED_MOVES if moves.startswith(typed.lower().strip())]


def _length(interaction: Interaction, other: str | None) -> int | None:
    """Return the length a word must have for a ladder to or from `other`, if that is fixed."""
    moves = set(list_option("moves", interaction.namespace.moves))
    other = read_word(other or "")
    return None if moves & RESIZING or not other else len(other)


class LadderButton(PersistentButton[LadderId], ids=LadderId):
    """Another, Definitions, Next word, Show it all."""

    async def press(self, interaction: Interaction) -> None:
        """Show the next card, or the meanings of its words."""
        services = interaction.client.services
        if self.params.action == "definitions":
            await replies.defer(interaction, private=True)
            shown = await LADDERS.fetch(services, self.params.key)
            rules = await rules_of(interaction)
            meant = meanings(rules.lexicon(services, shown.tier), shown.words)
            await replies.edit(interaction, present_meanings(shown.title, meant))
            return
        await defer_for_redraw(interaction)
        shown = await LADDERS.fetch(services, self.params.key)
        rules = await rules_of(interaction)
        await _refuse(interaction, shown)
        requester = requester_of(interaction)
        if self.params.action == "next":
            onward = shown.hint_on()
        elif self.params.action == "all":
            onward = replace(shown, reveal="full")
        else:
            onward = await draw_guarded(
                lambda: another(services, shown, requester, rules),
                lambda drawn: _refuse(interaction, drawn),
            )
        await LADDERS.show(interaction, onward)
