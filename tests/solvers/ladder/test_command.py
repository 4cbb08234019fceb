"""The command `ladder`: golden files, its output for people, and their mistakes."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from solvers.cli.ladder import marked
from solvers.cli.main import main
from solvers.ladder import MOVES
from tests.solvers.ladder.brute import leads
from tests.solvers.ladder.lists import SMALL, golden

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True, scope="module")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep indexes of test lists out of the user's own cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


def run(capsys: pytest.CaptureFixture[str], command: str) -> tuple[int, str, str]:
    status = main(["ladder", *command.split(), "--words", str(SMALL)])
    return status, *capsys.readouterr()


def figures(found: dict[str, Any]) -> str:
    """Return the figures of an answer that a golden line has."""
    if "error" in found:
        return str(found["error"]["code"])
    shortest, common = found["shortest"], found["common"]
    best = f"{shortest['steps']} {shortest['count']}"
    return f"{best} | {common['steps']} {common['count']} {common['rareness']}"


@pytest.mark.parametrize(("asked", "answer"), golden("ladder-small.txt"))
def test_golden(asked: str, answer: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, printed, complaint = run(capsys, f"{asked} --json")
    found = json.loads(printed)
    assert figures(found) == answer
    assert status == (2 if "error" in found else 0)
    assert bool(complaint) == (status == 2)
    for ladder in (found.get("shortest"), found.get("common")):
        if ladder:
            words = ladder["words"]
            assert ladder["steps"] == len(words) - 1
            assert words[0] + " " + words[-1] == asked[: len(words[0] + " " + words[-1])]
            assert all(leads(one, other, MOVES) for one, other in pairwise(words))


def test_json_has_what_was_promised(capsys: pytest.CaptureFixture[str]) -> None:
    _, printed, _ = run(capsys, "CAT dog --seed 5 --json")
    found = json.loads(printed)
    assert found["start"] == "cat"
    assert found["target"] == "dog"
    assert found["seed"] == 5
    assert set(found["group"]) == {"number", "size"}
    assert found["gave_up"] == []
    for kind in ("shortest", "common"):
        assert set(found[kind]) == {"words", "steps", "count", "rareness", "cost"}


def test_people_are_shown_both_ladders(capsys: pytest.CaptureFixture[str]) -> None:
    status, shown, _ = run(capsys, "cat dog --seed 5")
    assert status == 0
    lines = shown.splitlines()
    assert lines[0] == "Shortest: 3 steps, rareness 6, one of 2"
    assert lines[1].split()[:2] == ["cat", "1"]
    assert "Commonest: 4 steps, rareness 4, one of 5" in lines
    again = run(capsys, "cat dog --seed 5")[1]
    assert again == shown


@pytest.mark.parametrize(
    ("before", "word", "letters"),
    [
        ("cat", "cot", [1]),
        ("cat", "chat", [1]),
        ("cat", "cats", [3]),
        ("cats", "cat", []),
        ("tea", "eat", [0, 1, 2]),
        ("calm", "clam", [1, 2]),
        ("cat", "cat", []),
    ],
)
def test_the_letters_a_step_brought_are_marked(before: str, word: str, letters: list[int]) -> None:
    text = marked(before, word)
    assert text.plain == word
    assert sorted(i for span in text.spans for i in range(span.start, span.end)) == letters


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("cat cet", "error: “cet” is not in the word list. Did you mean"),
        ("cat bend", "error: “cat” has 3 letters and “bend” 4; choose words of the same length"),
        ("cat cat", "error: “cat” is both start and target; choose two different words."),
        ("chi cat", "error: No other word is one letter away from “chi”"),
        ("cat dog --via pit pit", "error: “pit” is there twice"),
        ("cat dog --avoid pit --via pit", "error: “pit” is a word to pass, so it can’t be avoided"),
        ("cat dog --avoid cat", "error: “cat” is the start, so it can’t be avoided"),
        ("cat dog --moves jump", "error: “jump” is not a move; the moves are change, insert"),
        ("cat dog --steps 101", "error: A ladder can have 1 to 100 steps, not 101."),
        ("cat dog --steps 1 --via pit", "error: With 1 word to pass, a ladder has at least 2"),
        ("cat dog --steps x", "error: Argument --steps: invalid int value"),
        ("cat dog --time 0", "error: Argument --time: “0” is not a number of seconds above 0."),
        ("cat dog --avoid cot cog --steps 3", "error: No ladder of 3 steps leads from “cat” to"),
        ("cat", "error: The following arguments are required: TARGET."),
    ],
)
def test_mistakes(command: str, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, printed, said = run(capsys, command)
    assert (status, printed) == (2, "")
    assert said.startswith(complaint)
    assert said.count("\n") == 1


def test_the_word_that_leads_nowhere_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "boil back")[2]
    assert said.startswith("error: No ladder leads from “boil” to “back”: “boil” ")
