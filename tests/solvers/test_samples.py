"""Several draws in one run: each pair of answers has exactly the same probability.

Nothing here depends on chance: the tests follow every outcome of every `randrange` instead of
drawing, and sum the probabilities as fractions.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from solvers import Deadline, GaveUp, NoAnswer, anigram, ladder, lexicon_of, truncate
from solvers.ladder import exact
from solvers.reading import read_words
from tests.solvers.growth import brute
from tests.solvers.ladder.brute import Brute

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Drawn = tuple[Any, ...]

Option = TypeVar("Option")
NEVER = Deadline.never()
OF_TWO_LETTERS = "ab ba aba abab aaba"


class Outcomes:
    """Replaces `Random`: each run of `each` meets another sequence of outcomes, until all are done.

    Called like the class, it returns itself.
    """

    def __init__(self) -> None:
        self._taken: list[tuple[int, int]] = []
        self._next = 0

    def __call__(self, seed: int) -> Outcomes:
        del seed
        self._next = 0
        return self

    def randrange(self, number: int) -> int:
        if self._next == len(self._taken):
            self._taken.append((0, number))
        outcome, options = self._taken[self._next]
        assert options == number
        self._next += 1
        return outcome

    def choice(self, options: Sequence[Option]) -> Option:
        return options[self.randrange(len(options))]

    def random(self) -> float:
        """Return what settles ties between branches of a search, which lists all anyway."""
        return 0.5

    def each(self, draw: Callable[[], Drawn]) -> Iterator[tuple[Drawn, Fraction]]:
        """Yield the draw in each outcome, and the outcome's probability."""
        while True:
            yield draw(), Fraction(1, prod_of(options for _, options in self._taken))
            while self._taken and self._taken[-1][0] + 1 == self._taken[-1][1]:
                self._taken.pop()
            if not self._taken:
                return
            outcome, options = self._taken.pop()
            self._taken.append((outcome + 1, options))


def prod_of(numbers: Iterable[int]) -> int:
    result = 1
    for number in numbers:
        result *= number
    return result


def check(draw: Callable[[], Drawn], expected: Iterable[Any], module: str, patch: Any) -> None:
    """Check that each pair of expected answers has the same probability."""
    outcomes = Outcomes()
    patch.setattr(f"solvers.{module}.solver.Random", outcomes)
    probability: Counter[Drawn] = Counter()
    for drawn, chance in outcomes.each(draw):
        probability[drawn] += chance  # type: ignore[assignment]
    pairs = set(product(expected, repeat=2))
    assert probability == dict.fromkeys(pairs, Fraction(1, len(pairs)))


@pytest.mark.parametrize(
    "options", [{}, {"via": ("bbb",)}, {"avoid": ("bbb",)}, {"steps": 4}], ids=str
)
def test_ladders(monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]) -> None:
    for seed in range(6):
        words = some_words(seed, 9, "abc", 3) | {"aaa": 1, "ccc": 4, "bbb": 1}
        brute_force = Brute(words, ("change",), options.get("avoid", ()))
        stops = ["aaa", *options.get("via", ()), "ccc"]
        ladders = best_ladders(brute_force, stops, options.get("steps"))
        lexicon = lexicon_of(words)
        for kind in ("shortest", "common"):
            request = ladder.LadderRequest("aaa", "ccc", want=(kind,), seed=1, **options)

            def draw(request: Any = request, lexicon: Any = lexicon) -> Drawn:
                found = ladder.sample(request, 2, lexicon, NEVER)
                return tuple(each.words for each in found.shortest + found.common)

            try:
                draw()
            except NoAnswer:
                assert not ladders
                continue
            expected = getattr(brute_force, kind)(ladders)
            check(draw, list(map(tuple, expected)), "ladder", monkeypatch)
            monkeypatch.undo()


