"""Words to avoid: answers are the same as from a list without them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import anigram, truncate
from solvers.anigram import AnigramRequest
from solvers.deadline import Deadline
from solvers.errors import BadInput, NoAnswer, UnknownWord
from solvers.truncate import MODES, TruncateRequest
from tests.solvers.growth.lists import SMALL, answer, lexicon_of

NEVER = Deadline.never()


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
@given(
    words=st.lists(st.text("abi", min_size=2, max_size=5), min_size=2, max_size=30, unique=True),
    seed=st.integers(0, 99),
    data=st.data(),
)
def test_sequences_without_some_words(mode, words, seed, data):
    avoid = data.draw(st.lists(st.sampled_from(words), max_size=len(words) - 1, unique=True))
    left = [word for word in words if word not in avoid]
    some_word = st.none() | st.sampled_from([*left, "a"])
    start, through, end = (data.draw(some_word) for _ in range(3))
    request = TruncateRequest(start, through, end, mode, seed)
    expected = answer(truncate.solve, request, lexicon_of(left))
    asked = replace(request, avoid=tuple(avoid))
    assert answer(truncate.solve, asked, lexicon_of(words)) == expected


@pytest.mark.slow
@given(
    words=st.lists(st.text("aabc", min_size=3, max_size=8), min_size=2, max_size=40, unique=True),
    seed=st.integers(0, 99),
    data=st.data(),
)
def test_games_without_some_words(words, seed, data):
    avoid = data.draw(st.lists(st.sampled_from(words), max_size=len(words) - 1, unique=True))
    left = [word for word in words if word not in avoid]
    playable = [word for word in left if len(word) >= 4]
    some_word = st.none() | st.sampled_from(playable) if playable else st.none()
    start, end = data.draw(some_word), data.draw(some_word)
    length = data.draw(st.none() | st.integers(4, 8))
    request = AnigramRequest(start, end=end, length=length, seed=seed)
    expected = answer(anigram.solve, request, lexicon_of(left))
    found = answer(anigram.solve, replace(request, avoid=tuple(avoid)), lexicon_of(words))
    if isinstance(expected, type):
        assert found is expected
        return
    assert (found.games, len(found.chain)) == (expected.games, len(expected.chain))
    # The longest of all is drawn, and so is how far it can grow.
    known = {"".join(sorted(word)): word for word in left}
    for stage in found.chain:
        assert stage.letters in known
        assert sorted(stage.words) == sorted(w for w in left if sorted(w) == list(stage.letters))
    if start and not end:
        onward = AnigramRequest(found.start, found.added)
        beyond = answer(anigram.solve, onward, lexicon_of(left))
        assert found.reach == len(beyond.chain[-1].letters)


def test_a_word_cannot_be_given_and_avoided():
    small = lexicon_of(SMALL.read_text().split())
    with pytest.raises(BadInput, match="“lap” can’t be in the line and avoided"):
        truncate.solve(TruncateRequest(through="lap", avoid=("lap",)), small, NEVER)
    with pytest.raises(UnknownWord):
        truncate.solve(TruncateRequest(avoid=("lapp",)), small, NEVER)
    with pytest.raises(UnknownWord):
        anigram.solve(AnigramRequest(avoid=("lapp",)), small, NEVER)


def test_nothing_left_is_no_answer():
    few = lexicon_of(["abcd", "abcde"])
    avoid = ("abcd",)
    with pytest.raises(NoAnswer, match="no words of 4 letters"):
        anigram.solve(AnigramRequest(avoid=avoid), few, NEVER)
    with pytest.raises(BadInput, match="spell no word"):
        anigram.solve(AnigramRequest(start="dcba", avoid=avoid), few, NEVER)
    with pytest.raises(NoAnswer, match="no words left"):
        truncate.solve(TruncateRequest(avoid=("a", "i", "abcd", "abcde")), few, NEVER)
