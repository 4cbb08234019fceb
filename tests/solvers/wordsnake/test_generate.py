"""Lists worth playing: reproducible, clean, rich in overlaps, with a proven par."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from solvers.deadline import Deadline
from solvers.errors import BadInput, NoAnswer
from solvers.library import open_lexicon, open_word_list
from solvers.wordsnake import RULES, GenerateRequest, SnakeRequest, generate, overlap
from solvers.wordsnake.generate import DIFFICULTIES
from solvers.wordsnake.solver import solve


@pytest.fixture(scope="module")
def common():
    return open_lexicon("common")


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    ("rule", "difficulty"),
    [
        *(("pairs", difficulty) for difficulty in (1, 2, 5)),
        *(pytest.param("pairs", difficulty, marks=SLOW) for difficulty in (3, 4)),
        *(("containment", difficulty) for difficulty in (1, 5)),
        *(pytest.param("containment", difficulty, marks=SLOW) for difficulty in (2, 3, 4)),
    ],
)
def test_a_list_has_what_its_difficulty_asks(common, difficulty: int, rule: str) -> None:
    request = GenerateRequest(difficulty=difficulty, rule=rule, seed=4)
    found = generate(request, common, Deadline.never())
    assert len(set(found.words)) == DIFFICULTIES[difficulty].size
    assert list(found.words) == sorted(found.words)
    assert all(not common.flagged[common.require(word)] for word in found.words)
    again = solve(SnakeRequest(found.words, rule), None, Deadline.never())
    assert (found.par, found.proven) == (again.score, True)
    assert found.greedy <= found.par
    assert generate(request, common, Deadline.never()) == found


def test_seeds_differ_and_are_returned(common) -> None:
    first = generate(GenerateRequest(12, 1, seed=1), common, Deadline.never())
    second = generate(GenerateRequest(12, 1, seed=2), common, Deadline.never())
    assert first.words != second.words
    unseeded = generate(GenerateRequest(12, 1), common, Deadline.never())
    again = GenerateRequest(12, 1, seed=unseeded.seed)
    assert generate(again, common, Deadline.never()) == unseeded


@pytest.mark.parametrize(
    "difficulty", [3, *(pytest.param(level, marks=SLOW) for level in (1, 2, 4, 5))]
)
def test_lists_repeat_no_word_and_stay_as_hard(common, difficulty: int) -> None:
    had: set[str] = set()
    missed = []
    for seed in range(31):
        request = GenerateRequest(None, difficulty, seed=seed, avoid=frozenset(had))
        found = generate(request, common, Deadline.never())
        assert had.isdisjoint(found.words)
        had.update(found.words)
        missed.append(1 - found.greedy / found.par)
    assert sum(missed) / 31 == pytest.approx(DIFFICULTIES[difficulty].shortfall, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_no_word_is_in_every_list(common, difficulty: int) -> None:
    asked = [GenerateRequest(None, difficulty, seed=seed) for seed in range(60)]
    lists = [generate(one, common, Deadline.never()).words for one in asked]
    ((_, most),) = Counter(itertools.chain.from_iterable(lists)).most_common(1)
    assert most <= 9


def test_it_beats_random_lists(common) -> None:
    rng = random.Random(1)
    lists = [tuple(map(common.word, rng.sample(range(len(common)), 20))) for _ in range(3)]
    dull = [solve(SnakeRequest(words), None, Deadline.never()).score for words in lists]
    asked = [GenerateRequest(20, seed=seed) for seed in range(3)]
    assert min(generate(one, common, Deadline.never()).par for one in asked) > max(dull)


def plain_greed(words: tuple[str, ...], rng: random.Random) -> int:
    """Join pairs, longest overlap first, ties broken at random; shares no code with the product."""
    pairs = [(overlap(a, b), rng.random(), a, b) for a, b in itertools.permutations(words, 2)]
    piece = {word: {word} for word in words}
    led, followed, total = set(), set(), 0
    for k, _, a, b in sorted(pairs, reverse=True):
        if a not in followed and b not in led and piece[a] is not piece[b]:
            followed.add(a)
            led.add(b)
            total += k * k
            piece[a] |= piece[b]
            piece.update(dict.fromkeys(piece[b], piece[a]))
    return total


@pytest.mark.slow
@pytest.mark.parametrize(
    ("difficulty", "number", "seeds"),
    [
        *((difficulty, 12, 16) for difficulty in (1, 2, 5)),
        *(
            pytest.param(difficulty, 12, 16, marks=[SLOW, pytest.mark.turn(turn, 2)])
            for turn, difficulty in enumerate((3, 4))
        ),
        *(
            pytest.param(
                difficulty, 20, 12, marks=[SLOW, pytest.mark.turn(turn, len(DIFFICULTIES))]
            )
            for turn, difficulty in enumerate(DIFFICULTIES)
        ),
        *(pytest.param(difficulty, 40, 30, marks=pytest.mark.full) for difficulty in DIFFICULTIES),
    ],
)
def test_greed_falls_short_as_it_should(common, difficulty: int, number: int, seeds: int) -> None:
    missed = []
    for seed in range(seeds):
        found = generate(GenerateRequest(number, difficulty, seed=seed), common, Deadline.never())
        rng = random.Random(seed)
        tries = [plain_greed(found.words, rng) for _ in range(50)]
        missed.append(1 - sum(tries) / len(tries) / found.par)
        assert max(tries) <= found.par
        assert found.greedy == pytest.approx(sum(tries) / len(tries), abs=0.05 * found.par)
    assert sum(missed) / seeds == pytest.approx(DIFFICULTIES[difficulty].shortfall, abs=0.02)


@pytest.mark.parametrize(
    "difficulty", [1, 5, *(pytest.param(difficulty, marks=SLOW) for difficulty in (2, 3, 4))]
)
def test_greed_falls_short_as_it_should_under_containment(common, difficulty: int) -> None:
    missed = []
    for seed in range(4):
        request = GenerateRequest(20, difficulty, "containment", seed)
        found = generate(request, common, Deadline.never())
        missed.append(1 - found.greedy / found.par)
        assert found.par >= 36
    assert sum(missed) / 4 == pytest.approx(DIFFICULTIES[difficulty].shortfall, abs=0.02)


@pytest.mark.parametrize("rule", RULES)
def test_a_word_list_may_be_just_long_enough(common, tmp_path, rule: str) -> None:
    words = [common.word(number) for number in list(common.ids_of_length(8))[:30]]
    file = tmp_path / "words.txt"
    file.write_text("\n".join(words))
    lexicon = open_word_list(file)
    found = generate(GenerateRequest(30, 5, rule, 1), lexicon, Deadline.never())
    assert list(found.words) == sorted(words)
    with pytest.raises(NoAnswer, match="30, and 31 are asked for"):
        generate(GenerateRequest(31, 5, rule, 1), lexicon, Deadline.never())
    avoid = frozenset(words[:1])
    with pytest.raises(NoAnswer, match="29, and 30 are asked for"):
        generate(GenerateRequest(30, 5, rule, 1, avoid), lexicon, Deadline.never())


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (GenerateRequest(difficulty=0), "bad_difficulty"),
        (GenerateRequest(1), "bad_number"),
        (GenerateRequest(100_000), "bad_number"),
    ],
)
def test_what_cannot_be_asked(common, request_: GenerateRequest, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        generate(request_, common, Deadline.never())
    assert caught.value.code == code
