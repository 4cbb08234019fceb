"""A daily snake: 7 to 11 familiar words whose best order is one unbroken row.

A word returns only after 16 snakes, and a row of joins, such as 2-2-4-1-2-3 in either direction,
only after eight; after one less if another game joined meanwhile, and a row perhaps sooner if
snakes are very rare. Scoring all orders proves the best. From Tuesday on there are decoys, joins of
three letters that the best order does not use; rings bring them (see `Share`).

Greed joins the longest remaining overlap again and again; its score is an average over random
choices among equals. The goal is a score that one in some number of orders reaches, below the
second best.

Difficulty: 0.4 for each word beyond five, plus 0.48 for each per cent by which greed falls short of
best. From Friday on greed does not solve the puzzle.
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
"""Number of words, by level."""
RINGS = {1: (0,), 2: (1,), 3: (1,), 4: (1,), 5: (1, 2, 2), 6: (1, 2, 2), 7: (1, 2, 2)}
"""Number of rings laid, by level; each brings a decoy, and chance may bring more."""
ODDS = {1: 100, 2: 500, 3: 2_000, 4: 10_000, 5: 50_000, 6: 100_000, 7: 100_000}
"""At least one in this many orders reaches the goal, by level."""
ABOVE_GREED, BELOW_BEST = 5, 0.92
"""From this level on, greed scores less than the goal and less than this share of best."""
OWN_LEVEL = 4
SOLVED = 0.75
"""The share of best that counts as solved in a person's own list."""
LENGTHS = range(4, 11)
OVERLAPS = (1, 1, 2, 2, 2, 3, 4, 4, 5, 5)
"""Lengths of joins outside rings are drawn from these; long ones often fit nowhere."""
LETTERS = sorted(set(OVERLAPS))
DECOY = 3
"""Letters of a decoy; the best order has a longer join or, where such lists are rare, an equal
one."""
DOOR = 2
"""Letters of the joins between a ring and the words around it, and the fewest within a ring."""
RING = (2, 3, 4)
"""Possible numbers of words in a ring."""
PARTS = (1, *(size + 2 for size in RING))
"""Numbers of words that may be laid at once: one, or a ring and the words around it."""
LOSS = 3
"""Points that a ring usually costs greed: it takes 9, and loses three joins of two letters, 12."""
SHARES = 16
"""The words are dealt into this many shares, which take turns."""
RING_SHARES = 2 * SHARES
"""Words for rings are dealt into more shares, or the same rings would come every time. It is a
multiple of SHARES, because after `WIDEN_AFTER` a list may use the larger shares."""
FEWEST_ROWS = 8
"""Rows of joins are dealt into at least this many shares: eight snakes are a month."""
ROWS = {1: 96, 2: 8, 3: 16, 4: 32, 5: 8, 6: 8, 7: 8}
"""The number of shares of rows, by level: more where many rows are possible, and always a multiple
of FEWEST_ROWS, so that a row that comes at two levels is still eight snakes apart."""
TOGETHER = 12
"""At most this many overlapping words are dealt as one group."""
DOORS = 3
"""How many words are dealt with a ring for each of its ends."""
MOST_DOORS = 16
"""At most this many words are tried at either end of a ring."""
LISTS = 400_000
"""After laying this many lists in vain, a level counts as having no snake."""
WIDEN_AFTER = 6_000
"""After this many lists laid in vain, words in rings and rows of joins come from the larger shares;
after as many again, the longest join may be as long as a decoy."""
ANY_ROW = 40 * WIDEN_AFTER
"""After this many lists any row of joins will do, even one from the last eight snakes."""
TRIES = 5
"""How many words are tried for each place in a list."""
LUCK = 20
"""How many random runs greed's score is averaged over."""


def greed(words: Sequence[str]) -> float:
    """Return greed's average score."""
    orders = (Random(luck).sample(words, len(words)) for luck in range(LUCK))  # noqa: S311
    return mean(score_pairs(greedy_order(order)).score for order in orders)


def difficulty_of(words: Sequence[str], par: int, greedy: float) -> float:
    """Return the difficulty of some words, given their best score and greed's."""
    return measured(0.4 * (len(words) - 5) + 48 * (par - greedy) / par)


