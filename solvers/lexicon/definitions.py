"""Definitions: a compact look-up made from WordNet, opened like an index file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solvers.lexicon.indexfile import DamagedFileError, IndexFile
from solvers.lexicon.lookup import Lookup
from solvers.lexicon.morphy import detach

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

FORMAT = 1
"""The version of the look-up's tables. Raise it whenever they change."""

PARTS = ("noun", "verb", "adjective", "adverb")
_RULES = ("noun", "verb", "adj", "adv")

Sense = tuple[int, int]
"""The numbers of a lemma and of one of its senses."""


@dataclass(frozen=True, slots=True)
class Definition:
    """One sense: the word it is entered under, its part of speech, and what it means."""

    lemma: str
    part: str
    text: str


class Definitions:
    """What a look-up file holds: lemmas with the senses of each, and irregular forms."""

    def __init__(self, file: IndexFile) -> None:
        self._file = file
        self._lemma_starts = file.view("lemma_starts")
        self._find_lemma = self._lookup("lemma").find
        self._find_form = self._lookup("form").find
        self._sense_start = file.view("sense_start")
        self._sense_part = file.view("sense_part")
        self._sense_count = file.view("sense_count")
        self._sense_text = file.view("sense_text")
        self._text_start = file.view("text_start")

    @classmethod
    def open(cls, path: Path) -> Definitions | None:
        """Open a look-up, None where set-up has made none of this format (or it is damaged)."""
        try:
            file = IndexFile.open(path)
        except (OSError, DamagedFileError):
            return None
        return cls(file) if file.meta.get("format") == FORMAT else None

    @property
    def meta(self) -> Mapping[str, Any]:
        """What the file says of itself: its format and the fingerprint of its source."""
        return self._file.meta

    def define(self, word: str, limit: int = 2) -> tuple[Definition, ...]:
        """Return the foremost senses of a word and of what it is an inflection of.

        The word's own best sense comes first (a saw is a tool), then the most frequent of the
        others, whichever of these words they belong to (saw: perceive by sight).
        """
        own = list(self._senses(self._find_lemma(word)))
        others = [
            sense for lemma, part in self._inflected(word) for sense in self._senses(lemma, part)
        ]
        own.sort(key=self._frequency)
        rest = sorted({*own[1:], *others} - set(own[:1]), key=self._frequency)
        return tuple(self._definition(sense) for sense in (own[:1] + rest)[:limit])

    def _senses(self, lemma: int, part: int | None = None) -> Iterator[Sense]:
        """Yield the senses of a lemma (none for -1), all or those of one part of speech."""
        if lemma >= 0:
            for sense in range(self._sense_start[lemma], self._sense_start[lemma + 1]):
                if part is None or self._sense_part[sense] == part:
                    yield lemma, sense

    def _inflected(self, word: str) -> Iterator[tuple[int, int]]:
        """Yield the (lemma, part) numbers a word is a form of; exceptions come before rules."""
        irregular = list(self._irregular(word))
        yield from irregular
        for part, rules in enumerate(_RULES):
            if all(part != known for _, known in irregular):
                for stem in detach(word, rules):
                    yield self._find_lemma(stem), part

    def _irregular(self, word: str) -> Iterator[tuple[int, int]]:
        form = self._find_form(word)
        if form >= 0:
            start = self._file.view("target_start")
            lemmas, parts = self._file.view("target_lemma"), self._file.view("target_part")
            for target in range(start[form], start[form + 1]):
                yield lemmas[target], parts[target]

    def _frequency(self, sense: Sense) -> tuple[int, int, int]:
        _, number = sense
        return -self._sense_count[number], self._sense_part[number], number

    def _definition(self, sense: Sense) -> Definition:
        lemma, number = sense
        text = self._sense_text[number]
        return Definition(
            lemma=self._bytes("lemma_letters", self._lemma_starts, lemma).decode("ascii"),
            part=PARTS[self._sense_part[number]],
            text=self._bytes("text", self._text_start, text).decode(),
        )

    def _bytes(self, name: str, starts: memoryview, number: int) -> bytes:
        base = self._file.offset(name)
        return self._file.buffer[base + starts[number] : base + starts[number + 1]]

    def _lookup(self, name: str) -> Lookup:
        starts, slots = self._file.view(f"{name}_starts"), self._file.view(f"{name}_slots")
        return Lookup(self._file.buffer, self._file.offset(f"{name}_letters"), starts, slots)
