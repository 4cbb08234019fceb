"""Whose each job is that an interaction brings: that person's, in that server.

What every card has, a picture and how far it is, is the server's: who has a job that takes long
is shown them, too.
"""

from __future__ import annotations

import contextlib
import contextvars

from bot.logs import begin_request, request_id
from bot.solving import Requester, WorkerPool
from bot.ui.picture import draw
from solvers.daily import find_distances


@contextlib.contextmanager
def held_to_who_asked(world):
    """Hold the jobs of a bot against the playground's interactions; at the end all were right.

    Those that an interaction brings have its id in their context.
    """
    nobodys, run, wrong = request_id.get(), WorkerPool.run, []

    async def noting(pool, solve, request, **options):
        name = request_id.get()
        if name != nobodys:
            asked = next(one for one in reversed(world.interactions.values()) if name == short(one))
            whose = None if solve in {draw, find_distances} else asked.user.id
            if options["requester"] != Requester(whose, asked.channel.guild_id):
                wrong.append((solve, options["requester"]))
        return await run(pool, solve, request, **options)

    WorkerPool.run = noting
    try:
        yield
    finally:
        WorkerPool.run = run
    assert not wrong, wrong


def short(interaction):
    """The id under which it is found in the log."""
    return contextvars.copy_context().run(begin_request, interaction.id)
