"""What two years of daily puzzles ask of people, by weekday."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain, pairwise, permutations
from statistics import mean
from typing import TYPE_CHECKING

from bench.frame import Table
from solvers.anigram.tables import LetterSets
from solvers.daily import LEVELS
from solvers.daily.climb import Climber
from solvers.daily.common import KNOWN, is_plain
from solvers.daily.ladder import PAIRS
from solvers.daily.snake import greed, results
from solvers.wordsnake.score import joins, overlap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from solvers.daily import Edition, Puzzle
    from solvers.lexicon import Lexicon

DAYS = ("Mon 1", "Tue 2", "Wed 3", "Thu 4", "Fri 5", "Sat 6", "Sun 7")
APART = 60
"""Days within which a word should not be given again."""
YEARS = 730
"""Days within which no word should be an end of a resize again."""
MONTH = 30
"""Days within which no best snake should have the same row of joins."""


def quality(editions: Sequence[Edition], lexicon: Lexicon) -> Table:
    """Measure editions by their puzzles alone; some lack a solution."""
    rows = [
        [name, *(_cell(values.get(level)) for level in LEVELS), _cell([*chain(*values.values())])]
        for name, values in Measures(editions, lexicon).rows()
    ]
    note = "Sums, but means of what is in per cent or per puzzle. Familiar: 3.0 on the Zipf scale."
    return Table("What editions ask", ("", *DAYS, "all"), rows, note)


def _cell(values: Sequence[float] | None) -> float:
    if not values:
        return 0
    return sum(values) if all(isinstance(value, bool | int) for value in values) else mean(values)


class Measures:
    """The values of each measure by level."""

    def __init__(self, editions: Sequence[Edition], lexicon: Lexicon) -> None:
        self._editions = editions
        self._lexicon = lexicon
        self._sets = LetterSets(lexicon.showing("all"))
        self._climbers = {length: Climber(lexicon, [length]) for length in range(2, 8)}
        rows = (line.split() for line in PAIRS.read_text("ascii").splitlines()[1:])
        self._related = {frozenset(row[1:3]) for row in rows if row[3] != "companion"}
        self._again = _again(editions, "snake", APART, lambda puzzle: puzzle.given)
        self._rows = _again(editions, "snake", MONTH, _row)
        self._found = _again(editions, "resize", APART, lambda puzzle: puzzle.solution)
        self._ends = _again(editions, "resize", YEARS, lambda puzzle: puzzle.given)

    def rows(self) -> list[tuple[str, dict[int, list[float]]]]:
        """Return each measure by its name."""
        measures: list[tuple[str, str, Callable[[Puzzle], float]]] = [
            ("words given or shown that are flagged", "all", self._flagged),
            ("words given that are not familiar", "all", self._unfamiliar),
            ("ladder: plural, -ed or -ing ends", "ladder", self._inflected),
            ("ladder: best out of familiar reach", "ladder", lambda e: not self._familiar_best(e)),
            ("ladder: one best way only", "ladder", lambda e: e.ways < 2),
            ("ladder: related by WordNet, %", "ladder", self._is_related),
            ("ladder: steps of best", "ladder", lambda e: float(e.par)),
            ("snake: greed, % of best", "snake", lambda e: 100.0 * greed(e.given) / e.par),
            ("snake: goal, % of best", "snake", lambda e: 100.0 * e.goal / e.par),
            ("snake: greed solves it", "snake", lambda e: greed(e.given) >= e.goal),
            ("snake: best is broken", "snake", lambda e: 0 in joins(e.solution)),
            ("snake: orders that solve, per 100,000", "snake", _solved),
            ("snake: results between goal and best", "snake", _between),
            ("snake: decoys of three letters", "snake", _decoys),
            ("snake: joins of best by four or five", "snake", _long),
            (f"snake: joins again within {MONTH} days", "snake", lambda e: self._rows[e]),
            (f"snake: words again within {APART} days", "snake", lambda e: self._again[e]),
            ("anigram: stages by a letter behind, each", "anigram", self._appended),
            ("resize: words of best", "resize", lambda e: float(len(e.solution))),
            ("resize: ends by a plain s, d or r", "resize", lambda e: is_plain(*e.solution[-2:])),
            (
                f"resize: words again within {APART} days",
                "resize",
                lambda e: self._found[e],
            ),
            ("resize: ends again within two years", "resize", lambda e: self._ends[e]),
        ]
        rows = []
        for name, game, measure in measures:
            values: defaultdict[int, list[float]] = defaultdict(list)
            for edition in self._editions:
                if game in {edition.puzzle.game, "all"}:
                    values[edition.puzzle.level].append(measure(edition.puzzle))
            rows.append((name, dict(values)))
        return rows

    def _words(self, puzzle: Puzzle) -> tuple[str, ...]:
        return () if puzzle.game == "anigram" else puzzle.given

    def _flagged(self, puzzle: Puzzle) -> int:
        words = {*self._words(puzzle), *puzzle.solution}
        return sum(self._lexicon.flagged[self._lexicon.find(word)] > 0 for word in words)

    def _unfamiliar(self, puzzle: Puzzle) -> int:
        return sum(not self._is_familiar(word) for word in self._words(puzzle))

    def _is_familiar(self, word: str) -> bool:
        return self._lexicon.is_familiar(self._lexicon.find(word), KNOWN)

    def _inflected(self, puzzle: Puzzle) -> int:
        return sum(
            word.endswith(("s", "ed", "ing"))
            and not word.endswith(("ss", "eed"))
            and any(
                len(word) > len(stem := word.removesuffix(end)) > 2 and stem in self._lexicon
                for end in ("s", "d", "ed", "ing")
            )
            for word in puzzle.given
        )

    def _familiar_best(self, puzzle: Puzzle) -> bool:
        return self._climbers[len(puzzle.given[0])].ways(*puzzle.given) is not None

    def _is_related(self, puzzle: Puzzle) -> float:
        return 100.0 * (frozenset(puzzle.given) in self._related)

    def _appended(self, puzzle: Puzzle) -> float:
        letters = ["".join(puzzle.given[: n + 1]) for n in range(len(puzzle.given))]
        spelled = [self._sets.words(self._sets.find(some)) for some in letters]
        return float(
            sum(
                bool({word[:-1] for word in after} & {*before})
                for before, after in pairwise(spelled)
            )
        )


def _again(
    editions: Sequence[Edition], game: str, days: int, of: Callable[[Puzzle], Iterable[object]]
) -> Counter[Puzzle]:
    """Return how many of each puzzle's items appeared in the game within the last `days` days."""
    last: dict[object, int] = {}
    again: Counter[Puzzle] = Counter()
    for edition in editions:
        for one in of(edition.puzzle) if edition.puzzle.game == game else ():
            again[edition.puzzle] += edition.number - last.get(one, -days - 1) <= days
            last[one] = edition.number
    return again


def _row(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """Return the row of joins of a best snake, in either direction."""
    row = tuple(joins(puzzle.solution))
    return [min(row, row[::-1])]


def _solved(puzzle: Puzzle) -> float:
    counts = results(puzzle.given)
    return 100_000 * sum(counts[puzzle.goal :]) / sum(counts)


def _between(puzzle: Puzzle) -> float:
    return float(sum(count > 0 for count in results(puzzle.given)[puzzle.goal + 1 : puzzle.par]))


def _decoys(puzzle: Puzzle) -> float:
    joined = set(pairwise(puzzle.solution))
    pairs = (pair for pair in permutations(puzzle.given, 2) if pair not in joined)
    return float(sum(overlap(*pair) >= 3 for pair in pairs))


def _long(puzzle: Puzzle) -> float:
    return float(sum(shared >= 4 for shared in joins(puzzle.solution)))
