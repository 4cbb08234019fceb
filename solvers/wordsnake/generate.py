"""Makes lists worth playing: overlapping words at a requested difficulty, with their par."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers.errors import BadInput, NoAnswer
from solvers.seeds import resolve_seed
from solvers.text import cut
from solvers.wordsnake.greedy import greedy_order
from solvers.wordsnake.score import score
from solvers.wordsnake.trap_lists import WordPool
from solvers.wordsnake.types import Generated, GenerateRequest, ScoreRequest, SnakeRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon
    from solvers.wordsnake.types import Rule

MOST_WORDS = 1_000
_ROUNDS = 20
_NEAR = 0.007
_RICH = 7
"""Points that each word of a good list adds to par."""
_INNER_TRAP = 18
"""Points that greedy loses to an inner trap: it joins the word on both sides for 9 points each,
instead of laying it inside for 36."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What makes a list hard: its size, overlaps and word lengths, and traps for greedy.

    `shortfall` is the share of par that greedy (always joining the longest overlap) should miss on
    average, `familiarity` the least familiarity of a word (ten times Zipf).
    """

    size: int
    overlaps: tuple[int, ...]
    lengths: range
    shortfall: float
    familiarity: int


DIFFICULTIES = {
    1: Difficulty(8, (4, 3), range(4, 7), 0.0, 37),
    2: Difficulty(12, (4, 3, 3), range(4, 8), 0.0, 34),
    3: Difficulty(20, (4, 3, 3), range(4, 9), 0.03, 31),
    4: Difficulty(30, (3, 3, 2), range(4, 10), 0.06, 28),
    5: Difficulty(40, (3, 2, 2), range(4, 10), 0.10, 25),
}

LEVELS = dict(zip(("gentle", "easy", "medium", "hard", "fierce"), DIFFICULTIES, strict=True))
"""The difficulties by name."""


def level_of_size(words: int) -> str:
    """Return the level whose lists have this many words, or else the longest shorter lists.

    >>> level_of_size(5), level_of_size(20), level_of_size(29), level_of_size(250)
    ('gentle', 'medium', 'medium', 'fierce')
    """
    fitting = [name for name, number in LEVELS.items() if DIFFICULTIES[number].size <= words]
    return fitting[-1] if fitting else next(iter(LEVELS))


def difficulty(text: str) -> int:
    """Read a difficulty, a name or a number from 1 to 5. Raises BadInput."""
    typed = text.strip().lower()
    level = int(typed) if re.fullmatch("[0-9]", typed) else LEVELS.get(typed)
    if level is None or level not in DIFFICULTIES:
        raise BadInput(
            f"There is no difficulty “{cut(typed)}”; choose 1 to {max(DIFFICULTIES)}, or "
            f"one of {', '.join(LEVELS)}.",
            code="bad_difficulty",
        )
    return level


def generate(request: GenerateRequest, lexicon: Lexicon, deadline: Deadline) -> Generated:
    """Return a list of familiar words, none flagged, its par and what greedy scores.

    From a few lists it takes the one where greedy's shortfall best matches the difficulty. Raises
    BadInput, or NoAnswer if the lexicon has too few words.

    >>> from solvers.deadline import Deadline
    >>> from solvers.library import open_lexicon
    >>> request = GenerateRequest(number=8, difficulty=1, seed=7)
    >>> made = generate(request, open_lexicon("common"), Deadline.after(10))
    >>> len(made.words), made.proven
    (8, True)
    """
    level = DIFFICULTIES[difficulty(str(request.difficulty))]
    number = level.size if request.number is None else request.number
    if not 2 <= number <= MOST_WORDS:
        raise BadInput(f"A list has 2 to {MOST_WORDS:,} words, not {number:,}.", code="bad_number")
    seed = resolve_seed(request.seed)
    rng = random.Random(seed)  # noqa: S311 - a game's draw, to be repeated by its seed
    pool = _pool(lexicon, level, request, number, rng)
    shortfall = level.shortfall * _RICH * number
    inner_traps = int(shortfall / 2 / _INNER_TRAP) if request.rule == "containment" else 0
    by_cycles = shortfall - inner_traps * _INNER_TRAP
    tried: list[_Tried] = []
    for _ in range(max(3, _ROUNDS * 20 // max(number, 20))):
        if tried and deadline.passed():
            break
        words = pool.build(number, by_cycles, inner_traps)
        tried.append(last := _try(words, request.rule, rng, deadline))
        lacking = level.shortfall - last.missed
        if abs(lacking) <= _NEAR:
            break
        by_cycles = max(0.0, by_cycles + lacking * last.par)
    best = min(tried, key=lambda each: (not each.proven, abs(each.missed - level.shortfall)))
    greedy = round(best.greedy)
    return Generated(
        words=best.words,
        par=best.par,
        proven=best.proven,
        rule=request.rule,
        difficulty=request.difficulty,
        greedy=greedy,
        seed=seed,
    )


@dataclass(frozen=True, slots=True)
class _Tried:
    """A list, its par, and what greedy scores on average."""

    words: tuple[str, ...]
    par: int
    proven: bool
    greedy: float

    @property
    def missed(self) -> float:
        """The share of par that greedy misses."""
        return 1 - self.greedy / max(self.par, 1)


def _try(words: tuple[str, ...], rule: Rule, rng: random.Random, deadline: Deadline) -> _Tried:
    # Imported here, as it loads HiGHS, which scoring does not need.
    from solvers.wordsnake.solver import solve  # noqa: PLC0415

    solved = solve(SnakeRequest(words, rule, seed=0), None, deadline)
    return _Tried(words, solved.score, solved.proven, _greedy_average(words, rule, rng))


def _greedy_average(words: Sequence[str], rule: Rule, rng: random.Random) -> float:
    """Return greedy's score, averaged over random choices among ties."""
    times = max(10, 1_000 // len(words))
    orders = (greedy_order(rng.sample(words, len(words))) for _ in range(times))
    return sum(score(ScoreRequest(order, rule=rule)).score for order in orders) / times


def _pool(
    lexicon: Lexicon, level: Difficulty, request: GenerateRequest, number: int, rng: random.Random
) -> WordPool:
    """Choose the words that a list may be built from.

    Under containment a word no longer than two overlaps would lie inside as soon as its neighbours
    touch, where greedy never looks. So words are longer than that, except in inner traps.
    """
    within = 2 * max(level.overlaps)
    pairs, avoid = request.rule == "pairs", request.avoid
    lengths = level.lengths if pairs else range(within + 1, within + 5)
    words = _familiar(lexicon, lengths, level.familiarity, avoid)
    inner = range(0) if pairs else range(6, within + 1)
    hidden = _familiar(lexicon, inner, level.familiarity, avoid)
    if len(words) < number:
        raise NoAnswer(
            f"The word list has too few words of {lengths[0]} to {lengths[-1]} letters that fit: "
            f"{len(words):,}, and {number:,} are asked for.",
            code="too_few_words",
        )
    return WordPool(words, hidden, level.overlaps, rng)


def _familiar(lexicon: Lexicon, lengths: range, least: int, avoid: frozenset[str]) -> list[str]:
    """Return the words of some lengths that are familiar enough and not flagged."""
    ids = (id_ for length in lengths for id_ in lexicon.familiar_ids(length, least))
    return [word for word in map(lexicon.word, ids) if word not in avoid]
