"""Bots killed with -9 between any two statements of an opening, a try, a closing, a reveal."""

import json
from collections import Counter

import pytest

from tests.bot.killing import EVERY, lines, run_killing
from tests.sweeps import by_turns, every

OTHERS = [pytest.param(("sqlite", every(97), "ladder"), marks=pytest.mark.slow)]
"""The same in another game; EVERY has snakes."""


@pytest.fixture(params=[*EVERY, *OTHERS])
def runs(request, tmp_path):
    return run_killing(request, "tests.bot.contests.crashing", tmp_path, *request.param)


def nothing_acknowledged_is_lost_and_nothing_counts_twice(runs):
    for run in runs:
        outcome = json.loads((run / "outcome").read_text())
        reply = lines(run / "confirmed")
        for interaction, score in reply:
            assert outcome["tries"][str(interaction)] == score, run.name
        entrants = outcome["entrants"]
        assert len(entrants) == len(outcome["tries"]), run.name
        for interaction, score in outcome["tries"].items():
            assert entrants[str(int(interaction) - 100)] == [1, score], run.name
        assert len(entrants) == 2, run.name  # unconfirmed tries were sent in again


def every_contest_ends_and_every_step_was_taken_once(runs):
    for run in runs:
        outcome = json.loads((run / "outcome").read_text())
        assert outcome["state"] == "revealed"
        assert outcome["audit"][::-1] == ["created", "confirmed", "open", "closed", "revealed"]


def no_message_is_lost_none_is_sent_twice_and_the_last_state_is_shown(runs):
    late = 0
    for run in runs:
        events = lines(run / "channel")
        sent = Counter(event["kind"] for event in events if event["do"] == "send")
        kinds = {"announcement", "event", "results", "private_results", "season", "champion"}
        if not sent["event"]:  # killed while announcing, restarted after the opening
            late += 1
            kinds.remove("event")
        assert sent == dict.fromkeys(kinds, 1), run.name
        shown = {event["kind"]: event["state"] for event in events}
        assert shown == dict.fromkeys(kinds, "revealed") | {"season": 1, "champion": 1}, run.name
    assert late <= 1 + len(runs) / 10  # steps in a row: a sweep may hit one by chance


def what_was_shown_as_locked_in_is_what_is_opened(runs):
    for run in runs:
        code, of_the_text, changed = json.loads((run / "outcome").read_text())["locked"]
        assert (code, changed) == (of_the_text, []), run.name
        shown = {event["code"] for event in lines(run / "channel") if event["state"] != "draft"}
        assert shown - {None} == {code}, run.name  # a season has none


def a_season_is_settled_and_its_contest_rated_once(runs):
    for run in runs:
        outcome = json.loads((run / "outcome").read_text())
        assert outcome["season"] == [1, [[1, 1], [2, 2]]], run.name
        assert outcome["rated"] == [1, 1, 1, 1], run.name


def test_a_season_of_one_contest(runs):
    nothing_acknowledged_is_lost_and_nothing_counts_twice(runs)
    every_contest_ends_and_every_step_was_taken_once(runs)
    no_message_is_lost_none_is_sent_twice_and_the_last_state_is_shown(runs)
    a_season_is_settled_and_its_contest_rated_once(runs)
    what_was_shown_as_locked_in_is_what_is_opened(runs)


@pytest.mark.slow
@pytest.mark.parametrize("kind", by_turns("sqlite", "postgresql"))
def test_rounds_are_announced_called_and_summed_up_once(request, tmp_path, kind):
    module = "tests.bot.contests.rounds_crashing"
    for run in run_killing(request, module, tmp_path, kind, every(83)):
        events = lines(run / "channel")
        sent = Counter(event["kind"] for event in events if event["do"] == "send")
        once = dict.fromkeys(("rounds", "event", "opening", "start", "season"), 1)
        assert sent == once | {"announcement": 2, "results": 2}, run.name
        shown = {event["kind"]: event["state"] for event in events}
        assert (shown["rounds"], shown["season"], shown["announcement"]) == (2, 2, "revealed")
        outcome = json.loads((run / "outcome").read_text())
        assert outcome == {"held": 2, "states": ["revealed"] * 2, "places": [[1, 1]]}, run.name
