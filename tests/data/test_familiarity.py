"""Familiarity: the committed figures are the script's; the rules that correct counts."""

from __future__ import annotations

import gzip
from importlib.util import find_spec

import pytest

from data import build, familiarity, wordnet
from data.inflection import regular_forms
from data.wordnet import Sense, WordNet
from solvers.lexicon import FAMILIARITIES, UNMEASURED
from solvers.library import lexicon_of, open_lexicon

NEEDED = find_spec("msgspec") and build.SCOWL.is_dir() and wordnet.find(familiarity.WORDNET)

EXAMPLES = {
    "everyday": "the house cold warm love hate cat dog black white churches sadly finding",
    "known": "wart stubble alpaca wheelbarrow elms larva brie satchel",
    "rare": "tankard seasick tonsil cornflower joshed devilfish teds hies",
    "very rare": "canticoys eprise raile givees un coadministrations",
}


@pytest.mark.slow
@pytest.mark.skipif(not NEEDED, reason="msgspec, scowl or wordnet-base is not installed")
def test_what_is_committed_is_what_the_script_makes() -> None:
    assert familiarity.make() == gzip.decompress(familiarity.OUTPUT.read_bytes()).decode("ascii")


def test_the_file_belongs_to_the_word_list() -> None:
    fingerprint, *numbers = gzip.decompress(familiarity.OUTPUT.read_bytes()).decode().split()
    words = list(build.read_words())
    assert fingerprint == familiarity.fingerprint(words)
    assert len(numbers) == len(words)
    assert max(map(int, numbers)) < UNMEASURED


def test_how_well_words_are_known() -> None:
    lexicon = open_lexicon()
    for name, words in EXAMPLES.items():
        found = {word: lexicon.familiarity_of(lexicon.find(word)) for word in words.split()}
        assert found == dict.fromkeys(words.split(), name)
    assert list(FAMILIARITIES) == list(EXAMPLES)


def test_a_list_of_ones_own_has_no_familiarity() -> None:
    lexicon = lexicon_of(["cat", "cot"])
    assert lexicon.familiarity_of(lexicon.find("cat")) is None


def noun(count: int = 0) -> tuple[Sense, ...]:
    return (Sense("noun", count, ""),)


def test_the_rules() -> None:
    found = WordNet(
        {"fox": noun(), "he": noun(), "ted": noun(), "cod": (*noun(99), Sense("verb", 0, ""))}
        | {"goose": noun()},
        {("noun", "geese"): ("goose",)},
    )
    sizes = {"fox": 35, "foxes": 35, "he": 10, "hes": 50, "ted": 55, "teds": 60, "un": 80}
    sizes |= {"cod": 35, "codded": 50, "goose": 35, "geese": 40, "gooses": 80, "foxs": 50}
    often = {"fox": 1e-4, "foxes": 1e-8, "he": 1e-2, "ted": 1e-4, "un": 1e-4, "cod": 1e-5}
    often |= {"goose": 1e-6}
    known = familiarity.familiarity(sizes, often, {"ted": 50}, found)
    assert known == {
        "fox": 50,
        "foxes": 25,  # 10 + 15 for its base
        "he": 70,
        "hes": 0,  # a function word is no base
        "ted": 27,  # a name
        "teds": 22,
        "un": 14,  # an abbreviation
        "cod": 40,
        "codded": 0,  # nobody says “codded”
        "goose": 30,
        "geese": 24,  # never met, but its base is
        "gooses": 0,  # nobody says this
        "foxs": 0,
    }


@pytest.mark.parametrize(
    ("base", "forms"),
    [
        ("cat", "cats catted catting"),
        ("box", "boxes boxed boxing"),
        ("play", "plays played playing"),
        ("cry", "cries cried crying"),
        ("bake", "bakes baked baking"),
        ("free", "frees freed freeing"),
        ("die", "dies died dying"),
        ("go", "gos goes goed going"),
        ("loot", "loots looted looting"),
    ],
)
def test_regular_forms(base, forms) -> None:
    assert regular_forms(base) == set(forms.split())
