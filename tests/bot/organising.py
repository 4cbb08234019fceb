"""What tests of organising contests share: making one through the form, and waiting."""

from __future__ import annotations

import asyncio
import itertools

from tests.patience import PATIENCE

WORDS = "street test nausea seasick stone tone"
PAR = 30
LOOKS = 100


async def drafted(person, channel="contests", **fields):
    """Fill in the form of a new contest; return its preview."""
    asked = await person.run("/contest create", channel)
    given = {"Title": "Spring", "Words": WORDS, "Lasts": "1 hour"} | fields
    sent = await person.submit(asked, **given)
    return await (await sent.reply()).says("Only organisers see this draft")


async def announced(person, channel="contests", **fields):
    """Make a contest and confirm it; return its announcement."""
    return await confirmed(person, await drafted(person, channel, **fields), channel)


async def confirmed(person, preview, channel="contests"):
    """Confirm a draft; return its announcement."""
    title = preview.text.partition("\n")[0]
    label = next(label for label in preview.buttons if label.startswith("Confirm"))
    await person.press(preview, label)
    await preview.says("announced in")
    return await person.sees(f"{title}\n", channel)


def seen(person, text, channel="contests"):
    """The posts, not answers to anybody, that a person sees with a text in them."""
    return [
        post
        for post in person.transcript(channel)
        if text in post.text and not post.ephemeral and post.message.interaction is None
    ]


async def until(condition, seconds=PATIENCE):
    """Wait until a condition holds."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.05)


async def looked(app, times=1):
    """Wait until the bot has looked so often for what is due, each job from beginning to end."""
    for _ in range(times + 1):  # the end of a look is seen by the begin of the next one
        app.services.scheduler.wake()
        for wake in app.services.scheduler._wakes:
            await until(lambda wake=wake: not wake.is_set())


async def settled(app):
    """Wait until nothing is due to be posted; what rests, by a stopped clock too, is let rest."""

    async def due():
        async with app.services.store.database.read() as tx:
            rows = await tx.exec_driver_sql(
                "SELECT count(*) FROM messages WHERE delivered_version < version "
                "AND given_up_at IS NULL"
            )
            return rows.scalar_one()

    async with asyncio.timeout(PATIENCE):
        for look in itertools.count(1):
            if not await due():
                return
            if look % LOOKS == 0:
                app.advance(seconds=15)
            await asyncio.sleep(0.05)


async def the_contest(app):
    """The newest contest of the first server."""
    guild = app.harness.guild("Word House")
    return (await app.services.contests.queries.of_guild(guild.id, limit=1))[0]