def results(words: Sequence[str]) -> list[int]:
    """Return how many of all orders score 0, 1, ... up to the best.

    The counts are computed by sets of words and the last word of each (Held and Karp, 1962). The
    counts of all scores form one integer, 32 bits per score, enough for 12 words, so that a shift
    adds to the scores. Only sets of one size are kept at a time.
    """
    gains = [[32 * overlap(a, b) ** 2 for b in words] for a in words]
    layer = {1 << i: {i: 1} for i in range(len(words))}  # all sets of one size
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
    """Return the highest goal below the second best that one in `odds` orders reaches.

    There must be three different results, as with seven or more words in an unbroken row.
    """
    scores = [score for score in reversed(range(len(counts))) if counts[score]]
    return next(s for s in scores[2:] if sum(counts[s:]) * odds >= sum(counts))


def in_turn(level: int, lexicon: Lexicon, draw: Draw, deadline: Deadline) -> Iterator[Puzzle]:
    """Yield the snakes of a level that come from a limited number of draws."""
    words = familiar(lexicon, LENGTHS)
    share, rows = Share(words, draw, RING_SHARES), ROWS[level]
    for tried in range(LISTS):
        check(deadline)
        if tried == WIDEN_AFTER:
            del share  # before making another, as a solver process has little memory
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
            # Drops most that are too easy before all orders are scored.
            and difficulty_of(order, par, par - LOSS * rings) >= level - 1
            and draw.is_dealt("-".join(map(str, min(row, row[::-1]))), rows)
            and (puzzle := _puzzle(order, par, level))
        ):
            yield puzzle


def _puzzle(order: tuple[str, ...], par: int, level: int) -> Puzzle | None:
    """Return the puzzle of an order; None if its level is different or a better order exists."""
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
    """The words that a puzzle may use, with their rings.

    A ring is two to four words, each overlapping the next by two letters or more, and the last
    overlapping the first by three: *desire, resides*. If the words around it also join by two, the
    right way is worth 12 points or more; greed takes the three letters and loses the others.
    """

    def __init__(self, words: Sequence[str], draw: Draw, ring_shares: int) -> None:
        self._rng = draw.rng
        ringed, loose = _groups(words, draw)
        dealt = draw.share(ringed, " ".join, ring_shares), draw.share(loose, " ".join, SHARES)
        self._words = [*chain(*chain(*dealt))]
        self._begins = {k: _by_first(self._words, k) for k in LETTERS if k >= DOOR}
        self._ends = _by_last(self._words, DOOR)
        # By number of words, and by their first letters.
        self._parts = {size: defaultdict[str, list[tuple[str, ...]]](list) for size in PARTS}
        for part in chain(zip(self._words, strict=True), self._rings()):
            for k in LETTERS:
                self._parts[len(part)][part[0][:k]].append(part)

    def _rings(self) -> Iterator[tuple[str, ...]]:
        """Yield rings, each with a word before and after it."""
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
        """Return `number` words in an unbroken row with some rings; empty if it got stuck."""
        sizes = [size + 2 for size in self._rng.choices(RING, k=rings)]
        sizes += [1] * (number - sum(sizes))
        self._rng.shuffle(sizes)
        order: tuple[str, ...] = ()
        for size in sizes if self._words and sum(sizes) == number else ():
            # The first part must overlap some word, too, which is not laid.
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
    """Return rings of two with words around them, and the others grouped by long overlaps.

    No word is in two groups. A ring counts only with DOORS words for either end, unlike its own.
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
    groups: dict[str, list[str]] = {}  # by word, for words with a long overlap
    for one, other in draw.shuffled(long, " ".join):
        group, more = (groups.setdefault(word, [word]) for word in (one, other))
        if group is not more and len(group) + len(more) <= TOGETHER:
            group += more
            groups.update(dict.fromkeys(more, group))
    shared = {id(group): group for group in groups.values()}
    alone = ([word] for word in loose if word not in groups)
    return ringed, [*shared.values(), *alone]


def _overlapping(words: Sequence[str], k: int) -> Iterator[tuple[str, str]]:
    """Yield each pair of words where the first ends with the k letters that begin the second."""
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
    """Return whether more words are unlike the words before and one another."""
    return not any(_alike(a, b) for n, a in enumerate(more) for b in (*order, *more[:n]))


def _alike(a: str, b: str) -> bool:
    """Return whether one word contains the other, or three letters at the same end are equal."""
    return a in b or b in a or a[:3] == b[:3] or a[-3:] == b[-3:]


def of_words(words: tuple[str, ...], deadline: Deadline) -> Puzzle:
    """Return the snake of a person's own list, at an ordinary level."""
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
