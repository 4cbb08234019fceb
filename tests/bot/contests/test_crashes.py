"""Killed with -9 between any two statements of an opening, a submission, a closing, a reveal."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("crashes")
    run = subprocess.run(
        [sys.executable, "-m", "tests.bot.contests.crashing", str(folder)],
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


def test_nothing_acknowledged_is_lost_and_nothing_counts_twice(runs):
    for run in runs:
        outcome = json.loads((run / "outcome").read_text())
        told = lines(run / "told")
        for interaction, score in told:
            assert outcome["tries"][str(interaction)] == score, run.name
        entrants = outcome["entrants"]
        assert len(entrants) == len(outcome["tries"]), run.name
        for interaction, score in outcome["tries"].items():
            assert entrants[str(int(interaction) - 100)] == [1, score], run.name
        assert len(entrants) == 2, run.name  # what was not told was sent in again


def test_every_contest_ends_and_every_step_was_taken_once(runs):
    for run in runs:
        outcome = json.loads((run / "outcome").read_text())
        assert outcome["state"] == "revealed"
        assert outcome["audit"][::-1] == ["created", "confirmed", "open", "closed", "revealed"]


def test_no_message_is_lost_none_is_sent_twice_and_the_last_state_is_shown(runs):
    for run in runs:
        events = lines(run / "channel")
        sent = Counter(event["kind"] for event in events if event["do"] == "send")
        assert sent == {"announcement": 1, "results": 1}, run.name
        shown = {event["kind"]: event["state"] for event in events}
        assert shown == {"announcement": "revealed", "results": "revealed"}, run.name
