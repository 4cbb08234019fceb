"""The commands `anigram chain` and `anigram count`, on golden files and on people's mistakes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from solvers.cli.main import main
from tests.solvers.growth import brute
from tests.solvers.growth.lists import SMALL, golden, options_of

ON_SMALL = golden("anigram-small.txt")


@pytest.fixture(autouse=True)
def _own_cache(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, monkeypatch: Any
) -> None:
    """Keep indexes of test lists out of the user's own cache."""
    if "full" not in request.node.name:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))


def printed(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    assert main(command) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(("command", "expected"), ON_SMALL)
def test_figures_of_the_small_list(
    command: list[str], expected: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(printed(capsys, *command, "--json", "--words", str(SMALL)))
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize(("command", "expected"), ON_SMALL)
def test_figures_of_the_small_list_by_the_book(
    command: list[str], expected: dict[str, Any]
) -> None:
    options = options_of(command)
    first = int(options.get("from", len(options.get("start", "four"))))
    games = brute.anigram_games(SMALL.read_text().split(), first)
    if command[1] == "count":
        by_length = Counter(len(game[-1]) for game in games)
        last = min(int(options.get("to", 9)), max(by_length))
        assert expected["starts"] == by_length[first]
        assert expected["games"] == {str(n): by_length[n] for n in range(first + 1, last + 1)}
        ends = Counter(game[-1] for game in brute.longest(games))
        assert ends == {ending["letters"]: ending["games"] for ending in expected["longest"]}
        return
    if "start" in options:
        games = [game for game in games if game[0] == "".join(sorted(options["start"]))]
    if "end" in options:
        games = [game for game in games if game[-1] == "".join(sorted(options["end"]))]
    if "length" in options:
        games = [game for game in games if len(game[-1]) == int(options["length"])]
    assert expected["games"] == len(brute.longest(games))


@pytest.mark.parametrize(("command", "expected"), golden("anigram-full.txt"))
def test_figures_of_the_full_tier(
    command: list[str], expected: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(printed(capsys, *command, "--json"))
    assert {key: found[key] for key in expected} == expected


def test_a_chain_has_the_keys_that_programs_read(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["anigram", "chain", "--start", "nair", "--end", "rains", "--words", str(SMALL)]
    found = json.loads(printed(capsys, *command, "--seed", "3", "--json"))
    assert found == {
        "chain": [
            {"letters": "ainr", "added": "", "words": ["rain", "rani"]},
            {"letters": "ainrs", "added": "s", "words": ["naris", "rains", "ranis"]},
        ],
        "games": 1,
        "seed": 3,
    }


def test_people_see_a_staircase(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("seat\t1\neast\t4\nstale\nsteals\n")
    assert printed(capsys, "anigram", "chain", "--seed", "7", "--words", str(words)) == (
        "seat        east\n"
        "stale   +l\n"
        "steals  +s\n"
        "4 to 6 letters in 3 stages; the only such game (seed 7)\n"
    )
    assert printed(capsys, "anigram", "count", "--to", "6", "--words", str(words)) == (
        "1 set of 4 letters to start from\n"
        "4 to  5 letters: 1 game\n"
        "4 to  6 letters: 1 game\n"
        "longest: 3 stages, 1 game to steals\n"
    )
    words.write_text("seat\n")
    assert "4 to 4 letters in 1 stage;" in printed(
        capsys, "anigram", "chain", "--words", str(words)
    )


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["chain", "--start", "sea"], "too_few_letters"),
        (["chain", "--start", "xzqj"], "unknown_letters"),
        (["chain", "--end", "zstain"], "unknown_word"),
        (["chain", "--start", "rain", "--end", "startling", "--length", "5"], "bad_input"),
        (["chain", "--start", "oars", "--end", "startling"], "not_part"),
        (["chain", "--length", "99"], "no_answer"),
        (["chain", "--length", "many"], "usage"),
        (["count", "--from", "9", "--to", "4"], "bad_input"),
        ([], "usage"),
    ],
    ids=" ".join,
)
def test_mistakes_end_with_one_line_and_status_2(
    options: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["anigram", *options, "--words", str(SMALL), "--json"]) == 2
    out, err = capsys.readouterr()
    error = json.loads(out)["error"]
    assert error["code"] == code
    assert err == f"error: {error['message']}\n"
