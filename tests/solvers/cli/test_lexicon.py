"""The commands word, words and groups."""

from __future__ import annotations

import json

import pytest

from solvers.cli.main import main


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "mine.txt"
    path.write_text("dog\ncot\t20000\ncat\t1\ncog\t200000\neel\nox\nax\nfour\nfoul\nunit\n")

    def run(*arguments: str):
        assert main([*arguments, "--words", str(path)]) == 0
        return capsys.readouterr().out

    return run


def test_word_as_json(run) -> None:
    found = json.loads(run("word", "COT", "--json"))
    keys = "word tier rareness familiarity links group definitions"
    assert list(found) == keys.split()
    definitions = found.pop("definitions")
    assert found == {
        "word": "cot",
        "tier": "common",
        "rareness": 20_000,
        "familiarity": None,
        "links": ["cat", "cog"],
        "group": {"number": 2, "size": 4},
    }
    assert all(sense.keys() == {"lemma", "part", "text"} for sense in definitions)


def test_a_word_alone_as_json(run) -> None:
    found = json.loads(run("word", "unit", "--json"))
    assert (found["tier"], found["rareness"]) == (None, 2_000_001)
    assert (found["links"], found["group"]) == ([], None)


def test_how_well_a_word_is_known(capsys) -> None:
    main(["word", "house", "--json"])
    assert json.loads(capsys.readouterr().out)["familiarity"] == "everyday"
    main(["word", "teds"])
    assert capsys.readouterr().out.startswith("teds  common, rare, rareness ")


def test_word_for_people(run) -> None:
    assert "cot  common, rareness 20,000" in run("word", "cot")
    assert "group 2, of 4 words\n2 links: cat cog\n" in run("word", "cot")
    assert "1 link: cot\n" in run("word", "cat")
    assert "unit  unrated, rareness 2,000,001" in run("word", "unit")
    assert "no links, and so no group" in run("word", "unit")


def test_words_is_one_word_a_line(run) -> None:
    listed = ["ax", "cat", "cog", "cot", "dog", "eel", "foul", "four", "ox", "unit"]
    assert run("words").split("\n") == [*listed, ""]
    assert json.loads(run("words", "--json")) == {"words": listed}
    assert run("words", "--tier", "common") == "cat\ncot\n"
    assert run("words", "--tier", "standard") == "cat\ncog\ncot\n"


def test_groups_as_json(run) -> None:
    assert json.loads(run("groups", "--json")) == {
        "groups": [
            {"number": 1, "length": 2, "size": 2},
            {"number": 2, "length": 3, "size": 4},
            {"number": 3, "length": 4, "size": 2},
        ],
        "champions": [
            {"length": 2, "word": "ax", "links": 1},
            {"length": 3, "word": "cot", "links": 2},
            {"length": 4, "word": "foul", "links": 1},
        ],
    }


def test_groups_for_people(run) -> None:
    rows = [line.split() for line in run("groups").splitlines()]
    assert [row for row in rows if row[0].isdigit()] == [
        ["2", "1", "2", "2", "1", "1", "ax"],
        ["3", "1", "4", "4", "2", "2", "cot"],
        ["4", "1", "2", "2", "3", "1", "foul"],
    ]


def test_the_tiers_of_the_built_list(capsys) -> None:
    counts = []
    for tier in ("common", "standard", "full"):
        assert main(["words", "--tier", tier]) == 0
        counts.append(capsys.readouterr().out.count("\n"))
    assert counts == [85_634, 122_323, 258_616]


def test_what_numbers_are_is_said_of_a_list(capsys) -> None:
    assert main(["word", "cat", "--numbers", "count"]) == 2
    assert "--words" in capsys.readouterr().err
