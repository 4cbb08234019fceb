"""The words of `usual.tsv`, whose usual senses WordNet does not give first, or not plainly enough.

WordNet counted few texts, of the press and of the sixties: there a club plays baseball, a queen
lives in a hive, and only facts are bald. WordNet has no words like *the* and *with*, and calls a
snake a *limbless scaly elongate reptile*. Readers of definitions want a word's usual meaning, in
words easier than the word itself.

A line has a word and its usual senses, the most usual first. A sense is `part: text` in our own
words, or the beginning of one of WordNet's texts.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from data import wordnet
from data.wordnet import Sense
from solvers.lexicon.definitions import FEW
from solvers.lexicon.morphy import RULES, detach

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from data.wordnet import WordNet

LIST = Path(__file__).parent / "usual.tsv"
PARTS = (*wordnet.PARTS, "pronoun", "prep", "conj", "det", "excl")
"""The parts of speech of a definition: WordNet's, and those it leaves out."""


def read(path: Path = LIST) -> dict[str, list[str]]:
    """Return the usual senses of each word of the list, as written there.

    >>> read()["chest"], read()["club"]
    (['noun: the front of the body below the neck; a large box'], ['a formal association'])
    """
    lines = (line.split("\t") for line in path.read_text("ascii").splitlines()[1:])
    return {word: senses.split(" | ") for word, senses in lines}


def explain(
    found: WordNet, usual: Mapping[str, Sequence[str]]
) -> dict[str, tuple[list[Sense], list[Sense]]]:
    """Return the senses of every word: the usual ones, and the others."""
    explained = {}
    for word in {**found.senses, **usual}:
        senses = found.senses.get(word, ())
        first = [*_chosen(senses, usual[word], _most(word, found))] if word in usual else []
        glosses = {sense.gloss for sense in first}
        explained[word] = first, [sense for sense in senses if sense.gloss not in glosses]
    return explained


def _chosen(senses: Sequence[Sense], choices: Sequence[str], most: int) -> Iterator[Sense]:
    """Yield the chosen senses, with counts above `most` that fall from the first on."""
    for more, choice in zip(range(FEW + len(choices), 0, -1), choices, strict=False):
        part, _, text = choice.partition(": ")
        if part in PARTS:
            yield Sense(part, most + more, text, short=text)
        else:
            found = [sense for sense in senses if sense.gloss.startswith(choice)]
            yield from (replace(sense, count=most + more) for sense in found[:1])


def _most(word: str, found: WordNet) -> int:
    """Return the highest count among the senses of a word and of the bases it may be a form of."""
    bases = {word}
    for part in RULES:
        bases.update(found.exceptions.get((part, word), ()), detach(word, part))
    return max((sense.count for base in bases for sense in found.senses.get(base, ())), default=0)
