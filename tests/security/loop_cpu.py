"""How much CPU time each interaction takes in the event loop's thread."""

import asyncio.events
import contextlib
import time
from collections import defaultdict

import discord.state

from bot.logs import request_id


class LoopCpu:
    """Adds up the CPU time that interactions cause in the loop's thread.

    The context, which has the interaction's log id, shows what belongs to it: its tasks, their
    tasks, and all their callbacks. The library's reading of the payload counts, too. The
    playground's work in the same thread does not count, nor do threads and other processes.
    """

    def __init__(self):
        self._spent = defaultdict(float)
        self._reading = 0.0

    def take(self):
        """Return the seconds since the last call."""
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
                # The first step of the task may have just set the id.
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
