"""Reads WordNet's own files: its words, their senses, and its irregular forms."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet
    from pathlib import Path


PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
"""WordNet's parts of speech, as its files are named, in the order in which it lists them."""

RELATIONS = (
    {"!": "opposite", "=": "attribute", "*": "cause", ">": "cause"}
    | dict.fromkeys(("@", "@i", "~", "~i"), "kind")
    | dict.fromkeys(("#m", "#s", "#p", "%m", "%s", "%p"), "part")
    | dict.fromkeys(("&", "^", "$"), "similar")
)
"""How WordNet's pointers relate two meanings."""
BELOW = {"~", "~i", "%m", "%s", "%p", "="}
"""Pointers to several meanings that share the one they come from."""

_LEMMA = re.compile(r"[a-z]+")
_POSITION_MARK = re.compile(r"\((?:p|a|ip)\)$")  # where an adjective may stand
_CODES = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
_TYPES = {"1": "noun", "2": "verb", "3": "adj", "4": "adv", "5": "adj"}


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of a word.

    part      its part of speech
    count     how often it was counted in texts
    gloss     what it means, with examples
    synonyms  the other single words that have this meaning
    usage     how WordNet says it is used ("ethnic_slur", "obscenity" …)
    short     the gloss as one line, if it was written as one
    """

    part: str
    count: int
    gloss: str
    synonyms: tuple[str, ...] = ()
    usage: frozenset[str] = frozenset()
    short: str = ""


@dataclass(frozen=True, slots=True)
class WordNet:
    """What WordNet says of single words of the letters a to z.

    senses       by lemma, part after part, the most frequent of each part first
    exceptions   by (part, irregular form): the lemmas it belongs to
    """

    senses: Mapping[str, tuple[Sense, ...]]
    exceptions: Mapping[tuple[str, str], tuple[str, ...]]


def find(folder: Path) -> Path | None:
    """Return the folder with WordNet's files, at or below a folder; None if there are none."""
    for place in (folder, folder / "dict"):
        if all(
            (place / f"{kind}.{part}").is_file() for kind in ("index", "data") for part in PARTS
        ):
            return place
    return None


def files(folder: Path) -> list[Path]:
    """Return the existing files among those that are read."""
    names = [f"{kind}.{part}" for kind in ("index", "data") for part in PARTS]
    names += [*(f"{part}.exc" for part in PARTS), "cntlist.rev"]
    return [path for path in map(folder.joinpath, names) if path.is_file()]


def read(folder: Path) -> WordNet:
    """Read WordNet's files."""
    counts = _read_counts(folder / "cntlist.rev")
    senses: defaultdict[str, list[Sense]] = defaultdict(list)
    exceptions: dict[tuple[str, str], tuple[str, ...]] = {}
    synsets = _read_all_synsets(folder)
    for part in PARTS:
        for lemma, offsets in _read_index(folder / f"index.{part}"):
            for number, offset in enumerate(offsets, 1):
                synset = synsets[part, offset]
                if lemma in synset.spellings:  # else WordNet has it only with a capital: a name
                    others = tuple(
                        w for w in synset.spellings if w != lemma and _LEMMA.fullmatch(w)
                    )
                    usage = {
                        w
                        for p in synset.pointers
                        if p.kind == ";u"
                        for w in synsets[p.to].spellings
                    }
                    count = counts.get((lemma, part, number), 0)
                    found = Sense(part, count, synset.gloss, others, frozenset(usage))
                    senses[lemma].append(found)
        for form, *lemmas in map(str.split, _lines(folder / f"{part}.exc")):
            exceptions[part, form] = tuple(lemmas)
    return WordNet({lemma: tuple(found) for lemma, found in senses.items()}, exceptions)


def _read_index(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the lemmas of one part of speech with their synsets' offsets, in rank order."""
    for line in _lines(path):
        lemma, _, synsets, *rest = line.split()
        if _LEMMA.fullmatch(lemma):
            yield lemma, rest[-int(synsets) :]


def read_relations(folder: Path, words: AbstractSet[str]) -> dict[str, dict[str, set[str]]]:
    """Return the relations of each two words: RELATIONS' names, "synonym" and "fellow".

    Fellows are of the same kind or parts of the same whole; values of one attribute are each
    other's "attribute" too.
    """
    related: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))

    def add(one: Iterable[str], other: Iterable[str], name: str) -> None:
        for a, b in product(words & set(one), words & set(other)):
            if a != b:
                related[a][b].add(name)
                related[b][a].add(name)

    synsets = _read_all_synsets(folder)
    for place, synset in synsets.items():
        add(synset.spellings, synset.spellings, "synonym")
        below: defaultdict[str, set[str]] = defaultdict(set)
        for pointer in synset.pointers:
            name, to = RELATIONS.get(pointer.kind), synsets[pointer.to].spellings
            if name == "opposite":  # of two words, not of their synonyms; by their numbers, from 1
                source, target = bytes.fromhex(pointer.words)
                add([synset.spellings[source - 1]], [to[target - 1]], name)
            elif name:
                add(synset.spellings, to, name)
                # A noun's attribute is a property, an adjective's are its values.
                if pointer.kind in BELOW and (pointer.kind != "=" or place[0] == "noun"):
                    below[pointer.kind].update(to)
        for kind, fellows in below.items():
            add(fellows, fellows, "attribute" if kind == "=" else "fellow")
    return {word: dict(others) for word, others in related.items()}


class _Pointer(NamedTuple):
    """A relation to a synset: its kind, the (part, offset), and the words related if not all."""

    kind: str
    to: tuple[str, str]
    words: str


class _Synset(NamedTuple):
    """The words that share a meaning, as they are spelled."""

    spellings: list[str]
    pointers: list[_Pointer]
    gloss: str


def _read_all_synsets(folder: Path) -> dict[tuple[str, str], _Synset]:
    """Return all synsets by part of speech and offset."""
    return {
        (part, offset): synset
        for part in PARTS
        for offset, synset in _read_synsets(folder / f"data.{part}")
    }


def _read_synsets(path: Path) -> Iterator[tuple[str, _Synset]]:
    """Yield each synset with its offset."""
    for line in _lines(path):
        fields, _, gloss = line.partition("|")
        offset, _, _, words, *rest = fields.split()
        end = 2 * int(words, 16)
        spellings = [_POSITION_MARK.sub("", word) for word in rest[:end:2]]
        at = iter(rest[end + 1 : end + 1 + 4 * int(rest[end])])
        pointers = [
            _Pointer(kind, (_CODES[part], to), which)
            for kind, to, part, which in zip(*[at] * 4, strict=True)
        ]
        yield offset, _Synset(spellings, pointers, gloss.strip())


def _read_counts(path: Path) -> dict[tuple[str, str, int], int]:
    """Return each sense's count in texts, by (lemma, part, number of the sense)."""
    counts: dict[tuple[str, str, int], int] = {}
    for line in _lines(path) if path.is_file() else ():
        key, number, count = line.split()
        lemma, _, place = key.partition("%")
        counts[lemma, _TYPES[place[0]], int(number)] = int(count)
    return counts


def _lines(path: Path) -> Iterator[str]:
    """Yield a file's lines without the licence at its head, whose lines begin with spaces."""
    if path.is_file():
        with path.open(encoding="utf-8", errors="replace") as file:
            yield from (line.rstrip("\n") for line in file if line.strip() and line[0] != " ")
