"""The pairs of words for daily ladders: the committed pairs are the script's."""

from __future__ import annotations

import pytest

from data import pairs, wordnet
from data.familiarity import WORDNET
from solvers.daily.ladder import PAIRS


@pytest.mark.slow
@pytest.mark.skipif(not wordnet.find(WORDNET), reason="wordnet-base is not installed")
def test_what_is_committed_is_what_the_script_makes() -> None:
    assert pairs.make() == PAIRS.read_text("ascii")


def test_each_level_has_pairs_for_more_than_a_year_and_no_word_is_in_two() -> None:
    rows = [line.split() for line in PAIRS.read_text("ascii").splitlines()[1:]]
    words = [word for _, one, other, _ in rows for word in (one, other)]
    assert len(words) == len(set(words))
    rounds = 366 / 28
    assert min(sum(row[0] == str(level) for row in rows) for level in range(1, 8)) > rounds


@pytest.mark.slow
@pytest.mark.skipif(not wordnet.find(WORDNET), reason="wordnet-base is not installed")
def test_how_wordnet_relates_words() -> None:
    words = {"hot", "cold", "warm", "hand", "palm", "oak", "tree", "corn", "rice", "oven"}
    related = wordnet.read_relations(WORDNET, words)
    assert "opposite" in related["hot"]["cold"]
    assert "attribute" in related["cold"]["warm"]
    assert "part" in related["palm"]["hand"]
    assert "kind" in related["oak"]["tree"]
    assert "fellow" in related["corn"]["rice"]
    assert "oven" not in related
