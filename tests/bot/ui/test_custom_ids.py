"""Every id in a view has exactly one handler, and views show every handler's ids."""

from __future__ import annotations

import sys
import typing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.contests import pack
from bot.ui.contest.ids import ContestId, ContestTapId
from bot.ui.custom_ids import LARGEST, LONGEST_ID, CustomId, Key, Snowflake
from bot.ui.play import old
from bot.ui.play.ids import Target
from bot.ui.tapping import MOST_TAPPED
from bot.ui.taps import Tapped
from playground.validation.modals import check_modal
from tests.bot.examples.every_page import KEY, forms, pages, presenting
from tests.bot.pages import BUTTONS, FORMS, HANDLERS, check_limits, handled


def shown():
    """Yield the handler of every id in a view, and the id as the handler gets it."""
    for page in pages():
        check_limits(page)
        for item in page.view.walk_children():
            if getattr(item, "custom_id", None):
                yield handled(item.custom_id, BUTTONS)
    for form in forms():
        check_modal(form.to_dict())
        yield handled(form.custom_id, FORMS)


def test_every_page_is_among_them():
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
    assert silent == set()


def test_every_handlers_ids_are_shown_with_every_value_of_their_choices():
    seen = {handler: set() for handler in HANDLERS}
    for handler, params in shown():
        seen[handler].add(params)
    for handler, ids in seen.items():
        if handler.__module__ == old.__name__:
            continue
        assert ids, handler
        for name, hint in typing.get_type_hints(handler.ids).items():
            if typing.get_origin(hint) is typing.Literal:
                values = {getattr(params, name) for params in ids}
                assert values == set(typing.get_args(hint)), (handler, name)


@pytest.mark.parametrize(
    ("custom_id", "target"),
    [
        ("daily:write:324", "daily:324"),
        ("daily:words:324", "daily:324"),
        ("daily:undo:324:2", "daily:324"),
        ("daily:hint:word:324:0", "daily:324"),
        ("daily:tap:324:03_1:12", "daily:324"),
        ("daily:send:324:031:-", "daily:324"),
        ("train:ask:anigram:5", "train:anigram:5"),
        ("train:undo:ladder:5:2", "train:ladder:5"),
        ("train:hint:letter:snake:5:0", "train:snake:5"),
        ("train:tap:undo:5:031:-", "train:snake:5"),
        (f"race:play:done:{KEY}:1:2", f"race:{KEY}:1"),
        (f"race:tap:send:{KEY}:12:031:-", f"race:{KEY}:12"),
    ],
)
def test_buttons_of_old_cards_are_known(custom_id, target):
    handler, params = handled(custom_id, BUTTONS)
    assert handler.__module__ == old.__name__
    assert str(params.target) == target


@pytest.mark.parametrize(
    ("custom_id", "target"),
    [
        ("daily:form:324", "daily:324"),
        ("train:form:ladder:5", "train:ladder:5"),
        (f"race:form:{KEY}:2", f"race:{KEY}:2"),
    ],
)
def test_forms_of_old_cards_are_known(custom_id, target):
    handler, params = handled(custom_id, FORMS)
    assert handler.__module__ == old.__name__
    assert str(params.target) == target


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
    class Wordy(CustomId, prefix="x" * (LONGEST_ID - 12)):
        key: Key

    with pytest.raises(ValueError, match="cannot be a custom id"):
        str(Wordy(KEY))


@given(st.permutations(range(MOST_TAPPED)), st.integers(0, MOST_TAPPED), st.data())
def test_what_is_tapped_travels_in_a_buttons_id_and_ids_from_before_still_count(words, count, data):
    order, target = tuple(words[:count]), Target("contest", KEY)
    old = ContestTapId.template.fullmatch(f"play:tap:{target}:{pack(order)}:-")
    assert ContestTapId.parse(old) == ContestTapId("tap", target, tapped=Tapped(order))
    picked = data.draw(st.sampled_from((None, *order)))
    for longer in (target, Target("practice", str(LARGEST))):
        for action in ("tap", "reset"):
            shown = ContestTapId(action, longer, tapped=Tapped(order, picked), word=49)
            assert ContestTapId.parse(ContestTapId.template.fullmatch(str(shown))) == shown


def test_the_digits_of_before_mean_what_they_meant():
    assert pack(range(36)) == "0123456789abcdefghijklmnopqrstuvwxyz"
