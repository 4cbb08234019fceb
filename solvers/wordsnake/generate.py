"""Lists worth playing: words grown so that they overlap, as hard as asked, with their par."""

from __future__ import annotations

import math
import random
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers.errors import BadInput, NoAnswer
from solvers.seeds import settle
from solvers.wordsnake.garden import Garden
from solvers.wordsnake.greedy import greedy_order
from solvers.wordsnake.score import score
from solvers.wordsnake.types import Generated, GenerateRequest, ScoreRequest, SnakeRequest
from solvers.wordsnake.words import shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon
    from solvers.wordsnake.types import Rule

MOST_WORDS = 1_000
_ROUNDS = 20
_NEAR = 0.007
_RICH = 7
"""Points that a word of a good list brings."""
_CIRCLE = 4.5
"""What plain greed loses, on average, to a circle: every second time a join of three letters."""
_HIDEAWAY = 18
"""What it loses to a word that it joins on both sides for 9 points each, instead of 36 inside."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What makes a list hard: its size, planted overlaps, word lengths, and traps for greed.

    `shortfall` is the part of par that always joining the longest overlap should miss on average.
    """

    size: int
    overlaps: tuple[int, ...]
    lengths: range
    shortfall: float


DIFFICULTIES = {
    1: Difficulty(8, (4, 3), range(4, 7), 0.0),
    2: Difficulty(12, (4, 3, 3), range(4, 8), 0.0),
    3: Difficulty(20, (4, 3, 3), range(4, 9), 0.03),
    4: Difficulty(30, (3, 3, 2), range(4, 10), 0.06),
    5: Difficulty(40, (3, 2, 2), range(4, 10), 0.10),
}

LEVELS = dict(zip(("gentle", "easy", "medium", "hard", "fierce"), DIFFICULTIES, strict=True))
"""What people call the difficulties."""


def difficulty(text: str) -> int:
    """Read a difficulty, a name or a number from 1 to 5. Raises BadInput."""
    wanted = text.strip().lower()
    level = int(wanted) if re.fullmatch("[0-9]", wanted) else LEVELS.get(wanted)
    if level is None or level not in DIFFICULTIES:
        raise BadInput(
            f"There is no difficulty “{shortened(wanted)}”; choose 1 to {max(DIFFICULTIES)}, or "
            f"one of {', '.join(LEVELS)}.",
            code="bad_difficulty",
        )
    return level


def generate(request: GenerateRequest, lexicon: Lexicon, deadline: Deadline) -> Generated:
    """Return a list of words, none flagged, its par and what plain greed scores.

    Of a few lists that it grows, the one that greed falls short on most nearly as it should.
    Raises BadInput, or NoAnswer where the lexicon has too few words.
    """
    level = DIFFICULTIES[difficulty(str(request.difficulty))]
    number = level.size if request.number is None else request.number
    if not 2 <= number <= MOST_WORDS:
        raise BadInput(f"A list has 2 to {MOST_WORDS:,} words, not {number:,}.", code="bad_number")
    seed = settle(request.seed)
    rng = random.Random(seed)  # noqa: S311 - a game's draw, to be repeated by its seed
    garden = _garden(lexicon, level, request.rule, number, rng)
    wanted = level.shortfall * _RICH * number
    hideaways = int(wanted / 2 / _HIDEAWAY) if request.rule == "containment" else 0
    circles = round((wanted - hideaways * _HIDEAWAY) / _CIRCLE)
    tried: list[_Tried] = []
    for _ in range(max(3, _ROUNDS * 20 // max(number, 20))):
        if tried and deadline.passed():
            break
        words = garden.grow(number, circles, hideaways)
        tried.append(last := _try(words, request.rule, rng, deadline))
        lacking = level.shortfall - last.missed
        if abs(lacking) <= _NEAR:
            break
        circles += round(lacking * last.par / _CIRCLE) or round(math.copysign(1, lacking))
        circles = max(0, circles)
    best = min(tried, key=lambda each: (not each.proven, abs(each.missed - level.shortfall)))
    greedy = round(best.greedy)
    return Generated(
        best.words, best.par, best.proven, request.rule, request.difficulty, greedy, seed
    )


@dataclass(frozen=True, slots=True)
class _Tried:
    """A list, its par, and what plain greed scores on average."""

    words: tuple[str, ...]
    par: int
    proven: bool
    greedy: float

    @property
    def missed(self) -> float:
        """The part of par that plain greed misses."""
        return 1 - self.greedy / max(self.par, 1)


def _try(words: tuple[str, ...], rule: Rule, rng: random.Random, deadline: Deadline) -> _Tried:
    # Here, as it loads HiGHS: whoever only scores need not wait for it.
    from solvers.wordsnake.solve import solve  # noqa: PLC0415

    solved = solve(SnakeRequest(words, rule, seed=0), None, deadline)
    return _Tried(words, solved.score, solved.proven, _greed(words, rule, rng))


def _greed(words: Sequence[str], rule: Rule, rng: random.Random) -> float:
    """Return what plain greed scores, averaged over ties drawn by lot."""
    times = max(10, 1_000 // len(words))
    orders = (greedy_order(rng.sample(words, len(words))) for _ in range(times))
    return sum(score(ScoreRequest(order, rule=rule)).score for order in orders) / times


def _garden(
    lexicon: Lexicon, level: Difficulty, rule: Rule, number: int, rng: random.Random
) -> Garden:
    """Lay out the words that a list may be grown from.

    Under containment a word no longer than two overlaps would lie inside as soon as its neighbours
    touch, where no greed looks for it: longer ones it is, but for those in traps.
    """
    within = 2 * max(level.overlaps)
    lengths = level.lengths if rule == "pairs" else range(within + 1, within + 5)
    words = _clean(lexicon, lengths)
    hidden = _clean(lexicon, range(6, within + 1)) if rule == "containment" else []
    if len(words) < number:
        raise NoAnswer(
            f"The word list has too few words of {lengths[0]} to {lengths[-1]} letters that fit: "
            f"{len(words):,}, and {number:,} are asked for.",
            code="too_few_words",
        )
    return Garden(words, hidden, level.overlaps, rng)


def _clean(lexicon: Lexicon, lengths: range) -> list[str]:
    """Return the words of some lengths that are not flagged."""
    return [
        lexicon.word(number)
        for length in lengths
        for number in lexicon.ids_of_length(length)
        if not lexicon.flagged[number]
    ]
