"""An edited message on the page: the reader's actions in it stay, and changes are announced."""

import pytest

from tests.playground.page import FOCUSED, TOOLS, button, message
from tests.playground.sample import WORDS, png
from tests.playground.scripted import V2, options, push, text
from tests.playground.scripts import DRAWN, SCROLL

GATE = """(() => {
  const { fetch } = window;
  const gate = new Promise((resolve) => { window.release = resolve; });
  window.fetch = async (...about) => {
    const answer = await fetch(...about);
    if (/before/.test(about[0])) {
      window.loaded = true;
      await gate;
    }
    return answer;
  };
})()"""
"""Older messages wait for `release()`."""


def row(*inside):
    return {"type": 1, "components": list(inside)}


@pytest.fixture
def edit(scripted):
    """Answers Olive's /it with some components; later calls edit them, as for somebody else."""
    asked = []

    async def edit(*components, sees=None, files=(), **data):
        """Show components; wait until the page has some text of theirs."""
        data = {"components": list(components), **data}
        if not asked:
            asked.append(await scripted.answer({"flags": V2, **data}, files))
        else:
            path = scripted.raw.answer_path(asked[0])
            status, body = await scripted.raw.call("PATCH", path, data)
            assert status == 200, body
        if sees is not None:
            await scripted.page.sees(sees)

    return edit


async def test_focus_marks_and_spoilers_stay(scripted, edit):
    page, tab = scripted.page, scripted.page.tab
    spoilers = f"[...{message('Board')}.querySelectorAll('.spoiler')]"
    opened = f"{spoilers}.filter((one) => one.matches('.open')).map((one) => one.textContent)"
    controls = row(push("Solve"), push("Give up", disabled=True))
    await edit(text("Board\nPia ||cold cord||\nRavi ||warm||"), controls, sees="Board")
    await tab.click(f"{spoilers}[0]")
    await tab.run(f"{button('Solve')}.focus()")
    words = f"{message('Board')}.querySelector('.text p').firstChild"
    await tab.run(f"getSelection().setBaseAndExtent({words}, 0, {words}, 5)")
    await edit(
        text("Board\nNoor ||lend||\nPia ||cold cord card||\nRavi ||warm||\n1 solved"),
        row(push("Hint"), push("Solve", 1), push("Give up")),
    )
    await page.sees("1 solved")
    assert await page.value(opened) == ["cold cord card"]
    assert await page.value(f"{FOCUSED} === {button('Solve')}")
    assert await page.value(f"{button('Solve')}.className") == "button primary"
    assert await page.value("getSelection().toString()") == "Board"
    await tab.key("Enter")
    assert (await scripted.pressed())["custom_id"] == "solve"
    controls = row(push("Solve", disabled=True), push("New"))
    await edit(text("Board\nPia ||gold||\n2 solved"), controls)
    await page.sees("2 solved")
    assert await page.value(opened) == []  # nobody has opened this spoiler
    assert await page.value(f"{FOCUSED}.textContent") == "New"


async def test_the_focus_moves_to_the_next_word_when_one_is_used_up(scripted, edit):
    page = scripted.page
    words = ("run", "nausea", "seasick", "kit")

    def card(*used):
        return row(*(push(word, disabled=word in used) for word in words))

    await edit(text("Tap 1"), card("run"), sees="Tap 1")
    await page.tab.run(f"{button('nausea')}.focus()")
    await edit(text("Tap 2"), card("run", "nausea"), sees="Tap 2")
    assert await page.value(f"{FOCUSED}.textContent") == "seasick"


async def test_a_new_colour_and_new_kinds_of_part_are_drawn(scripted, edit):
    page = scripted.page
    await edit({"type": 17, "accent_color": 0x2E8B57, "components": [text("Open")]}, sees="Open")
    card = f"{message('Bot')}.querySelector('.container')"
    await edit({"type": 17, "accent_color": 0xB3352E, "components": [text("Closed")]})
    await page.sees("Closed")
    colour = f"{card}.style.getPropertyValue('--accent')"
    assert await page.value(colour) == "#b3352e"
    await edit(text("# Over"), {"type": 14}, {"type": 17, "components": [text("Pia won")]})
    await page.sees("Pia won")
    assert await page.value(colour) == ""
    parts = f"[...{message('Pia won')}.querySelector('.body').children].map((one) => one.localName)"
    assert await page.value(parts) == ["div", "hr", "div"]


async def test_alternative_text_stays(scripted, edit):
    page, tab = scripted.page, scripted.page.tab
    gallery = {
        "type": 12,
        "items": [{"media": {"url": "attachment://green.png"}, "description": "A green field"}],
    }
    about = {"attachments": [{"id": 0, "filename": "green.png"}]}
    await edit(text("Round 1"), gallery, files=[("green.png", png())], **about, sees="Round 1")
    await tab.click("document.querySelector('.alt')")
    shown = "document.querySelector('.alt-text:popover-open')"
    await tab.until(shown)
    await edit(text("Round 2\nmore"), gallery, sees="Round 2")
    assert await page.value(f"{shown}?.textContent") == "A green field"
    await tab.click("document.querySelector('.alt')")
    await tab.until(f"!{shown}")


