"""A daily snake: 7 to 11 familiar words that make one unbroken row, the best there is.

A word comes again only after 16 snakes, a row of joins, such as 2-2-4-1-2-3, only after eight,
whichever way round; after one less where another game joined meanwhile, and a row perhaps sooner
where snakes are very rare. That the best is the best is proven by scoring all orders. From Tuesday
on there are decoys, joins of three letters that the best does without; rings bring them (see
`Share`).

Greed is to join the longest overlap that is left, again and again; what it scores is an average
over draws among equals. The goal is what one order in so many reaches, below the second best.

Difficulty: 0.4 for each word beyond five, and 0.48 for each per cent of best that greed falls
short. From Friday on greed does not solve the puzzle.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain, islice, product
from math import ceil
from random import Random
from statistics import mean
from typing import TYPE_CHECKING

from solvers.daily.common import check, familiar, level_of_difficulty, measured
from solvers.daily.edition import Puzzle
from solvers.daily.makers import Maker
from solvers.wordsnake.greedy import greedy_order
from solvers.wordsnake.score import joins, overlap, score_pairs
from solvers.wordsnake.types import SnakeRequest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from solvers.daily.draw import Draw
    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

SIZES = {1: (7,), 2: (8, 9), 3: (8, 9), 4: (8, 9), 5: (8, 9), 6: (8, 9, 10, 11), 7: (9, 10, 11)}
"""How many words, by level."""
RINGS = {1: (0,), 2: (1,), 3: (1,), 4: (1,), 5: (1, 2, 2), 6: (1, 2, 2), 7: (1, 2, 2)}
"""How many rings are laid, by level; each brings a decoy, and chance may bring more."""
ODDS = {1: 100, 2: 500, 3: 2_000, 4: 10_000, 5: 50_000, 6: 100_000, 7: 100_000}
"""At least one order in so many reaches the goal, by level."""
ABOVE_GREED, BELOW_BEST = 5, 0.92
"""From this level on, greed scores less than the goal, and less than this part of best."""
OWN_LEVEL = 4
SOLVED = 0.75
"""The part of best that counts as solved in a list of somebody's own."""
LENGTHS = range(4, 11)
OVERLAPS = (1, 1, 2, 2, 2, 3, 4, 4, 5, 5)
"""What the letters of a join outside rings are drawn from; long ones often fit nowhere."""
LETTERS = sorted(set(OVERLAPS))
DECOY = 3
"""The letters of a decoy; a best has a longer join or, where such lists are rare, one as long."""
DOOR = 2
"""The letters by which a ring joins the words around it, and the fewest within it."""
RING = (2, 3, 4)
"""How many words a ring has."""
PARTS = (1, *(size + 2 for size in RING))
"""How many words may be laid at once: one, or a ring and the words around it."""
LOSS = 3
"""What a ring usually costs greed: it takes 9 points, and loses three joins by two, 12 points."""
SHARES = 16
"""The words are dealt into so many shares, which take turns."""
RING_SHARES = 2 * SHARES
"""Words that may be in rings are dealt into more shares, or the same rings would come every time.

A multiple of the former: after `WIDEN_AFTER` a list may have the rings of one of these.
"""
FEWEST_ROWS = 8
"""Rows of joins are dealt into so many shares at least: eight snakes are a month."""
ROWS = {1: 96, 2: 8, 3: 16, 4: 32, 5: 8, 6: 8, 7: 8}
"""Into how many, by level: more where many rows are possible, and always a multiple of the fewest,
so that a row that is in turn at two levels is eight snakes apart there, too."""
TOGETHER = 12
"""At most so many words are dealt as one since they overlap."""
DOORS = 3
"""So many words are dealt with a ring at either end of it."""
MOST_DOORS = 16
"""So many words at most are tried at either end of a ring."""
LISTS = 400_000
"""So many lists are laid before a level is taken for one that has no snake."""
WIDEN_AFTER = 6_000
"""After so many lists that were laid in vain, words in rings and rows of joins are of the larger
share; after as many again, the longest join may be as long as a decoy."""
ANY_ROW = 40 * WIDEN_AFTER
"""After so many lists any row of joins will do: it may have come within the last eight snakes."""
TRIES = 5
"""How often a place in a list is tried."""
LUCK = 20
"""How often greed draws among equals."""


def greed(words: Sequence[str]) -> float:
    """Return what greed scores on average."""
    orders = (Random(luck).sample(words, len(words)) for luck in range(LUCK))  # noqa: S311
    return mean(score_pairs(greedy_order(order)).score for order in orders)


def difficulty_of(words: Sequence[str], par: int, greedy: float) -> float:
    """Return the difficulty of so many words, given their best score and that of greed."""
    return measured(0.4 * (len(words) - 5) + 48 * (par - greedy) / par)


