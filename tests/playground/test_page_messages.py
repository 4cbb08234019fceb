"""Answers on the page: every component and kind of answer, seen and used."""

from tests.playground.page import FOCUSED, button, message
from tests.playground.sample import WORDS, png
from tests.playground.scripted import EPHEMERAL, V2, options, push, text
from tests.playground.scripts import AT_THE_END, SCROLL


async def test_every_component_is_drawn(scripted):
    page = scripted.page
    media = {"url": "attachment://green.png"}
    thumbnail = {"type": 11, "media": media, "description": "A tiny green field"}
    styles = [push(name, style) for style, name in enumerate(("Go", "Rest", "Yes", "No"), 1)]
    container = [
        text("# Head\nwords\n-# small"),
        {"type": 14, "spacing": 2},
        {"type": 14, "divider": False},
        {"type": 9, "components": [text("aside")], "accessory": push("Side", disabled=True)},
        {"type": 9, "components": [text("thumb")], "accessory": thumbnail},
        {"type": 12, "items": [{"media": media, "description": "A green field"}]},
        {"type": 12, "items": [{"media": media, "description": "Hidden", "spoiler": True}]},
        {"type": 13, "file": {"url": "attachment://words.txt"}},
        {"type": 1, "components": [*styles, push("Out", 5, url="https://example.org/")]},
    ]
    layout = [{"type": 17, "accent_color": 0x2E8B57, "components": container}]
    attachments = [{"id": 0, "filename": "green.png"}, {"id": 1, "filename": "words.txt"}]
    data = {"flags": V2, "components": layout, "attachments": attachments}
    await scripted.answer(data, [("green.png", png()), ("words.txt", b"cat dog")], sees="aside")
    body = message("aside")
    look = f"(at) => {body}.querySelector(at)"

    async def has(at, what="outerHTML"):
        return await page.value(f"({look})({at!r})?.{what}")

    assert await has(".container.accented", "style.getPropertyValue('--accent')") == "#2e8b57"
    assert await has("h2", "textContent") == "Head"
    assert (await has("hr.wide"), await has("hr.blank")) != (None, None)
    assert await has(".section button", "disabled") is True
    styled = {"primary": "Go", "secondary": "Rest", "success": "Yes", "danger": "No"}
    for style, name in styled.items():
        assert await has(f".row .button.{style}", "textContent") == name
    assert await has("a.button.link", "href") == "https://example.org/"
    await page.tab.until(f"({look})('.tile img').naturalWidth === 120")
    assert await has(".tile img", "alt") == "A green field"
    for kind, about in {"tile": "A green field", "thumbnail": "A tiny green field"}.items():
        shown = f".{kind} .alt-text"
        assert not await has(shown, "checkVisibility()")
        await page.tab.click(f"({look})('.{kind} .alt')")
        assert await has(shown, "innerText") == about
        assert await has(shown, "checkVisibility()")
        await page.tab.key("Escape")
        assert not await has(shown, "checkVisibility()")
    hidden = "checkVisibility({ visibilityProperty: true })"
    assert await has(".spoiler img", hidden) is False
    await page.tab.click(f"({look})('.spoiler')")
    assert await has(".spoiler img", hidden) is True
    assert await has("a.file", "textContent") == "📄 words.txt (7 bytes)"
    assert await has("a.file", "download") == "words.txt"
    assert "A green field" in await page.value(WORDS)


async def test_selects_are_used_by_keyboard_and_by_mouse(scripted, harness):
    page, tab = scripted.page, scripted.page.tab
    rows = [
        {"type": 3, "custom_id": "one", "options": options("Ash", "Beech", "Birch")},
        {"type": 3, "custom_id": "some", "options": options("Oak", "Elm", "Fir"), "max_values": 2},
        {"type": 5, "custom_id": "who"},
        {"type": 8, "custom_id": "where", "channel_types": [0]},
        {"type": 6, "custom_id": "role"},
    ]
    rows = [{"type": 1, "components": [one]} for one in rows]
    await scripted.answer({"components": rows, "content": "choose"}, sees="choose")
    chooser = "document.querySelector('.chooser[data-id={}]')".format
    for name, keys, values in (
        ("one", ("ArrowDown", "b", "b", "Enter"), ["birch"]),
        (
            "some",
            ("ArrowDown", "Enter", "End", "Enter", "ArrowUp", "Enter", "Escape"),
            ["oak", "fir"],
        ),
        ("who", ("ArrowDown", "p", "Enter"), [str(harness.person("pia").id)]),
    ):
        await tab.run(f"{chooser(name)}.focus()")
        await tab.key(*keys)
        assert (await scripted.pressed())["values"] == values
        await tab.until("!document.querySelector('[aria-busy]')")
        assert await page.value(f"{FOCUSED} === {chooser(name)}")
    await tab.click(chooser("where"))
    await tab.click(
        "[...document.querySelectorAll(':popover-open .choice')]"
        ".find((one) => one.innerText.includes('#daily'))"
    )
    assert (await scripted.pressed())["values"] == [str(harness.channel("daily").id)]
    await tab.click(chooser("role"))
    await tab.key("Escape")
    assert await page.value("document.querySelector(':popover-open')") is None


