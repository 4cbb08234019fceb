"""Every id that a view shows has exactly one handler, and every handler's ids are shown."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
import typing
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

import bot.ui
from bot.contests import Board, PracticeReceipt, Turn
from bot.dailies import (
    GAMES,
    PERIODS,
    ArchivedEdition,
    DailyBoard,
    DailySetup,
    EditorState,
    LeaderboardRow,
)
from bot.dailies import Position as DailyPosition
from bot.store.records import Practice
from bot.ui.contest.announcement_view import (
    present_announcement,
    present_preview,
    present_rules,
    present_without_par,
)
from bot.ui.contest.board_view import present_board
from bot.ui.contest.cards import OptionsTyped, PlanTyped, RejectedSnake
from bot.ui.contest.forms import OptionsModal, PlanModal, present_options, present_plan
from bot.ui.contest.ids import ContestId, PlayTarget
from bot.ui.contest.list_view import present_contest, present_list
from bot.ui.contest.organise import present_cancelling, present_closing
from bot.ui.contest.play_view import (
    ContestSnakeModal,
    present_practice_receipt,
    present_receipt,
    present_rejected,
    present_tapping,
    present_turn,
)
from bot.ui.contest.results_view import present_results
from bot.ui.custom_ids import LONGEST, CustomId, Key, Snowflake
from bot.ui.daily import board_view as daily_boards
from bot.ui.daily import play_view as daily_plays
from bot.ui.daily import post_view as daily_posts
from bot.ui.daily.setup_view import present_setup
from bot.ui.games import mending, snake_view
from bot.ui.games.anigram import present_anigram
from bot.ui.games.ladder_view import present_ladder
from bot.ui.games.mending import Mend, RejectedCommand
from bot.ui.games.snake_card import RejectedWords
from bot.ui.games.truncate import present_truncate
from bot.ui.server.privacy import present_asking
from solvers.anigram import AnigramRequest
from solvers.wordsnake import ScoreRequest, score
from tests.bot import test_contest_views as contests
from tests.bot import test_daily_pages as dailies
from tests.bot import test_growing_views as growing
from tests.bot import test_ladder_view as ladders
from tests.bot.pages import BUTTONS, FORMS, HANDLERS, check_limits, handled
from tests.bot.snake_cards import make as make_snake

KEY = "A1b2C3d4E5_-"
NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
SETUP = DailySetup(1, 2, 9, "UTC", GAMES, None, False, True, 3, NOW, None, None, None, None)
WITHOUT_BUTTONS = {
    "contest.announcement_view.present_confirmed",
    "contest.announcement_view.present_discarded",
    "contest.announcement_view.present_drawing",
    "contest.board_view.present_season",
    "contest.export.present_audit",
    "contest.export.present_export",
    "contest.moderation.present_disqualified",
    "contest.moderation.present_reinstated",
    "contest.organise.present_cancelled",
    "contest.organise.present_changed",
    "contest.organise.present_closed",
    "contest.organise.present_reposted",
    "contest.play_view.present_lost",
    "contest.results_view.present_proof",
    "contest.results_view.present_review",
    "daily.board_view.present_stats",
    "daily.play_view.present_lost",
    "daily.setup_view.present_now",
    "daily.setup_view.present_off",
    "daily.setup_view.present_role",
    "daily.setup_view.present_tested",
    "games.anigram.present_stage",
    "games.snake_explain.present_explanation",
    "games.word.present_word",
    "poster.present_failure_notice",
    "progress.present_search",
    "progress.present_waiting",
    "replies.present_failure",
    "server.help.present_about",
    "server.help.present_help",
    "server.privacy.present_export",
    "server.privacy.present_forgotten",
    "server.privacy.present_kept",
    "server.privacy.present_unchanged",
    "server.settings.present_settings",
    "words.present_meanings",
}
"""The functions whose pages have no buttons, and are not rendered here."""
STATES = ("draft", "open", "closed", "revealed", "cancelled")


def games():
    for reveal in ("full", "next word", "length"):
        yield present_ladder(ladders.make(reveal=reveal), KEY)
    for drawn in (AnigramRequest(start="team"), AnigramRequest(familiar=True)):
        yield present_anigram(growing.walked(question=drawn, drawn=drawn), KEY)
    yield present_truncate(growing.grown(familiar=True), KEY)
    mends = tuple(Mend(label, {}) for label in ("cat", "cart"))
    yield mending.present_rejected(RejectedCommand("word", {"word": "catt"}, mends, "No."), KEY)
    yield snake_view.present_snake(make_snake("run nausea seasick"), KEY)
    yield snake_view.present_rejected(RejectedWords("run", "pairs", False, "Too few."), KEY)


def contest_pages():
    plain = contests.contest()
    for state in STATES:
        for sealed in (None, 10):
            one = replace(plain, state=state, sealed_minutes=sealed)
            board = Board(one, "scores", 3)
            yield present_announcement(one)
            yield present_rules(one)
            yield present_contest(board, None, ["It could not be posted."])
            yield present_closing(board)
            yield present_cancelling(board)
    yield present_preview(plain)
    yield present_without_par(plain, "Too busy.")
    yield present_list([plain], [plain])
    yield present_plan(PlanTyped(draft=plain.id, fault="No."), KEY)
    yield present_options(OptionsTyped(plain.id, fault="No."), KEY)
    running = replace(plain, state="open")
    for page in range(3):
        yield present_board(contests.board_of(running, 50, page))
    yield present_results(contests.board_of(plain, 5), {})
    turn = Turn(plain, plain.words, NOW, None)
    for target in (PlayTarget("contest", plain.id), PlayTarget("practice", "12345")):
        yield present_turn(turn, target)
        yield present_rejected(RejectedSnake(target, "run", "Too few."), KEY)
        for count in range(len(plain.words) + 1):
            yield present_tapping(turn, target, range(count))
    yield present_receipt(contests.receipt(plain))
    scored = score(ScoreRequest(plain.words, None, plain.rule))
    practice = Practice(12345, plain.id, 1, NOW, NOW)
    yield present_practice_receipt(PracticeReceipt(plain, practice, 1, scored, 9.9, False, 9, 9.9))


def daily_pages():
    for game in GAMES:
        edition = dailies.edition(game)
        for changes in ({}, {"points": None, "hints": ()}, {"given_up_at": NOW}):
            play = dailies.play(game, **changes)
            position = DailyPosition(edition, play, live=True, elsewhere=False)
            yield daily_plays.present_play(position, NOW)
            yield daily_plays.present_asking(position)
        yield daily_plays.present_rules(edition.number)
        for role in (None, 5):
            for closed in (False, True):
                yield daily_posts.present_edition(edition, NOW, role, closed=closed)
            yield daily_posts.present_test(edition, role)
        board = DailyBoard("day", edition.number, edition.number, open=True)
        yield daily_posts.present_solution(edition, board)
    yield daily_plays.present_shared(1, "line", 365)
    snake = dailies.edition("snake")
    for count in range(len(snake.given) + 1):
        yield daily_plays.present_tapping(snake, range(count))
    lines = tuple(LeaderboardRow(n, n, n, 1, 1, 1, 1, 1) for n in range(1, 21))
    for period in PERIODS:
        for page in range(3):
            board = DailyBoard(period, 365, 365, True, 60, lines, 20 * page)
            yield daily_boards.present_board(board, 365)
    archived = ArchivedEdition(365, date(2027, 1, 1), "snake", None, None)
    yield daily_boards.present_archive([archived], 7, more=True)
    yield present_setup(SETUP, NOW, NOW)


def forms():
    yield snake_view.SnakeModal("pairs", private=True)
    yield snake_view.SnakeModal("pairs", private=False)
    plain = contests.contest()
    yield PlanModal(PlanTyped(), "UTC")
    yield PlanModal(PlanTyped.of(plain, "UTC"), "UTC")
    yield OptionsModal(OptionsTyped.of(plain))
    turn = Turn(plain, plain.words, NOW, None)
    for target in (PlayTarget("contest", plain.id), PlayTarget("practice", "12345")):
        yield ContestSnakeModal(turn, target, "")
    for game in GAMES:
        yield daily_plays.TryModal(EditorState(dailies.edition(game), dailies.play(game), ()))


def shown():
    """The handler of every id that is shown, with the id as the handler gets it."""
    for page in (*games(), *contest_pages(), *daily_pages(), present_asking({"plays": 1})):
        check_limits(page)
        for item in page.view.walk_children():
            if getattr(item, "custom_id", None):
                yield handled(item.custom_id, BUTTONS)
    for form in forms():
        yield handled(form.custom_id, FORMS)


def presenting():
    """Every function below `bot.ui` that makes a page or its parts."""
    for module in pkgutil.walk_packages(bot.ui.__path__, "bot.ui."):
        for name, item in vars(importlib.import_module(module.name)).items():
            if (
                name.startswith("present_")
                and inspect.isfunction(item)
                and item.__module__ == module.name
            ):
                yield item


def test_every_page_is_rendered_here_or_has_no_buttons():
    called = set()

    def note(frame, event, _argument):
        if event == "call":
            called.add(frame.f_code)

    sys.setprofile(note)
    try:
        list(shown())
    finally:
        sys.setprofile(None)
    silent = {
        f"{function.__module__.removeprefix('bot.ui.')}.{function.__name__}"
        for function in presenting()
        if function.__code__ not in called
    }
    assert silent == WITHOUT_BUTTONS


def test_every_handlers_ids_are_shown_with_every_value_of_their_choices():
    seen = {handler: set() for handler in HANDLERS}
    for handler, params in shown():
        seen[handler].add(params)
    for handler, ids in seen.items():
        assert ids, handler
        for name, hint in typing.get_type_hints(handler.ids).items():
            if typing.get_origin(hint) is typing.Literal:
                values = {getattr(params, name) for params in ids}
                assert values == set(typing.get_args(hint)), (handler, name)


def test_what_is_read_of_an_id_is_what_was_written():
    count = 0
    for handler, params in shown():
        assert handler.ids.parse(handler.ids.template.fullmatch(str(params))) == params
        count += 1
    assert count > 300


class SampleId(CustomId, prefix="sample"):
    action: typing.Literal["one", "two"]
    key: Key
    guild: Snowflake = 0


@pytest.mark.parametrize(
    "made",
    [
        SampleId("three", KEY),
        SampleId("one", "short"),
        SampleId("one", KEY, 10**20),
        ContestId("board", KEY + "x"),
    ],
)
def test_no_id_is_made_that_its_handler_would_not_match(made):
    with pytest.raises(ValueError, match="cannot be a custom id"):
        str(made)


def test_no_id_is_made_that_discord_would_refuse():
    class Wordy(CustomId, prefix="x" * (LONGEST - 12)):
        key: Key

    with pytest.raises(ValueError, match="cannot be a custom id"):
        str(Wordy(KEY))
