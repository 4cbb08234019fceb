"""Checks a ladder request against the lexicon; each error says what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from solvers.errors import BadInput, NoAnswer
from solvers.ladder.request import COSTS, KINDS, MOVES
from solvers.reading import read_word
from solvers.text import many, quoted, series

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from solvers.ladder.request import Cost, LadderRequest
    from solvers.lexicon import Lexicon

MOST_STEPS = 100


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The checked request in word ids; `stops` are the start, words to pass and the target."""

    stops: tuple[int, ...]
    avoid: frozenset[int]
    moves: frozenset[str]
    steps: int | None
    cost: Cost


def check(request: LadderRequest, lexicon: Lexicon) -> Puzzle:
    """Return the puzzle of a request. Raises BadInput, or NoAnswer if no ladder can exist."""
    moves = _moves(request.moves)
    _check_kinds(request.want)
    _check_cost(request.cost)
    resizing = bool(moves & {"insert", "delete"})
    typed = (request.start, *request.via, request.target)
    stops = tuple(
        lexicon.require(word, None if resizing else _length_beside(word, typed)) for word in typed
    )
    avoid = frozenset(map(lexicon.require, request.avoid))
    _check_stops(stops, avoid, lexicon)
    _check_steps(request.steps, len(stops))
    if not resizing:
        _check_lengths(stops, lexicon)
    if moves == {"change"}:
        _check_groups(stops, lexicon)
    return Puzzle(stops, avoid, moves, request.steps, request.cost)


def _length_beside(word: str, typed: Sequence[str]) -> int | None:
    """Return the length that a word must have for a ladder with the first of the other words.

    None if the word's length differs so much that it can hardly have been meant.
    """
    other = len(read_word(next((one for one in typed if one != word), word)))
    return other if abs(other - len(read_word(word))) <= 1 else None


def _moves(typed: Iterable[str]) -> frozenset[str]:
    moves = frozenset(move.strip().lower() for move in typed)
    known = f"the moves are {series(MOVES)}"
    if unknown := sorted(moves - set(MOVES)):
        raise BadInput(f"{quoted(unknown[0])} is not a move; {known}.", code="unknown_move")
    if not moves:
        raise BadInput(f"Allow at least one move; {known}.", code="unknown_move")
    return moves


def _check_kinds(want: Iterable[str]) -> None:
    if unknown := sorted(set(want) - set(KINDS)):
        raise BadInput(
            f"{quoted(unknown[0])} is not a kind of ladder; choose {series(KINDS, 'or')}.",
            code="unknown_kind",
        )


def _check_cost(cost: str) -> None:
    if cost not in COSTS:
        raise BadInput(
            f"{quoted(cost)} is not a cost; choose {series(COSTS, 'or')}.", code="unknown_cost"
        )


def _check_stops(stops: tuple[int, ...], avoid: frozenset[int], lexicon: Lexicon) -> None:
    start, *via, target = stops
    if start == target:
        raise BadInput(
            f"“{lexicon.word(start)}” is both start and target; choose two different words.",
            code="same_word",
        )
    for place, stop in enumerate(stops):
        if stop in stops[:place]:
            raise BadInput(
                f"“{lexicon.word(stop)}” is there twice. Start, target and the words to pass"
                " must all differ.",
                code="same_word",
            )
        if stop in avoid:
            role = (
                "a word to pass" if stop in via else "the start" if stop == start else "the target"
            )
            raise BadInput(
                f"“{lexicon.word(stop)}” is {role}, so it can’t be avoided, too.",
                code="contradiction",
            )


def _check_steps(steps: int | None, stops: int) -> None:
    if steps is None:
        return
    if not 1 <= steps <= MOST_STEPS:
        raise BadInput(
            f"A ladder can have 1 to {MOST_STEPS} steps, not {steps}.", code="steps_out_of_range"
        )
    if steps < stops - 1:
        raise BadInput(
            f"With {many(stops - 2, 'word')} to pass, a ladder has at least {stops - 1} steps,"
            f" not {steps}.",
            code="steps_out_of_range",
        )


def _check_lengths(stops: tuple[int, ...], lexicon: Lexicon) -> None:
    for one, other in pairwise(map(lexicon.word, stops)):
        if len(one) != len(other):
            raise BadInput(
                f"“{one}” has {len(one)} letters and “{other}” {len(other)}; choose words of the"
                " same length, or allow adding and removing letters.",
                code="different_lengths",
            )


def _check_groups(stops: tuple[int, ...], lexicon: Lexicon) -> None:
    groups = []
    for stop in stops:
        group = lexicon.group(stop)
        if group is None:
            raise NoAnswer(
                f"No other word is one letter away from “{lexicon.word(stop)}”; allow adding and"
                " removing letters, or choose another word.",
                code="no_links",
            )
        groups.append(group)
    for stop, group in zip(stops[1:], groups[1:], strict=True):
        if group != groups[0]:
            first, word = lexicon.word(stops[0]), lexicon.word(stop)
            size, alone = min((groups[0].size, first), (group.size, word))
            raise NoAnswer(
                f"No ladder leads from “{first}” to “{word}”: “{alone}” reaches only"
                f" {many(size - 1, 'word')}. Allow adding and removing letters, or choose other"
                " words.",
                code="different_groups",
            )
