"""Sends what Discord's own client never would: other ids, forms and option values."""

import asyncio

from playground import interactions, posting
from playground.client import actions
from playground.exchange import Exchange, Post
from playground.model import Flags, Kind
from tests.patience import PATIENCE

BUTTON, TEXT, ROLE, LABEL, ROW = 2, 4, 6, 18, 1
STRING, INTEGER = 3, 4


def press(app, person, channel, custom_id):
    """Press a button with any id, after putting it on a message of the bot's."""
    world = app.harness.world
    button = {"type": BUTTON, "id": 2, "style": 2, "label": "Forged", "custom_id": custom_id}
    row = {"type": ROW, "id": 1, "components": [button]}
    body = {"components": [row], "flags": int(Flags.COMPONENTS_V2)}
    message = posting.build(world, channel, world.bot, body, {})
    posting.post(world, message)
    return Exchange(world, actions.press(world, person.user, message, custom_id))


def submit(app, person, channel, custom_id, **fields):
    """Send in a form with any id and any fields: texts, or lists of choices."""
    kinds = {str: (TEXT, "value"), list: (ROLE, "values")}
    given = [(name, *kinds[type(value)], value) for name, value in fields.items()]
    components = [
        {"type": LABEL, "component": {"type": kind, "custom_id": name, key: value}}
        for name, kind, key, value in given
    ]
    data = {"custom_id": custom_id, "components": components}
    return _begin(app, Kind.MODAL, person, channel, data)


def run(app, person, channel, path, **values):
    """Run a command with any values."""
    options = [
        {"type": STRING if isinstance(value, str) else INTEGER, "name": name, "value": value}
        for name, value in values.items()
    ]
    name, *below = path.split()
    for one in reversed(below):
        options = [{"type": 1, "name": one, "options": options}]
    data = {"id": "1", "name": name, "type": 1, "options": options}
    return _begin(app, Kind.COMMAND, person, channel, data)


def _begin(app, kind, person, channel, data):
    world = app.harness.world
    return Exchange(world, interactions.begin(world, kind, person.user, channel, data))


async def outcome(exchange, seconds=PATIENCE):
    """Return the answer that the person sees in the end; None for a form."""
    it = exchange.interaction
    async with asyncio.timeout(seconds):
        while it.failure is None:
            if it.modal is not None:
                return None
            if it.follow_ups:
                return Post(it.follow_ups[-1])
            shown = it.original
            if it.answered is not None and shown and not (shown.thinking or shown.deleted):
                return Post(shown)
            await asyncio.sleep(0.005)
    raise AssertionError(it.failure, it.data)


async def refused(exchange):
    """Return the one sentence that only the person who asked sees."""
    post = await outcome(exchange)
    assert post is not None
    assert post.ephemeral
    return post.plain
