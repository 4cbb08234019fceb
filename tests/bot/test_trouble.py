"""The bot in trouble, end to end: restarts, lost lines, slow and dead solvers, a refusing store."""

import asyncio
import contextlib
import logging
import os
import re
import sqlite3
from datetime import timedelta

import aiohttp
import pytest

from bot.store import CARD_DAYS, cards
from bot.ui import health
from bot.ui.cards import UNSAVED
from bot.ui.health import READY, State
from bot.watchdog import Watchdog
from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.organising import until
from tests.bot.pages import check_private, check_says, ladders_in
from tests.bot.refusing import check_refused
from tests.bot.solving import jobs
from tests.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def gate(monkeypatch):
    """Make ladders wait until the test removes the gate."""
    path = jobs.gate(os.getpid())
    path.write_text("")
    monkeypatch.setattr("solvers.ladder.solve", jobs.gated_ladder)
    monkeypatch.setattr("bot.ui.games.ladder_card.SHORT_SECONDS", 20.0)
    yield path
    path.unlink(missing_ok=True)


async def test_buttons_work_after_a_restart(app):
    olive, pia = app.person(), app.person("pia")
    post = await (await olive.run("/ladder warm cold")).reply()
    hint = await (await olive.run("/ladder", start="warm", target="cold", reveal="length")).reply()
    before, client, services = post.heard, app.client, app.services
    await app.restart()
    assert app.client is not client
    assert app.services is not services
    reply = await (await pia.press(post, "Definitions")).reply()
    words = ladders_in(before)[0]
    assert words[0] == "warm"
    assert all(f"**{word}**" in reply.text for word in words)
    again = await (await olive.press(post, "Another")).reply()
    assert again.message is post.message
    await (await olive.press(hint, "Next word")).reply()
    assert "A ladder of words: warm" in hint.heard


async def test_a_slow_solve_is_acknowledged_at_once_and_holds_nobody_up(app, gate):
    olive, pia = app.person(), app.person("pia")
    slow = await olive.run("/ladder cat dog")
    await slow.acknowledged()
    word = await (await pia.run("/word cat")).reply()
    assert "## cat" in word.text
    assert await pia.complete("/ladder", "start", "ca")
    assert slow.interaction.answered is None
    gate.unlink()
    assert "cat → dog" in (await slow.reply()).text


async def test_one_puzzle_at_a_time_a_person(app, gate):
    await app.at_leisure()
    olive = app.person()
    first = await olive.run("/ladder cat dog")
    await app.at_work()  # acknowledged jobs may not have begun
    reply = await (await olive.run("/ladder warm cold")).follow_up()
    check_private(reply, reply.text, "still working on")
    gate.unlink()
    assert "cat → dog" in (await first.reply()).text
    assert "warm → cold" in (await (await olive.run("/ladder warm cold")).reply()).text


async def test_a_lost_gateway_in_the_middle_of_a_solve(app, gate):
    olive = app.person()
    exchange = await olive.run("/ladder cat dog")
    await exchange.acknowledged()
    app.harness.drop_gateway(closed_for=0.3)
    await app.harness.bot_gone()
    gate.unlink()
    assert "cat → dog" in (await exchange.reply()).text
    await app.harness.bot_ready("ladder")
    post = await (await olive.run("/ladder warm cold")).reply()
    assert "warm → cold" in post.text


async def test_what_is_asked_while_the_line_is_down_is_answered_after_it(app):
    app.harness.drop_gateway()
    await app.harness.bot_gone()
    exchange = await app.person().run("/ladder cat dog")
    await app.harness.bot_ready("ladder")
    assert "cat → dog" in (await exchange.reply()).text  # resumed: nothing was missed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("status", "fault"), [(500, {}), (502, {"times": 2}), (429, {"retry_after": 0.2})]
)
async def test_discords_own_hiccups_are_waited_out(app, status, fault):
    app.harness.fail("/webhooks/*", status, **fault)
    post = await (await app.person().run("/ladder cat dog")).reply()
    assert "cat → dog" in post.text


