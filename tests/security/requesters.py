"""Checks that jobs from an interaction belong to its person and server.

Jobs for every card, its picture and its progress, belong to the server, so that people with a long
job still see them.
"""

import contextlib
import contextvars

from bot.logs import begin_request, request_id
from bot.solving import Requester, WorkerPool
from bot.ui.picture import draw
from solvers.daily import find_distances


@contextlib.contextmanager
def held_to_who_asked(world):
    """Compare a bot's jobs with the playground's interactions, and check them at the end.

    Jobs from an interaction have its id in their context.
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
    """Return an interaction's id in the log."""
    return contextvars.copy_context().run(begin_request, interaction.id)
