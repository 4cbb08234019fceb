"""Definitions: a compact look-up made from WordNet, opened like an index file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solvers.files import AnyPath, path_of
from solvers.lexicon.indexfile import DamagedFileError, IndexFile
from solvers.lexicon.lookup import Lookup
from solvers.lexicon.morphy import detach, misspells

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

FORMAT = 3
"""The version of the look-up's tables. Raise it whenever they change."""

PARTS = (
    *("noun", "verb", "adjective", "adverb"),
    *("pronoun", "preposition", "conjunction", "determiner", "exclamation"),
)
FEW = 2
"""Senses counted fewer times than this are all equally rare."""
OWN = 3
"""How much more a sense counts if it is entered under the word itself."""
PLURAL = 3
"""How much more a noun counts if the word may be its plural."""
_RULES = ("noun", "verb", "adj", "adv")

Sense = tuple[int, int]
"""The numbers of a lemma and a sense."""


@dataclass(frozen=True, slots=True)
class Definition:
    """One sense: the word it is entered under, its part of speech, and what it means.

    `short` says it on one line of a phone, in at most 60 characters; "" if that is impossible.
    """

    lemma: str
    part: str
    text: str
    short: str = ""


class Definitions:
    """The content of a look-up file: lemmas with their senses, and irregular forms."""

    def __init__(self, file: IndexFile, path: Path | None = None) -> None:
        self._file = file
        self._path = path
        self._lemma_starts = file.view("lemma_starts")
        self._find_lemma = self._lookup("lemma").find
        self._find_form = self._lookup("form").find
        self._sense_start = file.view("sense_start")
        self._sense_part = file.view("sense_part")
        self._sense_count = file.view("sense_count")
        self._sense_level = file.view("sense_level")
        self._sense_text = file.view("sense_text")
        self._sense_short = file.view("sense_short")
        self._text_start = file.view("text_start")

    @classmethod
    def open(cls, path: AnyPath) -> Definitions | None:
        """Open a look-up; None if set-up has made none in this format (or it is damaged)."""
        path = path_of(path)
        try:
            file = IndexFile.open(path)
        except (OSError, DamagedFileError):
            return None
        return cls(file, path) if file.meta.get("format") == FORMAT else None

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the name of the file."""
        return Definitions.open, (self._path,)

    @property
    def meta(self) -> Mapping[str, Any]:
        """The file's metadata: its format and the fingerprint of its source."""
        return self._file.meta

    def define(self, word: str, limit: int = 2, level: int = 0) -> tuple[Definition, ...]:
        """Return the usual senses of a word, its own and its base forms'.

        The most frequent come first: "saw" is perceived before it is a tool. A plural is a noun
        rather than a verb. Only senses no more offensive than words flagged up to `level` are
        returned, offensive ones last.
        """
        own = self._find_lemma(word)
        merits = {sense: (OWN * self._frequency(sense), 0) for sense in self._senses(own)}
        for lemma, part in self._inflected(word):
            plural = part == 0 and word.endswith("s")
            for sense in self._senses(lemma, part):
                frequency = self._frequency(sense) * (PLURAL if plural else 1)
                if frequency or own < 0:
                    merits.setdefault(sense, (frequency, 1))
        ordered = sorted(merits, key=lambda sense: (-merits[sense][0], merits[sense][1], sense[1]))
        shown = [sense for sense in ordered if self._sense_level[sense[1]] <= level]
        shown.sort(key=lambda sense: self._sense_level[sense[1]] > 0)
        return tuple(map(self._definition, shown[:limit]))

    def _senses(self, lemma: int, part: int | None = None) -> Iterator[Sense]:
        """Yield the senses of a lemma (none for -1), all or only one part of speech's."""
        if lemma >= 0:
            for sense in range(self._sense_start[lemma], self._sense_start[lemma + 1]):
                if part is None or self._sense_part[sense] == part:
                    yield lemma, sense

    def _inflected(self, word: str) -> Iterator[tuple[int, int]]:
        """Yield the (lemma, part) numbers that a word is a form of, exceptions before rules."""
        irregular = list(self._irregular(word))
        yield from irregular
        for part, rules in enumerate(_RULES):
            if all(part != known for _, known in irregular):
                for stem in detach(word, rules):
                    if not (misspells(word, stem) and self._find_lemma(f"{stem}e") >= 0):
                        yield self._find_lemma(stem), part

    def _irregular(self, word: str) -> Iterator[tuple[int, int]]:
        form = self._find_form(word)
        if form >= 0:
            start = self._file.view("target_start")
            lemmas, parts = self._file.view("target_lemma"), self._file.view("target_part")
            for target in range(start[form], start[form + 1]):
                yield lemmas[target], parts[target]

    def _frequency(self, sense: Sense) -> int:
        """Return how often a sense was counted; 0 if too rarely to mean anything."""
        count: int = self._sense_count[sense[1]]
        return count if count >= FEW else 0

    def _definition(self, sense: Sense) -> Definition:
        lemma, number = sense
        text, short = self._sense_text[number], self._sense_short[number]
        return Definition(
            lemma=self._bytes("lemma_letters", self._lemma_starts, lemma).decode("ascii"),
            part=PARTS[self._sense_part[number]],
            text=self._bytes("text", self._text_start, text).decode(),
            short=self._bytes("text", self._text_start, short).decode(),
        )

    def _bytes(self, name: str, starts: memoryview, number: int) -> bytes:
        base = self._file.offset(name)
        return self._file.buffer[base + starts[number] : base + starts[number + 1]]

    def _lookup(self, name: str) -> Lookup:
        starts, slots = self._file.view(f"{name}_starts"), self._file.view(f"{name}_slots")
        return Lookup(self._file.buffer, self._file.offset(f"{name}_letters"), starts, slots)
