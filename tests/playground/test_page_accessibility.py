"""The page by keyboard, with a screen reader, on a phone, in dark mode, and with many messages."""

from __future__ import annotations

import io

import discord
import pytest
from discord import ui
from PIL import Image

from tests.playground.page import FOCUSED, LINE, SMALL, button, message
from tests.playground.scripts import AT_THE_END, DRAWN, HELD, SCROLL

pytestmark = pytest.mark.slow

SIDE = "document.getElementById('side')"


async def test_all_of_it_by_keyboard(page):
    tab = page.tab
    stops = []
    await tab.run("document.activeElement.blur()")
    for _ in range(30):
        await tab.key("Tab")
        stops.append(await page.value(f"{FOCUSED}.id || {FOCUSED}.innerText.trim()"))
        if stops[-1] == "line":
            break
    assert stops[0] == "Skip to the message box"
    for name in ("general", "contests", "daily", "Bot", "me", "scroll", "line"):
        assert any(name in stop for stop in stops), (name, stops)
    await tab.type("/think by key")
    await tab.key("Enter")
    await page.sees("by key")
    await tab.until(f"{FOCUSED} === {LINE} && {LINE}.value === ''")
    await tab.until(button("Again", message("by key")))
    await tab.key("Shift+Tab")
    assert await page.value(f"{FOCUSED}.textContent") == "Again"
    await tab.key("Enter")
    await page.sees("pressed")
    assert await page.value(f"{FOCUSED}.textContent") == "Again"
    await tab.key("Tab")
    assert await page.value(f"{FOCUSED} === {LINE}")
    await tab.run("document.querySelector('.place[aria-current]').focus()")
    await tab.key("Tab", "Enter")
    await tab.until("document.getElementById('where').textContent === '# contests'")
    assert await page.value(f"{FOCUSED}.querySelector('.name').textContent") == "contests"


async def test_everything_has_a_role_and_a_name(page, harness):
    await (await harness.person("olive").run("/think text:named")).reply()
    await page.sees("named")
    await page.tab.run("document.getElementById('tools').open = true")
    await page.type("/")
    await page.tab.until("document.querySelector('.pick')")
    await page.tab.key("ArrowDown")
    nodes = (await page.tab.send("Accessibility.getFullAXTree"))["nodes"]
    nodes = [one for one in nodes if not one["ignored"]]
    seen = [(one["role"]["value"], one.get("name", {}).get("value", "")) for one in nodes]
    silent = {"button", "combobox", "textbox", "listbox", "option", "region", "link", "dialog"}
    assert [one for one in seen if one[0] in silent and not one[1].strip()] == []
    for expected in (
        ("main", ""),
        ("complementary", "Servers and people"),
        ("navigation", "Channels"),
        ("region", "Messages"),
        ("log", "News"),
        ("listbox", "Suggestions"),
        ("button", "Again"),
        ("heading", "# general"),
        ("article", "Bot"),
    ):
        assert expected in seen
    assert ("textbox", "Message or command") in seen
    marked = await page.value(f"{LINE}.getAttribute('aria-activedescendant')")
    assert await page.value(f"document.getElementById({marked!r}).ariaSelected") == "true"


async def test_new_messages_are_announced_and_history_is_not(page, bot, harness):
    announced = "document.getElementById('announcer').textContent"
    await (await harness.person("olive").run("/ping")).reply()
    await page.tab.until(f"{announced}.includes('Bot: pong')")
    await page.go("contests")
    await page.go("general")
    await page.sees("pong")
    assert await page.value(f"{announced}.match(/pong/g).length") == 1


