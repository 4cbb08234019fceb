"""Who is ahead: in one contest, and over a season of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from bot.puzzles import GAMES
from bot.store.schema import Contest, Entrant, Scoring, StandingsEntry, Ties


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of standings: points, or the mean % of par over the contests that count.

    A missed contest counts 0. Without `user_id`, a forgotten person; `has_role`: whether they have
    the champion's role.
    """

    place: int
    user_id: int | None
    result: float
    counted: tuple[float, ...]  # best first
    played: int
    won: int
    has_role: bool = False


def percent(contest: Contest, score: int) -> float:
    """Return the per cent of a contest's par, rounded down to hundredths; 100 where par is 0."""
    return GAMES[contest.game].hundredths(score, contest.par or 0) / 100


def order_of(entrant: Entrant, ties: Ties) -> tuple[int, int, int]:
    """Return the sort key of an entrant: higher score; then, unless ties share, less time, tries.

    The time counts from the opening or, if words are sealed, from their own start.
    """
    assert entrant.best_score is not None
    assert entrant.reached_ms is not None
    told_apart = (0, 0) if ties == "shared" else (entrant.reached_ms, entrant.tries)
    return (-entrant.best_score, *told_apart)


def place_among(key: tuple[int, int, int], keys: Sequence[tuple[int, int, int]]) -> int:
    """Return the place of an `order_of` key among all keys, sorted."""
    return bisect_left(keys, key) + 1


def result_of(entry: StandingsEntry, best: int, scoring: Scoring) -> int:
    """Return the result of a season's row: points, or hundredths of a per cent."""
    return entry.total if scoring == "points" else entry.total // best


def shown(result: int, scoring: Scoring) -> float:
    """Return points unchanged, and hundredths of a per cent as per cent."""
    return result if scoring == "points" else result / 100


def standing(
    entry: StandingsEntry, results: Sequence[int], best: int, scoring: Scoring
) -> Standing:
    """Return a row of a season from its entry and its player's results, best first."""
    return Standing(
        place=entry.place,
        user_id=entry.user_id,
        result=shown(result_of(entry, best, scoring), scoring),
        counted=tuple(shown(one, scoring) for one in results[:best]),
        played=entry.played,
        won=entry.won,
    )
