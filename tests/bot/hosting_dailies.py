"""Shared by tests of hosting daily puzzles: setting up, a channel's posts, waiting."""

import asyncio
from datetime import timedelta

from bot.outbox import Outbox
from tests.bot.organising import looked, until
from tests.bot.statements import rows_of
from tests.patience import PATIENCE

ROOM = "daily"


async def answer(person, line, place=ROOM, /, **options):
    """Return the answer to a command."""
    return await (await person.run(line, place, **options)).reply()


async def set_up(app, place=ROOM, /, **options):
    """Set the first server up, a minute before the next hour; return the answer."""
    to_the_hour(app, minutes=-1)
    given = {"hour": (app.now() + timedelta(minutes=1)).hour, "zone": "UTC"} | options
    return await answer(app.person(), "/daily setup", place, **given)


def to_the_hour(app, **more):
    """Move the clock to the next full hour, or to a time after (or before) it."""
    now = app.now()
    full = now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1, **more)
    while full <= now:
        full += timedelta(hours=1)
    app.advance(seconds=(full - now).total_seconds())


def posts(person, channel=ROOM, button="Rules"):
    """Return a channel's daily posts, without tests and answers."""
    return [
        post
        for post in person.transcript(channel)
        if button in post.buttons
        and post.message.interaction is None
        and not post.ephemeral
        and "Just a test" not in post.text
    ]


def over(person, channel=ROOM):
    """Return a channel's daily posts that show that they are over, and who solved them."""
    return [post for post in posts(person, channel) if "**Closed.**" in post.text]


async def posted(person, number=1, channel=ROOM):
    """Wait until there are `number` daily posts; return the newest."""
    await until(lambda: len(posts(person, channel)) >= number)
    assert len(posts(person, channel)) == number
    return posts(person, channel)[-1]


async def first_posted(app, place=ROOM, /, **options):
    """Set the first server up and let the first puzzle be posted; return its post."""
    await set_up(app, place, **options)
    app.advance(minutes=1)
    return await posted(app.person(), channel=place)


async def undone(app, which):
    """Return how many turns are due, and messages for which a condition holds."""
    query = (
        "SELECT (SELECT count(*) FROM messages WHERE delivered_version < version AND "
        f"given_up_at IS NULL AND {which}) + "
        "(SELECT count(*) FROM daily_setups WHERE running AND next_due_at <= ?)"
    )
    now = f"{app.now():%Y-%m-%d %H:%M:%S.%f}"
    ((number,),) = await rows_of(app, query, now, now)
    return number


async def settled(app):
    """Wait until no turn or message is due, except edits, which rest for a minute."""

    async def left():
        return await undone(
            app, "NOT (message_id IS NOT NULL AND attempts = 0 AND next_attempt_at > ?)"
        )

    async with asyncio.timeout(PATIENCE):
        while await left():
            app.services.scheduler.wake()
            await asyncio.sleep(0.05)


async def settled_or_refused(app):
    """Wait until every due post has been tried."""

    async def untried():
        return await undone(app, "next_attempt_at <= ?")

    async def is_quiet():
        return not await untried() and not any(map(attempts, asyncio.all_tasks()))

    async with asyncio.timeout(PATIENCE):
        while True:
            if await is_quiet():
                await looked(app)  # by now what was being claimed is being tried
                if await is_quiet():
                    return
            app.services.scheduler.wake()
            await asyncio.sleep(0.05)


def attempts(task):
    """Return whether a task is an attempt at a post; what it has claimed is not due any more."""
    return getattr(task.get_coro(), "__qualname__", "") == Outbox._attempt.__qualname__
