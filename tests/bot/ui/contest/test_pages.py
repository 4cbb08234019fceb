"""What organisers and channels see, at its largest, within Discord's limits."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.contests import AuditEntry, Board, read_opening
from bot.contests.options import OPTION_FORMS
from bot.puzzles import GAMES
from bot.store.schema import GuildSettings
from bot.ui.contest.announcement_view import present_announcement
from bot.ui.contest.cards import OptionsTyped, PlanTyped
from bot.ui.contest.draft_view import present_confirmed, present_preview, present_without_par
from bot.ui.contest.export import present_audit, present_export
from bot.ui.contest.forms import PlanModal, draft_options
from bot.ui.contest.list_view import present_list
from bot.ui.contest.manage_view import present_cancelling, present_closing
from bot.ui.games.faces import FACES
from bot.ui.games.snake_face import reminder
from bot.ui.poster import present_failure_notice
from bot.ui.server.settings import present_settings
from playground.validation.modals import check_modal
from solvers.reading import read_words
from solvers.wordsnake import RULES
from tests.bot.examples.contests import NOW, contest
from tests.bot.pages import buttons_of, check_limits, text_of

STATES = ["draft", "open", "closed", "revealed", "cancelled"]
NASTY = "`*_~|<@1>[x](y)" * 6
LONG_WORDS = tuple(
    sorted(f"{'abcdefghij' * 4}{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(90))
)
SHORT = contest(("nausea", "run", "seasick"), ("run", "nausea", "seasick"), state="open")
LARGE = replace(
    SHORT, title=NASTY[:100], words=LONG_WORDS, sealed_minutes=1440, most_tries=1000,
    cooldown_seconds=86_399, board="hidden", proven=False, bound=10**6,
    commitment="f" * 32,
)  # fmt: skip


@pytest.mark.parametrize("state", STATES)
def test_announcements_fit_in_every_state_and_can_be_found_again(state):
    for sealed in (None, 10):
        page = present_announcement(replace(LARGE, state=state, sealed_minutes=sealed))
        check_limits(page)
        assert f"contest:rules:{LARGE.id}" in buttons_of(page)


@pytest.mark.parametrize(
    ("state", "sealed", "shown"),
    [
        ("draft", None, False),
        ("draft", 10, False),
        ("open", None, True),
        ("open", 10, False),
        ("closed", 10, True),
        ("revealed", 10, True),
        ("cancelled", None, False),
    ],
)
def test_words_are_shown_once_everybody_may_see_them(state, sealed, shown):
    page = present_announcement(replace(SHORT, state=state, sealed_minutes=sealed))
    assert ("seasick" in text_of(page)) is shown


@pytest.mark.parametrize("state", STATES)
def test_an_announcement_never_shows_par(state):
    page = present_announcement(replace(SHORT, par=4321, bound=4321, state=state))
    assert "4,321" not in text_of(page)
    assert "4321" not in text_of(page)


@pytest.mark.parametrize("contest", [SHORT, LARGE])
def test_the_drafts_cards_fit(contest):
    preview = present_preview([contest])
    for page in (
        present_preview([replace(contest, opens_at=None)]),
        preview,
        present_without_par(contest, "too many puzzles are waiting; ask again in a minute."),
        present_confirmed([contest]),
        present_closing(Board(contest, "scores", 500)),
        present_cancelling(Board(contest, "scores", 1)),
    ):
        check_limits(page)
    attached = [file.content.decode().split() for file in preview.files]
    if contest is LARGE:
        assert attached == [list(contest.words)]
    else:
        assert all(word in text_of(preview) for word in contest.words)


def test_forms_are_such_as_discord_shows():
    plan = PlanTyped.of([LARGE], "America/Argentina/ComodRivadavia")
    check_modal(PlanModal(plan, "America/Argentina/ComodRivadavia").to_dict())
    for form in OPTION_FORMS:
        check_modal(draft_options(OptionsTyped.of(form, [LARGE])).to_dict())
    assert plan.words.split() == list(LARGE.words)


def test_times_are_in_the_servers_zone():
    assert PlanTyped.of([SHORT], "Asia/Tokyo").opens == "2026-05-04 21:00"
    assert PlanTyped.of([replace(SHORT, opens_at=None)], "Asia/Tokyo").opens == "now"


@pytest.mark.parametrize("zone", ["Europe/London", "Australia/Lord_Howe", "UTC"])
def test_a_time_that_clocks_show_twice_stays_the_one_it_is(zone):
    for changes in (datetime(2026, 4, 4, 13, tzinfo=UTC), datetime(2026, 10, 24, 23, tzinfo=UTC)):
        for minutes in range(0, 240, 15):
            opens = changes + timedelta(minutes=minutes)
            typed = PlanTyped.of([replace(SHORT, opens_at=opens)], zone).opens
            assert read_opening(typed, ZoneInfo(zone), changes - timedelta(days=1)) == opens


def test_the_list_fits_however_much_there_is():
    every = [replace(LARGE, state=state) for state in STATES for _ in range(10)]
    drafts = [replace(LARGE, confirmed_at=None, id=f"abcdefghijk{n}") for n in range(9)]
    failures = ["The announcement of “x” could not be posted: " + "y" * 300] * 20
    page = present_list(every, drafts, failures)
    check_limits(page)
    assert "There are more" in text_of(page)
    assert len(buttons_of(page)) == 5
    assert "There are more" not in text_of(present_list([SHORT] * 5))


def test_the_audit_fits_and_says_how_much_is_left_out():
    about = {"contest_id": SHORT.id, "entrant_id": 7, "actor_id": 3, "action": "disqualified"}
    entry = AuditEntry(id=1, guild_id=1, detail="because " * 100, at=NOW, **about)
    page = present_audit([entry] * 100, {SHORT.id: NASTY[:100]}, {7: 8})
    check_limits(page)
    assert "older ones" in text_of(page)
    reply = text_of(present_audit([replace(entry, actor_id=None, detail=None)], {}, {7: None}))
    assert reply.count("somebody who asked to be forgotten") == 2
    reply = text_of(present_audit([replace(entry, actor_id=None, action="open")], {}, {7: 8}))
    assert "it opened" in reply


def test_an_export_has_a_name_that_files_can_have():
    for title, name in (("Spring: 1/2", "spring-1-2.csv"), ("⚡", "contest.csv")):
        page = present_export(replace(SHORT, title=title), b"place\r\n1\r\n", 1)
        assert page.files[0].name == name
        assert "1 try," in text_of(page)


def test_settings_and_failure_notices_fit():
    own = {
        f"w{n:03}".translate({i: 97 + i - 48 for i in range(48, 58)}): n % 2 == 0
        for n in range(500)
    }
    page = present_settings(
        GuildSettings(guild_id=1, contest_role_id=5, time_zone="Asia/Tokyo", tier="common"),
        own,
        NOW,
        "x" * 4000,
    )
    check_limits(page)
    assert "where it is 21:00" in text_of(page)
    check_limits(present_failure_notice("x" * 5000, NASTY[:100]))


@pytest.mark.parametrize("game", GAMES)
def test_no_example_in_the_rules_has_a_word_of_the_contest(game):
    """An example with a secret word is replaced by another, or left out."""
    face = FACES[game]
    for rule in RULES if GAMES[game].arranges else ("pairs",):
        secret = set()
        shown = set(re.findall("[a-z]+", face.scoring_by(rule).partition("```")[2].lower()))
        assert shown
        for _ in range(4):
            block = face.scoring_by(rule, secret).partition("```")[2].partition("```")[0]
            words = read_words(block)
            assert not {"".join(sorted(word)) for word in words} & {
                "".join(sorted(word)) for word in secret
            }
            secret |= {word for word in words if len(word) > 1}
        assert block == ""
    assert "nausEA" not in reminder("pairs", {"nausea"})
    assert "robOT" not in reminder("pairs", {"earn", "otter"})
