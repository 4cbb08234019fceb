"""Shows the progress of a search for a snake while it runs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

import discord

from bot.solving import Progress
from bot.ui import replies
from bot.ui.client import Interaction
from bot.ui.layout import Page, Tone, card
from solvers.text import many

log = logging.getLogger(__name__)

TICK_SECONDS = 1.2
"""Seconds between two edits that show progress; Discord takes five edits in five seconds."""
CELLS = 20


class Watched:
    """What is known of a search so far."""

    def __init__(self, heading: str) -> None:
        self._heading = heading
        self._began = time.monotonic()
        self._best: Progress | None = None
        self._gap = 0  # at the first report

    async def watch(self, progress: Progress) -> None:
        """Record progress; a search that starts again never makes it worse."""
        best = self._best
        if best is not None:
            progress = replace(
                progress, best=max(progress.best, best.best), bound=min(progress.bound, best.bound)
            )
        self._best = progress

    def page(self) -> Page:
        """Return the page to show."""
        best = self._best
        if best is None:
            return present_waiting(self._heading)
        self._gap = self._gap or best.bound - best.best
        seconds = time.monotonic() - self._began
        status = SearchStatus(self._heading, best.best, best.bound, self._gap, seconds)
        return present_search(status)


@contextlib.asynccontextmanager
async def showing_progress(interaction: Interaction, heading: str) -> AsyncIterator[Watched]:
    """Edit the answer about once a second for as long as the block lasts."""
    watched = Watched(heading)
    over = asyncio.Event()
    showing = asyncio.create_task(_show(interaction, watched, over))
    try:
        yield watched
    finally:
        # Not cancelled, as an edit under way might arrive after the answer.
        over.set()
        await showing


async def _show(interaction: Interaction, watched: Watched, over: asyncio.Event) -> None:
    while True:
        try:
            async with asyncio.timeout(TICK_SECONDS):
                await over.wait()
        except TimeoutError:
            pass
        else:
            return
        try:
            await replies.edit_progress(interaction, watched.page())
        except discord.HTTPException as error:
            log.warning("progress could not be shown: %s", error)
            return


@dataclass(frozen=True, slots=True)
class SearchStatus:
    """How far a search has got. `first_gap` is the first distance between bound and best."""

    heading: str
    best: int
    bound: int
    first_gap: int
    seconds: float


def present_search(status: SearchStatus) -> Page:
    """Return the page: the best so far, the bound, and a bar for the part of the gap closed."""
    gap = status.bound - status.best
    closed = 1 - gap / status.first_gap if status.first_gap else 1.0
    full = round(CELLS * closed)
    bar = "█" * full + "░" * (CELLS - full)
    blocks = [
        f"## {status.heading}",
        f"Best so far **{status.best:,}**, at most **{status.bound:,}**",
        f"`{bar}` {many(gap, 'point')} apart",
        f"-# {status.seconds:.0f} s so far. I stop when the two meet, or when time is up.",
    ]
    return Page(card(Tone.NOTE, blocks))


def present_waiting(heading: str) -> Page:
    """Return the page of a search that is still queued."""
    return Page(card(Tone.NOTE, [f"## {heading}", "Hang on, other puzzles are first…"]))
