"""A daily snake: 7 to 12 familiar words that overlap, with their best score proven.

A word comes again only after 16 snakes. Greed is to join the longest overlap that is left,
again and again; what it scores is an average over draws among equals.

Difficulty: 0.25 for each word beyond five, and 0.33 for each per cent of best that greed falls
short. From Friday on greed does not solve the puzzle.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from math import ceil
from random import Random
from statistics import mean
from typing import TYPE_CHECKING

from solvers.daily.common import check, familiar, level_of_difficulty, measured
from solvers.daily.edition import Puzzle
from solvers.daily.makers import Maker
from solvers.wordsnake.greedy import greedy_order
from solvers.wordsnake.score import score_pairs
from solvers.wordsnake.types import SnakeRequest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from solvers.daily.draw import Draw
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

SIZES = {1: (7,), 2: (8, 9), 3: (9, 10), 4: (10, 11), 5: (11, 12), 6: (12,), 7: (12,)}
"""How many words, by level."""
TRAPS = {1: (0,), 2: (0, 1), 3: (1, 2), 4: (1, 2), 5: (2,), 6: (2, 3), 7: (3,)}
"""How many traps for greed, by level."""
GOALS = {1: 0.6, 2: 0.65, 3: 0.7, 4: 0.75, 5: 0.85, 6: 0.9, 7: 0.92}
"""The part of best that counts as solved, by level."""
ABOVE_GREED = 5
"""From this level on, the goal is above what greed scores."""
OWN_LEVEL = 4
SOLVED = 0.75
"""The part of best that counts as solved in a list of somebody's own."""
LENGTHS = range(4, 9)
OVERLAPS = (2, 3, 3)
SHARES = 16
"""The words are dealt into so many shares, which take turns."""
LISTS = 2_000
TRIES = 50
ENOUGH = 64
"""So many words, four in each share, must join a cycle on either side."""
LUCK = 20
"""How often greed draws among equals."""


def greed(words: Sequence[str]) -> float:
    """Return what greed scores on average."""
    orders = (Random(luck).sample(words, len(words)) for luck in range(LUCK))  # noqa: S311
    return mean(score_pairs(greedy_order(order)).score for order in orders)


def difficulty_of(words: Sequence[str], par: int, greedy: float) -> float:
    """Return the difficulty of a list, given its best score and that of greed."""
    return measured(0.25 * (len(words) - 5) + 33 * (par - greedy) / par)


def in_turn(level: int, lexicon: Lexicon, draw: Draw, deadline: Deadline) -> Iterator[Puzzle]:
    """Yield snakes of a level, as many as come of some draws."""
    # Imported here, as it loads HiGHS, which scoring does not need.
    from solvers.wordsnake.solver import solve  # noqa: PLC0415

    share = Share(familiar(lexicon, LENGTHS), draw)
    for _ in range(LISTS):
        check(deadline)
        words = share.build(draw.rng.choice(SIZES[level]), draw.rng.choice(TRAPS[level]))
        if words is None:
            continue
        best = solve(SnakeRequest(words, seed=0), None, deadline)
        greedy = greed(words)
        difficulty = difficulty_of(words, best.score, greedy)
        if best.proven and level_of_difficulty(difficulty) == level:
            solution = tuple(placed.word for placed in best.order)
            goal = ceil(best.score * GOALS[level])
            if level >= ABOVE_GREED:
                goal = max(goal, int(greedy) + 1)
            yield Puzzle("snake", level, difficulty, words, best.score, goal, solution, 0)


