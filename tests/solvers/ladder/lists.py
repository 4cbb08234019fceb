"""Lexicons made in memory, and the golden files."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from solvers.lexicon import Lexicon
from solvers.lexicon.build import build_index
from solvers.lexicon.indexfile import IndexFile
from solvers.lexicon.table import WordTable
from solvers.lexicon.wordlist import read_given
from solvers.library import PARTS
from tests.paths import GOLDEN

if TYPE_CHECKING:
    from collections.abc import Mapping


SMALL = GOLDEN / "ladder-words.txt"
NEEDED = [part for part in PARTS if part.name in {"ladder", "truncate", "resize"}]


def lexicon_of(
    rareness: Mapping[str, int], familiarity: Mapping[str, int] | None = None
) -> Lexicon:
    """Return a lexicon of some words, in memory only."""
    text = "".join(f"{word}\t{cost}\n" for word, cost in rareness.items()).encode()
    listed = read_given(text, "test")
    if familiarity is not None:
        known = np.array([familiarity[word] for word in listed.words], np.uint8)
        listed = replace(listed, familiarity=known)
    index = build_index(WordTable(listed), NEEDED, "test", "0")
    return Lexicon(IndexFile.parse(index))


def golden(name: str) -> list[tuple[str, str]]:
    """Return the questions and answers in a golden file."""
    lines = (GOLDEN / name).read_text("utf-8").splitlines()
    asked = [line for line in lines if line and not line.startswith("#")]
    return [(line.split(" | ")[0], line.partition(" | ")[2]) for line in asked]
