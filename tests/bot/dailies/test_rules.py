"""The text that shares a result, and how a result compares: pure rules."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bot.dailies import share
from bot.dailies.ranking import Streak
from bot.store.records import DailyPlay
from tests.bot.editions import ANIGRAM, LADDER, SNAKE, TRUNCATE

PLAY = DailyPlay(
    1,
    4,
    77,
    True,
    datetime(2026, 1, 4, tzinfo=UTC),
    ((), ()),
    (),
    1,
    None,
    None,
    None,
    None,
    None,
    False,
    None,
)


def test_the_share_text_shows_how_well_and_nothing_of_the_puzzle():
    hints = (("letter", 1, 9, "cold", "r"), ("word", 2, 30, "cord", "card"))
    best = (("cord", "word", "wood", "wold", "warm"), (0, 2), 20)
    solved = replace(PLAY, points=80, best_result=5, best=best, first_ms=151_000, hints=hints)
    assert share(LADDER, solved, Streak(12, 12, 1, done=True)) == (
        "🪜 Daily ladder #4 5/4 steps ⏱️2:31 💡1 🔥12\n💡\n❌❌🟩\n🟩\n🟩\n🟩\n🏁"
    )
    perfect = replace(
        PLAY,
        points=100,
        best_result=10,
        first_ms=3_700_000,
        at_par=True,
        live=False,
        best=(SNAKE.solution, (), 20),
    )
    assert share(SNAKE, perfect, Streak(12, 12, 1, done=True), 2) == (
        "🐍 Daily snake #1 10/10 points ⭐ 2nd try ⏱️1:01:40 🗄️\n🐍 1-3"
    )
    given_up = replace(PLAY, given_up_at=PLAY.started_at, progress=(("sing",), (0, 1)))
    assert share(ANIGRAM, given_up) == "🔤 Daily anigram #2\n4🟩 ❌🏳️"
    for edition in (LADDER, SNAKE, ANIGRAM, TRUNCATE):
        text = share(edition, replace(solved, best=(edition.solution, (), 20), hints=()))
        assert not set(text.lower().split()) & {*edition.solution, *edition.given}