class Share:
    """The words that a puzzle may have, and among them cycles for traps.

    A cycle is two words that overlap both ways, by two letters and by two or three: *desire,
    resides*. It becomes a trap with a word that joins the first by two letters and one that joins
    the second. Greed takes the three: 9 points. The other way round three joins by two are worth
    12. Where all join by two, chance decides.
    """

    def __init__(self, words: Sequence[str], draw: Draw) -> None:
        self._rng = draw.rng
        cycles = _cycles(words, draw)
        in_cycles = set(chain(*cycles))
        loose = [word for word in words if word not in in_cycles]
        self._cycles = draw.share(cycles, " ".join, SHARES)
        self._words = [*chain(*self._cycles), *draw.share(loose, str, SHARES)]
        self._begins, self._ends = _by_letters(self._words)

    def build(self, number: int, traps: int) -> tuple[str, ...] | None:
        """Return `number` words with some traps, in alphabetical order; None if it got stuck."""
        words: list[str] = []
        taken: set[str] = set()  # by traps: letters with which no other word begins or ends
        for first, second in self._rng.sample(self._cycles, len(self._cycles) if traps else 0):
            way_in = self._draw(self._ends[first[:2]])
            way_out = self._draw(self._begins[second[-2:]])
            trap = [first, second, way_in, way_out]
            edges = {first[:2], second[:2], second[-2:]}
            apart = not edges & {way_in[:2], way_out[-2:], *(e for w in words for e in _edges(w))}
            if apart and all(_fits(w, [*words, *trap[:n]], taken) for n, w in enumerate(trap)):
                words += trap
                taken |= edges
            if len(words) == 4 * traps:
                break
        else:
            if traps:
                return None
        for _ in range(TRIES):
            if len(words) == number:
                return tuple(sorted(words))
            k, stem = self._rng.choice(OVERLAPS), self._rng.choice(words or self._words)
            ends = self._begins[stem[-k:]], self._ends[stem[:k]]
            if _fits(word := self._draw(self._rng.choice(ends)), words, taken):
                words.append(word)
        return None

    def _draw(self, options: Sequence[str]) -> str:
        return self._rng.choice(options) if options else ""


def _fits(word: str, words: Iterable[str], taken: AbstractSet[str]) -> bool:
    """Return whether a word leaves traps intact and is unlike all others."""
    if not word or not taken.isdisjoint(_edges(word)):
        return False
    return not any(_alike(word, other) for other in words)


def _edges(word: str) -> tuple[str, str]:
    return word[:2], word[-2:]


def _cycles(words: Sequence[str], draw: Draw) -> list[tuple[str, str]]:
    """Return pairs of words that overlap both ways, by two letters or three.

    Enough words join them by two letters, and no word is in two pairs.
    """
    begins, ends = _by_letters(words)
    between: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for word in words:
        for k in set(OVERLAPS):
            if len(word) >= 2 + k:
                between[word[:2], word[-k:]].append(word)
    found = {
        (one, other)
        for one in words
        for k in set(OVERLAPS)
        if len(ends[one[:2]]) >= ENOUGH and len(one) >= 2 + k
        for other in between[one[-2:], one[:k]]
        if one != other and len(begins[other[-2:]]) >= ENOUGH
    }
    used: set[str] = set()
    kept = []
    for pair in draw.shuffled(found, " ".join):
        if used.isdisjoint(pair):
            used.update(pair)
            kept.append(pair)
    return kept


def _by_letters(words: Iterable[str]) -> tuple[defaultdict[str, list[str]], ...]:
    """Return words by the letters with which they begin, and with which they end."""
    begins: defaultdict[str, list[str]] = defaultdict(list)
    ends: defaultdict[str, list[str]] = defaultdict(list)
    for word in words:
        for k in set(OVERLAPS):
            begins[word[:k]].append(word)
            ends[word[-k:]].append(word)
    return begins, ends


def _alike(a: str, b: str) -> bool:
    """Return whether one word is within the other, or three letters at an end are the same."""
    return a in b or b in a or a[:3] == b[:3] or a[-3:] == b[-3:]


def of_words(words: tuple[str, ...], deadline: Deadline) -> Puzzle:
    """Return the snake of somebody's own list, at an ordinary level."""
    from solvers.wordsnake.solver import solve  # noqa: PLC0415 - it loads HiGHS

    listed = tuple(sorted(set(words)))
    best = solve(SnakeRequest(listed, seed=0), None, deadline)
    solution = tuple(placed.word for placed in best.order)
    goal = ceil(best.score * SOLVED)
    return Puzzle("snake", OWN_LEVEL, float(OWN_LEVEL), listed, best.score, goal, solution, 0)


MAKER = Maker("snake", 0, 1, in_turn, of_words=of_words)
