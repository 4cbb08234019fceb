"""The cost of an update, a frame and the first paint with a thousand messages and with few.

No test has a time limit: each compares the page with itself in one run. `python -m bench page`
measures milliseconds.
"""

import pytest

from tests.playground.browser import chromium
from tests.playground.scripts import DRAWN, HELD, SCROLL
from tests.playground.work import count_steps, measured

COUNT = "document.querySelectorAll('.message').length"
STILL = "window.setInterval = () => 0"  # keeps the ticking clock out of the counts
FRAMES = """new Promise((done) => {
  const node = document.getElementById("scroll");
  let step = 0;
  const frame = () => {
    if (++step > 40) return done();
    node.scrollTop -= 150;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
MANY, FEW, UPDATES = 1000, 100, 10


@pytest.fixture(scope="module")
def devtools(devtools):
    """A Chromium that never optimises scripts, so that each step counts.

    Nor does it take scripts from its cache: if compiled before the counting, they would count as
    one step each, however often a loop in them runs.
    """
    flags = "--no-opt --no-maglev --no-sparkplug --no-compilation-cache"
    with chromium(f"--js-flags={flags}") as address:
        yield address


def card(number):
    text = f"## Card {number}.\n**bold** `code` ||spoiler|| <t:1700000000:R>\n- a\n- b\n-# small"
    row = [{"type": 2, "style": 1, "label": "Press", "custom_id": "press"}]
    inside = [{"type": 10, "content": text}, {"type": 1, "components": row}]
    return {"flags": 1 << 15, "components": [{"type": 17, "components": inside}]}


@pytest.fixture
async def cards(raw, discord_server, harness):
    """Has the bot post a number of cards."""
    harness.no_limits()

    async def cards(channel, amount, first=0):
        path = f"/channels/{harness.channel(channel).id}/messages"
        for number in range(first, first + amount):
            status, _ = await raw.call("POST", path, card(number))
            assert status == 200

    return cards


@pytest.fixture
async def full(raw_page, cards):
    """Open the page with MANY messages loaded in #general and FEW in #daily."""
    tab = raw_page.tab
    await cards("general", MANY)
    await cards("daily", FEW)
    await tab.send("Page.addScriptToEvaluateOnNewDocument", source=STILL)
    await count_steps(tab)
    await tab.reload()
    await raw_page.sees(f"Card {MANY - 1}.")
    await load_all(raw_page)
    return raw_page


async def load_all(page):
    while (had := await page.value(COUNT)) < MANY:
        await page.tab.run(f"void ({SCROLL}.scrollTop = 300)")
        await page.tab.until(f"{COUNT} > {had}")


async def settle(page):
    await page.tab.run(f"void ({SCROLL}.scrollTop = 1e9)")
    for _ in range(3):
        await page.tab.run(DRAWN)


async def updates(page, raw, harness, cards, channel, first):
    """Post cards, and edit each of them."""
    await settle(page)
    async with measured(page.tab) as work:
        await cards(channel, UPDATES, first)
        await page.sees(f"Card {first + UPDATES - 1}.")
        place = harness.channel(channel)
        for number, it in enumerate(list(place.messages.values())[-UPDATES:], first):
            body = {"components": card(f"{number} again")["components"]}
            status, _ = await raw.call("PATCH", f"/channels/{place.id}/messages/{it.id}", body)
            assert status == 200
        await page.sees(f"Card {first + UPDATES - 1} again.")
        await page.tab.run(DRAWN)
    return work


@pytest.mark.slow
async def test_an_update_costs_the_same_with_a_thousand(full, raw, harness, cards):
    """Work on every message would cost several times as much, or a hundred times."""
    assert await full.value(COUNT) >= MANY
    many = await updates(full, raw, harness, cards, "general", MANY)
    await full.go("daily")
    few = await updates(full, raw, harness, cards, "daily", FEW)
    assert min(few.restyled, few.laid_out, few.steps) > UPDATES  # so there is something to compare
    assert many.restyled < 2 * few.restyled, (many, few)
    assert many.laid_out < 2 * few.laid_out, (many, few)
    assert many.steps < 2 * few.steps, (many, few)
    assert many.milliseconds < 10 * few.milliseconds, (many, few)


@pytest.mark.slow
async def test_frames_cost_the_same_among_a_thousand(full):
    """Scrolls by a fixed number of pixels a frame, from the end and from the middle.

    The time between frames would depend on the machine's other work. A frame takes about 3 times
    as much processor time with ten times as many messages, as Chromium itself checks which of them
    are near; rendering them all would take ten times as much.
    """

    async def scrolled(go):
        rounds = []
        for _ in range(3):
            await go()
            async with measured(full.tab) as work:
                await full.tab.run(FRAMES)
            rounds.append(work)
        first = rounds[0]  # lays out messages that come into sight
        first.in_all = min(work.in_all for work in rounds)  # without interruptions
        return first

    async def to_the_end():
        await settle(full)

    async def to_the_middle():
        await full.tab.run(f"void ({SCROLL}.scrollTop = {SCROLL}.scrollHeight / 2)")
        await full.tab.run(DRAWN)

    many, middle = await scrolled(to_the_end), await scrolled(to_the_middle)
    await full.go("daily")
    few = await scrolled(to_the_end)
    for work in (many, middle):
        assert work.restyled <= 2 * few.restyled, (work, few)
        assert work.laid_out <= 2 * few.laid_out, (work, few)
        assert work.steps <= 2 * few.steps, (work, few)
        assert work.milliseconds < 10 * few.milliseconds, (work, few)
        assert work.in_all < 6 * few.in_all, (work, few)


async def paints(page, times):
    """Yield the first paints of some loads, in milliseconds since each began."""
    for _ in range(times):
        await page.tab.reload()
        await page.tab.until(PAINT)
        yield await page.value(PAINT)


@pytest.mark.slow
async def test_the_first_paint_waits_for_no_message(raw_page, cards):
    """It comes before any answer, and is as quick with a thousand messages."""
    tab = raw_page.tab
    empty = min([time async for time in paints(raw_page, 5)])
    await cards("general", MANY)
    await raw_page.sees(f"Card {MANY - 1}.")
    # One undisturbed load is enough: messages would delay every load.
    quick = False
    async for time in paints(raw_page, 30):
        quick = time < 3 * empty
        if quick:
            break
    assert quick
    await tab.until(f"{COUNT} === 100")  # more load only on demand
    await tab.send("Page.addScriptToEvaluateOnNewDocument", source=HELD)
    await tab.reload()
    await tab.until(PAINT)
    assert await raw_page.value(COUNT) == 0
    assert await raw_page.value("document.querySelector('#line').checkVisibility()")
    await tab.run("window.release()")
    await raw_page.sees(f"Card {MANY - 1}.")
