"""The playground's page in a headless Chromium: first paint, and frames with 1,000 messages."""

from __future__ import annotations

import asyncio
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

import aiohttp

import playground
from bench.frame import Report, Table
from playground import Harness
from tests.playground.browser import CHROMIUM, browser

if TYPE_CHECKING:
    from tests.playground.browser import Tab


LOADS = 15
MESSAGES = 1_000
FRAMES = 400
NEWS = 40
BUDGET = 1000 / 60  # milliseconds

USABLE = """new MutationObserver(() => {
  if (!window.usable && document.querySelector('#log > li')) window.usable = performance.now();
}).observe(document, { childList: true, subtree: true })"""
PAINT = """new Promise((done) => {
  const look = () => {
    const [first] = performance.getEntriesByName('first-contentful-paint');
    if (first && window.usable) done([first.startTime, window.usable]);
    else requestAnimationFrame(look);
  };
  look();
})"""
SCROLL = """new Promise((done) => {
  const node = document.getElementById('scroll'), times = [];
  const far = node.scrollHeight;
  let last = null, step = 0;
  const frame = (now) => {
    if (last !== null) times.push(now - last);
    last = now;
    if (step > FRAMES) return done(times);
    node.scrollTop = far - (far * 0.9 * step++) / FRAMES;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""
COUNT = "document.querySelectorAll('.message').length"


def run(quick: bool) -> Report:
    """Measure."""
    if CHROMIUM is None:
        return Report((Table("Chromium is not installed", ("",), ()),))
    return asyncio.run(_measure(3 if quick else LOADS))


async def _measure(loads: int) -> Report:
    async with await playground.serve() as server, browser() as tab:
        harness = Harness(server)
        harness.no_limits()
        await tab.open(server.page_url)
        await tab.send("Page.addScriptToEvaluateOnNewDocument", source=USABLE)
        paints = await _paints(tab, loads)
        few = await _cost_of_news(tab, harness)
        await _say(server, harness)
        await _load_all(tab)
        frames = await tab.run(SCROLL.replace("FRAMES", str(FRAMES)))
        many = await _cost_of_news(tab, harness)
    first, usable = ([pair[place] for pair in paints] for place in (0, 1))
    late = sum(time > 1.5 * BUDGET for time in frames)
    rows = [
        ["first paint", median(first), max(first)],
        ["messages shown", median(usable), max(usable)],
        [f"a frame, scrolling through {MESSAGES:,}", median(frames), quantiles(frames, n=20)[-1]],
        ["a new message among few", few, few],
        [f"a new message among {MESSAGES:,}", many, many],
    ]
    note = (
        f"Loads on loopback, {loads} of them, without a cache; the second figure is the slowest"
        f" load, or the 95th of 100 frames. {late} of {len(frames)} frames came late. A new message"
        f" costs the page's one thread so much, script, style and layout, the mean of {NEWS}."
    )
    figures = {
        "first_paint_ms": rows[0][1:],
        "shown_ms": rows[1][1:],
        "frame_ms": rows[2][1:],
        "late_frames": late,
        "news_ms": [few, many],
    }
    return Report((Table("The page, ms", ("", "median", "slow"), rows, note),), figures)


async def _paints(tab: Tab, loads: int) -> list[tuple[float, float]]:
    """Return the ms from the start of each load to its first paint and first messages."""
    await tab.send("Network.setCacheDisabled", cacheDisabled=True)
    times = []
    for _ in range(loads):
        await tab.reload()
        times.append(tuple(await tab.run(PAINT)))
    return times


async def _say(server: playground.Playground, harness: Harness) -> None:
    """Fill #general with cards as bots post them."""
    url = f"{server.api_url}/channels/{harness.channel('general').id}/messages"
    headers = {"Authorization": f"Bot {server.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        for number in range(MESSAGES):
            async with session.post(url, json=_card(number)) as answer:
                answer.raise_for_status()


def _card(number: int) -> dict[str, Any]:
    text = f"## Card {number}\n**bold** `code` ||spoiler|| <t:1700000000:R>\n- a\n- b\n-# small"
    row = [{"type": 2, "style": 1, "label": "Press", "custom_id": "press"}]
    inside = [{"type": 10, "content": text}, {"type": 1, "components": row}]
    return {"flags": 1 << 15, "components": [{"type": 17, "components": inside}]}


async def _load_all(tab: Tab) -> None:
    """Scroll up until every message is on the page."""
    await tab.reload()
    await tab.until(f"{COUNT} > 0")
    while (had := await tab.run(COUNT)) < MESSAGES:
        await tab.run("void (document.getElementById('scroll').scrollTop = 300)")
        await tab.until(f"{COUNT} > {had}")


async def _cost_of_news(tab: Tab, harness: Harness) -> float:
    """Return the milliseconds of the page's thread that one new message takes."""
    await tab.send("Performance.enable")
    await tab.run("void (document.getElementById('scroll').scrollTop = 1e9)")
    before = await _busy(tab)
    for number in range(NEWS):
        text = f"news {await tab.run(COUNT)} {number}"
        await harness.person("olive").write(text)
        await tab.until(f"document.getElementById('log').lastChild.textContent.includes('{text}')")
    return (await _busy(tab) - before) / NEWS


async def _busy(tab: Tab) -> float:
    """Return the milliseconds of script, style and layout so far."""
    metrics = (await tab.send("Performance.getMetrics"))["metrics"]
    parts = {"ScriptDuration", "RecalcStyleDuration", "LayoutDuration"}
    return 1000 * sum(float(one["value"]) for one in metrics if one["name"] in parts)
