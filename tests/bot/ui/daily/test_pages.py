"""What players of daily puzzles see, at its largest, within Discord's limits."""

from dataclasses import replace
from datetime import date

import pytest

from bot.dailies import (
    BANDS,
    GAMES,
    PERIODS,
    ArchivedEdition,
    DailyBoard,
    DailyStanding,
    DailyState,
    LeaderboardRow,
    Mistake,
    Stats,
    Streak,
    Verdict,
)
from bot.play import Receipt
from bot.puzzles import EMPTY, Hint, Progress
from bot.ui.daily.board_view import (
    A_PAGE,
    ROWS_A_PAGE,
    present_archive,
    present_board,
    present_stats,
)
from bot.ui.daily.result_view import Result, present_over, present_result
from bot.ui.daily.rules_view import present_rules
from bot.ui.play.card import present_lost
from bot.ui.play.ids import Target
from playground.validation.modals import check_modal
from tests.bot.examples.dailies import daily_asking, daily_card, daily_form, daily_news
from tests.bot.examples.longest_dailies import LADDER, NOON, NUMBER, PERSON, SOLUTION, edition, play
from tests.bot.pages import buttons_of, check_limits, text_of


def receipt(state, verdict):
    points = None if verdict.result is None else 1
    return Receipt(state, state, 2, verdict, points)


@pytest.mark.parametrize("game", GAMES)
def test_a_play_at_its_largest(game):
    state = DailyState(edition(game), play(game), live=True, elsewhere=False)
    typed = (LADDER * 8)[:100] if game == "ladder" else SOLUTION[game]
    state = replace(state, play=replace(state.play, progress=(typed, ())))
    mistake = Mistake(100, "`*_~|<@1>", f"Step 100: “{'`*_~|<@1>' * 3}” isn’t in my word list.")
    verdict = Verdict(typed, EMPTY, mistake, 6 if game == "truncate" else None, False)
    news = daily_news(receipt(state, verdict))
    page = daily_card(state, NOON, news)
    check_limits(page)
    assert max(map(len, buttons_of(page))) <= 100
    largest = Result(
        NOON, DailyStanding(99_999, 99_999, 10**6, 10**6), Streak(9_999, 9_999, 2, True)
    )
    assert "<@1>" not in text_of(page).replace("\\<", "")
    for shown in (
        daily_asking(state),
        present_over(replace(state, play=play(game, given_up_at=NOON)), Result(NOON)),
        present_result(state, largest, news),
        present_result(state, replace(largest, drawn=b"a"), news),
        present_rules(state.puzzle.game, state.edition.number, "f" * 32, over=True),
        present_lost("`full`", "words", Target("daily", "365")),
    ):
        check_limits(shown)


def test_a_hint_that_ends_the_puzzle_is_no_news_beside_the_result():
    state = DailyState(edition("ladder"), play("ladder"), live=True, elsewhere=False)
    hint = Hint("word", 1, "hole", "hold")
    begun = replace(state, play=play("ladder", progress=(("hold",), ()), points=None))
    done = replace(state, play=play("ladder", progress=(SOLUTION["ladder"][1:], ())))
    assert "“hold”" in daily_news(Receipt(begun, begun, 2, hint=hint)).said
    assert daily_news(Receipt(done, done, 2, hint=hint)).said == ""


@pytest.mark.parametrize("points", [100, 105])
def test_nothing_is_worth_more_than_a_hundred_of_a_hundred(points):
    state = DailyState(
        edition("truncate"), play("truncate", points=points), live=True, elsewhere=False
    )
    for page in (present_result(state, Result()), daily_card(state, NOON)):
        assert (f"{points} of 100" in text_of(page).replace("*", "")) == (points == 100)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rest", [(), ("word" * 25,) * 100])
def test_forms_are_what_discord_takes(game, rest):
    begun = play(game, progress=Progress(SOLUTION[game][:-1]))
    state = DailyState(edition(game), begun, live=True, elsewhere=False)
    form = daily_form(state, rest).to_dict()
    check_modal(form)
    filled = form["components"][0]["component"].get("value", "")
    held = "\n".join(SOLUTION[game]) if game == "snake" else " ".join(rest)
    assert filled == held[: len(filled)]
    assert bool(filled) == bool(held)


def test_an_unfinished_ladder_shows_the_latest_of_many_words():
    words = (*(LADDER * 4)[1:40], "zzzzzzz")
    state = DailyState(
        edition("ladder"),
        play("ladder", hints=(), progress=(words, ())),
        live=True,
        elsewhere=False,
    )
    shown = text_of(daily_card(state, NOON))
    lines = shown.partition("```\n")[2].partition("\n```")[0].splitlines()
    assert len(lines) == 1 + 12 + 2
    assert lines[-3].lower().split()[0] == "40"
    assert lines[-1].split() == [LADDER[-1]]


def test_the_letters_that_are_new_stand_out():
    state = DailyState(
        edition("truncate"), play("truncate", given_up_at=NOON), live=True, elsewhere=False
    )
    shown = text_of(present_over(state, Result()))
    rows = shown.partition("```\n")[2].partition("\n```")[0].split("\n")
    assert rows == ["  at", "  atE", " Late", " lateR", "Slater", "slaterS"]
    state = DailyState(
        edition("anigram"), play("anigram", progress=(("lane",), ())), live=True, elsewhere=False
    )
    shown = text_of(daily_card(state, None))
    assert "4  lane\n5  a e S n l  ?" in shown


@pytest.mark.parametrize("period", PERIODS)
def test_boards_of_many(period):
    lines = tuple(
        LeaderboardRow(n + 1, n + 1, PERSON - n, 10**6, 9_999, 9_999, 10**11, 99)
        for n in range(ROWS_A_PAGE * 3)
    )
    for page, moves in ((0, {"Next"}), (1, {"Back", "Next"}), (2, {"Back"})):
        skip = page * ROWS_A_PAGE
        on_page = lines[skip : skip + ROWS_A_PAGE]
        board = DailyBoard(
            period, "ladder", NUMBER, NUMBER, False, len(lines), on_page, skip, lines[30]
        )
        shown = present_board(board, NUMBER)
        check_limits(shown)
        assert set(buttons_of(shown).values()) & {"Back", "Next"} == moves
        assert text_of(shown).count(f"<@{lines[30].user_id}>") == 1
    forgotten = replace(board, rows=(replace(lines[0], user_id=None),))
    assert "forgotten" in text_of(present_board(forgotten, NUMBER))


def test_stats_and_the_archive_at_their_largest():
    stats = Stats(
        99_999, 99_999, 99_999, dict.fromkeys(BANDS, 9_999), dict.fromkeys(GAMES, 9_999),
        Streak(99_999, 99_999, 2, done=False),
    )  # fmt: skip
    shown = present_stats(stats)
    check_limits(shown)
    assert all(len(line) <= 32 for line in text_of(shown).split("```")[1].splitlines())
    archive = [
        ArchivedEdition(NUMBER - n, date(2999, 9, 30), "snake", play("snake"), play("snake"))
        for n in range(A_PAGE)
    ]
    check_limits(present_archive(archive, 7, more=True))
