"""The page in the system's own colours, on paper, and in windows that are low or narrow."""

from __future__ import annotations

import base64
import re

import discord
import pytest
from discord import ui

from tests.playground.page import DIALOG, FOCUSED, LINE, TOOLS, button, message

pytestmark = pytest.mark.slow

SHOWN = "(NODE)?.checkVisibility({ visibilityProperty: true })"


async def look(page, node, part="null"):
    """Return a node's looks: its colours and its lines."""
    names = "['backgroundColor', 'color', 'outline', 'borderLeft', 'borderTop', 'content']"
    return await page.value(
        f"((style) => {names}.map((one) => style[one]).join())(getComputedStyle({node}, {part}))"
    )


@pytest.fixture
async def shown(bot, page, harness):
    """Show a message with buttons of every style, a select, a mention and a spoiler."""
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    for style in ("primary", "secondary", "success", "danger"):
        kind = getattr(discord.ButtonStyle, style)
        row.add_item(ui.Button(label=style, style=kind, custom_id=style))
    row.add_item(ui.Button(label="off", disabled=True, custom_id="off"))
    chooser: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    labels = [discord.SelectOption(label=one) for one in ("Ash", "Elm")]
    chooser.add_item(ui.Select(options=labels, custom_id="tree"))
    texts = f"<@{harness.person('olive').id}> ||secret|| `code`"
    view.add_item(ui.Container(ui.TextDisplay(texts), row, chooser))
    room = bot.get_channel(harness.channel("general").id)
    await room.send(view=view, allowed_mentions=discord.AllowedMentions(users=True))
    await page.sees("danger")
    await harness.person("pia").write("plain")
    await page.sees("plain")


async def test_nothing_is_shown_by_colour_alone(page, shown):
    """The system's colours are forced, as by a contrast theme of Windows."""
    tab = page.tab
    await tab.paint(forced=True)
    place = "document.querySelector('.place{}')"
    here, others = place.format("[aria-current]"), place.format(":not([aria-current])")
    assert await look(page, here) != await look(page, others)
    styles = ("primary", "secondary", "success", "danger", "off")
    looks = [await look(page, button(style, message("danger"))) for style in styles]
    assert len(set(looks)) == len(looks)
    pinged = message("danger")
    assert "4px solid" in await look(page, pinged)
    assert "4px solid" not in await look(page, message("plain"))
    spoiler = f"{pinged}.querySelector('.spoiler')"
    closed = await look(page, spoiler)
    assert closed.split(")")[0] != (await look(page, "document.body")).split(")")[0]
    await tab.click(spoiler)
    assert await look(page, spoiler) != closed
    assert "1px" in await look(page, f"{pinged}.querySelector('.mention')")
    await tab.run(f"{pinged}.querySelector('.chooser').focus()")
    await tab.key("ArrowDown")
    choice = f"{pinged}.querySelector('.choice{{}}')"
    marked = choice.format(".marked")
    assert await look(page, marked) != await look(page, choice.format(":not(.marked)"))
    await tab.key("Escape")
    # The suggestions and the fields.
    await tab.run(f"{FOCUSED}.blur()")
    calm = await look(page, f"{LINE}.closest('.line')")
    await page.type("/")
    assert await look(page, f"{LINE}.closest('.line')") != calm
    await tab.until("document.querySelectorAll('.pick').length === 2")
    await tab.key("ArrowDown", "ArrowDown")
    pick = "document.querySelector('.pick[aria-selected={}]')"
    assert await look(page, pick.format("true")) != await look(page, pick.format("false"))
    await tab.key("Enter")
    await tab.until("document.querySelector('.slot:focus-within')")
    slot = "document.querySelector('.slot')"
    focused = await look(page, slot)
    more = "document.querySelector('#fields .more')"
    calm = await look(page, more)
    await tab.run(f"{more}.focus()")
    assert await look(page, slot) != focused
    assert await look(page, more) != calm
    await tab.key("Enter")  # something is missing
    await tab.run(f"{more}.focus()")
    assert "dashed" in await look(page, slot)


async def test_unread_channels_show_in_forced_colours(page, harness):
    await page.tab.paint(forced=True)
    await harness.person("pia").write("news", "contests")
    await page.tab.until("document.querySelector('.place.unread')")
    name = "document.querySelector('.place{} .name')"
    unread = await look(page, name.format(".unread"), "'::after'")
    assert "●" in unread
    assert "●" not in await look(page, name.format(":not(.unread)"), "'::after'")


async def test_all_of_the_transcript_is_printed(page, shown, harness):
    """It takes as many pages as it needs, in black on white, without controls."""
    tab = page.tab
    await page.reads(harness.person("pia"), 60)
    pdf = base64.b64decode((await tab.send("Page.printToPDF"))["data"])
    assert len(re.findall(rb"/Type /Page\b(?!s)", pdf)) > 3
    await tab.paint("print", dark=True)
    controls = ("side", "composer", "menu", "newest", "typing", "notice")
    for name in controls:
        assert not await page.value(SHOWN.replace("NODE", f"document.getElementById('{name}')"))
    assert not await page.value(
        "[...document.querySelectorAll('button:not(.mention), select, input, textarea, .select')]"
        ".some((one) => one.checkVisibility({ visibilityProperty: true }))"
    )
    for text in ("message 0.", "message 59.", "danger", "plain"):
        assert await page.value(SHOWN.replace("NODE", message(text)))
    style = "getComputedStyle(document.body)"
    assert await page.value(f"{style}.color") == "rgb(0, 0, 0)"
    assert await page.value(f"{style}.backgroundColor") == "rgb(255, 255, 255)"
    assert await page.value(PALE) == []
    assert await page.value("document.documentElement.scrollWidth <= innerWidth")


