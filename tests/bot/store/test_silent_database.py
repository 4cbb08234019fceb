"""A database that accepts but does not answer: puzzles go on, the rest is refused at once."""

import asyncio
import contextlib
import logging
import re
import sqlite3
import time

import aiohttp
import pytest

from bot.store import races
from bot.ui import health
from bot.ui.health import READY, State
from bot.watchdog import Watchdog
from solvers.daily import Puzzle
from tests.bot import racing
from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.hosting import WORDS, announced
from tests.bot.organising import until
from tests.patience import PATIENCE

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]

NOTHING_READ = "can’t look anything up right now"
NOTHING_SAVED = "can’t save anything right now"
LIVE = "still running"
PURE = {
    "/ladder warm cold": "warm → cold",
    "/word cat": "## cat",
    "/anigram": "stage",
    "/truncate": "letters",
    "/snake plea eat eaten": "points",
}
REFUSED = (
    "/daily play",
    "/daily board",
    "/train",
    "/race",
    "/contest create",
    "/contests show",
    "/contests list",
    "/settings show",
    "/privacy show",
    "/daily setup",
)


@contextlib.asynccontextmanager
async def asked(app):
    """Serve the bot's health as hosts do; yield a function that asks for it."""
    async with (
        health.serving(State(READY, app.client), Watchdog(), ("127.0.0.1", 0)) as port,
        aiohttp.ClientSession() as session,
    ):

        async def ask(path):
            began = time.monotonic()
            async with session.get(f"http://127.0.0.1:{port}{path}") as answer:
                return answer.status, await answer.text(), time.monotonic() - began

        yield ask


async def text_of(person, line):
    """Return the text of a command's answer: in private, in a refusal, or in a form."""
    exchange = await person.run(line)
    async with asyncio.timeout(PATIENCE):
        while exchange.interaction.original is None or exchange.interaction.original.thinking:
            if exchange.interaction.modal or exchange.interaction.follow_ups:
                break
            await asyncio.sleep(0.01)
    assert exchange.failure is None
    follow_up = exchange.interaction.follow_ups
    return (await (exchange.follow_up() if follow_up else exchange.reply())).text


async def test_puzzles_go_on_and_the_rest_is_refused_at_once(tmp_path, cluster, caplog):
    caplog.set_level(logging.WARNING)
    with cluster.database() as url:
        database = url.render_as_string(hide_password=False)
        async with BotOnPlayground(tmp_path, database_url=database) as app, asked(app) as ask:
            await app.at_leisure()
            olive, pia = app.person(), app.person("pia")
            contest, post = await announced(app)
            await (await olive.run("/settings deny words:cord")).reply()
            place, other = racing.room(app), racing.racer(app)
            race = await racing.begun(app, pia, place, game="ladder")
            await racing.joined(other, race)
            await racing.pressed(pia, race, "Start now")
            await racing.counted_down(app, race)
            async with app.services.store.database.read() as tx:
                ((_, running),) = await races.running(tx, pia.id)
            raced = Puzzle.of(running.content).given
            await text_of(pia, "/ladder warm cold")  # the bot knows that she races, and for what
            await app.services.guard.remember(app.now())
            app.services.store.guilds._seconds = 0  # the rules were read long ago
            assert (await ask("/ready"))[0] == 200
            with cluster.hung():
                status, _, seconds = await ask("/ready")
                assert status == 503
                assert seconds < PATIENCE / 2
                status, text, _ = await ask("/metrics")
                assert status == 200
                assert "bot_database_up 0.0" in text
                assert "bot_posts_due NaN" in text
                await until(lambda: app.services.store.database.silent)
                pages = {}
                for line, said in PURE.items():
                    pages[line] = await (await olive.run(line)).reply()
                    assert said in pages[line].text
                    assert NOTHING_SAVED not in pages[line].text
                shown = await (await olive.press(pages["/ladder warm cold"], "Definitions")).reply()
                assert "**warm**" in shown.text
                # What the bot knew still applies.
                said = [await text_of(olive, line) for line in ("/word cord", "/ladder cord cold")]
                assert "doesn’t allow" in "".join(said)
                assert LIVE in await text_of(olive, f"/snake {' '.join(WORDS)}")
                assert "race you’re in" in await text_of(pia, f"/ladder {' '.join(raced)}")
                # Nobody waits for the impossible.
                began = time.monotonic()
                for line in REFUSED:
                    said = await text_of(olive, line)
                    assert NOTHING_READ in said or NOTHING_SAVED in said, line
                for button in ("Type", "Board", "Rules"):
                    reply = await (await olive.press(post, button)).reply()
                    assert NOTHING_READ in reply.text, button
                assert time.monotonic() - began < PATIENCE / 2
                assert (await ask("/ready"))[0] == 503
                assert (await ask("/live"))[0] == 200
            await until(lambda: not app.services.store.database.silent)
            board = await (await olive.press(post, "Board")).reply()
            assert "the board" in board.text
            assert contest.title in board.text
            await text_of(olive, "/ladder warm cold")
            await app.stop()
            await app.start()  # what memory held is stored
            shown = await (await olive.press(pages["/ladder warm cold"], "Definitions")).reply()
            assert "**warm**" in shown.text
            failed = [one for one in caplog.messages if " failed; " in one]
            jobs = [re.sub(" failed;.*", "", one) for one in failed]
            assert len(jobs) == len(set(jobs)) > 3  # each job said so once
            with cluster.hung():  # stopping does not wait for it either
                await until(lambda: app.services.store.database.silent)
                began = time.monotonic()
                await app.stop()
                assert time.monotonic() - began < PATIENCE / 2
            await app.start()


