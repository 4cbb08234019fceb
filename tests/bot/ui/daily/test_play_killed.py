"""The bot as hosts run it, killed with -9 in a daily play: nothing confirmed is lost.

Results that were stored but not shown are there after a restart, and count once.
"""

import contextlib
import json

import pytest
import pytest_asyncio

import playground
from tests.bot.conftest import KINDS, database_for
from tests.bot.hosting import answer, helped
from tests.bot.killing import asked
from tests.bot.organising import until
from tests.bot.playing_dailies import WRITE, playing, shared_by, written
from tests.bot.process import Process, kill, on
from tests.moment import MOMENT

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]

REPLIES = "/webhooks/*"
"""Where answers go after an acknowledgement."""


class Life:
    """A bot that is killed and started again, on one database."""

    def __init__(self, server, folder, running):
        self._server, self._folder, self._running = server, folder, running
        self.harness = playground.Harness(server)
        self.harness.no_limits()
        self._bot = None

    async def ready(self):
        """Start it if it does not run, whatever an earlier test has left."""
        self.harness.world.faults.clear()
        if self._bot is None or self._bot.process.returncode is not None:
            await self.harness.bot_gone()
            await self._begin()

    async def _begin(self):
        process = Process(self._folder, **on(self._server))
        self._bot = await self._running.enter_async_context(process)
        await self.harness.bot_ready("daily")

    async def begin_anew(self):
        """Kill it, whatever it is doing, and start it again."""
        await kill(self._bot)
        await self.ready()

    async def killed_early(self, pressing, stored):
        """Restart it when it has stored the result of a press and its answer is under way."""
        self.harness.slow(REPLIES, 5.0)
        await pressing
        await until(stored)
        await self.begin_anew()

    async def playing(self, name):
        """Return somebody new and the card of their play."""
        person = self.harness.create_person(name)
        return person, await playing(self.harness, person)

    def play(self, person, *columns):
        query = f"SELECT {', '.join(columns)} FROM daily_plays WHERE user_id = {person.id}"
        (row,) = asked(self._folder, query)
        return row

    def hints(self, person):
        (taken,) = self.play(person, "hints")
        return taken if isinstance(taken, list) else json.loads(taken)

    def solution(self, person):
        (number,) = self.play(person, "number")
        query = f"SELECT content FROM daily_editions WHERE number = {number}"
        ((content,),) = asked(self._folder, query)
        return (content if isinstance(content, dict) else json.loads(content))["solution"]

    def shares(self, person):
        return asked(self._folder, f"SELECT sent FROM daily_shares WHERE user_id = {person.id}")


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=KINDS)
async def life_of_module(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("life")
    with database_for(request, folder):
        async with (
            await playground.serve(moment=MOMENT) as server,
            contextlib.AsyncExitStack() as running,
        ):
            yield Life(server, folder, running)


@pytest_asyncio.fixture(loop_scope="module")
async def life(life_of_module):
    await life_of_module.ready()
    return life_of_module


async def form_of(person, card):
    """Return the form for a try, and the label of its field."""
    form = await person.press(card, WRITE[0] if WRITE[0] in card.buttons else WRITE[1])
    return form, (await form.form())["components"][0]["label"]


async def test_a_try_that_was_stored_before_its_reply(life):
    pia, card = await life.playing("pia1")
    form, label = await form_of(pia, card)
    sending = pia.submit(form, **{label: "\n".join(life.solution(pia))})
    await life.killed_early(sending, lambda: life.play(pia, "tries") == (1,))
    assert "Solved" not in card.text
    again = await playing(life.harness, pia)
    assert "worth 100 of 100" in again.plain
    assert life.play(pia, "tries", "points") == (1, 100)
    reply = await answer(pia, card, "Solution")  # the old card still works
    assert "You keep your best" in reply.plain


async def test_a_try_that_the_bot_died_of_before_it_was_stored(life):
    pia, card = await life.playing("pia2")
    words = life.solution(pia)
    form, label = await form_of(pia, card)
    life.harness.slow("/interactions/*", 5.0)
    await pia.submit(form, **{label: "\n".join(words)})
    await life.begin_anew()
    assert life.play(pia, "tries", "points") == (0, None)
    solved = await written(pia, card, *words)  # sent in again from the same card
    assert "Perfect!" in solved.plain
    assert life.play(pia, "tries", "points") == (1, 100)


async def test_a_hint_that_was_stored_before_it_was_shown_is_paid_once(life):
    pia, card = await life.playing("pia3")
    card = await helped(pia, card, "💡 Word")
    await life.killed_early(pia.press(card, "💡 Word −15"), lambda: life.hints(pia))
    assert "💡" not in card.text
    reply = await (await pia.press(card, "💡 Word −15")).reply()  # on the card from before
    assert "💡" in reply.text
    assert len(life.hints(pia)) == 1
    solved = await written(pia, reply, *life.solution(pia))
    assert "worth 85 of 100" in solved.plain


async def test_a_puzzle_that_was_given_up_before_the_solution_was_shown(life):
    pia, card = await life.playing("pia4")
    asking = await answer(pia, card, "Give up")
    given_up = "given_up_at IS NOT NULL"
    pressing = pia.press(asking, "Show it")
    await life.killed_early(pressing, lambda: life.play(pia, given_up) == (1,))
    shown = await (await pia.press(asking, "Show it")).reply()
    assert "No luck this time" in shown.plain
    assert life.solution(pia)[-1] in shown.plain.lower()
    assert "Next word" not in (await playing(life.harness, pia)).buttons


async def test_a_line_that_was_shared_comes_once_though_the_bot_dies_after_it(life):
    pia, card = await life.playing("pia5")
    solved = await written(pia, card, *life.solution(pia))
    assert not (await shared_by(pia, solved)).ephemeral
    await until(lambda: life.shares(pia) == [(1,)])
    await life.begin_anew()
    again = await shared_by(pia, solved)
    assert again.ephemeral
    lines = [post for post in pia.transcript("contests") if f"<@{pia.id}>" in post.text]
    assert len(lines) == 1
