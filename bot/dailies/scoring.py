"""What a try is worth: whether it solves the puzzle, whether it is par, its points of 100."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.store.daily_records import HintKind
    from solvers.daily import Edition

COST: dict[HintKind, int] = {"letter": 5, "word": 15}
"""Points that each hint costs the tries that follow it."""
FULL = 100


def is_solved(edition: Edition, result: int) -> bool:
    """Tell whether a result, in the unit of par, solves the puzzle; any ladder does."""
    return edition.game == "ladder" or result >= edition.goal


def reaches_par(edition: Edition, result: int) -> bool:
    """Tell whether a result is as good as par; a later word list may even allow better."""
    return result <= edition.par if edition.game == "ladder" else result >= edition.par


def share_of_par(edition: Edition, result: int) -> int:
    """Return the per cent of par, rounded down: 100 only where par is reached.

    A ladder twice as long as par has 50; a truncate counts the words after its start.
    """
    if reaches_par(edition, result):
        return FULL
    if edition.game == "ladder":
        return FULL * edition.par // result
    if edition.game == "truncate":
        return FULL * (result - 1) // (edition.par - 1)
    return FULL * result // edition.par


def points_of(edition: Edition, result: int, hints: Iterable[HintKind]) -> int | None:
    """Return the points of a try with these hints taken before it, at least 1; None: not solved."""
    if not is_solved(edition, result):
        return None
    return max(1, share_of_par(edition, result) - sum(COST[kind] for kind in hints))