async def test_an_answer_that_discord_refuses_is_reported_in_private(app, caplog):
    app.harness.fail("/webhooks/*", 403, method="PATCH")
    exchange = await app.person().run("/ladder cat dog")
    reply = await exchange.follow_up()
    check_private(reply, reply.text, "won’t let me")
    name = re.search(r"error ([0-9a-f]{8})", reply.text)[1]
    assert [r for r in caplog.records if r.levelno == logging.ERROR]
    assert name


@pytest.mark.slow
async def test_too_late_to_answer_is_only_logged(app, caplog, monkeypatch):
    monkeypatch.setattr("playground.interactions.ACKNOWLEDGE", 3.0)
    app.harness.slow("/interactions/*", 3.2)
    exchange = await app.person().run("/ladder cat dog")
    await check_refused(exchange.reply(), Exception, "did not respond")
    await until(lambda: "too late to answer" in caplog.text)
    assert "cat → dog" in (await (await app.person().run("/ladder cat dog")).reply()).text


async def test_an_answer_after_the_tokens_fifteen_minutes_is_only_logged(app, gate, caplog):
    exchange = await app.person().run("/ladder cat dog")
    await exchange.acknowledged()
    app.harness.advance(16 * 60)
    gate.unlink()
    await until(lambda: "too late to answer" in caplog.text)
    assert "cat → dog" in (await (await app.person().run("/ladder cat dog")).reply()).text


async def test_a_mistake_is_shown_though_a_moderator_deleted_the_thinking(app, gate):
    exchange = await app.person().run("/ladder catt dogs")
    await exchange.acknowledged()
    channel = exchange.interaction.original.channel
    await app.client.http.delete_message(channel.id, exchange.interaction.original.id)
    gate.unlink()
    reply = await exchange.follow_up()
    check_private(reply, reply.text, "catt")


@pytest.mark.parametrize(
    ("job", "words"),
    [(jobs.deadly_ladder, "crashed on this one"), (jobs.faulty_ladder, "my fault")],
)
async def test_a_dead_or_faulty_solver_is_reported_with_an_id_that_the_log_has(
    app, monkeypatch, caplog, job, words
):
    with monkeypatch.context() as patch:
        patch.setattr("solvers.ladder.solve", job)
        reply = await (await app.person().run("/ladder cat dog")).follow_up()
    check_private(reply, reply.text, words)
    assert "secret" not in reply.text
    assert re.search(r"error [0-9a-f]{8}", reply.text)
    if job is jobs.faulty_ladder:
        assert "secret detail" in caplog.text
    post = await (await app.person().run("/ladder cat dog")).reply()
    assert "cat → dog" in post.text


async def test_a_button_whose_solver_dies_leaves_the_card_as_it_is(app, monkeypatch):
    olive = app.person()
    post = await (await olive.run("/ladder warm cold")).reply()
    before = post.text
    with monkeypatch.context() as patch:
        patch.setattr("solvers.ladder.solve", jobs.deadly_ladder)
        reply = await (await olive.press(post, "Another")).follow_up()
    check_private(reply, reply.text, "crashed")
    assert post.text == before
    await (await olive.press(post, "Another")).reply()


@pytest.mark.slow
async def test_a_flood_is_answered_by_everyone_getting_a_ladder_or_a_sentence(
    tmp_path, tmp_path_factory, monkeypatch
):
    """One server's flood takes half of the queue; somebody elsewhere still gets in."""
    monkeypatch.setattr("bot.solving.pool.EXTRA", 0)  # so that ladders, too, wait for the long job
    folder = tmp_path_factory.mktemp("flood")
    async with BotOnPlayground(folder, solver_workers=1, solver_timeout=600) as app:
        await app.at_leisure()
        held = asyncio.create_task(
            app.services.solving.run(jobs.held, tmp_path / "held", requester=None)
        )
        await app.at_work()
        people = [app.harness.create_person(f"flood{n}") for n in range(128 + 5)]
        people.append(app.harness.create_person("elsewhere", app.harness.guild("Puzzle Garden")))
        exchanges = []
        for person in people:
            exchanges.append(await person.run("/ladder cat dog"))
            await exchanges[-1].acknowledged()

        def refused():
            return [one for one in exchanges if one.interaction.follow_ups]

        await until(lambda: len(refused()) >= 5)
        (tmp_path / "held").unlink()
        assert await held == "let go"
        for exchange in exchanges:
            if exchange in refused():
                reply = await exchange.follow_up()
                check_private(reply, reply.text, "too many puzzles")
            else:
                assert "cat → dog" in (await exchange.reply()).text
        assert len(refused()) == 5
        assert exchanges[-1] not in refused()


