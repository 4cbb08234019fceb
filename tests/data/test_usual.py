"""The list of usual senses: sorted, plain, and first among a word's meanings."""

from __future__ import annotations

import pytest

from data import glosses, usual
from solvers.library import open_lexicon


def test_the_list() -> None:
    found, lexicon = usual.read(), open_lexicon()
    assert list(found) == sorted(found)
    assert all(lexicon.find(word) >= 0 for word in found)
    parted = [choice.partition(": ") for choices in found.values() for choice in choices]
    ours = [text for part, _, text in parted if part in usual.PARTS]
    assert len(ours) > 4_000
    assert max(map(len, ours)) <= glosses.LONGEST_SHORT
    assert not [text for text in ours if text != text.strip() or text.endswith((".", ";", ","))]


@pytest.mark.skipif(not open_lexicon().has_definitions, reason="no definitions are set up")
def test_the_usual_senses_come_first() -> None:
    lexicon = open_lexicon()
    for word, choices in usual.read().items():
        texts = [choice.removeprefix(choice.partition(": ")[0] + ": ") for choice in choices]
        for sense, begins in zip(lexicon.define(word), texts, strict=False):
            assert (sense.lemma, sense.text[: len(begins)]) == (word, begins)
