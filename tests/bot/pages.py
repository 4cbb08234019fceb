"""Reading a page: its text, its buttons, and what Discord would refuse about it."""

import re

from bot.ui import registry
from bot.ui.buttons import PersistentItem
from bot.ui.forms import Form
from bot.ui.layout import TEXT_LIMIT

COMPONENT_LIMIT = 40
"""Discord's limit for a message."""


HANDLERS = [item for item in registry.found() if isinstance(item, type)]
BUTTONS = [item for item in HANDLERS if issubclass(item, PersistentItem)]
FORMS = [item for item in HANDLERS if issubclass(item, Form)]


def handled(custom_id, handlers):
    """Return the one handler of an id, and the id as the handler gets it."""
    matching = [(item, item.ids.template.fullmatch(custom_id)) for item in handlers]
    (found,) = ((item, item.ids.parse(match)) for item, match in matching if match)
    return found


def text_of(page):
    return "\n".join(item.content for item in page.view.walk_children() if hasattr(item, "content"))


def check_says(text, *parts):
    """Check that all parts are in a text, or in a list of buttons."""
    for part in parts:
        assert part in text, f"{part!r} is not in {text!r}"


def check_private(post, text, *parts):
    """Check that one person alone sees a post, and that all parts are in its text."""
    assert post.ephemeral
    check_says(text, *parts)


def buttons_of(page):
    return {
        item.custom_id: item.label
        for item in page.view.walk_children()
        if getattr(item, "custom_id", None)
    }


def check_limits(page):
    """Check what the bot would send for anything that Discord refuses."""
    components = page.view.to_components()

    def walk(items):
        for item in items:
            yield item
            yield from walk(item.get("components", ()))

    every = list(walk(components))
    assert len(every) <= COMPONENT_LIMIT
    shown = {item["file"]["url"] for item in every if item["type"] == 13}
    shown |= {one["media"]["url"] for item in every for one in item.get("items", ())}
    assert shown == {f"attachment://{file.name}" for file in page.files}  # Discord shows no others
    texts = [item["content"] for item in every if item["type"] == 10]
    assert all(texts)
    spoken = [one.get("description", "") for item in every for one in item.get("items", ())]
    assert sum(map(len, [*texts, *spoken])) <= TEXT_LIMIT
    ids = [item["custom_id"] for item in every if "custom_id" in item]
    assert len(ids) == len(set(ids))
    for item in every:
        if item["type"] == 2:
            if "url" in item:
                assert re.fullmatch(r"https://discord\.com/channels/[\d/]+", item["url"])
            else:
                assert 1 <= len(item["custom_id"]) <= 100
                handled(item["custom_id"], BUTTONS)
            assert 1 <= len(item["label"]) <= 80
        if item["type"] == 1:
            assert 1 <= len(item["components"]) <= 5


def ladders_in(text):
    """Return the ladders of a card, in lower case, from its pictures or blocks of text."""
    drawn = re.findall(r"^A ladder of words: ([a-z, ]+)", text, re.MULTILINE)
    blocks = re.findall(r"```\n(.*?)```", text, re.DOTALL)
    return [re.findall(r"[a-z]+", block.lower()) for block in drawn + blocks]
