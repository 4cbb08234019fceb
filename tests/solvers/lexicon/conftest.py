"""Small lexicons, opened in memory, and the real one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pytest

from solvers.lexicon import Lexicon, WordTable
from solvers.lexicon.build import build_index
from solvers.lexicon.indexfile import IndexFile
from solvers.lexicon.wordlist import read_given
from solvers.library import open_lexicon

MakeLexicon = Callable[[Iterable[str] | Mapping[str, int]], Lexicon]


@pytest.fixture(scope="session")
def make() -> MakeLexicon:
    """Make a lexicon from words, or from a mapping of words to their costs."""

    def made(words: Iterable[str] | Mapping[str, int]) -> Lexicon:
        rated = isinstance(words, Mapping)
        lines = [f"{word}\t{words[word]}" if rated else word for word in words]
        table = WordTable(read_given("\n".join(lines).encode(), "test"))
        return Lexicon(IndexFile.parse(build_index(table, (), "test", "none")))

    return made


@pytest.fixture(scope="session")
def full() -> Lexicon:
    return open_lexicon("full")
