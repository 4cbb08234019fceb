"""Shared by tests of organising contests: making one through the form, and waiting."""

import asyncio
import contextlib
import inspect
import itertools

from bot.ui.tapping import MOST_TAPPED
from playground.permissions import CREATE_EVENTS, MANAGE_ROLES, VIEW_CHANNEL
from tests.bot.statements import rows_of
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
    """Return the posts with a text that a person sees, without answers to anybody."""
    return [
        post
        for post in person.transcript(channel)
        if text in post.text and not post.ephemeral and post.message.interaction is None
    ]


async def until(condition, seconds=PATIENCE):
    """Wait until a condition holds, which may have to be awaited."""

    async def holds():
        found = condition()
        return await found if inspect.isawaitable(found) else found

    async with asyncio.timeout(seconds):
        while not await holds():
            await asyncio.sleep(0.05)


async def looked(app, times=1):
    """Wait until each of the bot's jobs has looked for due work `times` times from the start."""
    for _ in range(times + 1):  # only the next look shows that one has ended
        app.services.scheduler.wake()
        for wake in app.services.scheduler._wakes:
            await until(lambda wake=wake: not wake.is_set())


async def settled(app):
    """Wait until nothing is due to be posted; move the clock on for edits that rest."""

    async def due():
        unsent = "delivered_version < version AND given_up_at IS NULL"
        return await rows_of(app, f"SELECT 1 FROM messages WHERE {unsent}")

    async with asyncio.timeout(PATIENCE):
        for look in itertools.count(1):
            if not await due():
                return
            if look % LOOKS == 0:
                app.advance(seconds=15)
            await asyncio.sleep(0.05)


async def the_contest(app):
    """Return the newest contest of the first server."""
    guild = app.harness.guild("Word House")
    return (await app.services.contests.queries.of_guild(guild.id, limit=1))[0]


# The panels of organisers


async def managed(person, contest, channel="contests"):
    """Return the panel of a contest, by its title."""
    return await (await person.run("/contest manage", channel, contest=contest)).reply()


async def filled(person, post, label, **fields):
    """Press a button that opens a form, fill it in; return the answer, on the post or a new one."""
    asked = await person.press(post, label)
    await asked.form()
    return await (await person.submit(asked, **fields)).reply()


async def press_until(person, post, label, text):
    """Press a button and wait until its post shows a text; return the post."""
    await person.press(post, label)
    return await post.says(text)


async def more(person, contest, value, channel="contests"):
    """Return what the menu of a contest's panel shows for a value: players, export or audit."""
    panel = await managed(person, contest, channel)
    told = await (await person.choose(panel, "Players, file, history", value)).reply()
    if "Get the file" in told.buttons:  # it is still open
        return await (await person.press(told, "Get the file")).reply()
    return told


async def audit(person, contest=None, channel="contests"):
    """Return who did what to a contest, by its title, or in the whole server."""
    if contest is not None:
        return await more(person, contest, "audit", channel)
    panel = await (await person.run("/contest manage", channel)).reply()
    if "Who did what" in panel.buttons:  # no contest yet
        return await (await person.press(panel, "Who did what")).reply()
    about = await (await person.choose(panel, "Players, file, history", "audit")).reply()
    return await (await person.press(about, "In all contests")).reply()


async def template_of(person, name, channel="contests"):
    """Return the page of a template, by its name."""
    return await _chosen(person, "/contest templates", "Choose one to start", name, channel)


async def season_of(person, name, channel="contests"):
    """Return the page of a season, by its name."""
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


async def written(person, exchange):
    """Return a form's values by the custom ids of its fields."""
    form = await exchange.form()
    fields = [label["component"] for label in form["components"]]
    return {
        field["custom_id"]: field.get("value", "")
        if field["type"] == 4
        else next((one["value"] for one in field.get("options", ()) if one.get("default")), "")
        for field in fields
        if field["type"] != 19  # a file
    }


async def hide(app, channel):
    """Hide a channel from everyone but its server's owner, the bot, and a role of Quinn's."""
    world, guild = app.harness.world, app.harness.guild("Word House")
    role = world.create_role(guild, "Staff")
    guild.members[app.person("quinn").id].roles.append(role.id)
    for who in (role.id, world.bot.id):
        world.overwrite(channel, who, allow=VIEW_CHANNEL)
    world.overwrite(channel, guild.id, deny=VIEW_CHANNEL)
    everyone = app.client.get_guild(guild.id).default_role
    await until(
        lambda: app.client.get_channel(channel.id).overwrites_for(everyone).view_channel is False
    )


@contextlib.contextmanager
def creating_events(app):
    """Let the bot create events; yield its server."""
    guild = app.harness.guild("Word House")
    role = app.harness.world.create_role(guild, "Events", CREATE_EVENTS)
    roles = guild.members[app.harness.world.bot.id].roles
    roles.append(role.id)
    yield guild
    roles.remove(role.id)
    guild.events.clear()


def notices(person):
    """Return what the bot sent a person unasked."""
    return [post for post in person.transcript(person.dm) if post.message.interaction is None]


@contextlib.asynccontextmanager
async def pinging(app, role_name="Players"):
    """Have the bot ping a role, which it may hand out, for contests."""
    guild, world = app.harness.guild("Word House"), app.harness.world
    role = world.create_role(guild, role_name)
    unheard = world.create_role(guild, "Unheard")
    unheard.mentionable = False
    mine = manager_of_roles(app)
    await app.restart()  # it learns of its own roles when it connects
    olive = app.person()
    line = "/settings contest-ping"
    told = await (await olive.run(line, "contests", role=f"@{unheard.name}")).reply()
    assert "My ping of @Unheard reaches nobody" in told.plain
    told = await (await olive.run(line, "contests", role=f"@{role_name}")).reply()
    assert f"@{role_name} is pinged when a contest opens" in told.plain
    assert "reaches nobody" not in told.plain
    try:
        yield role
    finally:
        told = await (await olive.run(line, "contests")).reply()
        assert "Nobody is pinged" in told.plain
        guild.members[world.bot.id].roles.remove(mine.id)


WEEKLY = {"Title": "First", "Words": "generate 5 gentle", "Lasts": "30 min"}


async def saved(person, channel="contests", name="Weekly"):
    """Confirm a contest whose words were drawn, and save it as a template; return its page."""
    preview = await drafted(person, channel, **WEEKLY)
    await (await person.press(preview, "Confirm and open")).acknowledged()
    await preview.says("announced in")
    return await filled(person, preview, "Save as template", Name=name)


TWENTY = (*(f"{letter}at" for letter in "bcfhmprst"), *(f"{letter}ay" for letter in "bdfhjlmnprs"))


def too_many(app):
    """Return one word more than can be tapped."""
    lexicon = app.services.lexicons["common"].showing("family")
    found = lexicon.shown(lexicon.ids_of_length(6))[: MOST_TAPPED + 1]
    return tuple(map(lexicon.word, found))


def manager_of_roles(app):
    """Give the bot a role above all others that may manage roles; return it."""
    return manager_in(app.harness.world, app.harness.guild("Word House"))


def manager_in(world, guild):
    """Give the bot that role in a server."""
    role = world.create_role(guild, "Snakes", MANAGE_ROLES)
    guild.members[world.bot.id].roles.append(role.id)
    return role
