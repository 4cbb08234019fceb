"""Lexicons of a test's words with flags, and the flags in the real list's file."""

from __future__ import annotations

import gzip
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from solvers.lexicon import UNMEASURED, Lexicon, WordTable
from solvers.lexicon.build import build_index
from solvers.lexicon.indexfile import IndexFile
from solvers.lexicon.wordlist import WordList
from solvers.library import DATA, PARTS

if TYPE_CHECKING:
    from collections.abc import Mapping

LEVELS = {"family": 0, "standard": 1, "all": 2}
"""The highest level that each policy shows."""


def flagged_lexicon(
    flagged: Mapping[str, int], rareness: Mapping[str, int] | None = None
) -> Lexicon:
    """Return a lexicon of words with their levels; each costs 1 unless `rareness` has it."""
    words = list(flagged)
    costs = [(rareness or {}).get(word, 1) for word in words]
    listed = WordList(
        words,
        np.array(costs, np.uint32),
        np.zeros(len(words), np.uint8),
        np.array(list(flagged.values()), np.uint8),
        np.full(len(words), UNMEASURED, np.uint8),
    )
    return Lexicon(IndexFile.parse(build_index(WordTable(listed), PARTS, "test", "0")))


@cache
def real_flags() -> dict[str, int]:
    """Return the level of every word of the built list."""
    lines = gzip.decompress((DATA / "words.tsv.gz").read_bytes()).decode().splitlines()[1:]
    return {word: int(level) for word, _, level in (line.split("\t") for line in lines)}


def hidden_words(policy: str) -> set[str]:
    """Return the words of the built list that a policy hides."""
    return {word for word, level in real_flags().items() if level > LEVELS[policy]}