async def test_an_open_select_stays_open(scripted, edit):
    page, tab = scripted.page, scripted.page.tab

    def select(*labels):
        return row({"type": 3, "custom_id": "some", "options": options(*labels), "max_values": 2})

    await edit(text("Trees 1"), select("Ash", "Beech", "Fir"), sees="Trees 1")
    await tab.run("document.querySelector('.chooser').focus()")
    await tab.key("ArrowDown", "f", "Enter")
    await edit(text("Trees 2"), select("Alder", "Ash", "Fir", "Oak"), sees="Trees 2")
    chosen = "[...document.querySelectorAll(':popover-open [aria-selected=true] b')]"
    assert await page.value(f"{chosen}.map((one) => one.textContent)") == ["Fir"]
    await tab.key("o", "Enter", "Escape")
    assert (await scripted.pressed())["values"] == ["fir", "oak"]


async def test_an_open_select_stays_scrolled(scripted, edit):
    page, tab = scripted.page, scripted.page.tab
    some = options(*(f"Tree {number}" for number in range(25)))
    await edit(row({"type": 3, "custom_id": "some", "options": some}))
    await tab.click("document.querySelector('.chooser')")
    listed = "document.querySelector('.choices-list:popover-open')"
    await tab.run(f"void ({listed}.scrollTop = 300)")
    some[0]["description"] = "felled"
    await edit(row({"type": 3, "custom_id": "some", "options": some}))
    await tab.until(f"{listed}.textContent.includes('felled')")
    assert await page.value(f"{listed}.scrollTop") == 300


async def test_a_select_is_closed_and_sent_with_its_button(scripted, edit):
    page, tab = scripted.page, scripted.page.tab
    some = options("Ash", "Beech", "Fir")
    await edit(row({"type": 3, "custom_id": "some", "options": some, "max_values": 2}))
    chooser, listed = "document.querySelector('.chooser')", "':popover-open .choice'"
    await tab.click(chooser)
    for number in (0, 2):
        await tab.click(f"document.querySelectorAll({listed})[{number}]")
    await tab.click(chooser)
    assert (await scripted.pressed())["values"] == ["ash", "fir"]
    assert not await page.has(f"document.querySelector({listed})")
    await tab.until(f"{chooser}.ariaExpanded === 'false'")


async def test_a_select_takes_one_choice_at_a_time(scripted, edit):
    """It shows no other choice until the bot has taken the first."""
    page, tab = scripted.page, scripted.page.tab
    some = options("Ash", "Beech", "Fir")
    await edit(text("Trees"), row({"type": 3, "custom_id": "some", "options": some}), sees="Trees")
    chosen = "document.querySelector('.chooser .shown').textContent"
    await tab.run("document.querySelector('.chooser').focus()")
    await tab.key("ArrowDown", "b", "Enter")
    interaction = await scripted.raw.event("INTERACTION_CREATE")
    await tab.key("ArrowDown", "f", "Enter")
    assert await page.value(chosen) == "Beech"
    await scripted.raw.respond(interaction, 6)
    await tab.until("!document.querySelector('[aria-busy=true]')")
    await tab.key("ArrowDown", "f", "Enter")
    assert (await scripted.pressed())["values"] == ["fir"]
    assert await page.value(chosen) == "Fir"


async def test_a_select_offers_who_came_later(scripted, edit):
    page, tab = scripted.page, scripted.page.tab
    await edit(text("Who?"), row({"type": 5, "custom_id": "who", "max_values": 2}), sees="Who?")
    offered = "[...document.querySelectorAll(':popover-open b')].map((one) => one.textContent)"
    await tab.run("document.querySelector('.chooser').focus()")
    await tab.key("ArrowDown", "p", "Enter", "Escape")
    assert len((await scripted.pressed())["values"]) == 1
    await tab.until("!document.querySelector('[aria-busy=true]')")
    await tab.run(f"{TOOLS}.open = true, {TOOLS}.querySelector('[type=text]').focus()")
    await tab.type("Zed")
    await tab.key("Enter")
    await tab.until("document.getElementById('me').textContent.includes('Zed')")
    await tab.run("document.querySelector('.chooser').focus()")
    await tab.key("ArrowDown", "z", "Enter")
    assert "@Zed" in await page.value(offered)
    assert await page.value("document.querySelector('.shown').textContent") == "@Pia, @Zed"


async def test_a_select_that_becomes_another_is_used_as_that(scripted, edit):
    page, tab = scripted.page, scripted.page.tab

    def select(custom_id):
        some = options("Ash", "Beech")
        return row({"type": 3, "custom_id": custom_id, "placeholder": custom_id, "options": some})

    await edit(text("Stage 1"), select("first"), sees="Stage 1")
    await edit(text("Stage 2"), select("second"), sees="Stage 2")
    await tab.run("document.querySelector('.chooser').focus()")
    await edit(text("Stage 3"), select("third"), sees="Stage 3")
    assert await page.value(f"{FOCUSED}.dataset.id") == "third"
    await tab.key("ArrowDown", "b", "Enter")
    used = await scripted.pressed()
    assert (used["custom_id"], used["values"]) == ("third", ["beech"])
    await tab.until("!document.querySelector('[aria-busy=true]')")


