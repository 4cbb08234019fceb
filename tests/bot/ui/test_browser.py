"""The whole bot in a real browser: every slash command, a contest among three, a restart."""

import asyncio

import pytest
import pytest_asyncio
from discord import app_commands

from tests.bot.hosting import sent
from tests.bot.organising import announced, season_started
from tests.bot.playing_dailies import opened
from tests.playground.browser import new_tab
from tests.playground.page import DIALOG, FOCUSED, LINE, SETTLED, Page, button, message, slot

pytestmark = pytest.mark.asyncio(loop_scope="module")

# Every command with its options, and words of the answer or of the form that opens.
COMMANDS = {
    "about": ({}, "A bot for word games"),
    "anigram": ({"start": "cats"}, "Longest from your letters"),
    "contest create": ({}, "A new contest"),
    "contest manage": ({"contest": "Kept"}, "Manage: Kept"),
    "contest seasons": ({}, "Choose one to change, end or delete"),
    "contest templates": ({}, "No templates yet"),
    "contests board": ({"contest": "Friday"}, "count together until"),
    "contests list": ({}, "Contests here"),
    "contests practice": ({}, "Over: practice"),
    "contests show": ({}, "1 player so far"),
    "daily setup": ({"channel": "general"}, "Daily puzzles are on"),
    "daily now": ({}, "is on its way to"),
    "daily play": ({}, "Stuck?"),
    "daily stats": ({}, "Your daily puzzles"),
    "daily remind": ({}, "Reminders"),
    "daily board": ({}, "the board"),
    "daily archive": ({}, "Older daily puzzles"),
    "daily off": ({}, "Daily puzzles are off"),
    "help": ({}, "Let’s play!"),
    "ladder": ({"start": "cat", "target": "dog"}, "3 steps"),
    "settings allow": ({"words": "zzyzx"}, "Allowed now: zzyzx."),
    "settings contest-ping": ({}, "Nobody is pinged"),
    "settings contest-role": ({}, "for people with Manage Events to organise"),
    "settings deny": ({"words": "zzyzx"}, "Denied now: zzyzx."),
    "settings duels": ({"allow": "true"}, "From now on"),
    "settings filter": ({"words": "family"}, "From now on I never bring up"),
    "settings show": ({}, "Server settings"),
    "settings tier": ({"tier": "full"}, "From now on I play here with all words"),
    "settings zone": ({"zone": "UTC"}, "organisers type are in UTC now"),
    "snake": ({"words": "alarm armada ideal seal"}, "the best possible"),
    "truncate": ({"start": "at"}, "Longest from at"),
    "word": ({"word": "seal"}, "22 words one letter away"),
    "privacy export": ({}, "everything I keep about you"),
    "privacy forget": ({}, "Forget you?"),
    "race": ({}, "The same fresh puzzle for everybody"),
    "train": ({}, "Training: ladder · Fair"),
    "duel": ({"user": "Pia"}, "challenges"),
    "profile": ({}, "No races or contests yet"),
    "leaderboard": ({}, "Who races best"),
    "pictures": ({"show": "true"}, "You get pictures again"),
    "privacy show": ({}, "What I keep about you"),
    "privacy duels": ({"allow": "true"}, "People can challenge you"),
    "privacy block": ({"user": "Pia"}, "can’t challenge you any more"),
    "privacy leaderboards": ({"show": "true"}, "on the leaderboards of servers"),
}
BETTER = "street test nausea seasick stone tone"
WORSE = "test street tone stone nausea seasick"
TAPPED = "tap the words in order"
ANSWERS = "document.querySelectorAll('#log .message').length"


@pytest_asyncio.fixture(loop_scope="module")
async def page(devtools, app):
    async with new_tab(devtools) as tab:
        page = Page(tab)
        await page.open(app.server.page_url)
        await page.tab.until("document.querySelector('#bot.online')")
        yield page
        assert tab.complaints == []


async def commands(page):
    """Return the commands that the page offers here: name -> options."""
    listed = await page.value(
        "fetch('/playground/commands?' + new URLSearchParams(location.hash.slice(1)))"
        ".then((answer) => answer.json())"
    )
    return {one["name"]: one["options"] for one in listed}


async def prepared(app):
    """Prepare contests in #general: a finished one of Pia's, one that she plays, and another."""
    olive, pia = app.person(), app.person("pia")
    over = {"Title": "Over", "Words": "nausea run seasick"}  # nobody plays these words any more
    await sent(pia, await announced(olive, "general", **over), ["run", "nausea", "seasick"])
    app.advance(hours=1, minutes=1)
    await olive.sees("Over: the results", "general")
    await announced(olive, "general", Title="Called off")
    await sent(pia, await announced(olive, "general", Title="Kept"), BETTER.split())
    await season_started(olive, "Friday", "general")