async def test_a_phone_has_the_channels_in_a_drawer(page):
    tab = page.tab
    await tab.resize(360, 640)
    shown = f"{SIDE}.checkVisibility({{ visibilityProperty: true }})"
    assert not await page.value(shown)
    await tab.click("document.getElementById('menu')")
    await tab.until(shown)
    assert await page.value(f"{SIDE}.contains({FOCUSED})")
    await tab.key("Escape")
    await tab.until(f"!{shown}")
    assert await page.value(f"{FOCUSED}.id") == "menu"
    await tab.key("Enter")
    await tab.until(shown)
    await tab.key("Tab", "Enter")
    await tab.until("document.getElementById('where').textContent === '# contests'")
    await tab.until(f"!{shown}")
    await tab.key("Enter")
    await tab.until(shown)
    await tab.run("document.getElementById('me').focus()")
    await tab.key("Tab", "Tab", "Tab")  # nothing behind the drawer has the keyboard
    assert await page.value(shown)
    assert not await page.value(f"document.querySelector('main').contains({FOCUSED})")
    beside = {"x": 340, "y": 300, "button": "left", "clickCount": 1}
    await tab.send("Input.dispatchMouseEvent", type="mousePressed", **beside)
    await tab.send("Input.dispatchMouseEvent", type="mouseReleased", **beside)
    await tab.until(f"!{shown}")
    await page.type("/")
    await tab.until("document.querySelector('.pick')")
    assert await page.value("document.documentElement.scrollWidth <= innerWidth")


async def test_back_on_a_phone_leads_to_the_list_of_channels(page):
    tab = page.tab
    await tab.resize(390, 760)
    shown = "document.body.classList.contains('side-open')"
    where = "document.getElementById('where')"
    before = await page.value("history.length")
    for channel in ("contests", "daily"):
        await tab.click("document.getElementById('menu')")
        await tab.until(shown)
        await page.go(channel)
        await tab.until(f"!{shown}")
    assert await page.value("history.length") == before + 1  # however many were opened
    await tab.run("void (window.same = true)")
    await tab.run("history.back()")
    await tab.until(shown)
    assert await page.value(f"{where}.textContent") == "# daily"
    await page.go("general")
    await tab.until(f"!{shown}")
    await tab.run("history.back()")
    await tab.until(shown)
    await tab.run("history.forward()")
    await tab.until(f"!{shown}")
    assert await page.value(f"{where}.textContent") == "# general"
    assert await page.value("window.same")
    await tab.resize(1180, 760)
    await page.go("contests")
    assert await page.value("history.length") == before + 1  # next to the list there is no way back


async def test_everything_in_messages_is_large_enough_for_a_thumb(page, bot, harness):
    tab, room = page.tab, bot.get_channel(harness.channel("general").id)
    await tab.resize(390, 760)
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    row.add_item(ui.Button(label="a", custom_id="a"))
    row.add_item(ui.Button(label="b", url="https://example.org"))
    chooser: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    chooser.add_item(ui.Select(options=[discord.SelectOption(label="Ash")], custom_id="tree"))
    texts = (
        "Try </think:1> or [this](https://example.org).\n\n||It||\n\n- </think:1>\n- </ping:1> too"
    )
    shown = discord.MediaGalleryItem("attachment://a.png", description="a picture")
    view = ui.LayoutView(timeout=None)
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery(shown)
    view.add_item(ui.Container(ui.TextDisplay(texts), gallery, row, chooser))
    file = io.BytesIO()
    Image.new("RGB", (600, 300)).save(file, "PNG")
    post = await room.send(view=view, files=[discord.File(io.BytesIO(file.getvalue()), "a.png")])
    await post.reply("a reply", file=discord.File(io.BytesIO(b"x"), "a.txt"))
    await (await harness.person("olive").run("/think text:quiet private:true")).reply()
    await page.sees("quiet")
    await tab.until(f"[...{message('It')}.querySelectorAll('img')].every((one) => one.complete)")
    assert await page.value(SMALL) == []


