"""Forms on the page: every kind of field, filled in and sent."""

import pytest

from playground import interactions
from playground.model import Kind
from tests.playground.page import DIALOG, FOCUSED, LINE, SMALL, button
from tests.playground.scripted import options, text

TROUBLE = f"{DIALOG}.querySelector('.error').innerText"
NOTES = "[...document.querySelectorAll('.note')].map((one) => one.textContent).join('|')"


def label(name, field):
    about = f"about {name}"
    component = {"custom_id": name, **field}
    return {"type": 18, "label": name, "description": about, "component": component}


@pytest.fixture
def untimed(monkeypatch):
    """Lets the test decide when the bot's three seconds are over."""
    monkeypatch.setattr("playground.interactions.ACKNOWLEDGE", 600)


def newest(harness):
    return next(reversed(harness.world.interactions.values()))


@pytest.fixture
def form(scripted):
    """Opens a form with some parts to Olive."""

    async def form(*parts):
        interaction = await scripted.asked()
        form = {"custom_id": "form", "title": "All of it", "components": list(parts)}
        status, body = await scripted.raw.respond(interaction, 9, form)
        assert status in {200, 204}, body
        await scripted.page.tab.until(DIALOG)

    return form


async def test_every_field_of_a_form(scripted, form, tmp_path):
    page, tab, raw = scripted.page, scripted.page.tab, scripted.raw
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(name)

    async def submitted():
        interaction = await raw.event("INTERACTION_CREATE")
        await raw.respond(interaction, 4, {"content": "thanks"})
        await tab.until(f"!{DIALOG}")
        parts = interaction["data"]["components"]
        fields = [one["component"] for one in parts if one["type"] == 18]
        return {one["custom_id"]: one.get("value", one.get("values")) for one in fields}

    await form(
        text("**Read** this"),
        label("short", {"type": 4, "style": 1, "min_length": 2}),
        label("long", {"type": 4, "style": 2, "required": False, "value": "as it was"}),
        label("tree", {"type": 3, "options": options("Ash", "Elm")}),
        label("who", {"type": 5, "required": False}),
    )
    await tab.resize(390, 760)
    assert await page.value(SMALL) == []
    named = f"[...{DIALOG}.querySelectorAll('label, legend')].map((it) => it.innerText)"
    assert await page.value(named) == ["short *", "long", "tree *", "who"]
    await tab.type("x")
    await tab.click(button("Submit", DIALOG))
    await tab.until(f"{DIALOG}.querySelector('.error').innerText.includes('“short” must be 2')")
    await tab.run(f"{DIALOG}.querySelector('input').focus()")
    await tab.type("y")
    await tab.run(f"{DIALOG}.querySelector('.chooser').focus()")
    await tab.key("ArrowDown", "End")
    assert await page.value(SMALL) == []
    await tab.key("Enter")
    await tab.click(button("Submit", DIALOG))
    assert await submitted() == {"short": "xy", "long": "as it was", "tree": ["elm"], "who": []}

    await form(
        label("one", {"type": 21, "options": options("Red", "Blue")}),
        label("some", {"type": 22, "options": options("Up", "Down", "Left"), "max_values": 2}),
        label("sure", {"type": 23}),
        label("files", {"type": 19, "max_values": 2}),
    )
    assert await page.value(SMALL) == []
    boxes = f"[...{DIALOG}.querySelectorAll('input')]"
    for value in ("blue", "up", "left"):
        await tab.click(f"{boxes}.find((it) => it.value === {value!r})")
    await tab.click(f"{boxes}.find((it) => it.type === 'checkbox' && it.value === 'on')")
    chooser = f"{boxes}.find((it) => it.type === 'file')"
    node = await tab.send("Runtime.evaluate", expression=chooser)
    files = [str(tmp_path / name) for name in ("a.txt", "b.txt")]
    await tab.send("DOM.setFileInputFiles", files=files, objectId=node["result"]["objectId"])
    await tab.click(button("Submit", DIALOG))
    given = await submitted()
    assert (given["one"], given["some"], given["sure"]) == ("blue", ["up", "left"], True)
    assert len(given["files"]) == 2

    await form(label("short", {"type": 4, "style": 1}))
    await tab.key("Escape")
    await tab.until(f"!{DIALOG}")


