"""A daily snake on a phone: its words stay in place while it is laid, and each tap counts."""

from __future__ import annotations

import asyncio
import json
import re

import pytest
import pytest_asyncio

from bot.dailies import EditionKey
from bot.store.schema import Act
from tests.bot.organising import TWENTY, announced
from tests.bot.playing_dailies import opened
from tests.playground.browser import new_tab
from tests.playground.page import SETTLED, Page, button, message

pytestmark = pytest.mark.asyncio(loop_scope="module")

MINE = "Only you can see this"
WORDS = 9
"""The number of words in a week’s larger snakes."""
TAPS = 12
MOST_MOVED = 2
"""Pixels."""
DRAWN = f"[...{message(MINE)}.querySelectorAll('img')].every((one) => one.complete)"
DRAWN_ANEW = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
AT_END = """
((one) => one.scrollHeight - one.scrollTop - one.clientHeight < 2)(
  document.querySelector(".following"))
"""
IN_WORDS = f"{message(MINE)}.querySelector('img') === null"
"""Until a picture is there, words replace it, which have another height."""
ID = f"{message(MINE)}.querySelector('[data-id*=\":tap:\"]').dataset.id"
PLACES = f"""
Object.fromEntries([...{message(MINE)}.querySelectorAll("button")].map((one) => {{
  const {{left, top, width, height}} = one.getBoundingClientRect();
  return [one.textContent, [left + width / 2, top + height / 2]];
}}))
"""


async def snake(app):
    """An edition of a snake with at least WORDS words."""
    while len((edition := await opened(app, "snake")).puzzle.given) < WORDS:
        pass
    return edition


async def begun(page, app, name, below):
    """Open a snake on a phone, last or with messages below it; return its person and number."""
    edition = await snake(app)
    person = app.harness.create_person(name)
    await page.tab.resize(390, 844)
    await page.become(name)
    await page.say("/daily play")
    await page.sees(f"#{edition.number}")
    for line in below:
        await page.say(line)
        await page.sees(line)
    await settled(page)
    await page.tab.until(AT_END)
    await page.tab.run(f"{message(MINE)}.querySelector('.row').scrollIntoView({{block: 'center'}})")
    await page.tab.run(DRAWN_ANEW)
    return edition, person


async def settled(page):
    await page.tab.until(SETTLED)
    await page.tab.until(DRAWN)


async def places(page, words):
    """Return the middle of each word's button, once the end is in sight again."""
    await page.tab.run(DRAWN_ANEW)
    found = json.loads(await page.value(f"JSON.stringify({PLACES})"))
    return {word: found[word] for word in words}


def moved(first, now):
    """Return how far the word that moved farthest has moved, in pixels."""
    return max(abs(a - b) for one in first for a, b in zip(first[one], now[one], strict=True))


async def laid(app, edition, person):
    guild = app.harness.guild("Word House").id
    key, act = EditionKey(guild, edition.number), Act(person.id, app.now(), 77)
    return (await app.services.dailies.play.look(key, act)).progress.words


@pytest_asyncio.fixture(loop_scope="module")
async def page(devtools, app):
    async with new_tab(devtools) as tab:
        page = Page(tab)
        await page.open(app.server.page_url, 390, 844)
        await tab.until("document.querySelector('#bot.online')")
        yield page
        assert tab.complaints == []


@pytest.mark.slow
@pytest.mark.parametrize("below", [(), ("good morning", "who else plays?")], ids=["last", "above"])
async def test_no_word_moves_while_a_snake_is_laid(page, app, below):
    edition, person = await begun(page, app, f"steady{len(below)}", below)
    words = edition.puzzle.solution
    first = {await page.tab.run(IN_WORDS): await places(page, words)}
    for number, word in enumerate(words, 1):
        await page.tab.click(button(word, message(MINE)))
        await settled(page)
        assert len(await laid(app, edition, person)) == number
        now = await places(page, words)
        before = first.setdefault(await page.tab.run(IN_WORDS), now)
        assert moved(before, now) <= MOST_MOVED, number
    await page.tab.click(button(words[0], message(MINE)))  # picks it
    await page.sees("Take out")
    await settled(page)
    now = await places(page, words)
    assert moved(first.get(await page.tab.run(IN_WORDS), now), now) <= MOST_MOVED


async def quickly(page, words):
    """Tap words at their first places, four a second, or as fast as the machine shows them.

    A button's id changes with each tap, and Discord refuses an outdated one.
    """
    first: dict[bool, dict[str, list[float]]] = {}
    for word in words:
        await page.tab.run(DRAWN_ANEW)
        in_words = await page.tab.run(IN_WORDS)
        if in_words not in first:
            first[in_words] = await places(page, words)
        x, y = first[in_words][word]
        touch = {"x": x, "y": y}
        before = json.dumps(await page.value(ID))
        await page.tab.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[touch])
        await asyncio.sleep(0.02)
        await page.tab.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        await asyncio.sleep(0.23)
        await page.tab.until(f"{ID} !== {before}")


@pytest.mark.slow
async def test_each_of_many_quick_taps_counts(page, app):
    edition, person = await begun(page, app, "quick", ())
    words = edition.puzzle.solution
    await quickly(page, words)
    await settled(page)
    await page.tab.until(f"!{button('Submit', message(MINE))}.disabled")
    assert await laid(app, edition, person) == words


@pytest.mark.slow
async def test_each_of_twelve_quick_taps_counts_in_a_contest(page, app):
    await announced(app.person(), "general", Title="Twenty", Words=" ".join(TWENTY))
    await page.tab.resize(390, 1200)
    await page.become("Pia")
    await page.press("Play", "Twenty")
    await page.sees("tap the words in order")
    await settled(page)
    words = sorted(TWENTY, reverse=True)[:TAPS]
    await quickly(page, words)
    await page.sees(f"{TAPS} of 20 words")
    if await page.tab.run(IN_WORDS):
        told = await page.value(f"{message(MINE)}.querySelector('pre').textContent")
        assert re.findall(r"^[a-z]+", told.lower(), re.MULTILINE) == words
    else:
        told = await page.value(f"{message(MINE)}.querySelector('img').alt")
        assert re.findall(r"(\w+) \+", told)[::-1] == words
