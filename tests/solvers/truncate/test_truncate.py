"""Truncate sequences, compared with a full list of all sequences."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.deadline import Deadline
from solvers.errors import BadInput, GaveUp, NoAnswer, PuzzleError, UnknownWord
from solvers.lexicon import Lexicon
from solvers.truncate import MODES, TruncateRequest, align, solve
from tests.solvers.growth import brute
from tests.solvers.growth.lists import SMALL, lexicon_of

word_lists = st.lists(st.text("abi", min_size=1, max_size=5), min_size=1, max_size=30, unique=True)
NEVER = Deadline.never()


@pytest.fixture(scope="module")
def small() -> Lexicon:
    return lexicon_of(SMALL.read_text().split())


@pytest.mark.parametrize("mode", MODES)
@given(words=word_lists, seed=st.integers(0, 99), data=st.data())
def test_the_longest_are_the_longest_of_all_sequences(mode, words, seed, data) -> None:
    sequences = brute.truncate_sequences(words, anywhere=mode == "anywhere")
    lexicon = lexicon_of(words)
    some_word = st.none() | st.sampled_from(sorted({*words, "a", "i"}))
    start, through, end = (data.draw(some_word) for _ in range(3))
    allowed = brute.longest(
        sequence
        for sequence in sequences
        if start in {None, sequence[0]}
        and end in {None, sequence[-1]}
        and (through is None or through in sequence)
    )
    request = TruncateRequest(start, through, end, mode, seed)
    try:
        result = solve(request, lexicon, NEVER)
    except UnknownWord:
        raise
    except (NoAnswer, BadInput):
        assert not allowed
        return
    assert result.sequence in allowed
    assert result.count == len(allowed)
    assert result.length == len(result.sequence)
    assert (result.mode, result.seed) == (mode, seed)


@pytest.mark.parametrize(
    "request_",
    [
        TruncateRequest(),
        TruncateRequest(mode="anywhere"),
        TruncateRequest(through="ape", mode="anywhere"),
        TruncateRequest(start="a"),
        TruncateRequest(end="islanders"),
        TruncateRequest(start="i", through="sting", end="startling", mode="anywhere"),
        TruncateRequest(start="i", end="startling", mode="anywhere"),
    ],
    ids=repr,
)
def test_every_sequence_is_as_likely(request_: TruncateRequest, small: Lexicon) -> None:
    draws = 40
    count = solve(request_, small, NEVER).count
    assert count > 1
    seeded = (replace(request_, seed=seed) for seed in range(draws * count))
    drawn = Counter(solve(request, small, NEVER).sequence for request in seeded)
    assert len(drawn) == count
    # Pearson's statistic: its mean is count - 1 and its deviation the root of twice that.
    statistic = sum((times - draws) ** 2 / draws for times in drawn.values())
    assert statistic < count - 1 + 5 * (2 * (count - 1)) ** 0.5


def test_the_example_of_the_board_game(small: Lexicon) -> None:
    result = solve(TruncateRequest(through="elapse", end="relapsed"), small, NEVER)
    assert result.length == 8
    example = ("a", "la", "lap", "laps", "lapse", "elapse", "elapsed", "relapsed")
    drawn = {
        solve(TruncateRequest(through="elapse", end="relapsed", seed=seed), small, NEVER).sequence
        for seed in range(50)
    }
    assert example in drawn


def test_one_sequence_by_two_ways_is_one() -> None:
    lexicon = lexicon_of(["aa", "aaa", "aab", "ab"])
    assert solve(TruncateRequest(end="aaa"), lexicon, NEVER).count == 1
    assert solve(TruncateRequest(end="aab"), lexicon, NEVER).count == 2
    assert solve(TruncateRequest(end="aab", mode="anywhere"), lexicon, NEVER).count == 2


def test_single_letters_are_words_of_this_game_alone() -> None:
    lexicon = lexicon_of(["in", "o", "on"])
    assert "i" not in lexicon
    assert solve(TruncateRequest(end="in"), lexicon, NEVER).sequence == ("i", "in")
    assert solve(TruncateRequest(end="on"), lexicon, NEVER).sequence == ("o", "on")
    assert solve(TruncateRequest(start=" A "), lexicon, NEVER).sequence == ("a",)
    with pytest.raises(UnknownWord):
        solve(TruncateRequest(start="e"), lexicon, NEVER)


def test_definitions_come_when_asked_for(small: Lexicon) -> None:
    assert solve(TruncateRequest(end="laps"), small, NEVER).definitions == {}
    result = solve(TruncateRequest(end="laps", define=True), small, NEVER)
    assert result.definitions == {word: small.define(word) for word in result.sequence}


REFUSED = {
    (BadInput, "not_letters"): {
        TruncateRequest(start="l4p"): (
            "Words can only have the letters a to z. Please change “l4p”."
        ),
    },
    (BadInput, "bad_input"): {
        TruncateRequest(mode="middle"): "There is no mode “middle”; choose ends or anywhere.",
    },
    (BadInput, "not_part"): {
        TruncateRequest(start="cat", end="coat"): (
            "“cat” can’t grow into “coat”: letters join at the ends only, and it isn’t in there "
            "in one piece. With letters that join anywhere it may."
        ),
        TruncateRequest(start="coat", end="cat"): (
            "“coat” can’t grow into “cat”: letters join at the ends only, and it isn’t in there "
            "in one piece."
        ),
        TruncateRequest(start="cat", end="tacit", mode="anywhere"): (
            "“cat” can’t grow into “tacit”: letters are only ever added, and its own aren’t in "
            "there in this order."
        ),
        TruncateRequest(through="laps", end="coats"): (
            "“laps” can’t grow into “coats”: letters join at the ends only, and it isn’t in there "
            "in one piece."
        ),
    },
    (NoAnswer, "no_answer"): {
        TruncateRequest(start="lap", through="laps", end="collapse"): (
            "No sequence leads from “laps” to “collapse”: from “laps” you get as far as “lapse”, "
            "and “collapse” leaves no word on the way when it loses a letter."
        ),
        TruncateRequest(start="lap", end="lapser"): (
            "No sequence leads from “lap” to “lapser”: “lap” can’t grow towards it, and back from "
            "“lapser” no further than “lapse”."
        ),
    },
}
"""What is refused how: requests with their sentences."""


@pytest.mark.parametrize(
    ("request_", "refusal", "message"),
    [(asked, how, said) for how, some in REFUSED.items() for asked, said in some.items()],
    ids=lambda value: repr(value) if isinstance(value, TruncateRequest) else "",
)
def test_one_sentence_says_what_is_wrong(request_, refusal, message) -> None:
    words = ["cat", "coat", "coats", "tacit", "lap", "laps", "lapse", "lapser", "collapse"]
    if request_.end == "lapser":
        words.remove("laps")
    with pytest.raises(PuzzleError) as caught:
        solve(request_, lexicon_of(words), NEVER)
    assert (type(caught.value), caught.value.code) == refusal
    assert caught.value.message == message


def test_a_word_that_is_none_brings_close_ones(small: Lexicon) -> None:
    with pytest.raises(UnknownWord, match="“lapps” is not in the word list") as caught:
        solve(TruncateRequest(through="lapps"), small, NEVER)
    assert "laps" in caught.value.close


def test_no_time_is_no_wrong_answer(small: Lexicon) -> None:
    with pytest.raises(GaveUp):
        solve(TruncateRequest(start="a", end="relapsed"), small, Deadline.after(0))


def test_rows_keep_every_letter_in_its_column() -> None:
    rows = align(("a", "la", "lap", "laps", "lapse", "elapse", "elapsed"))
    assert [row.columns[0] for row in rows] == [2, 1, 1, 1, 1, 0, 0]
    assert [row.new for row in rows] == [None, 0, 2, 3, 4, 0, 6]
    gapped = align(("i", "in", "sin", "sing", "sting"))
    columns = ["".join(map(str, row.columns)) for row in gapped]
    assert columns == ["2", "23", "023", "0234", "01234"]


@pytest.mark.parametrize("mode", MODES)
@given(words=word_lists, seed=st.integers(0, 99))
def test_rows_read_down_the_columns(mode: str, words: list[str], seed: int) -> None:
    sequence = solve(TruncateRequest(mode=mode, seed=seed), lexicon_of(words), NEVER).sequence
    rows = align(sequence)
    assert tuple(row.word for row in rows) == sequence
    for row in rows:
        assert "".join(sequence[-1][column] for column in row.columns) == row.word
    for before, after in itertools.pairwise(rows):
        assert after.new is not None
        rest = after.columns[: after.new] + after.columns[after.new + 1 :]
        assert rest == before.columns
        if mode == "ends":
            assert after.new in {0, len(after.word) - 1}