async def test_a_database_that_is_down(tmp_path, cluster):
    with cluster.database() as url:
        database = url.render_as_string(hide_password=False)
        async with BotOnPlayground(tmp_path, database_url=database) as app, asked(app) as ask:
            await app.at_leisure()
            olive = app.person()
            _, post = await announced(app)
            await text_of(olive, "/ladder warm cold")  # the bot knows the server's rules
            await app.services.guard.remember(app.now())
            cluster.kill()
            try:
                pages = []
                for line, said in PURE.items():
                    pages.append(await (await olive.run(line)).reply())
                    assert said in pages[-1].text
                    assert "no buttons" not in pages[-1].text
                shown = await (await olive.press(pages[0], "Definitions")).reply()
                assert "**warm**" in shown.text
                for line in REFUSED:
                    said = await text_of(olive, line)
                    assert NOTHING_READ in said or NOTHING_SAVED in said, line
                assert NOTHING_READ in (await (await olive.press(post, "Board")).reply()).text
                assert (await ask("/ready"))[0] == 503
            finally:
                cluster.start()
            await until(lambda: not app.services.store.database.silent)
            await until(lambda: not app.services.store.cards._held)
            shown = await (await olive.press(pages[0], "Definitions")).reply()
            assert "**warm**" in shown.text


async def test_a_database_that_another_program_has_locked(tmp_path):
    async with BotOnPlayground(tmp_path) as app, asked(app) as ask:
        await app.at_leisure()
        olive = app.person()
        other = sqlite3.connect(app.settings.database.database, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        await text_of(olive, "/ladder warm cold")  # the first waits for the lock
        await until(lambda: app.services.store.database.silent)
        for line, said in PURE.items():
            reply = await (await olive.run(line)).reply()
            assert said in reply.text
            assert NOTHING_SAVED not in reply.text
        shown = await (await olive.press(reply, "Explain")).reply()
        assert "eaten" in shown.text
        assert NOTHING_SAVED in await text_of(olive, "/race")
        assert (await ask("/ready"))[0] == 503
        other.close()
        await until(lambda: not app.services.store.database.silent)
        assert (await ask("/ready"))[0] == 200
        assert "race" in (await text_of(olive, "/race")).lower()
