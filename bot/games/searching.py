"""Showing how a search for a snake gets on, for as long as it lasts."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot import answers
from bot.present.snake_progress import Search, present_search, present_waiting

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.client import Ask
    from bot.dispatch import Progress
    from bot.present.layout import Page

log = logging.getLogger(__name__)

TICK_SECONDS = 1.2
"""Between two edits that show progress; Discord takes five in five seconds."""


class Watched:
    """What is known so far of a search."""

    def __init__(self, heading: str) -> None:
        self._heading = heading
        self._began = time.monotonic()
        self._best: Progress | None = None
        self._gap = 0  # when it was first shown

    async def watch(self, progress: Progress) -> None:
        """Take note of progress: a search that begins again takes nothing back."""
        best = self._best
        if best is not None:
            progress = replace(
                progress, best=max(progress.best, best.best), bound=min(progress.bound, best.bound)
            )
        self._best = progress

    def page(self) -> Page:
        """Return what to show."""
        best = self._best
        if best is None:
            return present_waiting(self._heading)
        self._gap = self._gap or best.bound - best.best
        seconds = time.monotonic() - self._began
        return present_search(Search(self._heading, best.best, best.bound, self._gap, seconds))


@contextlib.asynccontextmanager
async def showing_progress(ask: Ask, heading: str) -> AsyncIterator[Watched]:
    """Edit the answer about once a second for as long as the block lasts."""
    watched = Watched(heading)
    over = asyncio.Event()
    showing = asyncio.create_task(_show(ask, watched, over))
    try:
        yield watched
    finally:
        # Not cancelled: an edit under way might arrive after the answer.
        over.set()
        await showing


async def _show(ask: Ask, watched: Watched, over: asyncio.Event) -> None:
    while True:
        try:
            async with asyncio.timeout(TICK_SECONDS):
                await over.wait()
        except TimeoutError:
            pass
        else:
            return
        try:
            await answers.update(ask, watched.page())
        except discord.HTTPException as error:
            log.warning("progress could not be shown: %s", error)
            return
