"""Organisers' panels: a page of each kind, and the forms that they open."""

from dataclasses import replace
from typing import get_args

from bot.contests import STATES, Board
from bot.contests.options import SEASON_OPTIONS
from bot.store.schema import Entrant
from bot.ui.contest import manage, manage_view, moderation, season_view, templates
from bot.ui.contest.asks import line
from bot.ui.contest.cards import AskTyped
from bot.ui.contest.forms import OptionsModal, present_ask
from bot.ui.contest.ids import Asked, AskFormId
from tests.bot.examples import contests
from tests.bot.examples.contests import NOW

KEY = "A1b2C3d4E5_-"


def pages():
    yield from managed(contests.contest(order=contests.BEST))
    yield from template_pages()
    yield from season_pages()
    for form in ("change", "season"):
        yield present_ask(AskTyped(form, KEY, {}, "“soon” is no time."), KEY)


def managed(plain):
    for state in STATES:
        board = Board(replace(plain, state=state), "scores", 3)
        yield manage_view.present_panel(board, 1, None)
        yield manage_view.present_panel(board, 3, None, ["I couldn’t post it."])
        for lists in (1, 3):
            yield manage_view.present_closing(board, lists)
            yield manage_view.present_exporting(board.contest)
            yield manage_view.present_cancelling(board, lists)
    for state in ("draft", "open"):
        yield manage_view.present_changed(replace(plain, state=state))
    for together in (False, True):
        yield manage_view.present_closed(plain, together=together)
        yield manage_view.present_cancelled(plain, together=together)
    for count in (0, 1):
        yield manage_view.present_reposted(plain, count)
    yield manage_view.present_nothing_to_manage()
    out = Entrant(id=7, contest_id=plain.id, user_id=11, joined_at=NOW, reason="played twice")
    for some in ([], [out], [out] * (moderation.SHOWN + 1)):
        yield moderation.present_players(plain, some)
    for person in (11, None):
        yield moderation.present_disqualified(plain, person, "played twice")
        yield moderation.present_reinstated(plain, person, "it was a mistake")


def template_pages():
    template = contests.template()
    for one in (template, replace(template, repeats=None), replace(template, problem="It’s full.")):
        yield templates.present_dates(one)
        yield templates.present_dates(one, saved=templates.SAVED)
        yield templates.present_dates(one, notes=["The first one is the draft."])
        yield templates.present_templates([one])
        yield templates.present_deleting(one)
    yield from map(templates.present_dates, [replace(template, next_due_at=None, problem="Gone.")])
    yield templates.present_templates([replace(template, next_due_at=None)])
    for to in (None, "2026-05-06"):
        yield templates.present_dates(replace(template, exceptions={"2026-05-05": to}))
    for repeats in (
        "every day at 20:00",
        "every Friday at 20:00 and Sunday at 18:00",
        "every 2 weeks on Tuesday at 20:00 from 5 May 2026",
        "every first Monday of the month at 19:00",
    ):
        yield templates.present_dates(replace(template, repeats=repeats))
    yield templates.present_templates([])
    yield templates.present_deleted(template)


def season_pages():
    season = contests.season()
    yield season_view.present_seasons([])
    yield season_view.present_seasons([season, replace(season, id="over", held=3, due_at=None)])
    for one in (season, replace(season, held=3, due_at=None), replace(season, best=3)):
        for template in (None, "Weekly"):
            yield season_view.present_season(one, template)
    yield season_view.present_season_ending(season)
    yield season_view.present_season_deleting(season)
    yield season_view.present_cut_short(season)
    yield season_view.present_season_deleted(season)


def forms():
    plain = contests.contest()
    change = {line("title", "Title"): plain.title, manage.BOARD: "scores", manage.HOST: "11"}
    counting = {one: one.written(contests.season()) for one in SEASON_OPTIONS}
    for form, fields in (("change", change), ("counting", counting)):
        texts = {one.name: text for one, text in fields.items()}
        yield OptionsModal("A form", AskFormId(form, plain.id), fields, texts)
    reason = {line("reason", "Why"): ""}
    for form in get_args(Asked):
        yield OptionsModal("A form", AskFormId(form, None), reason, {"reason": "played twice"})
