"""Every message and edit tells Discord that it mentions nobody, as read off the wire.

The tests of daily posts cover the role that a daily puzzle pings.
"""

import json

import pytest

from playground.rest.call import Call
from tests.bot.hosting import BEST, ROOM, announced, answer, entry, finished, send
from tests.bot.hosting_dailies import set_up, settled
from tests.bot.playing_dailies import given_up, opened, player, playing, shared_by

pytestmark = pytest.mark.asyncio(loop_scope="module")

MESSAGE, UPDATE = 4, 7
"""The first answers that hold a message."""


@pytest.fixture
def bodies(monkeypatch):
    """Collect what the bot sends from now on: (method, path, body)."""
    sent, form = [], Call.form

    async def recorded(call):
        body, uploads = await form(call)
        sent.append((call.request.method, call.request.path, body))
        return body, uploads

    monkeypatch.setattr(Call, "form", recorded)
    return sent


def messages(bodies):
    """Yield the messages and edits among all that was sent."""
    for method, path, body in bodies:
        if path.endswith("/callback"):
            if body["type"] in {MESSAGE, UPDATE}:
                yield f"{path} type {body['type']}", body["data"]
        elif "components" in body or "content" in body:
            yield f"{method} {path}", body


def kind(what):
    """Return a request without its ids and tokens."""
    return " ".join(
        "/".join(part for part in word.split("/") if part.isalpha() or part == "@original")
        for word in what.split(" ")
    )


async def test_no_message_and_no_edit_mentions_anybody(app, bodies):
    pia = app.person("pia")
    post = await (await pia.run("/ladder warm cold")).reply()
    await answer(pia, post, "Another")
    await (await pia.run("/ladder warm catt")).follow_up()
    contest, post = await announced(app)
    tapping = await answer(pia, post, "Play")
    await pia.press(tapping, BEST[0])
    await tapping.says("1 of 6")
    exchange, _ = await entry(pia, post)
    await (await send(pia, exchange, BEST)).reply()
    await answer(app.person(), await (await _closing(app, contest)).reply(), "Close it now")
    await finished(app, contest)
    await set_up(app)
    someone = player(app)
    await opened(app, "resize")
    card = await playing(app, someone)
    await given_up(someone, card)
    await shared_by(someone, card)
    await settled(app)

    found = list(messages(bodies))
    kinds = {kind(what) for what, _ in found}
    for path in ("POST api/channels/messages", "PATCH api/channels/messages"):
        assert path in kinds, kinds
    assert len(kinds) >= 5, kinds
    for what, body in found:
        allowed = body.get("allowed_mentions")
        assert allowed is not None, (what, json.dumps(body)[:500])
        assert allowed["parse"] == []
        assert not allowed.get("users")
        assert not allowed.get("replied_user")
        assert not allowed.get("roles")


async def _closing(app, contest):
    return await app.person().run("/contest manage", ROOM, contest=contest.id)
