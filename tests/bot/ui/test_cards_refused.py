"""Answers whose cards are not kept are complete, without buttons that could not work."""

import json

import pytest

from bot.store import cards as limits
from tests.bot.hosting import ROOM, announced, entry, send
from tests.bot.statements import rows_of

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def nothing_is_kept(app, monkeypatch):
    monkeypatch.setattr(limits, "UNITS_AN_HOUR", 0)


async def kept(app):
    return await rows_of(app, "SELECT kind, content FROM cards ORDER BY created_at")


@pytest.mark.parametrize(
    "line",
    [
        "/ladder start:cat target:dog",
        "/snake words:run nausea seasick",
        "/anigram start:team",
        "/truncate through:lap",
    ],
)
async def test_an_answer_comes_without_buttons(app, nothing_is_kept, line):
    before = len(await kept(app))
    reply = await (await app.person().run(line, ROOM)).reply()
    await reply.says("so this one has no buttons")
    assert reply.buttons == []
    assert len(await kept(app)) == before


async def test_an_answer_has_its_buttons_otherwise(app):
    reply = await (await app.person().run("/ladder start:cat target:dog", ROOM)).reply()
    assert "Definitions" in reply.buttons


async def test_a_form_that_cannot_be_taken_says_why_all_the_same(app, nothing_is_kept):
    olive = app.person()
    opened = await olive.run("/snake", ROOM)
    await opened.form()
    reply = await (await olive.submit(opened, Words="run run")).follow_up()
    assert "Use each word once" in reply.text
    assert reply.ephemeral
    assert reply.buttons == []


async def test_a_contests_snake_comes_back_as_a_file(app, nothing_is_kept):
    _, post = await announced(app)
    exchange, _ = await entry(app.person("pia"), post)
    reply = await (await send(app.person("pia"), exchange, ["strange", "words"])).reply()
    assert "strange" in reply.text
    assert list(reply.files) == ["my-words.txt"]


async def test_a_form_of_one_long_word_is_kept_once(app):
    olive, words = app.person(), "x" * 4000
    opened = await olive.run("/snake", ROOM)
    await (await olive.submit(opened, Words=words)).follow_up()
    _, post = await announced(app)
    exchange, _ = await entry(app.person("pia"), post)
    await (await send(app.person("pia"), exchange, [words])).reply()
    cards = [json.loads(content) for kind, content in await kept(app) if "rejected" in kind]
    assert [card["text"] for card in cards[-2:]] == [words, words]
    assert all(len(card["fault"]) <= 1000 for card in cards)