def results(words: Sequence[str]) -> list[int]:
    """Return how many of all orders score 0, 1, ... up to the best.

    By sets of words and the last of each (Held and Karp, 1962), counts of all scores are one
    integer: 32 bits a score, which 12 words do not fill, so that a shift adds to the scores. Only
    sets of one size are kept at a time.
    """
    gains = [[32 * overlap(a, b) ** 2 for b in words] for a in words]
    layer = {1 << i: {i: 1} for i in range(len(words))}  # of sets that are as large
    for _ in words[1:]:
        larger: dict[int, dict[int, int]] = {}
        for used, lasts in layer.items():
            for i in range(len(words)):
                if not used >> i & 1:
                    ways = sum(count << gains[last][i] for last, count in lasts.items())
                    larger.setdefault(used | 1 << i, {})[i] = ways
        layer = larger
    (lasts,) = layer.values()
    counts = sum(lasts.values())
    return [counts >> at & 0xFFFFFFFF for at in range(0, counts.bit_length(), 32)]


def goal_of(counts: Sequence[int], odds: int) -> int:
    """Return the highest goal that one order in `odds` reaches, with a result below the best.

    There have to be three results, as there are where seven words or more make an unbroken row.
    """
    scores = [score for score in reversed(range(len(counts))) if counts[score]]
    return next(s for s in scores[2:] if sum(counts[s:]) * odds >= sum(counts))


def in_turn(level: int, lexicon: Lexicon, draw: Draw, deadline: Deadline) -> Iterator[Puzzle]:
    """Yield snakes of a level, as many as come of some draws."""
    words = familiar(lexicon, LENGTHS)
    share, rows = Share(words, draw, RING_SHARES), ROWS[level]
    for tried in range(LISTS):
        check(deadline)
        if tried == WIDEN_AFTER:
            del share  # before there is another: a solver process has little room
            share, rows = Share(words, draw, SHARES), FEWEST_ROWS
        elif tried == ANY_ROW:
            rows = 1
        rings = draw.rng.choice(RINGS[level])
        order = share.lay(draw.rng.choice(SIZES[level]), rings)
        if not order:
            continue
        row = joins(order)
        par = sum(k * k for k in row)
        if (
            max(row) >= DECOY + (tried < 2 * WIDEN_AFTER)
            # Most that are too easy are dropped before all orders are scored.
            and difficulty_of(order, par, par - LOSS * rings) >= level - 1
            and draw.is_dealt("-".join(map(str, min(row, row[::-1]))), rows)
            and (puzzle := _puzzle(order, par, level))
        ):
            yield puzzle


def _puzzle(order: tuple[str, ...], par: int, level: int) -> Puzzle | None:
    """Return the puzzle of an order; None if it has another level, or if there is a better one."""
    words = tuple(sorted(order))
    hard = level >= ABOVE_GREED
    if score_pairs(greedy_order(words)).score > par:  # saves the time of an average
        return None
    greedy = greed(words)
    difficulty = difficulty_of(words, par, greedy)
    if level_of_difficulty(difficulty) != level or (hard and greedy >= BELOW_BEST * par):
        return None
    counts = results(words)
    goal = goal_of(counts, ODDS[level])
    if par < len(counts) - 1 or (hard and greedy >= goal):
        return None
    return Puzzle(
        game="snake",
        level=level,
        difficulty=difficulty,
        given=words,
        par=par,
        goal=goal,
        solution=order,
        ways=0,
    )


