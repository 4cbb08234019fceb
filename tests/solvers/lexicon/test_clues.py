"""Clues are short, suitable for families, and avoid the word and its relatives."""

from __future__ import annotations

import re

import pytest

from data.sample import commonest
from solvers.lexicon.clues import LONGEST_CLUE, clue
from solvers.library import open_lexicon

pytestmark = pytest.mark.skipif(
    not open_lexicon().has_definitions, reason="no definitions are set up"
)


@pytest.mark.parametrize(
    ("word", "relatives"),
    [
        ("teacher", "teach teaches taught teaching"),
        ("mice", "mouse mice"),
        ("run", "run running ran runner"),
        ("happiness", "happy happier unhappy happily"),
        ("cut", "cut cutting cutter"),
        ("government", "govern governs governor"),
        ("criminal", "crime crimes"),
        ("kingdom", "king"),
        ("lawyer", "law laws"),
    ],
)
def test_a_clue_names_no_relative(word, relatives) -> None:
    text = clue(word, open_lexicon())
    assert set(relatives.split()).isdisjoint(re.findall("[a-z]+", text or ""))


def test_what_is_unknown_or_can_only_be_said_by_itself_has_no_clue() -> None:
    assert clue("zzz", open_lexicon()) is None
    assert clue("qwertz", open_lexicon()) is None


@pytest.mark.slow
def test_clues_of_the_commonest_words() -> None:
    lexicon = open_lexicon()
    flagged = {word for word, level in zip(lexicon, lexicon.flagged, strict=True) if level}
    clues = {word: text for word in commonest() if (text := clue(word, lexicon))}
    assert len(clues) > 9_500
    assert max(map(len, clues.values())) <= LONGEST_CLUE
    shown = lexicon.showing("family")
    for word, text in clues.items():
        said = set(re.findall("[a-z]+", text.lower()))
        assert word not in said, (word, text)
        assert not any(word in one for one in said if len(word) > 3), (word, text)
        lemmas = {sense.lemma for sense in shown.define(word)[:1]}
        assert lemmas.isdisjoint(said), (word, text)
        assert said.isdisjoint(flagged), (word, text)
        assert not re.search(r"[(;:,]$|\($", text), (word, text)
