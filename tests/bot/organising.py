"""What tests of organising contests share: making one through the form, and waiting."""

from __future__ import annotations

import asyncio
import itertools

from tests.patience import PATIENCE

WORDS = "street test nausea seasick stone tone"
PAR = 30
DRAFT_BUTTONS = [
    *("Confirm and open", "Options", "More", "People"),
    *("Change", "Repeat weekly", "Save as template", "Discard"),
]
LOOKS = 100


async def planning(person, channel="contests"):
    """Open the form of a new contest."""
    offered = await (await person.run("/contest create", channel)).reply()
    return await person.press(offered, "My own")


async def drafted(person, channel="contests", **fields):
    """Fill in the form of a new contest; return its preview."""
    asked = await planning(person, channel)
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


# The panels of organisers


async def managed(person, contest, channel="contests"):
    """The panel of a contest, by its title."""
    return await (await person.run("/contest manage", channel, contest=contest)).reply()


async def filled(person, post, label, **fields):
    """Press what opens a form, fill it in; return the answer, in the same place or a new one."""
    asked = await person.press(post, label)
    await asked.form()
    return await (await person.submit(asked, **fields)).reply()


async def more(person, contest, value, channel="contests"):
    """What the panel of a contest has in its menu: players, export, audit."""
    panel = await managed(person, contest, channel)
    told = await (await person.choose(panel, "Players, file, history", value)).reply()
    if "Get the file" in told.buttons:  # it is open still
        return await (await person.press(told, "Get the file")).reply()
    return told


async def audit(person, contest=None, channel="contests"):
    """Who did what: to a contest, by its title, or in the whole server."""
    if contest is not None:
        return await more(person, contest, "audit", channel)
    panel = await (await person.run("/contest manage", channel)).reply()
    if "Who did what" in panel.buttons:  # there is no contest yet
        return await (await person.press(panel, "Who did what")).reply()
    about = await (await person.choose(panel, "Players, file, history", "audit")).reply()
    return await (await person.press(about, "In all contests")).reply()


async def template_of(person, name, channel="contests"):
    """The page of a template, by its name."""
    return await _chosen(person, "/contest templates", "Choose one to start", name, channel)


async def season_of(person, name, channel="contests"):
    """The page of a season, by its name."""
    return await _chosen(person, "/contest seasons", "Choose one to change", name, channel)


async def _chosen(person, line, menu, name, channel):
    listed = await (await person.run(line, channel)).reply()
    select = next(one for one in listed.components if menu in one.get("placeholder", ""))
    value = next(one["value"] for one in select["options"] if one["label"] == name)
    return await (await person.choose(listed, select["custom_id"], value)).reply()


async def season_started(person, name, channel="contests", **fields):
    """Start a season."""
    listed = await (await person.run("/contest seasons", channel)).reply()
    return await filled(person, listed, "Start a season", Name=name, **fields)