@pytest.mark.parametrize("dark", [False, True])
async def test_text_stands_out(page, bot, harness, dark):
    """Every text has a contrast of 4.5 to its background (WCAG 2, AA)."""
    await page.tab.paint(dark=dark)
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    for style in ("primary", "secondary", "success", "danger"):
        kind = getattr(discord.ButtonStyle, style)
        row.add_item(ui.Button(label=style, style=kind, custom_id=style))
    texts = "# Head\n-# small\n`code` <@1> **bold** [link](https://example.org) <t:1700000000>"
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay(texts), row))
    post = await bot.get_channel(harness.channel("general").id).send(view=view)
    await post.reply("a reply")
    for number in range(30):
        await harness.person("pia").write(f"more {number}.")
    await page.sees("more 29.")
    await page.tab.until(AT_THE_END)
    await page.tab.run(f"void ({SCROLL}.scrollTop = 0)")
    await page.tab.until("!document.getElementById('newest').hidden")
    await (await harness.person("olive").run("/think text:quiet private:true")).reply()
    await page.sees("quiet")
    await page.tab.until("document.querySelector('#newest.fresh')")
    await page.tab.until(button("danger"))
    assert await page.has(message("a reply") + ".querySelector('.reply .excerpt')")
    await page.tab.run("document.getElementById('tools').open = true")
    assert await page.value(CONTRASTS) == []


CONTRASTS = """(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const over = (colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const one of colours) { canvas.fillStyle = one; canvas.fillRect(0, 0, 1, 1); }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => rgb.map((one) => one / 255)
    .map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, place) => sum + one * [0.2126, 0.7152, 0.0722][place], 0);
  const poor = [];
  for (const node of document.querySelectorAll("body *")) {
    const text = [...node.childNodes].some((it) => it.nodeType === 3 && it.data.trim());
    const hidden = !node.checkVisibility({ visibilityProperty: true });
    if (!text || hidden || node.matches(":disabled, .avatar, .skip, #bot, .sign")) continue;
    const behind = [];
    for (let at = node; at; at = at.parentElement) {
      behind.unshift(getComputedStyle(at).backgroundColor);
    }
    const ink = light(over([...behind, getComputedStyle(node).color]));
    const paper = light(over(behind));
    const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    if (ratio < 4.5) poor.push(`${node.className} ${ratio.toFixed(2)} ${node.textContent}`);
  }
  return poor;
})()"""


@pytest.mark.slow
async def test_a_thousand_messages_stay_light(page, harness):
    """A message costs the same among many; old ones load on demand."""
    olive = harness.person("olive")
    for number in range(1100):
        await olive.write(f"message {number}.")
    await (await olive.run("/think text:the last")).reply()
    await page.tab.reload()
    await page.sees("the last")
    count = "document.querySelectorAll('.message').length"
    assert await page.value(count) == 100
    await page.tab.run(HELD)
    await page.tab.run(f"void ({SCROLL}.scrollTop = 300)")
    await page.tab.run(DRAWN)
    await page.tab.run("window.at = document.elementFromPoint(600, 300).closest('.message')")
    before = await page.value("at.getBoundingClientRect().top")
    await page.tab.run("window.release()")
    await page.tab.until(f"{count} === 200")
    await page.tab.run(DRAWN)
    moved = await page.value("at.getBoundingClientRect().top") - before
    assert abs(moved) < 2  # the reader's place stays
    while (had := await page.value(count)) < 1000:
        await page.tab.run(f"void ({SCROLL}.scrollTop = 300)")
        await page.tab.until(f"{count} > {had}")
    await page.tab.run(WATCH)
    await olive.write("one more")
    await page.sees("one more")
    await page.press("Again", "the last", sees="pressed")
    assert 0 < await page.value("window.touched") < 120  # two messages and their announcement
    first = "document.querySelector('.message')"
    assert await page.value(f"getComputedStyle({first}).contentVisibility") == "auto"


WATCH = """(() => {
  window.touched = 0;
  const size = (node) => 1 + (node.querySelectorAll?.("*").length ?? 0);
  new MutationObserver((records) => {
    for (const one of records) {
      for (const node of [...one.addedNodes, ...one.removedNodes]) window.touched += size(node);
      if (one.type !== "childList") window.touched += 1;
    }
  }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
})()"""
