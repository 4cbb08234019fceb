"""The lexicon as the games use it: the real one against its golden file, and small ones."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.cli.main import main
from solvers.errors import UnknownWord
from solvers.lexicon import Group, rareness_of_size, tier_of_rareness
from solvers.library import TIERS, open_lexicon
from tests.paths import GOLDEN

GOLDEN = GOLDEN / "lexicon-words.txt"
LINES = [line.split() for line in GOLDEN.read_text().splitlines() if line[0] != "#"]


@pytest.mark.parametrize("line", LINES, ids=lambda line: "-".join(line[:2]))
def test_golden(line, capsys) -> None:
    tier, word, rareness, smallest, links, number, size = line
    assert main(["word", word, "--tier", tier, "--flagged", "allow", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["rareness"], found["tier"]) == (int(rareness), smallest)
    assert len(found["links"]) == int(links)
    group = None if number == "-" else {"number": int(number), "size": int(size)}
    assert found["group"] == group


def test_each_tier_is_part_of_the_next() -> None:
    common, standard, full = (open_lexicon(tier) for tier in TIERS)
    assert set(common) < set(standard) < set(full)
    for id_ in range(0, len(full), 97):
        assert (full.word(id_) in common) == (full.tier_of(id_) == "common")
        assert (full.word(id_) in standard) == (full.tier_of(id_) in ("common", "standard"))


def test_every_word_is_found_under_its_id(full) -> None:
    words = list(full)
    assert len(words) == len(full) == len(set(words))
    assert [full.find(word) for word in words] == list(range(len(words)))
    assert words == sorted(words, key=lambda word: (len(word), word))


@given(st.sets(st.text("ab", min_size=1, max_size=4), min_size=1))
def test_lengths_and_letters(make, words) -> None:
    lexicon = make(words)
    assert lexicon.longest == max(map(len, words))
    for length in range(-1, 7):
        expected = sorted(word for word in words if len(word) == length)
        assert [lexicon.word(id_) for id_ in lexicon.ids_of_length(length)] == expected
        if length >= 0:
            rows = lexicon.letters(length)
            assert rows.shape == (len(expected), length)
            assert [bytes(row).decode() for row in rows] == expected


def test_a_word_is_required_as_people_type_it(make) -> None:
    lexicon = make(["cat", "cot", "dog"])
    assert lexicon.require(" Cat\n") == lexicon.find("cat") == 0
    assert "cat" in lexicon
    assert "Cat" not in lexicon
    with pytest.raises(UnknownWord) as caught:
        lexicon.require("CAX")
    assert caught.value.close == ("cat", "cot")
    assert caught.value.message == "“cax” is not in the word list. Did you mean cat or cot?"


def test_groups_and_tiers_of_a_small_list(make) -> None:
    lexicon = make({"cat": 1, "cot": 20_001, "eel": 200_001, "ox": 2_000_001, "ax": 0})
    assert lexicon.group(lexicon.find("ax")) == Group(1, 2)
    assert lexicon.group(lexicon.find("cot")) == Group(2, 2)
    assert lexicon.group(lexicon.find("eel")) is None
    tiers = {word: lexicon.tier_of(lexicon.find(word)) for word in lexicon}
    assert tiers == {"ax": "common", "ox": None, "cat": "common", "cot": "standard", "eel": "full"}


def test_rareness_by_size_class() -> None:
    costs = {10: 1, 20: 1, 35: 4, 40: 20, 50: 200, 55: 2_000, 60: 20_000, 70: 200_000}
    for size, cost in (costs | {80: 2_000_000, 95: 2_000_001, 0: 2_000_001}).items():
        assert rareness_of_size(size) == cost
    tiers = [tier_of_rareness(cost) for cost in (1, 20_000, 20_001, 2_000_000, 2_000_001)]
    assert tiers == ["common", "common", "standard", "full", None]


def test_tables_cannot_be_changed(full) -> None:
    assert full.table("links").dtype == np.int32
    with pytest.raises(ValueError, match="read-only"):
        full.table("links")[0] = 0
    with pytest.raises(TypeError):
        full.links[0] = 0


def test_a_lexicon_without_definitions_says_so(make) -> None:
    lexicon = make(["cat"])
    assert not lexicon.has_definitions
    assert lexicon.define("cat") == ()
