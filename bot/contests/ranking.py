"""Who is ahead: in one contest, and over a season of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bot.store.records import Entrant, SeasonEntry


@dataclass(frozen=True, slots=True)
class RankedEntrant:
    """An entrant with a place, which equals share. Without `user_id`, somebody forgotten."""

    place: int
    entrant_id: int
    user_id: int | None
    score: int
    percent: float
    tries: int
    reached_ms: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of a season: the mean % of par over the contests that count, missed ones as 0."""

    place: int
    user_id: int
    percent: float
    counted: tuple[float, ...]  # best first
    played: int
    won: int


def hundredths(score: int, par: int) -> int:
    """Return hundredths of a per cent of par, rounded down: 100 % only where par is reached."""
    return 10_000 if par <= 0 else 10_000 * score // par


def percent(score: int, par: int) -> float:
    """Return the per cent of par, rounded down to hundredths; 100 where par is 0."""
    return hundredths(score, par) / 100


def order_of(entrant: Entrant) -> tuple[int, int, int]:
    """Return the key that sorts entrants: higher score, sooner reached, fewer tries."""
    assert entrant.best_score is not None
    assert entrant.reached_ms is not None
    return (-entrant.best_score, entrant.reached_ms, entrant.tries)


def rank(entrants: Iterable[Entrant], par: int) -> tuple[RankedEntrant, ...]:
    """Rank those who sent in a snake and are not disqualified."""
    playing = [e for e in entrants if e.best_score is not None and e.disqualified_at is None]
    playing.sort(key=lambda e: (order_of(e), e.id))
    ranked = []
    for place, entrant in zip(_places(playing, order_of), playing, strict=True):
        score, reached = entrant.best_score, entrant.reached_ms
        assert score is not None
        assert reached is not None
        share = percent(score, par)
        ranked.append(
            RankedEntrant(place, entrant.id, entrant.user_id, score, share, entrant.tries, reached)
        )
    return tuple(ranked)


def place_among(key: tuple[int, int, int], keys: Sequence[tuple[int, int, int]]) -> int:
    """Return the place of an `order_of` among all of them, sorted."""
    return bisect_left(keys, key) + 1


def standing(entry: SeasonEntry, shares: Sequence[int], best: int) -> Standing:
    """Return a row of a season from its entry and its player's shares of par, best first."""
    return Standing(
        entry.place,
        entry.user_id,
        entry.total // best / 100,
        tuple(share / 100 for share in shares[:best]),
        entry.played,
        entry.won,
    )


def _places(rows: Sequence[Any], key: Callable[[Any], object]) -> list[int]:
    """Return the places of sorted rows, from 1; rows with equal keys share the first one's."""
    places = [1] if rows else []
    for number, (before, row) in enumerate(pairwise(rows), 2):
        places.append(places[-1] if key(before) == key(row) else number)
    return places
