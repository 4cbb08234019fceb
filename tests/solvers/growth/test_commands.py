"""The commands `anigram` and `truncate`, with golden files and people's mistakes."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from solvers.cli.main import main
from tests.solvers.growth import brute
from tests.solvers.growth.lists import SMALL, golden, options_of

GAMES, SEQUENCES = golden("anigram-small.txt"), golden("truncate-small.txt")


@cache
def games_from(first: int) -> list[brute.Chain]:
    return brute.anigram_games(SMALL.read_text().split(), first)


@cache
def sequences(mode: str) -> list[brute.Chain]:
    return brute.truncate_sequences(SMALL.read_text().split(), anywhere=mode == "anywhere")


@pytest.fixture(autouse=True)
def _own_cache(request, tmp_path_factory, monkeypatch) -> None:
    """Keep indexes of test lists out of the user's own cache."""
    if "full" not in request.node.name:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))


def printed(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    assert main(command) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(("command", "expected"), GAMES + SEQUENCES)
def test_figures_of_the_small_list(command, expected, capsys) -> None:
    found = json.loads(printed(capsys, *command, "--json", "--words", str(SMALL)))
    assert {key: found[key] for key in expected} == expected
    assert len(found.get("sequence", ())) == found.get("length", 0)


@pytest.mark.parametrize(("command", "expected"), GAMES)
def test_figures_of_games_by_the_book(command: list[str], expected: dict[str, Any]) -> None:
    options = options_of(command)
    first = int(options.get("from", len(options.get("start", "four"))))
    games = games_from(first)
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


@pytest.mark.parametrize(("command", "expected"), SEQUENCES)
def test_figures_of_sequences_by_the_book(command: list[str], expected: dict[str, Any]) -> None:
    options = options_of(command)
    allowed = brute.longest(
        sequence
        for sequence in sequences(options.get("mode", "ends"))
        if options.get("start", sequence[0]) == sequence[0]
        and options.get("end", sequence[-1]) == sequence[-1]
        and options.get("through", sequence[0]) in sequence
    )
    assert expected == {"length": len(allowed[0]), "count": len(allowed)}


@pytest.mark.parametrize(
    ("command", "expected"), golden("anigram-full.txt") + golden("truncate-full.txt")
)
def test_figures_of_the_full_tier(command, expected, capsys) -> None:
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
    shown = printed(capsys, "anigram", "chain", "--words", str(words))
    assert "4 to 4 letters in 1 stage;" in shown


def test_people_see_the_growth(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--words", str(SMALL), "--seed", "2")
    assert printed(capsys, "truncate", "--start", "lap", "--end", "elapse", *words) == (
        " lap\n laps\n lapse\nelapse\n4 words; the only such sequence (seed 2)\n"
    )
    anywhere = ("--mode", "anywhere", *words)
    assert printed(capsys, "truncate", "--start", "sin", "--end", "sting", *anywhere) == (
        "s·in\ns·ing\nsting\n3 words; the only such sequence (seed 2)\n"
    )


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["anigram", "chain", "--start", "sea"], "too_few_letters"),
        (["anigram", "chain", "--length", "many"], "usage"),
        (["anigram", "count", "--from", "9", "--to", "4"], "bad_input"),
        (["anigram"], "usage"),
        (["truncate", "--start", "l4p"], "not_letters"),
        (["truncate", "--mode", "middle"], "usage"),
    ],
    ids=" ".join,
)
def test_mistakes_end_with_one_line_and_status_2(command, code, capsys) -> None:
    assert main([*command, "--words", str(SMALL), "--json"]) == 2
    out, err = capsys.readouterr()
    error = json.loads(out)["error"]
    assert error["code"] == code
    assert err == f"error: {error['message']}\n"
