"""Who is ahead: in one contest, and over a season of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from bot.puzzles import hundredths
from bot.store.records import Contest, Entrant, StandingsEntry, Ties


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of standings: the mean % of par over the contests that count, missed ones as 0.

    Without `user_id`, somebody forgotten; `has_role`: the champion's.
    """

    place: int
    user_id: int | None
    percent: float
    counted: tuple[float, ...]  # best first
    played: int
    won: int
    has_role: bool = False


def percent(contest: Contest, score: int) -> float:
    """Return the per cent of a contest's par, rounded down to hundredths; 100 where par is 0."""
    return hundredths(contest.game, score, contest.par or 0) / 100


def order_of(entrant: Entrant, ties: Ties) -> tuple[int, int, int]:
    """Return the key that sorts entrants: higher score; then, unless they share, less time, tries.

    The time is since the opening or, where words are sealed, since their own start.
    """
    assert entrant.best_score is not None
    assert entrant.reached_ms is not None
    told_apart = (0, 0) if ties == "shared" else (entrant.reached_ms, entrant.tries)
    return (-entrant.best_score, *told_apart)


def place_among(key: tuple[int, int, int], keys: Sequence[tuple[int, int, int]]) -> int:
    """Return the place of an `order_of` among all of them, sorted."""
    return bisect_left(keys, key) + 1


def standing(entry: StandingsEntry, shares: Sequence[int], best: int) -> Standing:
    """Return a row of a season from its entry and its player's shares of par, best first."""
    return Standing(
        entry.place,
        entry.user_id,
        entry.total // best / 100,
        tuple(share / 100 for share in shares[:best]),
        entry.played,
        entry.won,
    )
