"""The word list: how it is made, and that what is committed is what the script makes."""

from __future__ import annotations

import gzip
import zlib
from bisect import bisect_left

import pytest

from data import build

WORDS = "greed money attache cafe hymns crwth nth pfft app bro maths"
NO_WORDS = "cs kb qs csch ge se ys ln mb dkl x etc govt kg"


@pytest.fixture(scope="module")
def committed() -> str:
    return gzip.decompress(build.OUTPUT.read_bytes()).decode("ascii")


@pytest.fixture(scope="module")
def rows(committed) -> dict[str, tuple[int, bool]]:
    split = (line.split("\t") for line in committed.splitlines()[1:])
    return {word: (int(size), flagged == "1") for word, size, flagged in split}


@pytest.mark.slow
@pytest.mark.skipif(not build.SCOWL.is_dir(), reason="the package scowl is not installed")
def test_what_is_committed_is_what_the_script_makes(committed) -> None:
    assert build.build() == committed


@pytest.mark.skipif("ng" in zlib.ZLIB_RUNTIME_VERSION, reason="zlib-ng packs otherwise than zlib")
def test_the_same_lines_make_the_same_bytes(committed) -> None:
    assert build.pack(committed) == build.OUTPUT.read_bytes()


def test_a_list_that_holds_the_same_lines_is_left_as_it_is(tmp_path, monkeypatch, capsys) -> None:
    scowl = small_scowl(tmp_path)
    output = tmp_path / "words.tsv.gz"
    monkeypatch.setattr(build, "OUTPUT", output)
    build.main(scowl)
    otherwise = gzip.compress(gzip.decompress(output.read_bytes()), compresslevel=1, mtime=99)
    output.write_bytes(otherwise)
    build.main(scowl)
    assert output.read_bytes() == otherwise
    assert "up to date" in capsys.readouterr().out


def test_the_form_of_the_list(committed, rows) -> None:
    header, *lines = committed.splitlines()
    assert header == "word\tsize\tflagged"
    assert lines == sorted(lines)
    assert len(lines) == len(rows) == 255_096
    assert all(word.isascii() and word.islower() and len(word) > 1 for word in rows)
    assert {size for size, _ in rows.values()} == {10, 20, 35, 40, 50, 55, 60, 70, 80}


def test_words_that_people_spell_are_in_and_junk_is_out(rows) -> None:
    assert [word for word in [*WORDS.split(), *build.ADDED] if word not in rows] == []
    assert [word for word in NO_WORDS.split() if word in rows] == []
    assert {word for word in rows if not set(word) & set("aeiouy")} == (
        build.VOWELLESS | {"ch", "hm", "mm", "st"}
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


def test_flagged_words(rows) -> None:
    flagged = {word for word, (_, is_flagged) in rows.items() if is_flagged}
    assert flagged == build.flag(rows)
    for root in ("shit", "fuck", "cunt", "wank", "faggot", "spastic", "rapist", "slut", "whore"):
        assert root in flagged
        assert f"{root}s" in flagged or f"{root}s" not in rows


def test_every_pattern_and_every_exception_of_the_flags_is_of_use(rows) -> None:
    patterns, exceptions = build.read_patterns()
    listed = sorted(rows)
    caught = sorted(filter(build._any_of(patterns), listed))

    def matching(pattern: str, words: list[str]) -> list[str]:
        stem = pattern.partition("*")[0]
        start, stop = bisect_left(words, stem), bisect_left(words, stem + "{")
        return list(filter(build._any_of([pattern]), words[start:stop]))

    assert [pattern for pattern in patterns if not matching(pattern, listed)] == []
    assert [exception for exception in exceptions if not matching(exception, caught)] == []


INNOCENT = """
    assess class bass pass grass shitake mishit cocktail peacock cockpit shuttlecock
    title titan titter dickens prickle arsenal arsenic parse hearse sparse analysis analogue
    farther farthing raccoon cocoon spice tycoon swop snigger niggle therapist grape drape rapid
    scrape rapeseed document cucumber circumstance niggling buckram squawk injunction
    whorl whortleberry negroni basement pissasphalt retardant crape scrap gay
    lesbian sauerkraut chunk shuttle button butter buttress thistle matchstick pimple pimpernel
"""


def test_innocent_words_are_not_flagged(rows) -> None:
    for word in INNOCENT.split():
        assert word not in rows or not rows[word][1], word
