"""Definitions, made from a small WordNet and from the real one, and looked up by its rules."""

from __future__ import annotations

import re

import pytest

from data import definitions, glosses, usual, wordnet
from data.wordnet import Sense
from solvers.lexicon import Definition, Definitions
from solvers.lexicon.morphy import detach, misspells
from solvers.library import DEFINITIONS, open_lexicon

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
        "00000002 05 n 01 cat 1 000 | a youth that is loud  \n"
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
    "index.adj": "big a 1 0 1 1 00000014\ngood a 1 0 1 1 00000016\n",
    "data.adj": (
        "00000014 00 s 01 big(a) 0 000 | above average\n"
        "00000016 00 a 01 good 0 000 | as it should be\n"
    ),
    "index.adv": "well r 1 0 1 1 00000015\n",
    "data.adv": "00000015 02 r 01 well 0 000 | in a good way\n",
    "noun.exc": "geese goose\naxes ax axis\nhot-dogs hot_dog\n",
    "verb.exc": "hopped hop\nsaw see\nseen see\n",
    "adj.exc": "bigger big\nbetter good\n",
    "adv.exc": "better well\n",
    "cntlist.rev": (
        "see%2:39:00:: 1 200\nsaw%1:06:00:: 1 3\ngood%3:00:01:: 1 50\naxis%1:25:00:: 1 9\n"
    ),
}

