"""Whose each job is that an interaction brings: that person's, in that server."""

from __future__ import annotations

import contextlib
import contextvars

from bot.logs import begin_request, request_id
from bot.solving import Requester, WorkerPool


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
            if options["requester"] != Requester(asked.user.id, asked.channel.guild_id):
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
