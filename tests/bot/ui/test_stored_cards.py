"""Stored cards: an example of every kind in its present format still opens."""

import importlib
import json
import pkgutil
from pathlib import Path

import pytest

import bot.ui
from bot.errors import CardExpired
from bot.ui.cards import CardType, dump, load

GOLDEN = json.loads(Path("tests/golden/cards.json").read_text("utf-8"))
KINDS = {
    item.kind: item
    for module in pkgutil.walk_packages(bot.ui.__path__, "bot.ui.")
    for item in vars(importlib.import_module(module.name)).values()
    if isinstance(item, CardType)
}


def test_there_is_an_example_of_every_kind():
    assert set(GOLDEN) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_stored_card_opens_and_loses_nothing(kind):
    """If this fails, the format has changed: raise the versions of the card and its example."""
    content = GOLDEN[kind]
    card = load(KINDS[kind].form, content)
    assert dump(card) == content
    KINDS[kind].present(card, "A1b2C3d4E5_-")


def test_a_card_opens_that_had_more_in_it_before():
    kind = KINDS["contest-rejected"]
    assert load(kind.form, GOLDEN[kind.kind] | {"unfinished": True}).text == "run nausea"


@pytest.mark.parametrize("kind", KINDS)
def test_a_card_of_another_format_has_expired(kind):
    form, content = KINDS[kind].form, GOLDEN[kind]
    unversioned = {name: value for name, value in content.items() if name != "version"}
    strange = {name: {} for name in content} | {"version": content["version"]}
    for other in (content | {"version": content["version"] + 1}, unversioned, strange):
        with pytest.raises(
            CardExpired, match=r"^This answer has expired. Please use the command again\.$"
        ):
            load(form, other)
