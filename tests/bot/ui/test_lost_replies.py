"""Discord accepts the first answer to an interaction, but its reply to the bot is lost."""

import logging

import aiohttp
import discord
import pytest

from bot.logs import set_up_logging
from tests.bot.hosting import BEST, announced, entry, kept, send
from tests.bot.organising import press_until, until
from tests.bot.pages import check_private
from tests.bot.playing_dailies import opened, player, playing, plays_of

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(
    params=[
        pytest.param({"cut": True}, id="cut"),
        pytest.param({"status": 500}, id="500", marks=pytest.mark.slow),
    ]
)
def lossy(app, request):
    """Lose the reply to every first answer that Discord accepts."""
    app.harness.fail("/interactions/*/callback", after=True, times=None, **request.param)
    yield
    app.harness.world.faults.clear()


@pytest.fixture
async def pia(app):
    return app.person("pia")


@pytest.mark.parametrize("fault", [{"cut": True}, {"status": 500}], ids=str)
async def test_a_commands_answer_comes(app, pia, fault, caplog):
    app.harness.fail("/interactions/*/callback", after=True, **fault)
    post = await (await pia.run("/word cat")).reply()
    assert "## cat" in post.text
    assert "reply to an acknowledgement was lost" in caplog.text


async def test_a_menus_answer_comes(app, lossy, pia):
    post = await pia.write("cold cord card", "contests")
    checked = await (await pia.use("Check this snake or ladder", post)).reply()
    check_private(checked, checked.text, "cold")


async def test_a_button_that_answers_changes_its_card_and_opens_a_form(app, lossy, pia):
    post = await (await pia.run("/ladder warm cold")).reply()
    own = await (await pia.press(post, "Definitions")).reply()  # a message of its own
    assert "**warm**" in own.text
    again = await (await pia.press(post, "Another")).reply()  # the card itself
    assert again.message is post.message
    assert await (await pia.run("/snake")).form()


async def test_a_snake_is_stored_once_and_answered(app, lossy, pia):
    contest, post = await announced(app)
    exchange, _ = await entry(pia, post)
    receipt = await (await send(pia, exchange, BEST)).reply()
    assert "## 15 points" in receipt.text
    assert await kept(app, contest) == [(pia.id, 1, 15)]


async def test_a_tap_and_a_tapped_snake_are_answered_once(app, lossy, pia):
    contest, post = await announced(app, most_tries=1)
    card = await (await pia.press(post, "Play")).reply()
    await press_until(pia, card, BEST[0], "1 of 6 words")
    for count, word in enumerate(BEST[1:], 2):
        await press_until(pia, card, word, f"{count} of 6 words")
    await press_until(pia, card, "Submit", "## 15 points")
    assert await kept(app, contest) == [(pia.id, 1, 15)]


async def test_a_daily_try_is_stored_once_and_answered(app, lossy):
    edition = await opened(app, "resize")
    someone = player(app)
    card = await playing(app, someone)
    exchange = await someone.press(card, "Next word")
    label = (await exchange.form())["components"][0]["label"]
    sending = await someone.submit(exchange, **{label: " ".join(edition.puzzle.solution)})
    assert "100" in (await sending.reply()).text
    ((number, _, tries, points, _),) = await plays_of(app, someone)
    assert (number, tries, points) == (edition.number, 1, 100)


async def test_a_mistake_is_answered(app, lossy, pia):
    reply = await (await pia.run("/ladder catt dogs")).follow_up()
    check_private(reply, reply.text, "catt")


async def test_an_answer_whose_edit_is_cut_comes(app, pia):
    app.harness.fail("/webhooks/*", method="PATCH", cut=True)
    post = await (await pia.run("/ladder warm cold")).reply()
    assert "warm → cold" in post.text


class Answer:
    status, reason = 404, "Not Found"


@pytest.mark.slow
async def test_suggestions_leave_no_traceback(app, pia, caplog):
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    set_up_logging("text")
    (ours,) = root.handlers
    root.handlers[:] = handlers
    root.setLevel(level)
    app.harness.fail("/interactions/*/callback", after=True, status=500)
    contest, _ = await announced(app)
    assert await pia.complete("/contests board", "contest", contest.title, "contests")
    await until(lambda: "Ignoring exception in autocomplete" in caplog.text)
    (record,) = [one for one in caplog.records if one.name == "discord.app_commands.tree"]
    assert not ours.filter(record)
    record.exc_info = (ValueError, ValueError(), None)
    assert ours.filter(record)
    assert record.exc_info
    for error in (
        ConnectionResetError(),
        aiohttp.ServerDisconnectedError(),
        discord.NotFound(Answer(), {"code": 10062}),
    ):
        record.exc_info = (type(error), error, None)
        assert ours.filter(record)
        assert record.levelno == logging.INFO
        assert record.exc_info is None
        assert type(error).__name__ in record.getMessage()
