"""An unfinished text belongs to its writer and to the channel."""

from __future__ import annotations

import pytest

import playground
from playground import Harness
from tests.playground.browser import new_tab
from tests.playground.page import FOCUSED, LINE, Page, slot

TROUBLE = "document.getElementById('error').textContent"
NOTICE = "document.getElementById('notice').textContent"
SLOTS = "[...document.querySelectorAll('.slot input')].map((one) => one.value)"
GATE = """(() => {
  const { fetch } = window;
  const gate = new Promise((resolve) => { window.release = resolve; });
  window.fetch = async (...about) => {
    if (/write|run/.test(about[0])) await gate;
    return fetch(...about);
  };
})()"""
"""Requests wait for `release()`."""


async def begun(page: Page, command: str, text: str) -> None:
    """Pick a command as fields and fill in the first."""
    await page.pick(command)
    await page.tab.until(f"{FOCUSED}.closest('.slot')")
    await page.tab.type(text)


async def test_a_draft_stays_in_its_channel(page, harness):
    await page.type("for all")
    await page.go("contests")
    assert await page.value(f"{LINE}.value") == ""
    await page.say("in the contests")
    await harness.person("olive").sees("in the contests", "contests")
    await page.type("two\nlines")
    await page.go("general")
    assert await page.value(f"{LINE}.value") == "for all"
    await page.go("contests")
    assert await page.value(f"{LINE}.value") == "two\nlines"


async def test_a_command_in_fields_is_a_draft(page):
    tab = page.tab
    await begun(page, "/think", "half a")
    await page.option("private")
    await tab.type("tr")
    await tab.key("Tab")
    assert await page.value(SLOTS) == ["half a", "True"]
    await page.go("contests")
    assert not await page.has("document.querySelector('.slot')")
    assert not await page.value(f"{LINE}.hidden")
    await begun(page, "/think", "another")
    await page.become("Pia")
    assert not await page.has("document.querySelector('.slot')")
    await page.go("general")
    await page.type("of Pia's")
    await page.become("Olive")
    assert await page.value(SLOTS) == ["half a", "True"]
    await tab.run(f"{slot('text')}.focus()")
    await tab.type(" thought")
    await tab.key("Enter")
    await page.sees("half a thought")
    await tab.until(f"!{LINE}.hidden && {LINE}.value === ''")
    await page.go("contests")
    assert await page.value(SLOTS) == ["another"]
    await page.become("Pia")
    await page.go("general")
    assert await page.value(f"{LINE}.value") == "of Pia's"


async def test_a_held_backspace_empties_one_field(page):
    tab = page.tab
    await begun(page, "/think", "half a")
    await page.option("private")
    await tab.type("tr")
    about = {"key": "Backspace", "code": "Backspace", "windowsVirtualKeyCode": 8}
    for repeat in (False, *[True] * 9):
        await tab.send("Input.dispatchKeyEvent", type="keyDown", autoRepeat=repeat, **about)
    await tab.send("Input.dispatchKeyEvent", type="keyUp", **about)
    assert await page.value(SLOTS) == ["half a", ""]
    await tab.key("Backspace")
    assert await page.value(SLOTS) == ["half a"]


async def test_a_draft_is_nobody_elses(page):
    await page.type("a secret")
    await page.become("Pia")
    assert await page.value(f"{LINE}.value") == ""
    assert "a secret" not in await page.value("document.documentElement.innerHTML")
    await page.become("Olive")
    assert await page.value(f"{LINE}.value") == "a secret"
    await page.tab.run(f"{LINE}.focus()")
    await page.tab.key("Enter")
    await page.tab.until(f"{LINE}.value === ''")
    await page.become("Pia")
    await page.tab.run(f"{LINE}.focus()")
    await page.tab.key("ArrowUp")
    assert await page.value(f"{LINE}.value") == ""
    await page.become("Olive")
    await page.go("contests")
    await page.tab.run(f"{LINE}.focus()")
    await page.tab.key("ArrowUp")
    assert await page.value(f"{LINE}.value") == "a secret"


async def test_who_writes_while_the_channel_changes_goes_on_writing_there(page):
    await page.type("here")
    there = await page.value(
        "[...document.querySelectorAll('.place')]"
        ".find((one) => one.textContent.includes('contests')).dataset.id"
    )
    await page.tab.run(f"void (location.hash = 'user=olive&channel={there}')")
    await page.tab.until("document.getElementById('where').textContent === '# contests'")
    assert await page.value(f"{FOCUSED} === {LINE}")
    await page.tab.type("there")
    assert await page.value(f"{LINE}.value") == "there"


@pytest.mark.parametrize("line", ["first", "/think text:first", "/nothing"])
async def test_what_was_sent_is_cleared_where_it_was_typed(page, harness, line):
    """Its error shows there only; meanwhile one may send from elsewhere."""
    tab = page.tab
    await tab.run(GATE)
    await page.type(line)
    await tab.key("Enter")
    await page.go("contests")
    await page.type("second")
    await tab.key("Enter")
    await tab.run("window.release()")
    await harness.person("olive").sees("second", "contests")
    await tab.until(f"{LINE}.value === ''")
    assert await page.value(TROUBLE) == ""
    await page.type("a third")
    await page.go("general")
    if line == "/nothing":
        assert "no command /nothing here" in await page.value(TROUBLE)
        assert await page.value(f"{LINE}.value") == line
    else:
        await page.sees("first")
        await tab.until(f"{LINE}.value === ''")
    await page.go("contests")
    assert await page.value(f"{LINE}.value") == "a third"


async def test_drafts_outlive_a_restart_of_the_playground(devtools):
    """Every channel then has a new id; the other server's #general is still another one."""
    server = await playground.serve()
    port = int(server.page_url.rstrip("/").rpartition(":")[2])
    async with new_tab(devtools) as tab:
        page = Page(tab)
        await page.open(server.page_url)
        await page.type("in the first")
        await page.go("contests")
        await page.type("in the contests")
        garden = (
            "[...document.querySelectorAll('#places section')]"
            ".find((one) => one.textContent.includes('Puzzle Garden')).querySelector('.place')"
        )
        await tab.click(garden)
        await tab.until("document.getElementById('where').textContent === '# general'")
        assert await page.value(f"{LINE}.value") == ""
        await page.type("in the garden")
        harness = Harness(server)
        await harness.person("pia").write(f"<@{harness.person('olive').id}>", "daily")
        await tab.until("document.title === '(1) #general · Playground'")
        await server.close()
        await tab.until(f"{NOTICE}.includes('not answer')")
        async with await playground.serve(port=port):
            await tab.until(f"{NOTICE} && !{NOTICE}.includes('not answer')")
            await tab.until(f"{garden}.ariaCurrent === 'page'")
            # A mention in a deleted channel does not count as unread.
            assert await page.value("document.title") == "#general · Playground"
            assert await page.value(f"{LINE}.value") == "in the garden"
            await page.go("contests")
            assert await page.value(f"{LINE}.value") == "in the contests"
            await page.go("general")
            assert await page.value(f"{LINE}.value") == "in the first"
