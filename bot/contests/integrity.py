"""Equal snakes, for organisers to look at. They prove nothing and have no consequences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import combinations, groupby, pairwise
from operator import attrgetter

from bot.contests import life
from bot.puzzles import GAMES
from bot.store.entrants import Sent
from bot.store.schema import Contest
from solvers.wordsnake import overlap

WITHIN = timedelta(seconds=60)
FEWEST_WORDS = 6
"""With fewer words there are so few orders that equal ones are common."""


@dataclass(frozen=True, slots=True)
class EqualSnakes:
    """Two people who first sent the same order less than WITHIN apart, the earlier one first.

    A forgotten person has no id.
    """

    first: int | None
    second: int | None
    apart: timedelta


def find_equal_snakes(contest: Contest, sent: Iterable[Sent]) -> list[EqualSnakes]:
    """Return each pair of people who sent the same order shortly after one another, once.

    `sent` has equal orders side by side, earliest first. Obvious orders are left out (see
    `is_obvious`), as are contests of fewer than FEWEST_WORDS, and other games, which have few best
    answers.
    """
    if not GAMES[contest.game].arranges or len(contest.words) < FEWEST_WORDS:
        return []
    found: dict[tuple[int, int], EqualSnakes] = {}
    for order, group in groupby(sent, key=attrgetter("order")):
        near = [(a, b) for a, b in combinations(group, 2) if b.at - a.at < WITHIN]
        if not near or is_obvious(contest, order):
            continue
        for a, b in near:
            low, high = sorted((a.entrant_id, b.entrant_id))
            found.setdefault((low, high), EqualSnakes(a.user_id, b.user_id, b.at - a.at))
    return list(found.values())


def is_obvious(contest: Contest, order: Sequence[str]) -> bool:
    """Return whether several people may well think of an order independently.

    That holds for the list as it is shown; for a greedy order (see `is_greedy`); and for one that
    scores par with an overlap at every join.
    """
    if tuple(order) == contest.words or is_greedy(order):
        return True
    scored = life.score(contest, tuple(order))
    return scored.score >= (contest.par or 0) and all(word.score for word in scored.order[1:])


def is_greedy(order: Sequence[str]) -> bool:
    """Return whether each word is followed by a remaining word that overlaps its end most."""
    left = set(order)
    for word, after in pairwise(order):
        left.discard(word)
        most = overlap(word, after)
        if any(overlap(word, other) > most for other in left):
            return False
    return True