async def test_a_select_with_nothing_to_choose_says_so(scripted):
    page, tab = scripted.page, scripted.page.tab
    await page.go("Bot")  # direct messages, which have no channels
    row = {"type": 1, "components": [{"type": 8, "custom_id": "where"}]}
    await scripted.answer({"components": [row], "content": "choose"}, sees="choose")
    await tab.run("document.querySelector('.chooser').focus()")
    await tab.key("ArrowDown", "ArrowDown")
    nothing = "document.querySelector(':popover-open .choice').textContent"
    assert await page.value(nothing) == "Nothing to choose from here"
    await tab.key("Enter", "Escape")
    assert not await page.has("document.querySelector(':popover-open')")


async def test_typing_is_shown_only_in_its_channel(scripted, harness):
    page, general = scripted.page, harness.channel("general")
    typing = "document.getElementById('typing').textContent"
    await scripted.raw.call("POST", f"/channels/{general.id}/typing")
    await page.tab.until(f"{typing} === 'Bot is typing…'")
    await page.go("contests")
    assert await page.value(typing) == ""


async def test_thinking_edits_follow_ups_and_deletions(scripted):
    page, raw = scripted.page, scripted.raw
    interaction = await scripted.asked()
    await raw.respond(interaction, 5)
    await page.tab.until("document.querySelector('.thinking')?.textContent.includes('is thinking')")
    path = scripted.raw.answer_path(interaction)
    row = {"type": 1, "components": [push("One"), push("Two")]}
    await raw.call("PATCH", path, {"content": "first ||no|| thought", "components": [row]})
    await page.sees("thought")
    await page.tab.until(f"{WORDS}.includes('first spoiler thought')")  # announced once it is there
    assert await page.value("document.querySelector('.thinking')") is None
    await page.tab.until(button("Two", message("thought")))
    await page.tab.run(f"{button('Two', message('thought'))}.focus()")
    await page.tab.key("Enter")
    assert (await scripted.pressed())["custom_id"] == "two"
    row = {"type": 1, "components": [push("Two"), push("Three")]}
    await raw.call("PATCH", path, {"content": "second thought", "components": [row]})
    await page.sees("second thought")
    assert await page.value(f"{message('second')}.textContent.includes('(edited)')")
    assert await page.value(f"{FOCUSED}.textContent") == "Two"  # where the keyboard was
    follow_up = path.removesuffix("/messages/@original")
    status, posted = await raw.call("POST", follow_up, {"content": "and another thing"})
    assert status == 200
    await page.sees("and another thing")
    await raw.call("DELETE", path)
    await page.tab.until(f"!{message('second thought')}")
    assert await page.value(f"{FOCUSED} !== document.body")
    await raw.call("DELETE", raw.answer_path(interaction, posted["id"]))
    await page.tab.until("document.querySelector('#log .empty')")


async def test_what_only_one_sees_can_be_dismissed(scripted):
    page = scripted.page
    await scripted.answer({"content": "for Olive", "flags": EPHEMERAL})
    await page.sees("Only you can see this")
    await page.become("Pia")
    await page.tab.until("document.querySelector('#log .empty')")
    await page.become("Olive")
    await page.sees("for Olive")
    await page.press("Dismiss", "for Olive")
    await page.tab.until("document.querySelector('#log .empty')")


async def test_a_layout_of_long_words_on_a_phone(scripted):
    page = scripted.page
    buttons = [push(f"A rather long label {n}", custom_id=str(n)) for n in range(5)]
    row = {"type": 1, "components": buttons}
    layout = [{"type": 17, "components": [text("word" * 300), {"type": 14}, row]}]
    await page.tab.resize(360, 640)
    await scripted.answer({"flags": V2, "components": layout}, sees="wordword")
    assert await page.value(f"{SCROLL}.scrollWidth <= {SCROLL}.clientWidth")
    await page.tab.until(AT_THE_END)
