"""Definitions: made from a small WordNet, looked up through its rules; and from the real one."""

from __future__ import annotations

import pytest

from data import definitions, setup, wordnet
from solvers.lexicon import Definition, Definitions
from solvers.lexicon.morphy import detach
from solvers.library import open_lexicon

# lemma, sense count: offsets, in WordNet's own formats.
FILES = {
    "index.noun": (
        "  1 a licence stands here\n"
        "cat n 2 1 @ 2 1 00000001 00000002\n"
        "china n 2 1 @ 2 1 00000003 00000004\n"
        "goose n 1 0 1 0 00000005\n"
        "hot_dog n 1 0 1 0 00000001\n"
        "saw n 1 0 1 1 00000006\n"
        "boxful n 1 0 1 0 00000007\n"
        "axis n 1 0 1 1 00000008\n"
        "ax n 1 0 1 0 00000009\n"
        "bus n 1 0 1 0 00000010\n"
        "pas n 1 0 1 0 00000010\n"
    ),
    "data.noun": (
        "  1 a licence stands here\n"
        '00000001 05 n 02 cat 0 true_cat 0 001 @ 00000005 n 0000 | a feline;  it purrs; "the cat"\n'
        "00000002 05 n 01 cat 1 000 | a youth  \n"
        "00000003 15 n 02 China 0 Red_China 0 000 | a country\n"
        "00000004 06 n 01 china 0 000 | porcelain\n"
        "00000005 05 n 01 goose 0 000 | a bird\n"
        "00000006 06 n 01 saw 0 000 | a tool\n"
        "00000007 23 n 01 boxful 0 000 | what a box holds\n"
        "00000008 25 n 01 axis 0 000 | a line\n"
        "00000009 06 n 01 ax 0 000 | a chopper\n"
        "00000010 06 n 02 bus 0 pas 0 000 | a coach\n"
    ),
    "index.verb": "see v 1 0 1 1 00000011\nsaw v 1 0 1 0 00000012\nhop v 1 0 1 0 00000013\n",
    "data.verb": (
        '00000011 39 v 01 see 0 000 01 + 08 00 | perceive by sight; "you see?"; "I saw (it"\n'
        "00000012 35 v 01 saw 0 000 01 + 08 00 | cut with a saw\n"
        "00000013 38 v 01 hop 0 000 01 + 08 00 | jump lightly\n"
    ),
    "index.adj": "big a 1 0 1 1 00000014\n",
    "data.adj": "00000014 00 s 01 big(a) 0 000 | above average\n",
    "index.adv": "well r 1 0 1 1 00000015\n",
    "data.adv": "00000015 02 r 01 well 0 000 | in a good way\n",
    "noun.exc": "geese goose\naxes ax axis\nhot-dogs hot_dog\n",
    "verb.exc": "hopped hop\nsaw see\nseen see\n",
    "adj.exc": "bigger big\n",
    "adv.exc": "better well\n",
    "cntlist.rev": "see%2:39:00:: 1 200\nsaw%1:06:00:: 1 3\naxis%1:25:00:: 1 9\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("wordnet")
    for name, text in FILES.items():
        (made / name).write_text(text)
    return made


@pytest.fixture(scope="module")
def define(folder):
    output = folder / "definitions.bin"
    definitions.build(folder, output)
    return Definitions.open(output).define


def briefly(found: tuple[Definition, ...]) -> list[tuple[str, str]]:
    return [(sense.lemma, sense.text) for sense in found]


def test_a_word_has_its_first_two_senses_without_examples(define) -> None:
    assert define("cat") == (
        Definition("cat", "noun", "a feline; it purrs"),
        Definition("cat", "noun", "a youth"),
    )


def test_names_are_skipped(define) -> None:
    assert briefly(define("china")) == [("china", "porcelain")]


@pytest.mark.parametrize(
    ("word", "lemma"),
    [
        ("cats", "cat"),
        ("geese", "goose"),
        ("buses", "bus"),
        ("boxesful", "boxful"),
        ("seeing", "see"),
        ("seen", "see"),
        ("hopped", "hop"),
        ("hops", "hop"),
        ("biggest", "bigg"),
        ("bigger", "big"),
        ("better", "well"),
    ],
)
def test_inflections(define, word, lemma) -> None:
    found = {sense.lemma for sense in define(word)}
    assert found == ({lemma} if lemma != "bigg" else set())  # only the exceptions know "biggest"


def test_a_word_of_its_own_comes_before_what_it_is_an_inflection_of(define) -> None:
    assert briefly(define("saw")) == [("saw", "a tool"), ("see", "perceive by sight")]


def test_an_irregular_form_of_two_lemmas_goes_by_frequency(define) -> None:
    assert briefly(define("axes")) == [("axis", "a line"), ("ax", "a chopper")]


def test_exceptions_forestall_rules_and_double_s_is_no_plural(define) -> None:
    assert define("pass") == ()
    assert define("saws") != ()


def test_what_has_no_definition(define) -> None:
    for word in ("", "s", "zzz", "dog", "hot_dog", "the", "ing", "café", "CAT"):
        assert define(word) == ()


def test_rules_of_detachment() -> None:
    assert set(detach("churches", "noun")) == {"churche", "church"}
    assert set(detach("hopes", "verb")) == {"hope", "hop"}
    assert set(detach("sing", "verb")) == {"s", "se"}
    assert list(detach("ing", "verb")) == []
    assert list(detach("quickly", "adv")) == []


@pytest.mark.parametrize(
    ("gloss", "short"),
    [
        ('a tool; "he used a tool"', "a tool"),
        ('a tool ("tools" too); "he used it"', "a tool"),
        ('"the whole thing"', "the whole thing"),
        ("one;  two ; three  ", "one; two ; three"),
        ("word " * 60, "word " * 32 + "…"),
        (f"a short one; {'long ' * 40}", "a short one"),
    ],
)
def test_glosses_are_shortened(gloss, short) -> None:
    assert definitions.shorten(gloss) == short
    assert len(definitions.shorten(gloss)) <= definitions.LONGEST_TEXT + 2


def test_a_missing_damaged_or_foreign_look_up_is_none(folder, tmp_path, define) -> None:
    assert Definitions.open(tmp_path / "none.bin") is None
    damaged = tmp_path / "damaged.bin"
    damaged.write_bytes((folder / "definitions.bin").read_bytes()[:-10])
    assert Definitions.open(damaged) is None


def test_wordnet_may_lie_in_a_folder_called_dict(folder, tmp_path) -> None:
    (tmp_path / "dict").symlink_to(folder)
    assert wordnet.find(tmp_path) == tmp_path / "dict"
    assert wordnet.find(tmp_path / "elsewhere") is None


@pytest.mark.slow
@pytest.mark.skipif(
    wordnet.find(setup.DEBIAN_WORDNET) is None, reason="the package wordnet-base is not installed"
)
def test_the_real_wordnet_defines_most_common_words(tmp_path) -> None:
    output = tmp_path / "definitions.bin"
    definitions.build(wordnet.find(setup.DEBIAN_WORDNET), output)
    define = Definitions.open(output).define
    assert briefly(define("geese"))[0][0] == "goose"
    assert {sense.lemma for sense in define("left")} == {"left", "leave"}
    assert all('"' not in sense.text for word in ("cat", "run", "bat") for sense in define(word))
    for tier, share in (("common", 0.88), ("standard", 0.78)):
        sample = list(open_lexicon(tier))[::7]
        assert sum(bool(define(word)) for word in sample) / len(sample) > share
