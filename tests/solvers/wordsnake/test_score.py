"""The referee: every example in the rules, and what it refuses."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.errors import BadInput
from solvers.wordsnake import ScoreRequest, checked, parse, score


def points(text: str, rule: str = "pairs") -> list[int]:
    return [placed.score for placed in score(ScoreRequest(tuple(text.split()), rule=rule)).order]


@pytest.mark.parametrize(
    ("rule", "words", "expected"),
    [
        ("pairs", "street test", 1),
        ("pairs", "test street", 4),
        ("pairs", "run nausea seasick", 10),
        ("pairs", "Run NAUSEA seasick", 10),
        ("pairs", "nausea sea seasick", 18),
        ("containment", "timber beret", 9),
        ("containment", "baab ab aab", 13),
        ("containment", "ab aab baab", 16),
        ("containment", "nausea sea seasick", 18),
    ],
)
def test_plain_orders(rule: str, words: str, expected: int) -> None:
    assert sum(points(words, rule)) == expected


@pytest.mark.parametrize(
    ("placed", "expected"),
    [
        ([("wombat", 0), ("bats", 6)], 0),
        ([("wombat", 0), ("bats", 3)], 9),
        ([("baab", 0), ("ab", 2), ("aab", 1)], 13),
        ([("ab", 0), ("aab", 2), ("baab", 1)], 16),
    ],
)
def test_placed_lists(placed: list[tuple[str, int]], expected: int) -> None:
    words, positions = zip(*placed, strict=True)
    assert score(ScoreRequest(words, positions, "containment")).score == expected


def test_positions_and_snake() -> None:
    scored = score(ScoreRequest(("run", "nausea", "seasick"), rule="pairs"))
    assert scored.snake == "runauseasick"
    placed = [(one.word, one.position, one.score) for one in scored.order]
    assert placed == [("run", 0, 0), ("nausea", 2, 1), ("seasick", 5, 9)]


WORDS = st.lists(st.text("ab", min_size=1, max_size=5), min_size=2, max_size=6, unique=True)


@given(WORDS)
def test_pairs_is_the_sum_over_neighbours(words: list[str]) -> None:
    total = 0
    for a, b in itertools.pairwise(words):
        total += max(k for k in range(min(len(a), len(b)) + 1) if a[len(a) - k :] == b[:k]) ** 2
    assert score(ScoreRequest(tuple(words))).score == total


@given(WORDS)
def test_an_order_is_laid_greedily(words: list[str]) -> None:
    snake, total = "", 0
    for word in words:
        if word in snake:
            total += len(word) ** 2
        else:
            k = max(k for k in range(len(word)) if snake.endswith(word[:k]))
            total += k * k
            snake += word[k:]
    scored = score(ScoreRequest(tuple(words), rule="containment"))
    assert (scored.score, scored.snake) == (total, snake)
    positions = tuple(placed.position for placed in scored.order)
    assert score(ScoreRequest(tuple(words), positions, "containment")) == scored


@pytest.mark.parametrize(
    ("words", "code", "named"),
    [
        ([], "too_few_words", "none"),
        (["sea"], "too_few_words", "sea"),
        (["sea", "SEA", "nausea"], "duplicate_words", "sea"),
        (["sea", "naïve", "d0g"], "not_letters", "d0g"),
        (["sea", "–"], "too_few_words", "sea"),
        (["sea", "a" * 60], "word_too_long", "aaaaaaaaaaaaaaaaaaaa…"),
    ],
)
def test_bad_lists_are_named(words: list[str], code: str, named: str) -> None:
    with pytest.raises(BadInput) as caught:
        checked(words)
    assert caught.value.code == code
    assert named in caught.value.message


def test_a_limit_is_for_chat_only() -> None:
    words = ["a" * n for n in range(1, 41)]
    assert len(checked(words)) == 40
    with pytest.raises(BadInput, match="30 is the most"):
        checked(words, limit=30)


@pytest.mark.parametrize(
    ("order", "positions", "code", "named"),
    [
        (("wombat", "bats"), (0, 7), "position_leaves_gap", "“bats” at 7"),
        (("wombat", "bats"), (1, 4), "position_leaves_gap", "“wombat” at 1"),
        (("wombat", "bats"), (0, 2), "position_disagrees", "“bats” at 2"),
        (("wombat", "bats"), (0,), "bad_position", "every word"),
    ],
)
def test_bad_positions_are_named(order, positions, code, named) -> None:
    with pytest.raises(BadInput) as caught:
        score(ScoreRequest(order, positions, "containment"))
    assert caught.value.code == code
    assert named in caught.value.message


def test_an_order_must_be_a_permutation() -> None:
    with pytest.raises(BadInput, match="missing: “bats”; not in the list: “cats”"):
        score(ScoreRequest(("wombat", "cats"), words=("wombat", "bats")))


def test_parse_reads_words_and_positions() -> None:
    assert parse("\ufeffWombat\n\n bats \n") == (("wombat", "bats"), None)
    assert parse("wombat 0\nbats\t3\n") == (("wombat", "bats"), (0, 3))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a\nb c d", "Line 2"),
        ("a\nb2", "Line 2"),
        ("a 0\nb", "Line 2"),
        ("a\n\nb 1", "Line 3"),
        ("a -1", "Line 1"),
        ("a 1" + "0" * 5000, "Line 1"),
    ],
)
def test_parse_names_the_line(text: str, line: str) -> None:
    with pytest.raises(BadInput, match=line):
        parse(text)
