"""How much CPU each interaction takes of the event loop's thread."""

from __future__ import annotations

import asyncio.events
import contextlib
import time
from collections import defaultdict

import discord.state

from bot.logs import request_id


class LoopCpu:
    """Adds up the CPU time of the loop's thread in all that an interaction sets off.

    What it sets off is known by its context, which has its id in the log: its tasks, theirs, and
    the callbacks of all of them. The library's reading of the payload counts too. What the
    playground does in the same thread does not, and neither do threads and other processes.
    """

    def __init__(self):
        self._spent = defaultdict(float)
        self._reading = 0.0

    def take(self):
        """Return the seconds since this was last asked."""
        taken = sum(self._spent.values()) + self._reading
        self._spent.clear()
        self._reading = 0.0
        return taken

    @contextlib.contextmanager
    def measuring(self):
        nobodys = request_id.get()
        run = asyncio.events.Handle._run
        parse = discord.state.ConnectionState.parse_interaction_create

        def measured_run(handle):
            context, began = handle._context, time.thread_time()
            try:
                return run(handle)
            finally:
                # The id may have been set just now, by the first step of the task.
                name = context.get(request_id, nobodys)
                if name != nobodys:
                    self._spent[name] += time.thread_time() - began

        def measured_parse(state, data):
            began = time.thread_time()
            try:
                parse(state, data)
            finally:
                self._reading += time.thread_time() - began

        asyncio.events.Handle._run = measured_run
        discord.state.ConnectionState.parse_interaction_create = measured_parse
        try:
            yield self
        finally:
            asyncio.events.Handle._run = run
            discord.state.ConnectionState.parse_interaction_create = parse
