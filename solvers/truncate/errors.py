"""Errors of truncate requests; each sentence says how far a sequence gets instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.errors import BadInput, NoAnswer
from solvers.growth.typed import how_far

if TYPE_CHECKING:
    from solvers.deadline import Deadline
    from solvers.truncate.request import Mode
    from solvers.truncate.tables import GrowingWords

_WHY = {
    "ends": "letters join at the ends only, and it isn’t in there in one piece",
    "anywhere": "letters are only ever added, and its own aren’t in there in this order",
}


def unless_part(low: int, high: int, mode: Mode, words: GrowingWords) -> None:
    """Raise BadInput if a word is not part of the other in the way that the mode requires."""
    start, end = words.word(low), words.word(high)
    if not is_part(start, end, mode):
        hint = " With letters that join anywhere it may." if is_part(start, end, "anywhere") else ""
        raise BadInput(
            f"“{start}” can’t grow into “{end}”: {_WHY[mode]}.{hint}",
            code="not_part",
        )


def no_way(low: int, high: int, mode: Mode, words: GrowingWords, deadline: Deadline) -> NoAnswer:
    """Return the error for two words, one within the other, that no sequence joins."""
    start, end = words.word(low), words.word(high)
    up = words.graph.highest(low, lambda node: is_part(words.word(node), end, mode), deadline)
    back = words.graph.lowest(high, lambda node: is_part(start, words.word(node), mode), deadline)
    reached = how_far(start, words.word(up), end, words.word(back))
    return NoAnswer(f"No sequence leads from “{start}” to “{end}”: {reached}.")


def is_part(part: str, whole: str, mode: Mode) -> bool:
    """Return whether letters that join as the mode says can turn `part` into `whole`."""
    if mode == "ends":
        return part in whole
    rest = iter(whole)
    return all(letter in rest for letter in part)
