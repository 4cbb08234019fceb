"""Definitions: a compact look-up made from WordNet, opened like an index file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers.lexicon.indexfile import DamagedFileError, IndexFile

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Definition:
    """One sense: the word it is entered under, its part of speech, and what it means."""

    lemma: str
    part: str
    text: str


class Definitions:
    """What data/definitions.bin holds."""

    def __init__(self, file: IndexFile) -> None:
        self._file = file

    @classmethod
    def open(cls, path: Path) -> Definitions | None:
        """Open the look-up, None where set-up has made none (or it is damaged)."""
        try:
            return cls(IndexFile.open(path))
        except (OSError, DamagedFileError):
            return None

    def define(self, word: str) -> tuple[Definition, ...]:
        """Return up to two senses of a word."""
        raise NotImplementedError(word)
