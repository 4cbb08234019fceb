"""Makes definitions.bin, the look-up from which the games show definitions.

It is made from WordNet, from `added.tsv` for words that WordNet lacks, and from `usual.tsv` for
words whose usual meaning WordNet does not give first.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from data import added, glosses, usual, wordnet
from solvers import files
from solvers.lexicon import definitions as look_up
from solvers.lexicon import indexfile
from solvers.lexicon.definitions import FEW, FORMAT
from solvers.lexicon.lookup import build_slots
from solvers.library import BUILT, TIERS, read_tier

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from solvers.lexicon.indexfile import Array


SENSES_OF_A_PART = 2
STRANGE = 20
"""Words less familiar than this are strange."""
FUNCTION_WORD, RARELY = 60, 20
"""A word at least this familiar has no definition if WordNet counts its senses fewer than `RARELY`
times."""


class Ranked(NamedTuple):
    """A sense, its place in WordNet, and how offensive it is."""

    sense: wordnet.Sense
    number: int
    level: int


def build(folder: Path, output: Path, choices: Path = usual.LIST) -> None:
    """Write the look-up made from a folder's WordNet and a list of usual senses."""
    found = added.explain(wordnet.read(folder), added.read())
    levels, known = _ratings()
    kept = {
        lemma: ranked
        for lemma, senses in sorted(usual.explain(found, usual.read(choices)).items())
        if (ranked := _ranked(lemma, *senses, levels, known))
    }
    listed = [each for ranked in kept.values() for each in ranked]
    wholes = [glosses.whole(each.sense.gloss) for each in listed]
    shorts = [each.sense.short or glosses.short(each.sense.gloss) for each in listed]
    texts = {text: number for number, text in enumerate(dict.fromkeys((*wholes, *shorts)))}
    forms, targets = _exceptions(found, kept)
    tables: dict[str, Array] = {
        **_keyed("lemma", list(kept)),
        **_keyed("form", list(forms)),
        **_texts(list(texts)),
        "sense_start": _starts(len(ranked) for ranked in kept.values()),
        "sense_part": np.array([usual.PARTS.index(each.sense.part) for each in listed], np.uint8),
        "sense_count": np.array([each.sense.count for each in listed], np.uint32),
        "sense_level": np.array([each.level for each in listed], np.uint8),
        "sense_text": np.array([texts[text] for text in wholes], np.uint32),
        "sense_short": np.array([texts[text] for text in shorts], np.uint32),
        "target_start": _starts(len(lemmas) for lemmas in forms.values()),
        "target_part": np.array([part for part, _ in targets], np.uint8),
        "target_lemma": np.array([lemma for _, lemma in targets], np.uint32),
    }
    meta = {"format": FORMAT, "source": fingerprint(folder)}
    with files.replacing(output, 0o644) as file:
        indexfile.write_tables(file, tables.items(), meta)


def _ratings() -> tuple[dict[str, int], dict[str, int]]:
    """Return the level of each flagged word of our list, and the familiarity of every word."""
    listed = read_tier(TIERS[-1])
    levels = dict(zip(listed.words, listed.flagged.tolist(), strict=True))
    return levels, dict(zip(listed.words, listed.familiarity.tolist(), strict=True))


def fingerprint(folder: Path) -> str:
    """Return a short hash of all that the look-up is made from: WordNet, our lists, the code."""
    digest = hashlib.sha256()
    made_by = (__file__, added.__file__, wordnet.__file__, glosses.__file__, usual.__file__)
    code = map(Path, (*made_by, look_up.__file__))
    for path in (*wordnet.files(folder), *BUILT, added.LIST, usual.LIST, *code):
        digest.update(f"{path.name} {path.stat().st_size} ".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _ranked(
    lemma: str,
    first: Sequence[wordnet.Sense],
    others: Sequence[wordnet.Sense],
    levels: Mapping[str, int],
    known: Mapping[str, int],
) -> list[Ranked]:
    """Return the main senses of each part of speech, the usual ones first.

    WordNet counted few texts, so a handful of counts says nothing. Then its order decides, except
    for slang and for senses that only strange words share (a cot is no fingerstall).
    """
    if known.get(lemma, 0) >= FUNCTION_WORD and sum(sense.count for sense in others) < RARELY:
        others = []  # "at" is a preposition, not Laotian money
    senses = [*first, *others]
    found = [
        Ranked(sense, number, glosses.level(sense, levels)) for number, sense in enumerate(senses)
    ]

    parts = {part: sum(s.count for s in senses if s.part == part) for part in usual.PARTS}

    def merit(each: Ranked) -> tuple[int, bool, int, int]:
        count = each.sense.count if each.sense.count >= FEW else 0
        others = [known.get(word, 0) for word in each.sense.synonyms]
        odd = max(others, default=STRANGE) < STRANGE or glosses.is_slang(each.sense.gloss)
        return -count, odd, -parts[each.sense.part], each.number

    found.sort(key=merit)
    return [
        each
        for number, each in enumerate(found)
        if sum(_alike(each, other) for other in found[:number]) < SENSES_OF_A_PART
    ]


def _alike(one: Ranked, other: Ranked) -> bool:
    return (one.sense.part, one.level) == (other.sense.part, other.level)


def _exceptions(
    found: wordnet.WordNet, kept: Mapping[str, Sequence[Ranked]]
) -> tuple[dict[str, list[tuple[int, int]]], list[tuple[int, int]]]:
    """Return irregular forms with their (part, lemma) numbers, and a flat list of the numbers."""
    lemmas = {lemma: number for number, lemma in enumerate(kept)}
    has_part = {(lemma, each.sense.part) for lemma, ranked in kept.items() for each in ranked}
    forms: dict[str, list[tuple[int, int]]] = {}
    for (part, form), belongs in sorted(found.exceptions.items()):
        known = [(usual.PARTS.index(part), lemmas[lm]) for lm in belongs if (lm, part) in has_part]
        if known and form.isascii() and form.isalpha():
            forms.setdefault(form, []).extend(known)
    return forms, [target for targets in forms.values() for target in targets]


def _keyed(name: str, keys: Sequence[str]) -> dict[str, Array]:
    """Return the tables by which Lookup finds one of the keys."""
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
