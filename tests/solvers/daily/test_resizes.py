"""Two years of daily resizes under three secrets, checked against the game's promises."""

from collections import Counter
from datetime import date
from statistics import mean

import pytest

from solvers.daily import LEVELS, day_of, planned_game
from solvers.daily.resize import MOVES, SHARES, SINCE, listed
from solvers.ladder.moves import backwards
from tests.solvers.daily.making import made

YEARS = range(SINCE, SINCE + 731)
AGAIN = 60
"""Days until a word may be in a solution again."""


@pytest.fixture(scope="module", params=["", "a secret", "another"])
def editions(request, full):
    numbers = [number for number in YEARS if planned_game(number) == "resize"]
    return [made(number, full, request.param) for number in numbers]


def plain_end(before, word):
    """Return whether the last step only adds or drops a plural, past or comparative ending."""
    short, long = sorted((before, word), key=len)
    return long.startswith(short) and (
        long[len(short) :] in {"s", "d"} or (long[-2:] == "er" and long[len(short) :] == "r")
    )


def test_a_resize_takes_the_turns_of_truncates_from_one_day_on():
    assert day_of(SINCE) == date(2026, 12, 2)
    before = [planned_game(number) for number in range(SINCE - 8, SINCE)]
    after = [planned_game(number) for number in range(SINCE, SINCE + 8)]
    assert before == ["ladder", "snake", "anigram", "truncate"] * 2
    assert after == ["ladder", "snake", "anigram", "resize"] * 2


def test_at_least_half_of_the_days_need_five_words(editions):
    words = [len(edition.puzzle.solution) for edition in editions]
    assert all(edition.puzzle.par == len(edition.puzzle.solution) - 1 for edition in editions)
    assert min(words) >= 5
    assert sum(number > 5 for number in words) > len(words) / 2  # five, without the start


def test_at_most_one_in_five_ends_by_a_plain_letter(editions):
    ends = [plain_end(*edition.puzzle.solution[-2:]) for edition in editions]
    assert sum(ends) <= len(ends) / 5


def test_no_word_of_a_solution_comes_again_within_sixty_days(editions):
    last = {}
    for edition in editions:
        for word in edition.puzzle.solution:
            assert edition.number - last.get(word, -AGAIN - 1) > AGAIN, (edition, word)
        last |= dict.fromkeys(edition.puzzle.solution, edition.number)


def test_no_word_is_an_end_again_within_two_years(editions):
    ends = [word for edition in editions for word in edition.puzzle.given]
    assert len(set(ends)) == len(ends)


def test_ways_are_longer_towards_sunday(editions):
    steps = {level: [] for level in LEVELS}
    for edition in editions:
        steps[edition.puzzle.level].append(edition.puzzle.par)
    monday, thursday, sunday = (mean(steps[level]) for level in (1, 4, 7))
    assert monday < thursday < sunday - 1


def test_shares_have_no_word_in_common_and_each_has_two_pairs_of_each_level():
    owner = {}
    for level in LEVELS:
        assert Counter(line.share for line in listed(level)) == dict.fromkeys(range(SHARES), 2)
        for line in listed(level):
            for word in line.words:
                assert owner.setdefault(word, line.share) == line.share, word
    assert backwards(frozenset(MOVES)) == frozenset(MOVES)  # a pair may be played either way