CHOICES = """\
word\tsenses
bus\tnoun: a vehicle for many | a coach
cat\ta youth
the\tdet: used before what is known
"""
"""Usual senses, in our words or as the beginnings of WordNet's."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("wordnet")
    for name, text in FILES.items():
        (made / name).write_text(text)
    return made


@pytest.fixture(scope="module")
def define(folder):
    output = folder / "definitions.bin"
    (folder / "usual.tsv").write_text(CHOICES)
    definitions.build(folder, output, folder / "usual.tsv")
    return Definitions.open(output).define


def briefly(found: tuple[Definition, ...]) -> list[tuple[str, str]]:
    return [(sense.lemma, sense.text) for sense in found]


def test_a_word_has_its_first_two_senses_without_examples(define) -> None:
    assert define("cat") == (
        Definition("cat", "noun", "a youth that is loud", "a youth that is loud"),
        Definition("cat", "noun", "a feline; it purrs", "a feline"),
    )


def test_usual_senses_come_first_in_our_words_or_wordnets(define) -> None:
    assert briefly(define("buses")) == [("bus", "a vehicle for many"), ("bus", "a coach")]
    assert define("the") == (Definition("the", "determiner", *["used before what is known"] * 2),)


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
        ("better", "good"),
    ],
)
def test_inflections(define, word, lemma) -> None:
    found = {sense.lemma for sense in define(word)}
    assert found == ({lemma} if lemma != "bigg" else set())  # only the exceptions have it


def test_the_most_frequent_sense_comes_first(define) -> None:
    assert briefly(define("saw")) == [("see", "perceive by sight"), ("saw", "a tool")]


def test_an_irregular_form_of_two_lemmas_goes_by_frequency(define) -> None:
    assert briefly(define("axes")) == [("axis", "a line"), ("ax", "a chopper")]


def test_exceptions_forestall_rules_and_double_s_is_no_plural(define) -> None:
    assert define("pass") == ()
    assert define("saws") != ()


def test_what_has_no_definition(define) -> None:
    for word in ("", "s", "zzz", "dog", "hot_dog", "ing", "café", "CAT"):
        assert define(word) == ()


def test_rules_of_detachment() -> None:
    assert set(detach("churches", "noun")) == {"churche", "church"}
    assert set(detach("hopes", "verb")) == {"hope", "hop"}
    assert set(detach("sing", "verb")) == {"s", "se"}
    assert list(detach("ing", "verb")) == []
    assert list(detach("quickly", "adv")) == []


@pytest.mark.parametrize(
    ("gloss", "whole"),
    [
        ('a tool; "he used a tool"', "a tool"),
        ('a tool ("tools" too); "he used it"', "a tool"),
        ('"the whole thing"', "the whole thing"),
        ("one;  two ; three  ", "one; two ; three"),
        (f"a short one of a kind; {'long ' * 40}", "a short one of a kind"),
        ('an obstruction as, e.g., "a dam"', "an obstruction"),
        ('as the agent of one (usually expressed as "on behalf")', "as the agent of one"),
        ("of a path e.g.", "of a path"),
    ],
)
def test_a_gloss_loses_its_examples_and_what_is_too_long(gloss, whole) -> None:
    assert glosses.whole(gloss) == whole


CUT = (
    'a tool⟨; "he used it"⟩',
    "provide a cure for, make healthy again⟨; treat⟩",
    "having a low or inadequate temperature⟨ or feeling a sensation of coldness⟩",
    "a gasoline substitute⟨ consisting of 90% gasoline and 10% grain alcohol from corn⟩",
    "a person who is an authority on history⟨ and who studies it and writes about it⟩",
    "above average in size or number or quantity or magnitude⟨ or extent at any time⟩",
    "⟨primarily temporal sense; ⟩being of more than average duration",
    "keep in a state, position, or activity⟨; e.g., hold it⟩",
    "air moving⟨ (sometimes with force)⟩ from a high to a low",
    "give an assignment to ⟨(⟩a person⟨)⟩ to a post",
    "hinder or prevent ⟨(⟩the efforts or plans⟨)⟩ of",
    "dispose of ⟨(⟩something useless or old⟨)⟩",
    "not even or uniform⟨ as e.g. in shape⟩",
    "small piece of ⟨e.g. ⟩bread or cake",
    "woven by ⟨(or as if by) ⟩braiding",
    "ruminants distinguished from Bovidae⟨ by the male's having solid deciduous antlers⟩",
    f"⟨{'word ' * 60}⟩",
)
"""Glosses; what stands in angle brackets is left out."""


@pytest.mark.parametrize("marked", CUT)
def test_a_line_ends_where_a_phrase_does(marked) -> None:
    gloss, short = re.sub("[⟨⟩]", "", marked), re.sub("⟨.*?⟩", "", marked)
    assert glosses.short(gloss) == short
    assert len(short) <= glosses.LONGEST_SHORT


@pytest.mark.parametrize(
    ("gloss", "usage", "level"),
    [
        ("a feline", (), 0),
        ("obscene terms for penis", (), 2),
        ("a person of that people", ("ethnic_slur",), 2),
        ("offensive term for a lesbian", (), 2),
        ("hostile or offensive action", (), 0),
        ("engage in sexual intercourse", (), 2),
        ("street names for cocaine", (), 2),
        ("a leaf with cocaine in it", (), 1),
        ("a highly addictive powder", (), 1),
        ("someone addicted to a drug", (), 1),
        ("a young person of either sex", (), 0),
        ("a holiday of the Jews", (), 0),
    ],
)
def test_how_offensive_a_sense_is(gloss, usage, level) -> None:
    flagged = {"penis": 2, "cocaine": 1, "jews": 2, "sex": 1}
    assert glosses.level(Sense("noun", 0, gloss, (), frozenset(usage)), flagged) == level


REAL = pytest.mark.skipif(not open_lexicon().has_definitions, reason="no definitions are set up")
CRUDE = re.compile(
    r"\b(obscene|ethnic slur|sexual(ly)? intercourse|offensive (term|name|word)|penis(es)?"
    r"|vaginas?|fuck\w*|shit\w*|disparaging term|masturbat\w*|prostitut\w*|feces|nigger|whores?"
    r"|pornograph\w*|genitals?|orgasm\w*|copulat\w*)\b",
    re.IGNORECASE,
)
"""The test's own list of crude wordings."""