async def test_a_long_line_of_code_is_printed_whole(page, harness):
    await harness.person("pia").write(f"```\n{'words ' * 100}\n```")
    await page.sees("words words")
    await page.tab.paint("print")
    pre = "document.querySelector('pre')"
    assert await page.value(f"{pre}.scrollWidth <= {pre}.clientWidth")


PALE = """[...document.querySelectorAll("main *")].filter((node) => {
  const text = [...node.childNodes].some((it) => it.nodeType === 3 && it.data.trim());
  if (!text || !node.checkVisibility({ visibilityProperty: true })) return false;
  const [red, green, blue] = getComputedStyle(node).color.match(/[\\d.]+/g).map(Number);
  return Math.max(red, green, blue) > 60;
}).map((node) => node.outerHTML)"""


async def test_what_is_older_is_loaded_before_it_is_printed(page, harness):
    tab = page.tab
    for number in range(250):
        await harness.person("pia").write(f"message {number}.")
    await tab.reload()
    await page.sees("message 249.")
    assert not await page.has(message("message 0."))
    await tab.run("void (window.print = () => (window.printed = document.body.innerText))")
    # With caps lock.
    ctrl_p = {"key": "P", "code": "KeyP", "windowsVirtualKeyCode": 80, "modifiers": 2}
    await tab.send("Input.dispatchKeyEvent", type="rawKeyDown", **ctrl_p)
    await tab.until("window.printed")
    assert await page.value("document.querySelectorAll('.message').length") == 250


@pytest.mark.parametrize(("width", "height"), [(568, 320), (320, 256), (1180, 320)])
async def test_everything_is_reached_in_a_low_window(page, bot, width, height):
    tab = page.tab
    await tab.resize(width, height)
    await tab.run(f"{TOOLS}.open = true")
    if width <= 700:
        await tab.click("document.getElementById('menu')")
    await tab.until(f"{button('End all faults', TOOLS)}")
    parts = "#side button, #side input, #side select"
    assert await page.value(UNREACHED.replace("ALL", parts)) == []
    place = "document.querySelector('#places').getBoundingClientRect().height"
    assert await page.value(f"{place} + 1 > document.querySelector('#places').scrollHeight")
    await tab.key("Escape")
    await page.type("/think")
    await tab.until("document.querySelector('.pick')")
    inside = "(({ top, bottom }) => top >= 0 && bottom <= innerHeight)"
    rect = "(NODE).getBoundingClientRect()"
    pick = rect.replace("NODE", "document.querySelector('.pick')")
    assert await page.value(f"{inside}({pick})")
    await tab.key("Tab", "Enter")  # something is missing
    await tab.until("!document.getElementById('error').hidden")
    focused = rect.replace("NODE", FOCUSED)
    assert await page.value(f"{inside}({focused})")
    parts = "#composer input, #composer .send, #error, #log button, #where"
    assert await page.value(UNREACHED.replace("ALL", parts)) == []
    assert await page.value("document.documentElement.scrollWidth <= innerWidth")
    assert await page.value("document.documentElement.scrollHeight <= innerHeight")
    assert not await page.has(DIALOG)


UNREACHED = """(async () => {
  const moving = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.all(moving.map((one) => one.finished));
  return [...document.querySelectorAll("ALL")].filter((node) => {
    if (!node.checkVisibility({ visibilityProperty: true })) return false;
    node.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = node.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return y < 0 || y + height > innerHeight + 1 || !(node.contains(hit) || hit?.contains(node));
  }).map((node) => node.outerHTML);
})()"""


async def test_fields_are_seen_and_do_not_make_a_phone_zoom(page):
    """Their borders have a contrast of 3 to the surroundings; on phones their text is 16 pixels."""
    tab = page.tab
    await tab.run(f"{TOOLS}.open = true")
    await page.type("/think")
    await tab.until("document.querySelector('.pick')")
    await tab.key("Tab")
    await tab.run(f"{FOCUSED}.blur()")
    for dark in (False, True):
        await tab.paint(dark=dark)
        assert await page.value(FAINT) == []
    await tab.resize(390, 760)
    small = (
        "[...document.querySelectorAll('input, select, textarea')]"
        ".filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16)"
        ".map((one) => one.outerHTML)"
    )
    assert await page.value(small) == []


FAINT = """(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const light = (colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const one of colours) { canvas.fillStyle = one; canvas.fillRect(0, 0, 1, 1); }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((one) => one / 255)
      .map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
      .reduce((sum, one, place) => sum + one * [0.2126, 0.7152, 0.0722][place], 0);
  };
  const fields = "#tools input, #me, .line, .slot";
  return [...document.querySelectorAll(fields)].filter((node) => {
    const behind = [];
    for (let at = node.parentElement; at; at = at.parentElement) {
      behind.unshift(getComputedStyle(at).backgroundColor);
    }
    const [line, paper] = [light([...behind, getComputedStyle(node).borderColor]), light(behind)];
    return (Math.max(line, paper) + 0.05) / (Math.min(line, paper) + 0.05) < 3;
  }).map((node) => node.outerHTML);
})()"""