@pytest.mark.slow
async def test_every_slash_command_from_the_picker(page, app):
    """Each is picked by name, gets its options in fields, and is answered."""
    tab = page.tab
    await prepared(app)
    offered = await commands(page)
    registered = app.client.tree.walk_commands()
    leaves = {one.qualified_name for one in registered if isinstance(one, app_commands.Command)}
    assert offered.keys() == leaves == COMMANDS.keys()
    for name, (given, said) in COMMANDS.items():
        before = await page.value(ANSWERS)
        await page.type(f"/{name}")
        await tab.until(f"document.querySelector('.pick b')?.textContent.startsWith('/{name}')")
        await tab.key("Tab")
        for option, text in given.items():
            if not await page.has(slot(option)):
                await tab.run("document.querySelector('#fields .more').focus()")
                await tab.type(option)
                await tab.key("Tab")
            await tab.run(f"{slot(option)}.focus()")
            await tab.type(text)
        await tab.run(f"{FOCUSED}.dispatchEvent(new Event('change'))")
        await tab.key("Escape")
        if not offered[name]:
            await tab.run(f"{LINE}.value = '/{name}'")
        await tab.key("Enter")
        await tab.until(f"{LINE}.checkVisibility() && {LINE}.value === ''")
        new = f"[...document.querySelectorAll('#log .message')].slice({before})"
        answer = f"[...{new}, {DIALOG}].map((one) => one?.textContent).join()"
        await tab.until(f"{answer}.includes({said!r}) && {SETTLED}")
        if await page.has(DIALOG):
            await tab.key("Escape")
            await tab.until(f"!{DIALOG}")


async def test_words_complete_while_they_are_typed(page, app):
    await page.type("/word")
    await page.tab.key("Tab")
    await page.tab.until(slot("word"))
    await page.tab.type("snak")
    await page.tab.until("document.querySelector('.pick b')?.textContent === 'snake'")
    await page.tab.key("Tab", "Enter")
    await page.sees("one letter away")


async def tap(page, word):
    """Tap a word of the snake being laid."""
    await page.press(word, TAPPED)
    laid = f"{button(word, message(TAPPED))}?.classList.contains('secondary')"
    await page.tab.until(f"{laid} && {SETTLED}")


@pytest.mark.slow
async def test_a_contest_among_three_across_a_restart(page, app):
    """It is made, played across a restart, closed by the clock and judged, all on the page."""
    tab = page.tab
    again = []

    async def restart():
        await app.restart()

    app.server.on_restart = lambda: again.append(asyncio.create_task(restart()))
    await page.go("contests")
    await page.say("/contest create")
    await page.press("My own", "A new contest")
    await page.fill(Title="Browsing", Words=WORSE, Lasts="1 hour")
    await page.submit()
    await page.press("Confirm", "Only organisers see this draft")
    await page.sees("announced in")
    announced = "Type"
    await tab.until(button(announced))
    for player, order in {"Pia": BETTER, "Quinn": WORSE}.items():
        await page.become(player)
        await tab.until(button(announced))
        await tab.click(button(announced))
        await page.fill(**{"Your snake": order.replace(" ", "\n")})
        await page.submit()
        await page.sees("Try 1 in")
    await page.become("Ravi")
    await tab.click(button("Play"))
    for word in BETTER.split()[:3]:
        await tap(page, word)
    await tab.run("document.getElementById('tools').open = true")
    await tab.click(button("Restart the bot"))
    await tab.until("document.querySelector('#bot.offline')")
    await tab.until("document.querySelector('#bot.online')")
    await again[0]
    for word in BETTER.split()[3:]:
        await tap(page, word)
    await page.press("Submit", TAPPED)
    await page.sees("Try 1 in")
    await page.become("Olive")
    await tab.click(button("+ 1 hour"))
    await tab.click(button("+ 1 minute"))
    await page.sees("Browsing: the results")
    results = await page.value(f"{message('Browsing: the results')}.textContent")
    assert results.index("Pia") < results.index("Quinn")
    assert "Ravi" in results


@pytest.mark.slow
async def test_a_daily_is_posted_played_and_shared(page, app):
    await (await app.person().run("/daily off", "daily")).reply()
    edition = await opened(app, "ladder")
    await page.go("daily")
    await page.say("/daily setup channel:#daily hour:0")
    await page.sees("Daily puzzles are on")
    await page.say("/daily now")
    await page.sees(f"Daily ladder #{edition.number}")
    await page.become("Pia")
    await page.press("Play", f"Daily ladder #{edition.number}")
    for word in edition.puzzle.solution[1:-1]:
        await page.press("Next word", "Only you can see this")
        await page.tab.until(DIALOG)
        await page.fill(**{"Next word": word})
        await page.submit()
        await page.tab.until("!document.querySelector('dialog[open]')")
        # The card grows by a line about the word, so its buttons move.
        await page.sees("Perfect!" if word == edition.puzzle.solution[-2] else f"“{word}” fits")
    await page.sees("Perfect!")
    await page.tab.until(f"{message('Perfect!')}.querySelector('img')?.alt.startsWith('A ladder')")
    await page.press("Share", "Perfect!")
    await page.become("Quinn")
    await page.sees("⭐")
    shared = await page.value(f"{message('⭐')}.textContent")
    assert f"Ladder #{edition.number}" in shared
    assert not [word for word in edition.puzzle.solution[1:-1] if word in shared.lower().split()]
