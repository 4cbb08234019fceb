"""Make definitions.bin, the look-up that the games show definitions from, out of WordNet."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from data import wordnet
from solvers.lexicon import indexfile
from solvers.lexicon.definitions import FORMAT
from solvers.lexicon.lookup import build_slots

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from solvers.lexicon.indexfile import Array


SENSES_OF_A_PART = 2
LONGEST_TEXT = 160

_EXAMPLES = re.compile(r';?\s*"[^"]*(?:"|$).*', re.DOTALL)


def build(folder: Path, output: Path) -> None:
    """Write the look-up made from the WordNet in a folder."""
    found = wordnet.read(folder)
    kept = {lemma: _foremost(senses) for lemma, senses in sorted(found.senses.items())}
    texts = {shorten(sense.gloss): 0 for senses in kept.values() for sense in senses}
    texts = {text: number for number, text in enumerate(texts)}
    listed = [sense for senses in kept.values() for sense in senses]
    parts = list(wordnet.PARTS)
    forms, targets = _exceptions(found, {lemma: number for number, lemma in enumerate(kept)})
    tables: dict[str, Array] = {
        **_keyed("lemma", list(kept)),
        **_keyed("form", list(forms)),
        **_texts(list(texts)),
        "sense_start": _starts(len(senses) for senses in kept.values()),
        "sense_part": np.array([parts.index(sense.part) for sense in listed], np.uint8),
        "sense_count": np.array([sense.count for sense in listed], np.uint32),
        "sense_text": np.array([texts[shorten(sense.gloss)] for sense in listed], np.uint32),
        "target_start": _starts(len(lemmas) for lemmas in forms.values()),
        "target_part": np.array([part for part, _ in targets], np.uint8),
        "target_lemma": np.array([lemma for _, lemma in targets], np.uint32),
    }
    meta = {"format": FORMAT, "source": fingerprint(folder)}
    indexfile.write(output, indexfile.pack(tables, meta))


def fingerprint(folder: Path) -> str:
    """Return a short hex of all that the look-up is made from: WordNet, and how it is done."""
    digest = hashlib.sha256()
    for path in (*wordnet.files(folder), Path(__file__), Path(wordnet.__file__)):
        digest.update(f"{path.name} {path.stat().st_size} ".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def shorten(gloss: str) -> str:
    """Return a gloss without its examples, and not much longer than a line."""
    text = " ".join((_EXAMPLES.sub("", gloss) or gloss.replace('"', "")).split()).rstrip(" ;:,(")
    if len(text) <= LONGEST_TEXT:
        return text
    kept, *more = text.split("; ")
    for clause in more:
        if len(kept) + len(clause) + 2 > LONGEST_TEXT:
            break
        kept = f"{kept}; {clause}"
    if len(kept) <= LONGEST_TEXT:
        return kept
    return f"{kept[:LONGEST_TEXT].rpartition(' ')[0].rstrip(' ,;:(')} …"


def _foremost(senses: Sequence[wordnet.Sense]) -> list[wordnet.Sense]:
    """Return the first senses of each part of speech."""
    kept: list[wordnet.Sense] = []
    for part in wordnet.PARTS:
        kept += [sense for sense in senses if sense.part == part][:SENSES_OF_A_PART]
    return kept


def _exceptions(
    found: wordnet.WordNet, lemmas: dict[str, int]
) -> tuple[dict[str, list[tuple[int, int]]], list[tuple[int, int]]]:
    """Return irregular forms with the (part, lemma) numbers they belong to, and these in a row."""
    parts = list(wordnet.PARTS)
    has_part = {(lemma, s.part) for lemma, senses in found.senses.items() for s in senses}
    forms: dict[str, list[tuple[int, int]]] = {}
    for (part, form), belongs in sorted(found.exceptions.items()):
        known = [(parts.index(part), lemmas[lm]) for lm in belongs if (lm, part) in has_part]
        if known and form.isascii() and form.isalpha():
            forms.setdefault(form, []).extend(known)
    return forms, [target for targets in forms.values() for target in targets]


def _keyed(name: str, keys: Sequence[str]) -> dict[str, Array]:
    """Return the tables by which Lookup finds one of these words."""
    encoded = [key.encode("ascii") for key in keys]
    return {
        f"{name}_letters": np.frombuffer(b"".join(encoded), np.uint8),
        f"{name}_starts": _starts(map(len, encoded)),
        f"{name}_slots": build_slots(encoded),
    }


def _texts(texts: Sequence[str]) -> dict[str, Array]:
    encoded = [text.encode() for text in texts]
    return {
        "text": np.frombuffer(b"".join(encoded), np.uint8),
        "text_start": _starts(map(len, encoded)),
    }


def _starts(lengths: Iterable[int]) -> Array:
    return np.cumsum([0, *lengths]).astype(np.uint32)
