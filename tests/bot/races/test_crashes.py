"""Killed with -9 between any two statements of a join, a start, a try, an end, a message."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.bot.killing import ENOUGH, EVERY, lines, run_killing
from tests.bot.races.world import ANNA, BEN, CARL

CRASHING = "tests.bot.races.crashing"


@pytest.fixture(scope="module", params=EVERY)
def runs(request, tmp_path_factory):
    kind, every = request.param
    server = request.getfixturevalue("durable_cluster") if kind == "postgresql" else None
    runs = run_killing(CRASHING, tmp_path_factory.mktemp("crashes"), every, server=server)
    assert len(runs) > ENOUGH / every
    return runs


def test_nothing_is_lost_or_doubled(runs):
    for run in runs:
        outcome = json.loads((run / "outcome").read_text())
        assert outcome["races"] == 1, run.name
        assert outcome["state"] == ["over", None], run.name
        assert outcome["users"] == [ANNA, BEN, CARL], run.name
        assert outcome["places"] == [[2, 1, 2]] * 2, run.name
        assert outcome["times"] == [[9000, 8000, 9000]] * 2, run.name
        assert outcome["points"] == [4, 6, 4], run.name
        assert outcome["tries"] == [[2, 1, 1]] * 2, run.name
        assert outcome["moves"] == [1000 * n + k for n in (1, 2) for k in range(4)], run.name
        assert outcome["puzzles"] == 2, run.name
        reply = {}
        for what, interaction, value in lines(run / "confirmed"):
            assert reply.setdefault((what, interaction), value) == value, run.name


def test_the_channel_has_one_message_that_ends_with_the_result(runs):
    for run in runs:
        events = lines(run / "channel")
        assert Counter(event["do"] for event in events)["send"] == 1, run.name
        assert (events[-1]["state"], events[-1]["places"]) == ("over", [2, 1, 2]), run.name
        for event in events:
            if event["state"] not in {"between", "over"}:
                assert set(event["places"]) <= {None}, run.name
