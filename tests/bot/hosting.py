"""Contests of an app: made through their service, played through Discord."""

import asyncio
import itertools
from datetime import timedelta

from bot.contests import Act, Plan
from tests.bot.racing import helped, wrote
from tests.bot.statements import rows_of

WORDS = ("nausea", "run", "seasick", "street", "test", "tone")
BEST = ("test", "street", "tone", "run", "nausea", "seasick")
ROOM = "contests"

_numbers = itertools.count(1)


def act(app, name="olive"):
    return Act(app.person(name).id, app.now(), next(_numbers))


async def announced(app, words=WORDS, lasts=timedelta(hours=1), channel=None, **options):
    """Return a contest that its organiser has confirmed, and its announcement; end all others.

    It has its own channel, as Discord takes only a few messages a second in each.
    """
    guild = app.harness.guild("Word House")
    channel = channel or app.harness.world.create_channel(guild, f"room-{next(_numbers)}")
    admin = app.services.contests.admin
    for running in await app.services.contests.queries.of_guild(guild.id, ["draft", "open"]):
        await admin.cancel(guild.id, running.id, act(app))
    title = options.pop("title", f"Contest {next(_numbers)}")
    draft = await admin.create(Plan(title, words, lasts, **options), guild.id, channel.id, act(app))
    await app.services.contests.puzzles.find_par(draft.id, requester=None)
    contest = await admin.confirm(guild.id, draft.id, act(app))
    app.client.services.scheduler.wake()
    post = await app.person().sees(f"## {title}", channel)
    if contest.game != "snake":
        # The guard reads contests in other games only now and then.
        live = app.services.guard.contests
        while contest.id not in {one.id for one in await live._lines.get()}:
            await asyncio.sleep(0.01)
    return contest, post


async def finished(app, contest):
    """End a contest and return its results post."""
    app.advance(seconds=(contest.closes_at - app.now()).total_seconds() + 60)
    channel = app.harness.world.channels[contest.channel_id]
    return await app.person().sees(f"## {contest.title}: the results", channel)


async def answer(person, post, button):
    """Return the answer to a button."""
    return await (await person.press(await helped(person, post, button), button)).reply()


async def tap(person, card, *words):
    """Tap words one after another; return the card."""
    for word in words:
        card = await answer(person, card, word)
    return card


async def entry(person, post, button="Type"):
    """Return the exchange in which a button opened the form, and what the form holds."""
    exchange = await person.press(post, button)
    form = await exchange.form()
    return exchange, form["components"][0]["component"].get("value", "")


async def send(person, exchange, order):
    """Send an opened form in; return the exchange."""
    return await person.submit(exchange, **{"Your snake": "\n".join(order)})


async def sent(person, post, order=BEST, button="Type", game="snake"):
    """Send a snake, or write a whole line of another game on its card; return the answer."""
    if game != "snake":
        return await wrote(person, await answer(person, post, "Play"), *order)
    exchange, _ = await entry(person, post, button)
    return await (await send(person, exchange, order)).reply()


async def kept(app, contest):
    """Return every stored try as (user, number, score), in the order in which they came."""
    query = (
        "SELECT user_id, number, score FROM submissions s JOIN entrants e "
        "ON e.id = s.entrant_id WHERE s.contest_id = ? ORDER BY s.at, s.id"
    )
    return await rows_of(app, query, contest.id)


def private_posts(app, person):
    """Return the posts that only this person sees in the server's channels, oldest first."""
    channels = app.harness.world.channels.values()
    posts = [post for channel in channels for post in person.transcript(channel) if post.ephemeral]
    return sorted(posts, key=lambda post: post.message.id)
