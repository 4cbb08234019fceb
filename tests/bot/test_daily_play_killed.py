"""The bot as its host runs it, killed with -9 in a daily play: nothing confirmed is lost.

What was stored before it could be shown is there after a restart, and counts once.
"""

from __future__ import annotations

import json

import pytest
import pytest_asyncio

import playground
from tests.bot.killing import asked
from tests.bot.organising import until
from tests.bot.playing_dailies import WRITE, playing, shared_by, written
from tests.bot.test_contest_killed import kill, running
from tests.moment import MOMENT

pytestmark = pytest.mark.asyncio(loop_scope="module")

REPLIES = "/webhooks/*"
"""Where answers go that follow what was acknowledged."""


@pytest_asyncio.fixture(loop_scope="module")
async def server():
    async with await playground.serve(moment=MOMENT) as server:
        yield server


def edition(folder):
    """What is played: its solution, as the store has it."""
    query = "SELECT content FROM daily_editions JOIN daily_plays USING (number)"
    ((content,),) = asked(folder, query)
    return content if isinstance(content, dict) else json.loads(content)


def play(folder, *columns):
    (row,) = asked(folder, f"SELECT {', '.join(columns)} FROM daily_plays")
    return row


def hints(folder):
    (taken,) = play(folder, "hints")
    return taken if isinstance(taken, list) else json.loads(taken)


async def killed_early(harness, bot, pressing, stored):
    """Kill the bot when it has stored what came of a press and its answer is under way."""
    harness.slow(REPLIES, 5.0)
    await pressing
    await until(stored)
    await kill(bot)
    harness.world.faults.clear()


@pytest.mark.slow
async def test_a_try_that_was_stored_before_its_reply(server, folder):
    async with running(server, folder) as (harness, bot):
        pia = harness.create_person("pia1")
        card = await playing(harness, pia)
        words = edition(folder)["solution"]
        form = await pia.press(card, WRITE[0] if WRITE[0] in card.buttons else WRITE[1])
        label = (await form.form())["components"][0]["label"]
        sending = pia.submit(form, **{label: "\n".join(words)})
        await killed_early(harness, bot, sending, lambda: play(folder, "tries") == (1,))
        assert "Solved" not in card.text
    async with running(server, folder) as (harness, _):
        again = await playing(harness, pia)
        assert "worth 100 of 100" in again.plain
        assert play(folder, "tries", "points") == (1, 100)
        reply = await (await pia.press(card, "Give up")).reply()  # the old card still works
        assert "You keep your best" in reply.plain


@pytest.mark.slow
async def test_a_try_that_the_bot_died_of_before_it_was_stored(server, folder):
    async with running(server, folder) as (harness, bot):
        pia = harness.create_person("pia2")
        card = await playing(harness, pia)
        words = edition(folder)["solution"]
        form = await pia.press(card, WRITE[0] if WRITE[0] in card.buttons else WRITE[1])
        label = (await form.form())["components"][0]["label"]
        harness.slow("/interactions/*", 5.0)
        await pia.submit(form, **{label: "\n".join(words)})
        await kill(bot)
        harness.world.faults.clear()
        assert play(folder, "tries", "points") == (0, None)
    async with running(server, folder) as (harness, _):
        solved = await written(pia, card, *words)  # sent in anew from the same card
        assert "Perfect!" in solved.plain
        assert play(folder, "tries", "points") == (1, 100)


@pytest.mark.slow
async def test_a_hint_that_was_stored_before_it_was_shown_is_paid_once(server, folder):
    async with running(server, folder) as (harness, bot):
        pia = harness.create_person("pia3")
        card = await playing(harness, pia)
        pressing = pia.press(card, "💡 Word −15")
        await killed_early(harness, bot, pressing, lambda: hints(folder))
        assert "💡" not in card.text
    async with running(server, folder) as (harness, _):
        words = edition(folder)["solution"]
        reply = await (await pia.press(card, "💡 Word −15")).reply()  # on the card from before
        assert "💡" in reply.text
        assert len(hints(folder)) == 1
        solved = await written(pia, reply, *words)
        assert "worth 85 of 100" in solved.plain


@pytest.mark.slow
async def test_a_puzzle_that_was_given_up_before_the_solution_was_shown(server, folder):
    async with running(server, folder) as (harness, bot):
        pia = harness.create_person("pia4")
        card = await playing(harness, pia)
        asking = await (await pia.press(card, "Give up")).reply()
        pressing = pia.press(asking, "Show it")
        given_up = "given_up_at IS NOT NULL"
        await killed_early(harness, bot, pressing, lambda: play(folder, given_up) == (1,))
    async with running(server, folder) as (harness, _):
        words = edition(folder)["solution"]
        shown = await (await pia.press(asking, "Show it")).reply()
        assert "No luck this time" in shown.plain
        assert words[-1] in shown.plain.lower()
        assert "Next word" not in (await playing(harness, pia)).buttons


@pytest.mark.slow
async def test_a_line_that_was_shared_comes_once_though_the_bot_dies_after_it(server, folder):
    async with running(server, folder) as (harness, bot):
        pia = harness.create_person("pia5")
        card = await playing(harness, pia)
        solved = await written(pia, card, *edition(folder)["solution"])
        assert not (await shared_by(pia, solved)).ephemeral
        await until(lambda: asked(folder, "SELECT sent FROM daily_shares") == [(1,)])
        await kill(bot)
    async with running(server, folder):
        again = await shared_by(pia, solved)
        assert again.ephemeral
        lines = [post for post in pia.transcript("contests") if f"<@{pia.id}>" in post.text]
        assert len(lines) == 1
