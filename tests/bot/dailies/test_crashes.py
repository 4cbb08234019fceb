"""Bots killed with -9 between any two statements of a turn, a post, a try, a hint, a closing."""

import json
from collections import Counter
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from tests.bot.dailies.days import LADDER, SNAKE
from tests.bot.killing import EVERY, lines, run_killing
from tests.bot.world import GUILD
from tests.sweeps import by_turns, every

CRASHING = "tests.bot.dailies.crashing"


@pytest.fixture(params=EVERY)
def runs(request, tmp_path):
    return run_killing(request, CRASHING, tmp_path, *request.param, "days")


def the_server_gets_every_edition_once_and_sees_it_close(runs):
    for run in runs:
        events = lines(run / "channel")
        sent = Counter((e["guild"], e["kind"], e["number"]) for e in events if e["do"] == "send")
        assert sent == {(GUILD, "edition", LADDER): 1, (GUILD, "edition", SNAKE): 1}, run.name
        edits = [e for e in events if e["do"] == "edit" and e["number"] == LADDER]
        assert [e["closed"] for e in edits][-1], run.name
        assert not edits[0]["closed"], run.name  # as somebody solved it
        moments = [datetime.fromisoformat(e["place"]) for e in edits]
        assert all(b - a >= timedelta(minutes=1) for a, b in pairwise(moments)), run.name


def nothing_confirmed_is_lost_and_nothing_counts_twice(runs):
    for run in runs:
        outcome = json.loads((run / "outcome").read_text())
        assert outcome["points"] == 100, run.name
        assert outcome["tries"] == [2, 2], run.name
        assert [hint[2] for hint in outcome["hints"]] == [103], run.name
        assert outcome["board"] == 1, run.name
        reply = {}
        for what, interaction, value in lines(run / "confirmed"):
            assert reply.setdefault((what, interaction), value) == value, run.name
            if what == "try":
                assert outcome["kept"][str(interaction)] == value, run.name


def test_days_of_a_server(runs):
    the_server_gets_every_edition_once_and_sees_it_close(runs)
    nothing_confirmed_is_lost_and_nothing_counts_twice(runs)


@pytest.mark.slow
@pytest.mark.parametrize("kind", by_turns("sqlite", "postgresql"))
def test_who_comes_from_the_archive_gives_up_or_shares_loses_and_gains_nothing(
    tmp_path, request, kind
):
    runs = run_killing(request, CRASHING, tmp_path, kind, every(23), "people", enough=30)
    for run in runs:
        outcome = json.loads((run / "outcome").read_text())
        assert outcome["plays"] == [1, 0], run.name
        assert outcome["points"] == [85, None], run.name
        assert [hint[2] for hint in outcome["hints"]] == [202], run.name
        assert outcome["tries"] == [1, 1], run.name
        assert outcome["given up"] == [True, True], run.name
        assert outcome["board"] == 1, run.name
        reply = {}
        for what, interaction, value in lines(run / "confirmed"):
            assert reply.setdefault((what, interaction), value) == value, run.name
        did = [what for what, *_ in lines(run / "confirmed")]
        assert did.count("shared") == 1, run.name
        assert did.count("share") <= 2, run.name  # twice if it died before the mark


@pytest.mark.slow
def test_what_is_laid_word_by_word_is_kept_at_every_step(request, tmp_path):
    runs = run_killing(request, CRASHING, tmp_path, "sqlite", every(43), "words")
    whole = lines(runs[-1] / "confirmed")
    for run in runs:
        assert lines(run / "confirmed") == whole, run.name
        outcome = json.loads((run / "outcome").read_text())
        ladder, snake = outcome
        assert ladder[1:] == [85, len(ladder[0][0]), 1], run.name
        assert sum(ladder[0][1]) == 1, run.name
        assert snake[1:] == [None, 0, 0], run.name
        if (run / "found").exists():
            number, words = json.loads((run / "found").read_text())
            confirmed = [words for _, edition, words in whole[max(0, number - 1) : number + 1]]
            first = not number or whole[number][1] != whole[number - 1][1]
            assert words in confirmed or (first and not words), run.name