@pytest.mark.parametrize(
    "options", [{}, {"via": ("bbb",)}, {"moves": ladder.MOVES}, {"steps": 4}], ids=str
)
def test_the_first_ladders_equal_all_in_order(options: dict[str, Any]) -> None:
    for seed in range(30):
        words = some_words(seed, 10, "abc", 3) | {"aaa": 1, "ccc": 4, "bbb": 1}
        if "moves" in options:
            words |= some_words(seed, 3, "abc", 2)
        brute_force = Brute(words, options.get("moves", ("change",)))
        stops = ["aaa", *options.get("via", ()), "ccc"]
        if "moves" in options:
            words = dict(sorted(words.items())[:9]) | {"aaa": 1, "ccc": 4}
            brute_force = Brute(words, options["moves"])
        ladders = best_ladders(brute_force, stops, options.get("steps"))
        request = ladder.LadderRequest("aaa", "ccc", **options)
        number = 1 + seed % 7
        try:
            found = ladder.ranked(request, number, lexicon_of(words), NEVER)
        except NoAnswer:
            assert not ladders
            continue
        for kind in ("shortest", "common"):
            best = getattr(brute_force, kind)(ladders)
            best.sort(key=lambda words: (brute_force.cost(words), words))
            listed = getattr(found, kind)
            assert [list(each.words) for each in listed] == best[:number]
            counted = "steps" not in options or len(best) < number
            assert {each.count for each in listed} <= {len(best), None if not counted else -1}


def best_ladders(brute_force: Brute, stops: list[str], steps: int | None) -> list[list[str]]:
    return brute_force.by_legs(stops) if steps is None else brute_force.of_steps(stops, steps)


def some_words(seed: int, number: int, letters: str, length: int) -> dict[str, int]:
    rng = random.Random(seed)
    words = ("".join(rng.choices(letters, k=length)) for _ in range(number))
    return {word: rng.choice([1, 1, 4, 20]) for word in words}


def test_too_many_ladders_to_draw_evenly_are_not_drawn(monkeypatch) -> None:
    for name, value in (("LISTED", 0), ("DRAWS", 0), ("TRIED", 1)):
        monkeypatch.setattr(exact, name, value)
    words = lexicon_of({"aa": 1, "ab": 1, "bb": 1, "ba": 1, "ca": 1})
    request = ladder.LadderRequest("aa", "bb", steps=2)
    assert ladder.solve(request, words, NEVER).shortest
    with pytest.raises(GaveUp, match="too many such ladders"):
        ladder.sample(request, 1, words, NEVER)


@pytest.mark.parametrize(
    "options", [{}, {"start": "abcd"}, {"end": "abcdeb"}, {"length": 6}], ids=str
)
def test_anigram_games(monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]) -> None:
    words = read_words("abcd abce abcdb abced abcdeb")
    start, end = options.get("start"), options.get("end")
    games = brute.longest(
        game
        for game in brute.anigram_games(words, 4)
        if (start is None or game[0] == start) and (end is None or game[-1] == "".join(sorted(end)))
    )

    def draw() -> Drawn:
        request = anigram.AnigramRequest(seed=1, **options)
        found = anigram.sample(request, 2, lexicon, NEVER)
        assert {result.games for result in found} == {len(games)}
        return tuple(tuple(stage.letters for stage in result.chain) for result in found)

    lexicon = lexicon_of(words)
    check(draw, games, "anigram", monkeypatch)


@pytest.mark.parametrize("options", [{}, {"through": "ab"}, {"mode": "anywhere"}], ids=str)
def test_truncate_sequences(monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]) -> None:
    words = read_words(OF_TWO_LETTERS)
    through = options.get("through")
    sequences = brute.longest(
        sequence
        for sequence in brute.truncate_sequences(words, anywhere="mode" in options)
        if through is None or through in sequence
    )

    def draw() -> Drawn:
        request = truncate.TruncateRequest(seed=1, **options)
        found = truncate.sample(request, 2, lexicon, NEVER)
        assert {result.count for result in found} == {len(sequences)}
        return tuple(result.sequence for result in found)

    lexicon = lexicon_of(words)
    check(draw, sequences, "truncate", monkeypatch)


def test_the_first_draw_equals_a_single_one() -> None:
    words = lexicon_of(read_words(OF_TWO_LETTERS))
    request = truncate.TruncateRequest(seed=7)
    several = truncate.sample(request, 5, words, NEVER)
    assert several[0] == truncate.solve(request, words, NEVER)
    assert several == truncate.sample(request, 5, words, NEVER)
    assert all(b.startswith(a) or b.endswith(a) for a, b in pairwise(several[4].sequence))