async def test_an_old_cards_buttons_say_that_it_has_expired(app):
    olive = app.person()
    post = await (await olive.run("/ladder warm cold")).reply()
    later = app.now() + timedelta(days=CARD_DAYS, minutes=1)
    assert await app.services.store.cards.prune(later) > 0
    for label in ("Another", "Definitions"):
        exchange = await olive.press(post, label)
        reply = await (exchange.follow_up() if label == "Another" else exchange.reply())
        check_private(reply, reply.text, "has expired")


async def test_an_answer_whose_card_could_not_be_kept_has_no_buttons(app):
    path = app.services.store.database.url.database

    def execute(statement):
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(statement)

    # In a thread, as the event loop may have to finish a write of the bot.
    await asyncio.to_thread(
        execute, "CREATE TRIGGER refuse BEFORE INSERT ON cards BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    try:
        reply = await (await app.person().run("/ladder cat dog")).reply()
        check_says(reply.text, "cat → dog", UNSAVED)
        assert reply.buttons == []
    finally:
        await asyncio.to_thread(execute, "DROP TRIGGER refuse")


async def test_an_answer_whose_card_cannot_be_stored_yet_has_its_buttons_until_there_is_no_room(
    app, monkeypatch
):
    olive, writing = app.person(), app.services.store.database._writing
    monkeypatch.setattr(writing, "silent", True)
    post = await (await olive.run("/ladder cat dog")).reply()
    assert UNSAVED not in post.text
    assert "**cat**" in (await (await olive.press(post, "Definitions")).reply()).text
    monkeypatch.setattr(cards, "MOST_HELD", 0)
    assert UNSAVED in (await (await olive.run("/ladder cat dog")).reply()).text
    monkeypatch.setattr(writing, "silent", False)
    await app.stop()  # stopping stores it
    await app.start()
    assert "**cat**" in (await (await olive.press(post, "Definitions")).reply()).text


async def test_health_reports_gateway_store_and_workers(app):
    await app.at_leisure()
    async with (
        health.serving(State(READY, app.client), Watchdog(), ("127.0.0.1", 0)) as port,
        aiohttp.ClientSession() as session,
    ):
        url = f"http://127.0.0.1:{port}/health"
        async with asyncio.timeout(PATIENCE):
            while True:  # the first heartbeat's answer gives the latency
                async with session.get(url) as answer:
                    status, reply = answer.status, await answer.json()
                # A new process may still be starting.
                if status == 200 and reply["workers"]["alive"] == reply["workers"]["workers"]:
                    break
                await asyncio.sleep(0.05)
        assert reply["ok"] is True
        assert reply["store"] is True
        assert reply["workers"] == {"workers": 4, "alive": 4, "running": 0, "waiting": 0}
        assert reply["gateway"]["ready"] is True
        assert reply["loop"] == {"stalls": 0, "longest": 0}


async def test_a_stopping_bot_gives_the_answers_that_it_owes(app, gate):
    await app.at_leisure()
    exchange = await app.person().run("/ladder cat dog")
    await app.at_work()
    pool = app.services.solving
    stopping = asyncio.create_task(app.stop())
    await until(lambda: pool._stopping)
    gate.unlink()
    await stopping
    assert "cat → dog" in (await exchange.reply()).text
    await app.start()


@pytest.mark.slow
async def test_a_solver_that_hangs_is_stopped_at_its_limit(monkeypatch, tmp_path_factory):
    async with BotOnPlayground(
        tmp_path_factory.mktemp("hang"), solver_workers=1, solver_timeout=4
    ) as app:
        with monkeypatch.context() as patch:
            patch.setattr("solvers.ladder.solve", jobs.stuck_ladder)
            reply = await (await app.person().run("/ladder cat dog")).follow_up()
        assert "took longer than 4 seconds, so I stopped" in reply.text
        assert reply.ephemeral
        post = await (await app.person().run("/ladder cat dog")).reply()
        assert "cat → dog" in post.text
