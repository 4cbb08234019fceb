"""The added words: their list is well written; they are known, explained and never chosen."""

from __future__ import annotations

from collections import Counter

import pytest

from data import added, build, flags, glosses, wordnet
from data.wordnet import Sense, WordNet
from solvers.library import open_lexicon

EVERYDAY = """
    unmute nerf mixtape acai queso sucky nigiri elven grayscale greyscale minotaur beatdown tase
    gameplay sudoku bolognese prosecco taekwondo matcha wifi bluetooth livestream chatbot photoshop
    eurozone staycation upvote noob speedrun vlogs upvoted deepfakes barcodes placemat fansite
    repurposed motorhome probiotics gaslighting covid hackathons
"""
LONGEST = 60
"""Characters that fit into a line on a phone."""


@pytest.fixture(scope="module")
def entries() -> list[added.Entry]:
    return added.read()


def test_the_form_of_the_list(entries) -> None:
    lines = added.LIST.read_text("ascii").splitlines()
    assert lines[0] == "word\tsize\tforms\tsenses"
    assert [entry.word for entry in entries] == sorted({entry.word for entry in entries})
    words = Counter(word for entry in entries for word in (entry.word, *entry.forms))
    assert words.most_common(1)[0][1] == 1
    assert all(word.isascii() and word.isalpha() and word.islower() for word in words)
    assert {entry.size for entry in entries} == {50, 60, 70}
    for entry in entries:
        assert list(entry.forms) == sorted(entry.forms), entry
        for sense in entry.senses:
            assert sense.part in wordnet.PARTS, entry
            assert 0 < len(sense.gloss) <= LONGEST, entry


def test_forms_of_verbs_are_explained_by_verbs(entries) -> None:
    for entry in entries:
        verbs = any(form.endswith(("ed", "ing")) for form in entry.forms)
        parts = {sense.part for sense in entry.senses}
        assert not verbs or not parts or "verb" in parts, entry
        for sense in entry.senses:
            article = sense.gloss.split()[0] in {"a", "an"}
            assert sense.part != "verb" or not article, entry


def test_all_are_in_the_list_and_none_is_chosen_by_a_game(entries) -> None:
    full = open_lexicon("full")
    choice = full.table("choice")
    for word, size in added.sizes(entries).items():
        id_ = full.find(word)
        assert full.tier_of(id_) == ("standard" if size > build.UNSURE_FLOOR else "common"), word
        assert choice[id_] == 0, word


def test_no_meaning_is_ruder_than_its_word(entries) -> None:
    """Otherwise the bot would show the word, but not its meaning."""
    flagged = flags.levels(build.read_words(), flags.read_patterns())
    for entry in entries:
        for sense in entry.senses:
            assert glosses.level(sense, flagged) <= flagged.get(entry.word, 0), entry


@pytest.mark.slow
@pytest.mark.skipif(not build.SCOWL.is_dir(), reason="the package scowl is not installed")
def test_scowl_has_none_of_them_in_so_low_a_class(entries) -> None:
    scowl = build.correct(build.read_sizes(build.SCOWL))
    assert {w for w, size in added.sizes(entries).items() if scowl.get(w, 99) <= size} == set()


def test_words_of_today_are_known() -> None:
    assert [word for word in EVERYDAY.split() if word not in open_lexicon("common")] == []


def test_what_they_mean_stands_before_what_wordnet_says() -> None:
    entry = added.Entry("vlog", 60, ("vlogged", "vlogs"), (Sense("verb", 0, "to film"),))
    other = Sense("noun", 3, "a log")
    found = added.explain(WordNet({"vlog": (other,)}, {("noun", "geese"): ("goose",)}), [entry])
    assert found.senses == {"vlog": (*entry.senses, other)}
    assert found.exceptions == {("noun", "geese"): ("goose",), ("verb", "vlogged"): ("vlog",)}
