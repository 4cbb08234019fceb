"""Links and groups, compared with naive ones that compare every pair and walk every group."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from solvers.lexicon import WordTable
from solvers.lexicon.wordlist import read_given

words = st.sets(st.text("abc", min_size=1, max_size=5), min_size=1, max_size=120)


def table_of(given_words: set[str]) -> WordTable:
    return WordTable(read_given("\n".join(given_words).encode(), "test"))


def linked(one: str, other: str) -> bool:
    differing = [a for a, b in zip(one, other, strict=False) if a != b]
    return len(one) == len(other) and len(differing) == 1


def naive_groups(given_words: set[str]) -> list[list[str]]:
    left, found = set(given_words), []
    while left:
        group, todo = set(), [left.pop()]
        while todo:
            word = todo.pop()
            group.add(word)
            near = {other for other in left if linked(word, other)}
            left -= near
            todo += near
        if len(group) > 1:
            found.append(sorted(group))
    return sorted(found, key=lambda group: (len(group[0]), len(group), group[0]))


@given(words)
def test_ids_go_by_length_and_then_the_alphabet(given_words: set[str]) -> None:
    table = table_of(given_words)
    assert list(table.words) == sorted(given_words, key=lambda word: (len(word), word))
    for length in range(8):
        ids = table.ids_of_length(length)
        assert [table.words[i] for i in ids] == sorted(w for w in given_words if len(w) == length)


@given(words)
def test_links_are_all_the_pairs_that_differ_in_one_letter(given_words: set[str]) -> None:
    table = table_of(given_words)
    for i, word in enumerate(table.words):
        neighbours = table.links[table.link_start[i] : table.link_start[i + 1]]
        assert [table.words[j] for j in neighbours] == sorted(
            other for other in given_words if linked(word, other)
        )


@given(words)
def test_groups_are_numbered_by_length_then_size_then_first_word(given_words: set[str]) -> None:
    table = table_of(given_words)
    expected = naive_groups(given_words)
    number = {word: n for n, group in enumerate(expected, 1) for word in group}
    assert [int(n) for n in table.groups.number] == [number.get(word, 0) for word in table.words]
    assert table.groups.sizes.tolist() == [0, *map(len, expected)]
    assert table.groups.lengths.tolist() == [0, *(len(group[0]) for group in expected)]


def test_a_long_winding_group_is_one_group() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    path = [first + second for first, second in zip(letters, letters, strict=True)]
    between = [other[0] + one[1] for one, other in pairwise(path)]
    apart = {"xax", "ybz"}
    table = table_of({*path, *between, *apart})
    assert np.unique(table.groups.number).tolist() == [0, 1]
    assert table.groups.sizes[1] == len(path) + len(between)