async def test_an_edit_far_above_is_no_news(raw_page, raw, harness):
    """A message that is not loaded never appears out of place; replies to it show its new text."""
    page, tab = raw_page, raw_page.tab
    path = f"/channels/{harness.channel('general').id}/messages"

    async def write(content, **about):
        return (await raw.call("POST", path, {"content": content, **about}))[1]["id"]

    first, second = await write("the first"), await write("the second")
    for number in range(100):
        await harness.person("pia").write(f"Number {number}.")
    for target in (first, second):
        await write("a reply", message_reference={"message_id": target})
    await page.sees("a reply")
    await tab.reload()
    await page.sees("a reply")
    excerpts = "[...document.querySelectorAll('#log .reply')].map((one) => one.innerText.trim())"
    await raw.call("PATCH", f"{path}/{first}", {"content": "changed"})
    await raw.call("DELETE", f"{path}/{second}")
    await tab.until(f"{excerpts}[1] === 'Message could not be loaded'")
    assert (await page.value(f"{excerpts}[0]")).endswith("changed")
    shown = "[...document.querySelectorAll('.message .text')].map((one) => one.textContent)"
    assert (await page.value(shown))[-3:] == ["Number 99.", "a reply", "a reply"]
    await tab.click("document.querySelector('#log .reply button')")
    await tab.until(f"{FOCUSED}.querySelector('.text')?.innerText === 'changed'")
    assert (await page.value(shown))[:2] == ["changed", "Number 0."]


async def test_what_changes_while_it_is_loaded_is_shown_as_it_is_now(raw_page, raw, harness):
    page, tab = raw_page, raw_page.tab
    path = f"/channels/{harness.channel('general').id}/messages"
    first, second = [
        (await raw.call("POST", path, {"content": content}))[1]["id"]
        for content in ("the first", "the second")
    ]
    for number in range(100):
        await harness.person("pia").write(f"Number {number}.")
    await page.sees("Number 99.")
    await tab.reload()
    await page.sees("Number 99.")
    await tab.run(GATE)
    view = "document.getElementById('scroll')"
    await tab.run(f"{view}.dispatchEvent(new WheelEvent('wheel')), void ({view}.scrollTop = 0)")
    await tab.until("window.loaded")
    await raw.call("PATCH", f"{path}/{first}", {"content": "changed"})
    await raw.call("DELETE", f"{path}/{second}")
    await harness.person("pia").write("The last.")
    await page.sees("The last.")
    await tab.run("window.release()")
    await page.sees("changed")
    shown = "[...document.querySelectorAll('.message .text')].map((one) => one.textContent)"
    assert (await page.value(shown))[:2] == ["changed", "Number 0."]


async def test_only_what_changed_is_said(scripted, edit):
    page, tab = scripted.page, scripted.page.tab
    controls = row(push("Lay"))
    await edit(text("Your snake\n**runausea**\nnausea +1 · **1 point**"), controls)
    await page.sees("Your snake")
    await tab.run(f"{button('Lay')}.focus()")
    await tab.run("document.getElementById('announcer').replaceChildren()")
    snake = "**ruNauSEAsick**\nnausea +1 · seasick +9 · **10 points**"
    await edit(text(f"Your snake\n{snake}"), controls, sees="10 points")
    assert await page.value(WORDS) == "Bot: seasick +9, 10 points"


async def test_what_is_read_stays_in_its_place_when_the_window_turns(raw_page, harness):
    page, tab = raw_page, raw_page.tab
    for number in range(60):
        await harness.person("pia").write(f"Number {number}: " + "words " * (5 + 7 * number % 90))
    await page.sees("Number 59:")
    view = SCROLL
    top = f"{view}.getBoundingClientRect().top"
    place = f"{message('Number 30:')}.getBoundingClientRect().top - {top}"
    end = f"{view}.scrollHeight - {view}.scrollTop - {view}.clientHeight"

    async def turn(width, height):
        await tab.resize(width, height)
        for _ in range(4):
            await tab.run(DRAWN)

    await turn(390, 844)
    await tab.until(f"{end} < 5")
    await tab.run(f"{view}.dispatchEvent(new WheelEvent('wheel'))")
    await tab.run(f"{message('Number 30:')}.scrollIntoView(), void ({view}.scrollTop += 10)")
    for _ in range(4):
        await tab.run(DRAWN)
    for size in ((844, 390), (844, 250), (390, 844), (390, 400)):
        await turn(*size)
        assert abs(await page.value(place) + 10) < 3, size
    await tab.click("document.getElementById('newest')")
    for size in ((844, 390), (390, 400)):
        await turn(*size)
        assert await page.value(end) < 5


async def test_no_browser_translates_a_puzzle(raw_page, harness):
    await harness.person("pia").write("run nausea seasick")
    await raw_page.sees("seasick")
    text = f"{message('seasick')}.querySelector('.text')"
    assert await raw_page.value(f"{text}.translate") is False