@REAL
@pytest.mark.parametrize("every_so_many", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_no_meaning_that_is_shown_is_crude_or_cut_in_mid_phrase(every_so_many) -> None:
    lexicon = open_lexicon("common")
    crude, every = set(), lexicon.showing("all")
    for word in [*list(lexicon)[::every_so_many], "peter"]:
        for sense in lexicon.define(word):
            assert not CRUDE.search(f"{sense.text} {sense.short}"), (word, sense)
            assert not re.search(r"…|e\.g\.?$|[;:,]$", sense.text), (word, sense)
            assert len(sense.text) <= 170, (word, sense)
        crude |= {word for sense in every.define(word) if CRUDE.search(sense.text)}
    assert len(crude) > 200 / every_so_many  # the list does find some
    assert "peter" in crude
    assert lexicon.define("peter") == ()
    assert lexicon.define("mate")[0].short == "a friend; one of a pair"


@REAL
def test_a_meaning_in_a_line() -> None:
    lexicon = open_lexicon("common")
    found = {word: lexicon.glosses([word]) for word in list(lexicon)[::8]}
    lines = [line for glossed in found.values() for line in glossed.values()]
    assert len(lines) > 8_000
    assert max(map(len, lines)) <= 60
    assert not [line for line in lines if re.search(r"…|e\.g|[;:,(]$| (a|the|or|and)$", line)]


@REAL
@pytest.mark.parametrize(
    ("word", "lemma", "part"),
    [
        ("cats", "cat", "noun"),
        ("walked", "walk", "verb"),
        ("running", "run", "verb"),
        ("building", "building", "noun"),
        ("houses", "house", "noun"),
        ("dug", "dig", "verb"),
        ("are", "be", "verb"),
        ("flies", "fly", "verb"),
        ("love", "love", "verb"),
    ],
)
def test_the_usual_sense(word, lemma, part) -> None:
    first = open_lexicon().define(word)[0]
    assert (first.lemma, first.part) == (lemma, part)


def _familiar() -> list[str]:
    lexicon = open_lexicon()
    return [lexicon.word(id_) for id_ in range(len(lexicon)) if lexicon.familiarity[id_] >= 25]


@REAL
def test_no_familiar_word_is_defined_by_a_base_that_doubles_its_letter() -> None:
    define = open_lexicon().showing("all").define
    bases = {word: {sense.lemma for sense in define(word)} for word in _familiar()}
    odd = {
        (word, base)
        for word, found in bases.items()
        for base in found
        if misspells(word, base) and any(s.lemma == f"{base}e" for s in define(f"{base}e"))
    }
    assert odd <= {("soles", "sol")}  # an exception: the coin's plural has this spelling


@REAL
@pytest.mark.parametrize(
    "word", ["taped", "coded", "cutest", "baring", "robed", "piped", "plated", "cubed", "kiting"]
)
def test_a_form_of_a_base_with_an_e(word) -> None:
    lemmas = {sense.lemma for sense in open_lexicon().define(word)}
    assert all(lemma == word or lemma.endswith("e") for lemma in lemmas)


@REAL
@pytest.mark.slow
def test_no_line_of_a_familiar_word_hangs_in_the_air() -> None:
    """WordNet's own phrases may end so, as in *do away with*: only their object is missing."""
    define = open_lexicon().define
    hanging = re.compile(
        r"(^|\s)(an?|the|its?|their|his|be|is|are|any|some|very|so|that|which|who|whose|where|when|if"
        r"|used|having|especially|usually|such|both|either|each|\S+'s|like|because|while|what|of|to|in"
        r"|on|at|by|for|from|with|and|or|as|than)$|\b(to|of|for|with|from) (to|of|for|with|from)\b"
    )
    ours = {sense for word in usual.read() for sense in define(word) if sense.short == sense.text}
    for sense in {sense for word in _familiar() for sense in define(word)} - ours:
        if hanging.search(sense.short):
            texts = re.sub(r"\s*\([^()]*\)", "", sense.text), re.sub("[()]", "", sense.text)
            phrases = {phrase.strip() for text in texts for phrase in text.split(";")}
            assert sense.short in phrases, sense


@REAL
def test_no_two_words_of_an_answer_mean_the_same() -> None:
    lexicon = open_lexicon()
    glosses = lexicon.glosses(["black", "white", "shine", "shone", "peter"])
    assert glosses == {
        "black": "of the color of coal; without light",
        "white": "of the color of snow",
        "shine": "be bright by reflecting or casting light",
    }


def test_a_missing_damaged_or_foreign_look_up_is_none(folder, tmp_path, define) -> None:
    assert Definitions.open(tmp_path / "none.bin") is None
    damaged = tmp_path / "damaged.bin"
    damaged.write_bytes((folder / "definitions.bin").read_bytes()[:-10])
    assert Definitions.open(damaged) is None


def test_wordnet_may_lie_in_a_folder_called_dict(folder, tmp_path) -> None:
    (tmp_path / "dict").symlink_to(folder)
    assert wordnet.find(tmp_path) == tmp_path / "dict"
    assert wordnet.find(tmp_path / "elsewhere") is None


@REAL
def test_the_real_wordnet_defines_most_common_words() -> None:
    define = Definitions.open(DEFINITIONS).define
    assert briefly(define("geese"))[0][0] == "goose"
    assert {sense.lemma for sense in define("left")} == {"left", "leave"}
    assert all('"' not in sense.text for word in ("cat", "run", "bat") for sense in define(word))
    for tier, share in (("common", 0.87), ("standard", 0.77)):
        sample = list(open_lexicon(tier))[::7]
        assert sum(bool(define(word)) for word in sample) / len(sample) > share
