"""The graph of growing strings: its links, its exact counts, keys that collide."""

from __future__ import annotations

from itertools import product
from math import factorial
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.growth import PLACES, LetterGraph, build, keys, letter_graph_tables
from solvers.growth.walk import draw

strings = st.lists(st.text("abc", min_size=1, max_size=6), min_size=1, max_size=60, unique=True)


def blocks_of(words: list[str]) -> dict[int, np.ndarray]:
    by_length: dict[int, list[list[int]]] = {}
    for word in words:
        by_length.setdefault(len(word), []).append([ord(letter) - 97 for letter in word])
    return {length: np.array(rows, np.uint8) for length, rows in by_length.items()}


def links_of(words: list[str], place: str) -> set[tuple[str, str]]:
    tables = letter_graph_tables(blocks_of(words), place)
    start, down = tables["down_start"].tolist(), tables["down"].tolist()
    ordered = sorted(words, key=len)
    found = [
        (ordered[node], ordered[shorter])
        for node in range(len(ordered))
        for shorter in down[start[node] : start[node + 1]]
    ]
    assert len(found) == len(set(found)), "no link comes twice"
    upward = {
        (ordered[longer], ordered[node])
        for node in range(len(ordered))
        for longer in tables["up"][tables["up_start"][node] : tables["up_start"][node + 1]]
    }
    assert upward == set(found)
    return upward


def expected_links(words: list[str], place: str) -> set[tuple[str, str]]:
    known = set(words)
    links = set()
    for word in words:
        places = range(len(word)) if place == "anywhere" else (0, len(word) - 1)
        links |= {(word, word[:i] + word[i + 1 :]) for i in places}
    return {(word, shorter) for word, shorter in links if shorter in known}


@pytest.mark.parametrize("place", PLACES)
@given(words=strings)
def test_links_are_complete(words: list[str], place: str) -> None:
    assert links_of(words, place) == expected_links(words, place)


@pytest.mark.parametrize("place", PLACES)
def test_colliding_keys_change_nothing(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["".join(letters) for size in range(1, 6) for letters in product("abc", repeat=size)]
    words = sorted(Random(1).sample(words, 120), key=len)
    # With twelve bits some keys of one length collide, so another salt is tried, and many strings
    # outside the list have the key of a listed one.
    few = np.uint64(0xFFF)
    monkeypatch.setattr(build, "prefix_keys", lambda rows, salt: keys.prefix_keys(rows, salt) & few)
    monkeypatch.setattr(build, "keys_without", lambda *given: keys.keys_without(*given) & few)
    assert links_of(words, place) == expected_links(words, place)


@given(st.text("abcxyz", max_size=60), st.integers(0, 255))
def test_one_key_equals_the_tables(text: str, salt: int) -> None:
    rows = np.array([[ord(letter) - 97 for letter in text]], np.uint8).reshape(1, len(text))
    prefixes = keys.prefix_keys(rows, salt)
    assert int(prefixes[-1, 0]) == keys.key(text, salt)
    for column in range(len(text)):
        shorter = text[:column] + text[column + 1 :]
        assert int(keys.keys_without(prefixes, column, salt)[0]) == keys.key(shorter, salt)


def test_counts_beyond_64_bits_are_exact() -> None:
    side = 16
    words = ["a" * i + "b" * j + "c" * k for i, j, k in product(range(side + 1), repeat=3)][1:]
    words.sort(key=len)
    tables = letter_graph_tables(blocks_of(words), "anywhere")
    graph = LetterGraph(lambda name: memoryview(tables[name]))
    top = len(words) - 1
    every_way = factorial(3 * side) // factorial(side) ** 3
    assert every_way > 2**64
    singles = [graph.paths_up.count(node, 3 * side - 1) for node in graph.nodes(1)]
    assert sum(singles) == every_way
    assert graph.paths_down.count(top, 3 * side - 1) == every_way
    assert graph.paths_up.among(graph.nodes(1)) == (3 * side - 1, [0, 1, 2], singles)
    path = graph.draw_down(top, 3 * side - 1, Random(1))
    assert [len(words[node]) for node in path] == list(range(1, 3 * side + 1))
    assert graph.size(top) == 3 * side


def test_a_draw_has_exactly_the_odds_of_its_weights() -> None:
    class Counting(Random):
        def __init__(self, value: int) -> None:
            self.value = value

        def randrange(self, start: int) -> int:
            assert start == 7
            return self.value

    drawn = [draw("abcd", (2, 0, 4, 1), Counting(value)) for value in range(7)]
    assert "".join(drawn) == "aaccccd"
