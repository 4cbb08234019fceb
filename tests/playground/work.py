"""How much a page works while something happens: mostly counts, the same on busy machines."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.playground.browser import Tab


@dataclass
class Work:
    """What the page's single thread did."""

    restyled: int = 0  # elements with a newly computed style
    laid_out: int = 0  # boxes that were laid out
    steps: int = 0  # functions and blocks that the page's scripts ran
    milliseconds: float = 0  # of processor time, for script, style and layout
    in_all: float = 0  # milliseconds of processor time for everything, also painting


BUSY = {"FunctionCall", "UpdateLayoutTree", "Layout", "EventDispatch"}
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline"]  # the second has tasks


async def count_steps(tab: Tab) -> None:
    """Count the steps of scripts that load from now on, since these are prepared for it."""
    await tab.send("Profiler.enable")
    await tab.send("Profiler.startPreciseCoverage", callCount=True, detailed=True)


async def _steps(tab: Tab) -> int:
    """Return the number of steps since the last call."""
    scripts = (await tab.send("Profiler.takePreciseCoverage"))["result"]
    ranges = (
        block
        for script in scripts
        if "/page/" in script["url"]
        for function in script["functions"]
        for block in function["ranges"]
    )
    return sum(block["count"] for block in ranges)


@contextlib.asynccontextmanager
async def measured(tab: Tab) -> AsyncIterator[Work]:
    """Yield a `Work`, and fill it in at the end."""
    work = Work()
    await _steps(tab)
    config = {"includedCategories": CATEGORIES}
    await tab.send("Tracing.start", transferMode="ReturnAsStream", traceConfig=config)
    yield work
    async with tab.expect("Tracing.tracingComplete") as complete:
        await tab.send("Tracing.end")
    work.steps = await _steps(tab)
    frame = (await tab.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
    events = json.loads(await _read(tab, complete.result()["stream"]))["traceEvents"]
    ours = {
        it["tid"]
        for it in events
        for data in ("data", "beginData")
        if it.get("args", {}).get(data, {}).get("frame") == frame
    }
    for event in events:
        if event["tid"] not in ours:
            continue
        about = event.get("args", {})
        if event["name"] == "UpdateLayoutTree":
            work.restyled += about.get("elementCount", 0)
        elif event["name"] == "Layout":
            work.laid_out += about["beginData"]["dirtyObjects"]
        if event["name"] in BUSY:
            work.milliseconds += event.get("tdur", 0) / 1000
        if event["name"] == "RunTask":
            work.in_all += event.get("tdur", 0) / 1000


async def _read(tab: Tab, stream: str) -> str:
    text = ""
    while True:
        part = await tab.send("IO.read", handle=stream)
        text += part["data"]
        if part["eof"]:
            return text
