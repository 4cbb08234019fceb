"""Lists worth playing: words grown so that they overlap, as hard as asked, with their par."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers.errors import BadInput, NoAnswer
from solvers.seeds import settle
from solvers.wordsnake.greedy import greedy_order
from solvers.wordsnake.score import score
from solvers.wordsnake.types import Generated, GenerateRequest, ScoreRequest, SnakeRequest
from solvers.wordsnake.words import shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

MOST_WORDS = 1_000
_POOL = 12_000
_TRIES = 24


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What makes a list hard: its size, planted overlaps, word lengths, and traps for greed.

    `loops` is how often a word is chosen that leads back: greed runs in circles then. `shortfall`
    is the part of par that always joining the longest overlap should miss.
    """

    size: int
    overlaps: tuple[int, ...]
    lengths: range
    loops: float
    shortfall: float


DIFFICULTIES = {
    1: Difficulty(8, (4, 3), range(4, 7), 0.0, 0.0),
    2: Difficulty(12, (4, 3, 3), range(4, 8), 0.0, 0.0),
    3: Difficulty(20, (4, 3, 3), range(4, 9), 0.2, 0.03),
    4: Difficulty(30, (3, 3, 2), range(4, 10), 0.3, 0.06),
    5: Difficulty(40, (3, 2, 2), range(4, 10), 0.5, 0.10),
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
    garden = _Garden(_pool(lexicon, level, number, rng), level, rng)
    grown: list[Generated] = []
    for _ in range(max(3, _TRIES * 40 // max(number, 40))):
        if grown and deadline.passed():
            break
        grown.append(_judged(garden.grow(number), request, seed, deadline))
        if _misfit(grown[-1], level) == 0:
            break
    return min(grown, key=lambda found: _misfit(found, level))


def _misfit(found: Generated, level: Difficulty) -> float:
    """Tell how far a list is from as hard as it should be; 0: just right."""
    missed = (found.par - found.greedy) / max(found.par, 1)
    if not found.proven:
        return 2.0
    return missed if not level.shortfall else max(0.0, level.shortfall - missed)


def _judged(
    words: tuple[str, ...], request: GenerateRequest, seed: int, deadline: Deadline
) -> Generated:
    # Here, as it loads HiGHS: whoever only scores need not wait for it.
    from solvers.wordsnake.solve import solve  # noqa: PLC0415

    solved = solve(SnakeRequest(words, request.rule, seed), None, deadline)
    greedy = score(ScoreRequest(greedy_order(words), rule=request.rule)).score
    return Generated(
        words, solved.score, solved.proven, request.rule, request.difficulty, greedy, seed
    )


def _pool(lexicon: Lexicon, level: Difficulty, number: int, rng: random.Random) -> list[str]:
    """Draw the words that a list may be grown from."""
    ids = [
        number
        for length in level.lengths
        for number in lexicon.ids_of_length(length)
        if not lexicon.flagged[number]
    ]
    if len(ids) < number:
        raise NoAnswer(
            f"The word list has too few words of {level.lengths[0]} to {level.lengths[-1]} letters "
            f"that fit: {len(ids):,}, and {number:,} are asked for.",
            code="too_few_words",
        )
    return [lexicon.word(number) for number in rng.sample(ids, min(_POOL, len(ids)))]


class _Garden:
    """A pool of words where each can be found by how it begins."""

    def __init__(self, pool: list[str], level: Difficulty, rng: random.Random) -> None:
        self._pool = pool
        self._level = level
        self._rng = rng
        self._begins: defaultdict[str, list[str]] = defaultdict(list)
        for word in pool:
            for k in set(level.overlaps):
                if len(word) > k:
                    self._begins[word[:k]].append(word)

    def grow(self, number: int) -> tuple[str, ...]:
        """Grow a list: each word overlaps one that is there, most often the newest."""
        rng = self._rng
        words = [rng.choice(self._pool)]
        while len(words) < number:
            stem = words[-1] if rng.random() < 0.6 else rng.choice(words)
            k = rng.choice(self._level.overlaps)
            options = self._begins.get(stem[-k:], [])
            if rng.random() < self._level.loops:
                heads = {word[:k] for word in words}
                options = [word for word in options if word[-k:] in heads] or options
            word = self._pick(options, words)
            if word is None and rng.random() < 0.2:
                word = self._pick(self._pool, words) or self._any(words)
            if word is not None:
                words.append(word)
        return tuple(sorted(words))

    def _pick(self, options: Sequence[str], words: list[str]) -> str | None:
        """Draw a word that is no part of another, nor another of it: those joins are dull."""
        for _ in range(4):
            if not options:
                return None
            word = self._rng.choice(options)
            if not any(word in other or other in word for other in words):
                return word
        return None

    def _any(self, words: list[str]) -> str:
        taken = set(words)
        return next(word for word in self._pool if word not in taken)
