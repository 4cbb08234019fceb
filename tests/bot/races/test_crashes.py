"""Bots killed with -9 between any two statements of a join, a start, a try, an end, a message."""

import json
import re
from collections import Counter

import pytest

from bot.ui.race.post_view import present_post
from tests.bot.examples.races import PUZZLES, solved, status
from tests.bot.killing import EVERY, lines, run_killing
from tests.bot.pages import text_of
from tests.bot.world import ANNA, BEN, CARL

CODE = re.compile("`([0-9a-f]{32})`")


def said_in(text):
    text = CODE.sub("", text)  # a code may contain a word, such as fade
    return set(re.findall(r"[a-z]+", text.lower()))


STATES = ("lobby", "countdown", "running", "between")
SHOWN = [solved(status(state=state, rounds=2), 9_000) for state in STATES]
OWN = said_in(" ".join(text_of(present_post(one)) for one in SHOWN)) - {*PUZZLES["ladder"].solution}
"""Words that a post has with any puzzle: a puzzle may contain "race"."""


@pytest.fixture(params=EVERY)
def runs(request, tmp_path):
    return run_killing(request, "tests.bot.races.crashing", tmp_path, *request.param)


def nothing_is_lost_or_doubled(runs):
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


def the_channel_has_one_message_that_ends_with_the_result(runs):
    for run in runs:
        events = lines(run / "channel")
        assert Counter(event["do"] for event in events)["send"] == 1, run.name
        assert (events[-1]["state"], events[-1]["places"]) == ("over", [2, 1, 2]), run.name
        assert f"🥇 <@{BEN}>" in events[-1]["text"], run.name
        for event in events:
            if event["state"] not in {"between", "over"}:
                assert set(event["places"]) <= {None}, run.name


def no_word_of_a_puzzle_is_in_the_channel_before_its_round_is_over(runs):
    for run in runs:
        puzzles = json.loads((run / "outcome").read_text())["words"]
        for event in lines(run / "channel"):
            over = event["state"] in {"between", "over"}
            played = puzzles[: event["round"] - (not over)]
            secret = {word for words in puzzles for word in words}
            secret -= {word for words in played for word in words}
            assert not secret & said_in(event["text"]) - OWN, run.name


def what_was_shown_as_locked_in_is_what_is_opened(runs):
    for run in runs:
        codes = []
        for code, of_the_text, changed in json.loads((run / "outcome").read_text())["locked"]:
            assert (code, changed) == (of_the_text, []), run.name
            codes.append(code)
        for event in lines(run / "channel"):
            shown = CODE.findall(event["text"])
            assert shown in ([], [codes[event["round"] - 1]]), run.name
            assert shown or event["state"] == "lobby", run.name


def test_a_race_of_two_rounds(runs):
    nothing_is_lost_or_doubled(runs)
    the_channel_has_one_message_that_ends_with_the_result(runs)
    no_word_of_a_puzzle_is_in_the_channel_before_its_round_is_over(runs)
    what_was_shown_as_locked_in_is_what_is_opened(runs)
