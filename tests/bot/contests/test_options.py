"""Options: each column has one, and all are typed, copied, saved and adapted alike."""

from dataclasses import fields, replace
from datetime import timedelta

import pytest

from bot.contests.options import OPTION_FORMS, OPTIONS, SEASON_OPTIONS, fitted, options_of, suited
from bot.contests.options import forms as module
from bot.contests.options.contest import DEFAULTS
from bot.contests.options.option import FIELDS
from bot.contests.plan import changes, following, plan_of, plan_of_all
from bot.contests.templates import played_by
from bot.options import Choice, lines
from bot.puzzles import GAMES
from bot.store.schema import ContestOptions, GuildSettings, SeasonOptions
from bot.ui.server.settings import SETTINGS
from tests.bot.examples.contests import contest, template
from tests.bot.pages import check_says

PLAYING = {"rule": "containment", "sealed_minutes": 10, "most_tries": 3, "cooldown_seconds": 90}
SHOWN = {"board": "places", "freeze_minutes": 5, "ties": "look", "percents": False, "talk": True}
WHOM = {"remind_minutes": 7, "role_id": 77, "days_here": 2, "event": True}
OTHERS = ContestOptions(**PLAYING, **SHOWN, **WHOM)
CHOSEN = replace(contest(), **options_of(OTHERS))


@pytest.mark.parametrize(
    ("options", "kind", "besides"),
    [
        (OPTIONS, ContestOptions, set()),
        (SEASON_OPTIONS, SeasonOptions, set()),
        (SETTINGS, GuildSettings, {"guild_id"}),
    ],
)
def test_every_column_has_one_option(options, kind, besides):
    names = [option.name for option in options]
    assert len(set(names)) == len(names)
    assert set(names) | besides == {field.name for field in fields(kind)}


def test_the_example_has_nothing_by_default():
    assert not [one.name for one in OPTIONS if one.of(OTHERS) == one.of(DEFAULTS)]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
@pytest.mark.parametrize("record", [DEFAULTS, OTHERS], ids=["default", "other"])
def test_what_is_written_is_read(option, record):
    assert option.field.read(option.written(record)) == option.of(record)


def test_a_copy_and_a_template_have_all_that_was_chosen():
    assert options_of(plan_of(CHOSEN)) == options_of(OTHERS)
    assert options_of(following(contest(), plan_of(CHOSEN))) == options_of(OTHERS)
    assert played_by(replace(template(), options=options_of(OTHERS))) == OTHERS


def test_a_template_of_before_an_option_came_has_its_default():
    before = options_of(OTHERS)
    del before["talk"]
    assert played_by(replace(template(), options=before)) == replace(OTHERS, talk=False)


def test_the_audit_says_every_difference():
    said = list(changes(plan_of(contest()), plan_of(CHOSEN)))
    differing = [one for one in OPTIONS if one.of(contest()) != one.of(OTHERS)]
    assert [line.partition(":")[0] for line in said] == [one.label.lower() for one in differing]
    check_says(said, "cooldown: none → 1 minute 30 seconds", "thread: no → yes")


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_has_not_is_as_usual(game):
    plan = suited(plan_of(replace(CHOSEN, game=game)), game)
    for option in OPTIONS:
        record = OTHERS if option.suits(GAMES[game]) else DEFAULTS
        assert option.of(plan) == option.of(record), option.name


def test_lists_share_what_the_first_that_has_it_has():
    anigram = replace(contest(), **options_of(suited(OTHERS, "anigram")), game="anigram")
    shared = plan_of_all([anigram, CHOSEN])
    assert options_of(shared) == options_of(OTHERS)


def test_a_shorter_contest_has_no_reminder_before_it_opens():
    short = fitted(OTHERS, timedelta(minutes=6))
    assert (short.remind_minutes, short.freeze_minutes, short.sealed_minutes) == (None, 5, 6)


def test_forms_hold_all_options_and_another_begins_when_one_is_full(monkeypatch):
    shown = [option for form in OPTION_FORMS.values() for option in form.options]
    assert sorted(one.name for one in shown) == sorted(one.name for one in OPTIONS)
    assert all(len(form.options) <= FIELDS for form in OPTION_FORMS.values())
    more = tuple(replace(OPTIONS[0], name=f"more{number}") for number in range(6))
    monkeypatch.setattr(module, "OPTIONS", (*OPTIONS, *more))
    forms = module._forms()
    assert list(forms) == ["options", "options2", "options3", "more", "people"]
    assert [form.label for form in forms.values()][:3] == ["Options", "Options 2", "Options 3"]
    assert [len(form.options) for form in forms.values()][:3] == [FIELDS, FIELDS, 1]


def test_choices_say_what_they_mean_within_discords_limits():
    for option in (*OPTIONS, *SEASON_OPTIONS, *SETTINGS):
        assert len(option.label) <= 45
        assert len(option.field.about) <= 100
        if isinstance(option.field, Choice):
            assert all(said.short and len(said.hint) <= 100 for said in option.field.said.values())


def test_what_was_chosen_is_shown_in_lines():
    said = "\n".join(lines(OPTIONS, CHOSEN))
    check_says(said, "**Your time** 10 minutes", "**Tries** 3 each, 1 minute 30 seconds apart")
    assert "**Board** places only, scores at the end; it stands still for the last 5 min" in said
    assert "**Who can play** members with <@&77> who have been here for 2 days" in said
