"""/privacy end to end: it shows and hands out what is kept, and forgets it after a confirmation."""

import json

import aiohttp
import pytest
from sqlalchemy import text

from bot.store.schema import metadata
from tests.bot.hosting import BEST, ROOM, announced, answer, finished, sent

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def command(person, line, room=ROOM):
    return await (await person.run(line, room)).reply()


async def fetched(post):
    (file,) = post.files.values()
    async with aiohttp.ClientSession() as session, session.get(file["url"]) as answer:
        return json.loads(await answer.read())


async def everything(app):
    """Return the database's contents as text."""
    said = []
    async with app.services.store.database.read() as tx:
        for table in metadata.sorted_tables:
            rows = await tx.execute(text(f"SELECT * FROM {table.name}"))
            said += [f"{table.name}: {tuple(row)}" for row in rows]
    return "\n".join(said)


async def test_nothing_is_kept_of_somebody_who_played_nothing(app):
    ravi = app.person("ravi")
    for room in (ROOM, ravi.dm):
        reply = await command(ravi, "/privacy show", room)
        assert "I keep nothing about you" in reply.text
        assert reply.ephemeral or room is ravi.dm
    reply = await command(ravi, "/privacy export")
    assert await fetched(reply) == {}
    reply = await command(ravi, "/privacy forget")
    assert "nothing to forget" in reply.text
    assert reply.buttons == []


async def test_people_without_a_server_have_the_same_rights(app):
    solo = app.person("solo")
    assert "I keep nothing about you" in (await command(solo, "/privacy show", solo.dm)).text


async def test_all_that_is_kept_is_shown_and_handed_out(app):
    contest, post = await announced(app, title="Privately")
    pia, quinn = app.person("pia"), app.person("quinn")
    await sent(pia, post)
    await sent(quinn, post)
    reply = await command(pia, "/privacy show")
    assert reply.ephemeral
    assert "contests you entered: **1**" in reply.text
    assert "tries you sent in: **1**" in reply.text
    reply = await command(pia, "/privacy export")
    assert reply.ephemeral
    kept = await fetched(reply)
    assert [row["contest_id"] for row in kept["contests you entered"]] == [contest.id]
    assert tuple(kept["tries you sent in"][0]["words"]) == BEST
    assert str(quinn.id) not in json.dumps(kept)


async def test_somebody_is_forgotten_once_they_confirm(app):
    contest, post = await announced(app, title="Forgettable")
    pia, quinn = app.person("pia"), app.person("quinn")
    await sent(pia, post)
    await sent(quinn, post)
    asked = await command(pia, "/privacy forget")
    assert asked.ephemeral
    assert str(pia.id) in await everything(app)
    await answer(pia, asked, "Keep everything")
    assert "I haven’t changed anything" in asked.text
    assert str(pia.id) in await everything(app)

    asked = await command(pia, "/privacy forget")
    cards, database = app.services.store.cards, app.services.store.database
    database._writing.silent = True  # her name cannot be stored yet
    await cards.add("contest", {"words": f"<@{pia.id}>"}, typed=True)
    database._writing.silent = False
    done = await answer(pia, asked, "Forget me")
    assert not cards._held
    assert str(pia.id) not in await everything(app)
    assert done.message is asked.message
    assert "Done!" in done.text
    assert "I keep nothing about you" in (await command(pia, "/privacy show")).text

    board = await answer(quinn, post, "Board")
    assert "🥇 somebody who asked to be forgotten" in board.text
    assert f"🥇 <@{quinn.id}>" in board.text  # equal points
    assert "can’t enter it again" in (await answer(pia, post, "Type")).plain
    results = await finished(app, contest)
    assert "🥇 somebody who asked to be forgotten" in results.text
    assert f"🥇 <@{quinn.id}>" in results.text


async def test_a_results_post_forgets_too(app):
    contest, post = await announced(app, title="Posted")
    pia = app.person("pia")
    await sent(pia, post)
    results = await finished(app, contest)
    assert str(pia.id) in results.text
    asked = await command(pia, "/privacy forget")
    await answer(pia, asked, "Forget me")
    await results.says("somebody who asked to be forgotten")
    assert str(pia.id) not in results.text


async def test_a_question_from_before_a_restart_is_answered(app):
    _, post = await announced(app, title="Restarted")
    pia = app.person("pia")
    await sent(pia, post)
    asked = await command(pia, "/privacy forget")
    await app.stop()
    await app.start()
    assert "Done!" in (await answer(pia, asked, "Forget me")).text
    assert str(pia.id) not in await everything(app)
