"""The playground with the bot's own messages: axe-core finds nothing in any of its states.

On a phone nothing that can be pressed is too small for a thumb.
"""

import io
import json
import os
from itertools import product

import discord
import pytest
import pytest_asyncio
from discord import ui

from solvers.daily import DAILY_GAMES
from tests.bot.examples import contest_pages, daily_pages, every_page
from tests.bot.organising import announced, until
from tests.bot.playing_dailies import opened
from tests.paths import ROOT
from tests.playground.browser import new_tab
from tests.playground.page import DIALOG, SMALL, Page, button, message
from tests.sweeps import by_turns

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

AXE = ROOT / "tests/node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FOUND = f"""axe.run(document, {{ runOnly: {json.dumps(TAGS)} }}).then((all) => all.violations
  .flatMap((one) => one.nodes.map((node) => [one.id, node.html, node.any[0]?.message])))"""
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
TO_THE_TOP = f"""(async (one) => {{
  do {{
    one.scrollTop = 0;
    await {DRAWN};
  }} while (one.scrollTop); // it may follow new messages to the end
}})(document.getElementById("scroll"))"""
ONWARD = """((one) => {
  const before = one.scrollTop;
  one.scrollTop += 0.7 * one.clientHeight;
  return one.scrollTop > before;
})(document.getElementById("scroll"))"""
"""Scrolls on by less than a screen, and returns whether it moved."""
TALL = 4000
"""The height in pixels of a window that shows many messages at once."""
SETTLED = "!document.querySelector('.thinking, .note.pending, [aria-busy=true]')"


@pytest_asyncio.fixture(loop_scope="module")
async def page(devtools, app):
    if not AXE.exists():
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop("axe-core is not installed: npm ci --prefix tests")
    async with new_tab(devtools) as tab:
        page = Page(tab)
        await page.open(app.server.page_url)
        await tab.until("document.querySelector('#bot.online')")
        await tab.run(f"{AXE.read_text()}; true")
        yield page


async def violations(page):
    await page.tab.until(SETTLED)
    small = await page.tab.run(f"innerWidth < 700 && {SMALL}") or []
    return small + await page.tab.run(FOUND)


async def violations_on_all_screens(page):
    """Return violations in all messages, scrolling since those out of sight are not drawn."""
    found, more = {}, True
    await page.tab.run(TO_THE_TOP)
    while more:
        await page.tab.run(DRAWN)
        for one in await page.tab.run(FOUND):
            found[str(one)] = one
        more = await page.tab.run(ONWARD)
    return [*found.values()]


@pytest.mark.parametrize("width", by_turns(390, 1280))
async def test_nothing_is_violated_at_first_sight_and_in_lists_forms_and_drawers(page, width):
    tab = page.tab
    await tab.resize(width, 760)
    assert await violations(page) == []
    await tab.run("document.querySelector('.skip').focus()")
    assert await violations(page) == []  # with the link to the message box
    await page.type("/")
    await tab.until("document.querySelectorAll('.pick').length > 5")
    await tab.key("ArrowDown")
    assert await violations(page) == []  # with commands to pick
    await tab.key("Escape")
    await tab.run("document.getElementById('line').value = ''")
    await page.type("/ladder")
    await tab.key("Tab")
    await tab.type("co")
    await tab.until("document.querySelector('.pick')")
    assert await violations(page) == []  # with a command's options
    await tab.key("Escape", "Escape")
    await tab.run("document.getElementById('line').value = ''")
    await page.say("/contest create")
    await page.press("My own", "A new contest")
    await tab.until(f"{DIALOG}?.querySelector('h2')")
    assert await violations(page) == []  # in a form
    await tab.key("Escape")
    await tab.until(f"!{DIALOG}")
    if width == 390:
        await tab.click("document.getElementById('menu')")
        await tab.until("document.body.classList.contains('side-open')")
        assert await violations(page) == []  # with the drawer open
    await tab.run("document.getElementById('tools').open = true")
    assert await violations(page) == []  # with the clock and the faults


@pytest.mark.parametrize("dark", by_turns(False, True))
@pytest.mark.parametrize("width", by_turns(390, 1280))
async def test_nothing_is_violated_among_many_messages(app, page, dark, width):
    tab = page.tab
    await tab.paint(dark=dark)
    await tab.resize(width, 760)
    await announced(app.person(), "general", Title="Friday's snake")
    commands = ("ladder cold warm", "snake street test nausea seasick stone tone", "word cat")
    for line in (*commands, "anigram cats", "truncate at", "help", "daily play", "contests list"):
        await page.say(f"/{line}")
        await tab.until(SETTLED)
    for _ in range(3):  # draws all: those out of sight are not drawn
        await tab.run("document.getElementById('scroll').scrollTop = 0")
        assert await violations(page) == []
        await tab.run("document.getElementById('scroll').scrollTop = 1e9")
        assert await violations(page) == []


IN_A_ROOM = 40
"""Messages that the page loads at once."""
PAGES = {
    "games": every_page.games,
    "contests": contest_pages.pages,
    "daily puzzles": daily_pages.pages,
    "races": every_page.race_pages,
    "the bot": every_page.server_pages,
}


@pytest.mark.long
@pytest.mark.parametrize("dark", by_turns(False, True))
@pytest.mark.parametrize("width", by_turns(390, 1280))
@pytest.mark.parametrize("about", by_turns(*PAGES))
async def test_nothing_is_violated_on_any_page_that_the_bot_shows(app, page, about, width, dark):
    tab, client = page.tab, app.client
    await tab.paint(dark=dark)
    app.harness.no_limits()
    made = {str(one.view.to_components()): one for one in PAGES[about]()}
    for number, some in enumerate(in_lots([*made.values()])):
        room = await room_of(app, f"{about.replace(' ', '-')}-{width}-{dark:d}-{number}".lower())
        for one in some:
            files = [discord.File(io.BytesIO(file.content), file.name) for file in one.files]
            await client.get_channel(room.id).send(view=one.view, files=files)
        await tab.resize(1280, 760)
        await page.go(room.name)
        await tab.resize(width, TALL)
        assert await violations_on_all_screens(page) == [], number


@pytest.mark.parametrize("dark", by_turns(False, True))
@pytest.mark.parametrize("width", by_turns(390, 1280))
async def test_nothing_is_violated_in_any_form(app, page, monkeypatch, width, dark):
    tab, client, forms = page.tab, app.client, [*every_page.forms()]
    await tab.paint(dark=dark)
    others = client.on_interaction

    async def shown(interaction):
        number = (interaction.data.get("custom_id") or "").removeprefix("form-")
        if number.isdecimal():
            await interaction.response.send_modal(forms[int(number)])
        else:
            await others(interaction)

    monkeypatch.setattr(client, "on_interaction", shown)
    room = await room_of(app, f"forms-{width}-{dark:d}")
    buttons = [ui.Button(label=f"Form {n}", custom_id=f"form-{n}") for n in range(len(forms))]
    for some in in_lots(buttons, 30):  # a message holds forty parts
        view = ui.LayoutView(timeout=None)
        for row in in_lots(some, 5):
            view.add_item(ui.ActionRow(*row))
        await client.get_channel(room.id).send(view=view)
    await tab.resize(1280, 760)
    await page.go(room.name)
    await tab.resize(width, 760)
    for number, form in enumerate(forms):
        await tab.click(f"document.querySelector('[data-id=form-{number}]')")
        await tab.until(f"{DIALOG}?.querySelector('h2')")
        assert await violations(page) == [], form.title
        await tab.key("Escape")
        await tab.until(f"!{DIALOG}")


async def room_of(app, name):
    """Return a channel once the bot knows it."""
    room = app.harness.world.create_channel(app.harness.guild("Word House"), name)
    await until(lambda: app.client.get_channel(room.id))
    return room


def in_lots(all_of_them, size=IN_A_ROOM):
    return [all_of_them[start : start + size] for start in range(0, len(all_of_them), size)]


LINKS = """\
[One](https://example.org/1)
[Two](https://example.org/2)

- [Three](https://example.org/3)
- [Four](https://example.org/4), and more words than the link has"""


async def test_nothing_is_violated_on_any_screen_of_pictures_replies_links_and_lists(app, page):
    tab = page.tab
    await page.go("daily")
    for line in ("help", "snake trip ripple please seaside ideal", "contests list", "about"):
        await page.say(f"/{line}")
        await tab.until(SETTLED)
    room = app.client.get_channel(app.harness.channel("daily").id)
    await room.send(LINKS)
    newest = [one async for one in room.history(limit=1)]
    await newest[0].reply("a reply")
    await page.sees("a reply")
    for dark, width in product((False, True), (390, 1280)):
        await tab.paint(dark=dark)
        await tab.resize(width, 760)
        assert await violations_on_all_screens(page) == [], (dark, width)
        await tab.click("document.querySelector('.alt')")
        await tab.until("document.querySelector('.alt-text:popover-open')")
        assert await violations(page) == [], (dark, width)  # with a picture's text
        await tab.key("Escape")
        await page.say("/contest create")
        await page.press("My own", "A new contest")
        await tab.until(f"{DIALOG}?.querySelector('h2')")
        assert await violations(page) == [], (dark, width)  # in a form
        await tab.key("Escape")
        await tab.until(f"!{DIALOG}")


@pytest.mark.parametrize("game", by_turns(*DAILY_GAMES))
async def test_nothing_is_violated_from_a_daily_puzzle_to_what_is_shared(app, page, game):
    tab, mine = page.tab, message("Only you can see this")
    await tab.resize(390, 760)
    edition = await opened(app, game)
    app.harness.create_person(f"{game}reader")
    await page.become(f"{game}reader")
    await page.say("/daily play")
    await page.press("💡 Stuck?", "Only you can see this")
    await tab.until(f"{mine}?.textContent.includes('What would help?')")
    assert await violations(page) == []
    await page.press("💡 Letter −5", "Only you can see this")
    await tab.until(f"{mine}?.textContent.includes('1 hint: −5 points')")
    assert await violations(page) == []
    if game == "snake":
        for word in (*edition.puzzle.solution, "Submit"):
            await tab.click(button(word, mine))
            await tab.until(SETTLED)
    else:
        for words in ("zzzz", " ".join(edition.puzzle.solution)):
            await tab.click(button("Next word", mine))
            await tab.until(DIALOG)
            await page.fill(**{"Next word": words})
            await page.submit()
            await tab.until(SETTLED)
            assert await violations(page) == []
    await tab.until(f"{mine}?.querySelector('img')?.alt.includes({edition.puzzle.solution[-1]!r})")
    assert await violations(page) == []
    await tab.click(button("Share", mine))
    await page.sees(f"#{edition.number} ")
    assert await violations(page) == []
    await tab.click(button("Dismiss message", mine))
    await tab.until(f"!{mine}")
