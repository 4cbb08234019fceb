"""The command `truncate`, on golden files and on people's mistakes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from solvers.cli.main import main
from tests.solvers.growth import brute
from tests.solvers.growth.lists import SMALL, golden, options_of

ON_SMALL = golden("truncate-small.txt")


@pytest.fixture(autouse=True)
def _own_cache(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, monkeypatch: Any
) -> None:
    """Keep indexes of test lists out of the cache of whoever runs the tests."""
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
    assert len(found["sequence"]) == found["length"]


@pytest.mark.parametrize(("command", "expected"), ON_SMALL)
def test_figures_of_the_small_list_by_the_book(
    command: list[str], expected: dict[str, Any]
) -> None:
    options = options_of(command)
    words = SMALL.read_text().split()
    sequences = brute.truncate_sequences(words, anywhere=options.get("mode") == "anywhere")
    allowed = brute.longest(
        sequence
        for sequence in sequences
        if options.get("start", sequence[0]) == sequence[0]
        and options.get("end", sequence[-1]) == sequence[-1]
        and options.get("through", sequence[0]) in sequence
    )
    assert expected == {"length": len(allowed[0]), "count": len(allowed)}


@pytest.mark.parametrize(("command", "expected"), golden("truncate-full.txt"))
def test_figures_of_the_full_tier(
    command: list[str], expected: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(printed(capsys, *command, "--json"))
    assert {key: found[key] for key in expected} == expected


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
    ("options", "code"),
    [
        (["--start", "l4p"], "not_letters"),
        (["--start", "zzzz"], "unknown_word"),
        (["--start", "laps", "--end", "lap"], "not_part"),
        (["--start", "in", "--end", "completing"], "no_answer"),
        (["--mode", "middle"], "usage"),
    ],
    ids=" ".join,
)
def test_mistakes_end_with_one_line_and_status_2(
    options: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["truncate", *options, "--words", str(SMALL), "--json"]) == 2
    out, err = capsys.readouterr()
    error = json.loads(out)["error"]
    assert error["code"] == code
    assert err == f"error: {error['message']}\n"