class Share:
    """The words that a puzzle may have, and among them rings.

    A ring is two to four words each of which overlaps the next by two letters or more, and the last
    the first by three: *desire, resides*. Where the words around it join by two, too, the right way
    is worth 12 points or more; greed takes the three, and thus loses the others.
    """

    def __init__(self, words: Sequence[str], draw: Draw, ring_shares: int) -> None:
        self._rng = draw.rng
        ringed, loose = _groups(words, draw)
        dealt = draw.share(ringed, " ".join, ring_shares), draw.share(loose, " ".join, SHARES)
        self._words = [*chain(*chain(*dealt))]
        self._begins = {k: _by_first(self._words, k) for k in LETTERS if k >= DOOR}
        self._ends = _by_last(self._words, DOOR)
        # By how many words they are, and by the letters with which they begin.
        self._parts = {size: defaultdict[str, list[tuple[str, ...]]](list) for size in PARTS}
        for part in chain(zip(self._words, strict=True), self._rings()):
            for k in LETTERS:
                self._parts[len(part)][part[0][:k]].append(part)

    def _rings(self) -> Iterator[tuple[str, ...]]:
        """Yield rings, each with a word before it and one behind."""
        after = {
            word: {
                o: k for k, by in self._begins.items() for o in by.get(word[-k:], ()) if o != word
            }
            for word in self._words
        }
        for last, others in after.items():
            for first in (other for other, shared in others.items() if shared == DECOY):
                ways: list[tuple[str, ...]] = [(first,)]
                for _ in RING:
                    for way in (way for way in ways if last in after[way[-1]]):
                        doors = self._some(
                            self._ends[first[:DOOR]], self._begins[DOOR][last[-DOOR:]]
                        )
                        rings = ((one, *way, last, other) for one, other in product(*doors))
                        yield from (ring for ring in rings if _unlike((), ring))
                    ways = [(*w, o) for w in ways for o in after[w[-1]] if o not in (*w, last)]

    def _some(self, *lists: Sequence[str]) -> list[list[str]]:
        return [self._rng.sample(words, min(len(words), MOST_DOORS)) for words in lists]

    def lay(self, number: int, rings: int) -> tuple[str, ...]:
        """Return so many words in an unbroken row, with some rings; none if it got stuck."""
        sizes = [size + 2 for size in self._rng.choices(RING, k=rings)]
        sizes += [1] * (number - sum(sizes))
        self._rng.shuffle(sizes)
        order: tuple[str, ...] = ()
        for size in sizes if self._words and sum(sizes) == number else ():
            # What comes first overlaps with some word, too, which is not laid.
            stem = order[-1] if order else self._rng.choice(self._words)
            ways = [*filter(None, (self._parts[size].get(stem[-k:]) for k in OVERLAPS))]
            for _ in range(TRIES if ways else 0):
                if _unlike(order, more := self._rng.choice(self._rng.choice(ways))):
                    order += more
                    break
            else:
                return ()
        return order


def _groups(words: Sequence[str], draw: Draw) -> tuple[list[list[str]], list[list[str]]]:
    """Return rings of two with words around them, and the other words, by what they overlap long.

    No word is in two groups. A ring has so many words at either end, unlike its own, or it is none.
    """
    begins, ends = _by_first(words, DOOR), _by_last(words, DOOR)
    rings = (
        (one, other)
        for other, one in _overlapping(words, DECOY)
        if one[-DOOR:] == other[:DOOR] and not _alike(one, other)
    )
    taken: set[str] = set()
    ringed: list[list[str]] = []
    for one, other in draw.shuffled(rings, " ".join):
        if taken.isdisjoint((one, other)):
            group = [one, other]
            for doors in (ends[one[:DOOR]], begins[other[-DOOR:]]):
                at = draw.chance(one) % max(1, len(doors))
                turned = doors[at:] + doors[:at]
                free = (w for w in turned if w not in taken and _unlike(group, [w]))
                group += list(islice(free, DOORS))
            if len(group) == 2 + 2 * DOORS:
                taken.update(group)
                ringed.append(group)
    loose = [word for word in words if word not in taken]
    long = (
        pair for k in LETTERS if k > DECOY for pair in _overlapping(loose, k) if not _alike(*pair)
    )
    groups: dict[str, list[str]] = {}  # of the words that overlap another long
    for one, other in draw.shuffled(long, " ".join):
        group, more = (groups.setdefault(word, [word]) for word in (one, other))
        if group is not more and len(group) + len(more) <= TOGETHER:
            group += more
            groups.update(dict.fromkeys(more, group))
    shared = {id(group): group for group in groups.values()}
    alone = ([word] for word in loose if word not in groups)
    return ringed, [*shared.values(), *alone]


def _overlapping(words: Sequence[str], k: int) -> Iterator[tuple[str, str]]:
    """Yield each two words of which the first ends with the k letters that begin the other."""
    begins = _by_first(words, k)
    return ((word, other) for word in words for other in begins.get(word[-k:], ()))


def _by_first(words: Iterable[str], k: int) -> defaultdict[str, list[str]]:
    """Return words by their first k letters."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for word in words:
        found[word[:k]].append(word)
    return found


def _by_last(words: Iterable[str], k: int) -> defaultdict[str, list[str]]:
    """Return words by their last k letters."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for word in words:
        found[word[-k:]].append(word)
    return found


def _unlike(order: Sequence[str], more: Sequence[str]) -> bool:
    """Return whether more words are unlike those before, and one another."""
    return not any(_alike(a, b) for n, a in enumerate(more) for b in (*order, *more[:n]))


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
    return Puzzle(
        game="snake",
        level=OWN_LEVEL,
        difficulty=float(OWN_LEVEL),
        given=listed,
        par=best.score,
        goal=goal,
        solution=solution,
        ways=0,
    )


MAKER = Maker("snake", 0, 1, in_turn, of_words=of_words)
