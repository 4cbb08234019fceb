"""The pure rules for streaks, boards, stats, the text that shares a result, and posts' pace."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dailies import Shared
from bot.dailies.ranking import Streak, span, stats, streak
from bot.pace import Pace, Pacer
from bot.ui.daily.text import share
from solvers.daily import Edition, day_of, planned_game, rotation_at
from tests.bot.examples.dailies import PLAY
from tests.bot.examples.puzzles import ANIGRAM, LADDER, SNAKE, TRUNCATE

# Streaks


def plain_streak(solved, today):
    """Go through the days one by one."""
    run = longest = freezes = 0
    for day in range(min(solved, default=today), max([today, *solved]) + 1):
        if day in solved:
            run += 1
            freezes = min(2, freezes + (run % 7 == 0))
        elif day < today:
            if freezes and run:
                freezes -= 1
            else:
                run = freezes = 0
        longest = max(longest, run)
    return run, longest, freezes if run else 0


@given(st.sets(st.integers(1, 60)), st.integers(1, 64))
def test_streaks_equal_a_count_day_by_day(solved, today):
    found = streak(solved, today)
    assert (found.current, found.longest, found.freezes) == plain_streak(solved, today)
    assert found.done == (today in solved)


def test_streaks_by_example():
    week = range(1, 8)
    assert streak(week, 7) == Streak(7, 7, 1, done=True)
    assert streak(week, 8) == Streak(7, 7, 1, done=False)
    assert streak(week, 9) == Streak(7, 7, 0, done=False)  # saved by the freeze
    assert streak(week, 10) == Streak(0, 7, 0, done=False)
    assert streak([*week, 9], 9) == Streak(8, 8, 0, done=True)
    assert streak(range(1, 36), 35).freezes == 2
    assert streak([], 5) == Streak(0, 0, 0, done=False)
    assert streak([1, 2, 4], 3) == Streak(3, 3, 0, done=False)  # the third is still open
    assert streak([1, 2, 4], 4) == Streak(1, 2, 0, done=True)


def test_who_gives_up_has_missed_the_edition():
    assert streak([1, 2, 3], 4, given_up=[4]) == Streak(0, 3, 0, done=True)
    assert streak(range(1, 8), 8, given_up=[8]) == Streak(7, 7, 0, done=True)  # a freeze saves it
    assert streak([1, 2, 3], 3, given_up=[3]) == Streak(3, 3, 0, done=True)  # solved before
    assert streak([1, 2, 3], 3, given_up=[4]) == Streak(3, 3, 0, done=True)  # open elsewhere


# Boards and stats


def played(user, points, ms=1000, number=4, **more):
    return replace(
        PLAY, id=user or 999, user_id=user, number=number, points=points, best_ms=ms, **more
    )


@given(st.integers(1, 4000))
def test_spans(number):
    assert span("day", number) == (number, number)
    monday, sunday = span("week", number)
    assert monday <= number <= sunday == monday + 6
    assert day_of(monday).isoweekday() == 1
    first, last = span("month", number)
    assert first <= number <= last
    assert day_of(first).day == day_of(last + 1).day == 1
    assert span("all", number) == span("all", 1)
    first, last = span("all", number)
    assert first < number < last


def test_stats():
    points = (100, 85, 61, 12, None, None)
    plays = [played(1, one, number=n, at_par=n == 1) for n, one in enumerate(points, 1)]
    found = stats(plays, {n: planned_game(n) for n in range(1, 7)}, 6)
    assert (found.played, found.solved, found.at_par) == (5, 4, 1)  # today's is under way
    assert found.bands == {"par": 1, "80+": 1, "60+": 1, "below": 1, "unsolved": 1}
    assert sum(found.games.values()) == 4
    assert found.streak == Streak(0, 4, 0, done=False)


def test_stats_have_a_game_that_joins_tomorrow_once_it_is_solved_where_tomorrow_has_begun():
    plays = [played(1, 100, number=6, at_par=True)]
    assert "chain" not in stats([], {}, 5).games
    assert stats(plays, {6: "chain"}, 5).games == dict.fromkeys(rotation_at(5).games, 0) | {
        "chain": 1
    }


# What is shared


def test_the_share_text_shows_how_well_and_nothing_of_the_puzzle():
    hints = (("letter", 1, 9, "cold", "r"), ("word", 2, 30, "cord", "card"))
    best = (("cord", "word", "wood", "wold", "warm"), (0, 2), 20)
    solved = replace(PLAY, points=80, best_result=5, best=best, best_ms=151_000, hints=hints)
    assert share(Shared(Edition(4, LADDER), solved, Streak(12, 12, 1, done=True))) == (
        "Ladder #4 5/4 2:31 💡1 🔥12\n⬛⬛🟩⬛💡\n🟩⬛🟩⬛❌❌\n🟩⬛⬛⬛\n🟩⬛⬛⬛\n🟩🟩🟩🟩"
    )
    about = {"points": 100, "best_result": 10, "best_ms": 3_700_000, "at_par": True}
    perfect = replace(PLAY, live=False, best=(SNAKE.solution, (), 20), **about)
    streak = Streak(12, 12, 1, done=True)
    assert share(Shared(Edition(1, SNAKE), perfect, streak, (5, 10))) == (
        "Snake #1 10/10 ⭐ 1:01:40 🗄️\n🟩🟩🟩🟩⬛⬛⬛⬛\n🟩🟩🟩🟩🟩🟩🟩🟩"
    )
    given_up = replace(PLAY, given_up_at=PLAY.started_at, progress=(("sing",), (0, 1)))
    assert share(Shared(Edition(2, ANIGRAM), given_up)) == "Anigram #2\n🟩🟩🟩🟩\n❌🏳️"
    for puzzle in (LADDER, SNAKE, ANIGRAM, TRUNCATE):
        play = replace(solved, best=(puzzle.solution, (), 20), hints=())
        text = share(Shared(Edition(7, puzzle), play))
        assert not set(text.lower().split()) & {*puzzle.solution, *puzzle.given}


# The pace


def test_two_thousand_posts_in_one_minute_stay_within_the_limit_and_two_minutes():
    pace, now, went = Pace(), 0.0, []
    for k in range(2_000):  # each waits for its moment, as posts do
        if k in {500, 1_200}:  # two 429s of ten seconds
            pace.pause_for(now, 10.0)
        went.append(pace.reserve(0.0))
        now = went[-1]
    assert went[-1] <= 120
    assert all(went[i + 50] - went[i] >= 1 for i in range(len(went) - 50))
    assert went[500] - went[499] == pytest.approx(10, abs=0.1)
    assert pace.reserve(200.0) == 0  # no wait when idle


async def test_the_pacer_spaces_real_requests():
    pacer, loop = Pacer(rate=100), asyncio.get_running_loop()
    began = loop.time()
    await asyncio.gather(*(pacer() for _ in range(11)))
    assert loop.time() - began >= 0.1
    before = loop.time()
    pacer.pause_for(0.05)
    await pacer()
    assert loop.time() - before >= 0.05
