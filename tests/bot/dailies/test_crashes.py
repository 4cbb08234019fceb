"""Killed with -9 between any two statements of a turn, a post, a try, a hint, a closing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.bot.dailies.world import GUILD, LADDER, SNAKE

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("crashes")
    run = subprocess.run(
        [sys.executable, "-m", "tests.bot.dailies.crashing", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    last = int(run.stdout)
    assert last > 100  # statements, commits and messages; each was a place to die
    return [folder / str(k) for k in range(1, last + 1)]


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_the_server_gets_every_edition_and_its_solution_once(runs):
    for run in runs:
        events = lines(run / "channel")
        sent = Counter((e["guild"], e["kind"], e["number"]) for e in events if e["do"] == "send")
        assert sent == {
            (GUILD, kind, number): 1
            for kind, number in (("edition", LADDER), ("solution", LADDER), ("edition", SNAKE))
        }, run.name
        assert True in {e["closed"] for e in events if e["number"] == LADDER}, run.name


def test_nothing_told_is_lost_and_nothing_counts_twice(runs):
    for run in runs:
        outcome = json.loads((run / "outcome").read_text())
        assert outcome["points"] == 100, run.name
        assert outcome["tries"] == [2, 2], run.name
        assert [hint[2] for hint in outcome["hints"]] == [103], run.name
        assert outcome["board"] == 1, run.name
        told = {}
        for what, interaction, value in lines(run / "told"):
            assert told.setdefault((what, interaction), value) == value, run.name
            if what == "try":
                assert outcome["kept"][str(interaction)] == value, run.name
