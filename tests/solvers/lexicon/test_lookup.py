"""Finding words in the flat hash table."""

from __future__ import annotations

from zlib import crc32

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from solvers.lexicon.lookup import Lookup, build_slots, home_slots

keys = st.sets(st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=6), max_size=200)


def lookup_of(words: list[str]) -> Lookup:
    encoded = [word.encode() for word in words]
    starts = np.cumsum([0, *map(len, encoded)]).astype(np.uint32)
    buffer = b"junk" + b"".join(encoded)
    return Lookup(buffer, 4, memoryview(starts), memoryview(build_slots(encoded)))


@given(keys, st.text(max_size=6))
def test_it_finds_its_words_and_no_others(words: set[str], other: str) -> None:
    listed = list(words)
    find = lookup_of(listed).find
    assert [find(word) for word in listed] == list(range(len(listed)))
    assert find(other) == (listed.index(other) if other in words else -1)


def test_words_whose_home_is_the_last_slot_run_over_the_end() -> None:
    mask = home_slots(6) - 1
    letters = str.maketrans("0123456789", "ghijklmnop")
    candidates = (f"{i:x}".translate(letters) for i in range(9999))
    crowded = [word for word in candidates if crc32(word.encode()) & mask == mask][:6]
    find = lookup_of(crowded).find
    assert [find(word) for word in crowded] == list(range(6))
    assert find("absent") == -1
    assert find("") == -1


def test_what_is_no_word_is_not_found() -> None:
    find = lookup_of(["cafe", "a"]).find
    for odd in ("café", "CAFE", "caf?", "", "cafe ", "\ud800", "a\0", "a" * 10_000):
        assert find(odd) == -1
