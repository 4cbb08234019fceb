"""The word list: how it is made, and that the committed list is the script's."""

from __future__ import annotations

import gzip
import zlib
from bisect import bisect_left
from collections import Counter

import pytest

from data import build, flags
from data.inflection import regular_forms

WORDS = (
    "greed money attache cafe hymns crwth nth pfft app bro maths gameplay vlogged upvotes matcha"
)
STRONG_WORDS, MILD_WORDS = 1_090, 1_479
NO_WORDS = "cs kb qs csch ge se ys ln mb dkl x etc govt kg didnt goin iphone uk"


@pytest.fixture(scope="module")
def committed() -> str:
    return gzip.decompress(build.OUTPUT.read_bytes()).decode("ascii")


@pytest.fixture(scope="module")
def rows(committed) -> dict[str, tuple[int, int]]:
    split = (line.split("\t") for line in committed.splitlines()[1:])
    return {word: (int(size), int(flagged)) for word, size, flagged in split}


@pytest.mark.slow
@pytest.mark.skipif(not build.SCOWL.is_dir(), reason="the package scowl is not installed")
def test_what_is_committed_is_what_the_script_makes(committed) -> None:
    assert build.build() == committed


@pytest.mark.skipif("ng" in zlib.ZLIB_RUNTIME_VERSION, reason="zlib-ng packs otherwise than zlib")
def test_the_same_lines_make_the_same_bytes(committed) -> None:
    assert build.pack(committed) == build.OUTPUT.read_bytes()


def test_a_list_that_holds_the_same_lines_is_left_as_it_is(tmp_path) -> None:
    scowl = small_scowl(tmp_path)
    output = tmp_path / "words.tsv.gz"
    build.write(output, build.build(scowl))
    otherwise = gzip.compress(gzip.decompress(output.read_bytes()), compresslevel=1, mtime=99)
    output.write_bytes(otherwise)
    assert "up to date" in build.write(output, build.build(scowl))
    assert output.read_bytes() == otherwise


def test_the_form_of_the_list(committed, rows) -> None:
    header, *lines = committed.splitlines()
    assert header == "word\tsize\tflagged"
    assert lines == sorted(lines)
    assert len(lines) == len(rows) == 258_616
    assert all(word.isascii() and word.islower() and len(word) > 1 for word in rows)
    assert {size for size, _ in rows.values()} == {10, 20, 35, 40, 50, 55, 60, 70, 80}


def test_words_that_people_spell_are_in_and_junk_is_out(rows) -> None:
    assert [word for word in [*WORDS.split(), *build.ADDED] if word not in rows] == []
    assert [word for word in NO_WORDS.split() if word in rows] == []
    assert {word for word in rows if not set(word) & set("aeiouy")} == (
        build.VOWELLESS | {"ch", "grr", "hm", "hmmm", "mm", "mmm", "st"}
    )


def small_scowl(folder):
    lists = {
        "english-words.10": "cat\nattaché\nit's\nCatherine\nx\ncs\nnth\nse\n",
        "english-words.35": "cat\ndog\n",
        "english-words.80": "colour\nbarramundi\n",
        "english-words.95": "zyxomma\n",
        "american-words.20": "color\n",
        "british_variant_1-words.35": "cauf\n",
        "variant_3-words.70": "cawf\n",
        "australian-words.35": "barramundi\ndog\nfaïence\n",
        "english-abbreviations.40": "max\nassoc\n",
        "english-upper.10": "monday\n",
        "special-hacker.50": "grok\n",
    }
    scowl = folder / "scowl"
    scowl.mkdir()
    for name, text in lists.items():
        (scowl / name).write_text(text, encoding="utf-8")
    return scowl


def test_what_is_taken_from_the_lists_and_how(tmp_path) -> None:
    sizes = build.correct(build.read_sizes(small_scowl(tmp_path)))
    assert {word: size for word, size in sizes.items() if word not in build.ADDED} == {
        "attache": 10,
        "cat": 10,
        "nth": 10,
        "color": 20,
        "dog": 35,
        "max": 40,
        "barramundi": 60,  # 35 only in the Australian list
        "cauf": 60,
        "faience": 60,
        "cawf": 70,
        "colour": 80,
    }
    assert sizes.keys() >= build.ADDED.keys()


@pytest.fixture(scope="module")
def flagged(rows) -> dict[str, int]:
    return {word: level for word, (_, level) in rows.items() if level}


def test_flagged_words(rows, flagged) -> None:
    assert flagged == flags.levels(rows, flags.read_patterns())
    counts = Counter(flagged.values())
    assert (counts[flags.STRONG], counts[flags.MILD]) == (STRONG_WORDS, MILD_WORDS)
    for base in STRONG.split():
        assert flagged[base] == flags.STRONG
        forms = regular_forms(base) & rows.keys()
        assert all(flagged[form] == flags.STRONG for form in forms), forms
    for word in MILD.split():
        assert flagged[word] == flags.MILD, word


def test_a_flagged_adjectives_forms_are_flagged_as_it_is(rows, flagged) -> None:
    for word, level in flagged.items():
        stem = f"{word[:-1]}i" if word.endswith("y") else word
        forms = {f"{stem}{end}" for end in ("er", "est") if word.endswith("y")} | {f"{stem}ness"}
        found = {form for form in forms & rows.keys() if flagged.get(form, 0) < level}
        assert found <= {"tartness"}, word


def test_every_pattern_of_the_flags_is_of_use(rows) -> None:
    listed = sorted(rows)
    for patterns in flags.read_patterns().values():
        for pattern in patterns:
            stem = pattern.partition("*")[0]
            start, stop = bisect_left(listed, stem), bisect_left(listed, stem + "{")
            assert any(map(flags.any_of([pattern]), listed[start:stop])), pattern


def test_what_is_free_would_be_flagged_else(rows, flagged) -> None:
    patterns = flags.read_patterns()
    free = filter(flags.any_of(patterns[flags.FREE]), rows)
    caught = flags.levels([*free, *flagged], patterns | {flags.FREE: []})
    for pattern in patterns[flags.FREE]:
        assert any(map(flags.any_of([pattern]), caught)), pattern


def test_words_that_public_lists_agree_upon_are_flagged_or_named(rows, flagged) -> None:
    free = flags.any_of(flags.read_patterns()[flags.FREE])
    for word, lists in flags.read_sources().items():
        if len(lists) >= flags.AGREEING:
            assert word in flagged or free(word), word


STRONG = (
    "shit fuck cunt wank faggot spastic rapist slut whore nigger wog cum bitch penis prepuce "
    "cunnilinctus cundum faggery gypsy boob queer"
)
MILD = "sex virgin torture crap arse ass damn hooker pimp cocaine noose erotica teat urethra"
INNOCENT = """
    assess class bass pass grass shitake mishit cocktail peacock cockpit shuttlecock
    title titan titter dickens prickle arsenal arsenic parse hearse sparse analysis analogue
    farther farthing raccoon cocoon spice tycoon swop snigger niggle therapist grape drape rapid
    scrape rapeseed document cucumber circumstance niggling buckram squawk injunction
    whorl whortleberry negroni basement pissasphalt retardant crape scrap gay
    lesbian homosexual sauerkraut chunk shuttle button butter buttress thistle matchstick pimple
    pimpernel crane token swivel adulterate tested hosed lustre sextet sexton god naked kill
    nippleless breast womb toilet screw suck snatch muff dammed boffin bastion
"""


def test_innocent_words_are_not_flagged(rows) -> None:
    assert [word for word in INNOCENT.split() if word in rows and rows[word][1]] == []