async def test_a_form_is_read_out_whole(scripted, form):
    """Every field has a name, a description, and says whether it is required."""
    await form(
        label("short", {"type": 4, "style": 1}),
        label("long", {"type": 4, "style": 2, "required": False}),
        label("tree", {"type": 3, "options": options("Ash", "Elm")}),
        label("one", {"type": 21, "options": options("Red", "Blue")}),
        label("some", {"type": 22, "options": options("Up", "Down")}),
    )
    nodes = (await scripted.page.tab.send("Accessibility.getFullAXTree"))["nodes"]

    def said(one):
        states = {it["name"]: it["value"].get("value") for it in one.get("properties", [])}
        about = one.get("description", {}).get("value", "")
        return one["role"]["value"], one["name"]["value"], about, states.get("required", False)

    seen = [said(one) for one in nodes if not one["ignored"] and "name" in one]
    for expected in (
        ("dialog", "All of it", "", False),
        ("textbox", "short", "about short", True),
        ("textbox", "long", "about long", False),
        ("combobox", "tree", "about tree", True),
        ("radiogroup", "one", "about one", True),
        ("radio", "Red", "the Red", False),
        ("radio", "Blue", "the Blue", False),
        ("group", "some", "about some required", False),
        ("checkbox", "Up", "the Up", False),
    ):
        assert expected in seen, (expected, seen)
    for shown in ("the Red", "the Down"):
        assert await scripted.page.value(f"{DIALOG}.innerText.includes({shown!r})")


async def test_what_is_too_long_is_refused_and_not_cut_off(scripted, form):
    page, tab = scripted.page, scripted.page.tab
    await form(label("short", {"type": 4, "style": 1, "max_length": 5}))
    await tab.type("x" * 4500)
    await tab.key("Enter")
    await tab.until(f"{TROUBLE} === '“short” must be 0 to 5 characters long; this is 4500.'")
    assert await page.value(f"{DIALOG}.querySelector('input').value.length") == 4500


async def test_a_form_stays_until_the_bot_has_taken_it(scripted, form, harness, untimed):
    page, tab, raw = scripted.page, scripted.page.tab, scripted.raw
    await form(label("short", {"type": 4, "style": 1}), label("sure", {"type": 23}))
    await tab.type("all my work")
    await tab.click(f"{DIALOG}.querySelector('[type=checkbox]')")
    await tab.click(button("Submit", DIALOG))
    silent = await raw.event("INTERACTION_CREATE")
    assert await page.value(f"{DIALOG}.querySelector('form').ariaBusy") == "true"
    assert await page.has(button("Sending…", DIALOG))
    await tab.run(f"{DIALOG}.querySelector('input').focus()")
    await tab.key("Enter")  # once is enough
    interactions.time_out(harness.world, newest(harness))
    await tab.until(f"{TROUBLE} === 'Something went wrong. Try again.'")
    kinds = [one.kind for one in harness.world.interactions.values()]
    assert kinds.count(Kind.MODAL) == 1
    assert await page.value(f"{DIALOG}.querySelector('input').value") == "all my work"
    assert await page.value(f"{DIALOG}.querySelector('[type=checkbox]').checked") is True
    await tab.key("Enter")
    again = await raw.event("INTERACTION_CREATE")
    assert again["id"] != silent["id"]
    assert await page.value(TROUBLE) == ""
    given = [one["component"]["value"] for one in again["data"]["components"]]
    assert given == ["all my work", True]
    await raw.respond(again, 4, {"content": "taken"})
    await tab.until(f"!{DIALOG}")
    await page.sees("taken")
    assert await page.value(f"{FOCUSED} === {LINE}")  # where the keyboard was before


async def test_a_form_closed_too_soon_still_says_that_it_failed(scripted, form, harness, untimed):
    await form(label("short", {"type": 4, "style": 1}))
    tab = scripted.page.tab
    await tab.type("x")
    await tab.key("Enter")
    await scripted.raw.event("INTERACTION_CREATE")
    await tab.key("Escape")
    await tab.until(f"!{DIALOG}")
    interactions.time_out(harness.world, newest(harness))
    await tab.until(f"{NOTES}.includes('All of it – Something went wrong. Try again.')")
