"""Forms on the page: every kind of field, filled in and sent."""

from __future__ import annotations

from tests.playground.desk import options, text
from tests.playground.page import DIALOG, button


async def test_every_field_of_a_form(desk, harness, tmp_path):
    page, tab, raw = desk.page, desk.page.tab, desk.raw
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(name)

    def label(name, field):
        return {
            "type": 18,
            "label": name,
            "description": f"about {name}",
            "component": {"custom_id": name, **field},
        }

    async def form(*parts):
        interaction = await desk.asked()
        status, body = await raw.respond(
            interaction, 9, {"custom_id": "form", "title": "All of it", "components": list(parts)}
        )
        assert status in {200, 204}, body
        await tab.until(DIALOG)

    async def submitted():
        interaction = await raw.event("INTERACTION_CREATE")
        await raw.respond(interaction, 4, {"content": "thanks"})
        await tab.until(f"!{DIALOG}")
        fields = [
            one["component"] for one in interaction["data"]["components"] if one["type"] == 18
        ]
        return {one["custom_id"]: one.get("value", one.get("values")) for one in fields}

    await form(
        text("**Read** this"),
        label("short", {"type": 4, "style": 1, "min_length": 2}),
        label("long", {"type": 4, "style": 2, "required": False, "value": "as it was"}),
        label("tree", {"type": 3, "options": options("Ash", "Elm")}),
        label("who", {"type": 5, "required": False}),
    )
    named = f"[...{DIALOG}.querySelectorAll('label, legend')].map((it) => it.innerText)"
    assert await page.value(named) == ["short *", "long", "tree *", "who"]
    await tab.type("x")
    await tab.click(button("Submit", DIALOG))
    await tab.until(f"{DIALOG}.querySelector('.trouble').innerText.includes('“short” must be 2')")
    await tab.run(f"{DIALOG}.querySelector('input').focus()")
    await tab.type("y")
    await tab.run(f"{DIALOG}.querySelector('.chooser').focus()")
    await tab.key("ArrowDown", "End", "Enter")
    await tab.click(button("Submit", DIALOG))
    assert await submitted() == {"short": "xy", "long": "as it was", "tree": ["elm"], "who": []}

    await form(
        label("one", {"type": 21, "options": options("Red", "Blue")}),
        label("some", {"type": 22, "options": options("Up", "Down", "Left"), "max_values": 2}),
        label("sure", {"type": 23}),
        label("files", {"type": 19, "max_values": 2}),
    )
    boxes = f"[...{DIALOG}.querySelectorAll('input')]"
    for value in ("blue", "up", "left"):
        await tab.click(f"{boxes}.find((it) => it.value === {value!r})")
    await tab.click(f"{boxes}.find((it) => it.type === 'checkbox' && it.value === 'on')")
    node = await tab.send(
        "Runtime.evaluate", expression=f"{boxes}.find((it) => it.type === 'file')"
    )
    files = [str(tmp_path / name) for name in ("a.txt", "b.txt")]
    await tab.send("DOM.setFileInputFiles", files=files, objectId=node["result"]["objectId"])
    await tab.click(button("Submit", DIALOG))
    given = await submitted()
    assert (given["one"], given["some"], given["sure"]) == ("blue", ["up", "left"], True)
    assert len(given["files"]) == 2

    await form(label("short", {"type": 4, "style": 1}))
    await tab.key("Escape")
    await tab.until(f"!{DIALOG}")
