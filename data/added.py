"""The words of `added.tsv`, which SCOWL lacks, or lists in too high a class.

They were chosen by reading and are explained in our own words. A line has a word, its size class,
its inflections, which are in the same class, and its senses: `noun: … | verb: …`. A word that SCOWL
has in a higher class, or whose base SCOWL has, stands alone without a sense.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from data.wordnet import Sense, WordNet
from solvers.lexicon.morphy import detach

if TYPE_CHECKING:
    from collections.abc import Iterable

LIST = Path(__file__).parent / "added.tsv"
INFLECTED = ("noun", "verb")


class Entry(NamedTuple):
    """A line of the list."""

    word: str
    size: int
    forms: tuple[str, ...]
    senses: tuple[Sense, ...]


def read(path: Path = LIST) -> list[Entry]:
    """Return the lines of the list."""
    return [_entry(line) for line in path.read_text("ascii").splitlines()[1:]]


def _entry(line: str) -> Entry:
    word, size, forms, senses = line.split("\t")
    parted = (sense.split(": ", 1) for sense in senses.split(" | ") if sense)
    return Entry(
        word, int(size), tuple(forms.split()), tuple(Sense(part, 0, text) for part, text in parted)
    )


def sizes(entries: Iterable[Entry]) -> dict[str, int]:
    """Return the size class of every word and inflection."""
    return {word: entry.size for entry in entries for word in (entry.word, *entry.forms)}


def explain(found: WordNet, entries: Iterable[Entry]) -> WordNet:
    """Return WordNet with the entries' inflections, and their senses before its own.

    A form that morphy's rules do not lead back to its word becomes an exception.
    """
    senses, exceptions = dict(found.senses), dict(found.exceptions)
    for entry in entries:
        if entry.senses:
            senses[entry.word] = (*entry.senses, *senses.get(entry.word, ()))
        parts = {sense.part for sense in entry.senses if sense.part in INFLECTED}
        for form in entry.forms:
            if not any(entry.word in detach(form, part) for part in parts):
                exceptions |= dict.fromkeys(((part, form) for part in parts), (entry.word,))
    return WordNet(senses, exceptions)
