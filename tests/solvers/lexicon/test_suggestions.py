"""Completion and close words, compared with naive versions."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.lexicon import STRONG

LETTERS = "abc"
listed = st.text(LETTERS, min_size=1, max_size=6)
words = st.dictionaries(listed, st.integers(0, 3), min_size=1, max_size=80)


def commonest(costs: dict[str, int]) -> list[str]:
    return sorted(costs, key=lambda word: (costs[word], len(word), word))


@given(words, st.text(LETTERS, max_size=3), st.none() | st.integers(0, 7), st.integers(1, 8))
def test_completion(make, costs, prefix, length, limit) -> None:
    begun = [word for word in commonest(costs) if word.startswith(prefix)]
    fitting = [word for word in begun if length in (None, len(word))]
    if prefix in fitting:
        fitting = [prefix, *(word for word in fitting if word != prefix)]
    assert make(costs).complete(prefix, length, limit) == fitting[:limit]


def edits(one: str, other: str) -> int:
    """Count edits by the definition: the fewest inserts, deletes, changes and swaps."""

    @cache
    def cost(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        best = min(cost(i - 1, j) + 1, cost(i, j - 1) + 1)
        best = min(best, cost(i - 1, j - 1) + (one[i - 1] != other[j - 1]))
        if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
            best = min(best, cost(i - 2, j - 2) + 1)
        return best

    return cost(len(one), len(other))


@given(words, st.text(LETTERS, min_size=1, max_size=7), st.integers(1, 6))
def test_close_words(make, costs, typed, limit) -> None:
    def merit(word: str) -> tuple[object, ...]:
        same_letters = sorted(word) == sorted(typed)
        alike = not same_letters, word[0] != typed[0]
        return edits(typed, word), costs[word], *alike, len(word), word

    near = [word for word in costs if 0 < edits(typed, word) <= min(2, len(typed) - 1)]
    assert make(costs).close_words(typed, limit) == tuple(sorted(near, key=merit)[:limit])
    alike = [word for word in sorted(near, key=merit) if len(word) == len(typed)]
    assert make(costs).close_words(typed, limit, length=len(typed)) == tuple(alike[:limit])


def test_close_words_of_the_longest_words(make) -> None:
    longest = "ab" * 30
    changed, shifted, shorter = f"{longest[:-1]}c", longest[1:] + longest[:1], longest[1:-1]
    own = make({longest: 1, changed: 2, shifted: 3, shorter: 4, "cat": 1})
    assert own.close_words(f"{longest}a") == (longest, shifted, changed)
    assert own.close_words(shifted[:-1]) == (longest, shifted, shorter, changed)


@pytest.mark.parametrize("length", [48, 63, 253, 254, 256, 300, 6000])
def test_words_longer_than_any_have_no_close_words(full, length) -> None:
    assert full.close_words("x" * length) == ()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("recieve", "receive"),
        ("hte", "the"),
        ("seperate", "separate"),
        ("monney", "money"),
        ("accomodate", "accommodate"),
        ("definately", "definitely"),
        ("wrod", "word"),
    ],
)
def test_close_words_know_what_people_mean(full, typed, meant) -> None:
    assert full.close_words(typed)[0] == meant


def test_close_words_of_what_is_like_nothing(full) -> None:
    assert full.close_words("qxqxqxqx") == ()
    assert full.close_words("") == ()
    assert full.close_words("日本語") == ()
    assert full.close_words("cat" * 100) == ()


def test_completion_offers_common_words_first(full) -> None:
    assert full.complete("ca", 3)[:3] == ["can", "car", "cat"]
    assert full.complete("say")[0] == "say"
    assert full.complete("  CÄ. ", 3) == full.complete("ca", 3)
    assert len(full.complete("", 5)) == 25
    assert len(full.complete("")) == 25
    assert full.complete("zzzz") == []
    assert full.complete("c4") == []


def test_suggestions_show_no_flagged_word_unasked(full) -> None:
    offered = {word for length in (3, 4, 5) for word in full.complete("", length, 100_000)}
    offered |= set(full.complete("", None, 100_000)) | set(full.close_words("shitz"))
    assert len(offered) > 90_000
    assert not [word for word in offered if full.flagged[full.find(word)] == STRONG]
    assert full.complete("shit", 4) == ["shit"]  # but typed whole it is a word like any other
