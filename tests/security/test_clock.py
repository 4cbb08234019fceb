"""A machine whose clock is wrong or changes: contests keep Discord's time, to the second."""

import itertools
from datetime import UTC, datetime, timedelta

import aiohttp
import psutil
import pytest
import pytest_asyncio

import playground
from bot.contests.life import REVEAL_AFTER
from bot.ui import health
from bot.watchdog import Watchdog
from playground.files import named
from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.hosting import BEST, WORDS, entry, send
from tests.bot.organising import confirmed, drafted, looked, the_contest, until
from tests.bot.process import Process, on

pytestmark = pytest.mark.asyncio(loop_scope="module")
slow = pytest.mark.slow
SECOND = timedelta(seconds=1)
ON_ITS_WAY = 10
"""Seconds by which an answer, and the time in it, may be late: less than any clock's error."""
_numbers = itertools.count(1)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(tmp_path_factory):
    async with BotOnPlayground(tmp_path_factory.mktemp("clock"), solver_workers=1) as app:
        yield app


def move_to(app, moment):
    app.advance(seconds=(moment - app.now()).total_seconds())


async def look(app):
    """Have the bot look for due contests, by its own clock."""
    await app.services.contests.transitions.advance(app.services.clock())


async def opened(app):
    """Return a newly confirmed contest, and its announcement."""
    asked = {"Title": f"No. {next(_numbers)}", "Lasts": "5 minutes", "Words": " ".join(WORDS)}
    preview = await drafted(app.person(), **asked)
    with app.clock_stopped():  # at once, as later edits do not come
        post = await confirmed(app.person(), preview)
    contest = await the_contest(app)
    assert contest.state == "open"
    return contest, post


async def state(app, contest):
    return (await app.services.contests.queries.get(contest.id)).state


def results(app):
    """Return how many results are in the channel."""
    return sum(": the results" in post.text for post in app.person().transcript("contests"))


async def reported(app):
    """Return the clock's part of /health."""
    return (await health.report(app.client, Watchdog()))[1]["clock"]


async def plays_to_its_end(app, contest, post):
    """Compare a contest's end with Discord's clock."""
    olive, pia, before = app.person(), app.person("pia"), results(app)
    with app.clock_stopped():
        early, _ = await entry(pia, post)
        late, _ = await entry(olive, post)
        move_to(app, contest.closes_at - SECOND / 2)
        await look(app)
        assert await state(app, contest) == "open"
        assert "15 points" in (await (await send(pia, early, BEST)).reply()).text
        move_to(app, contest.closes_at + SECOND / 1000)
        assert "over" in (await (await send(olive, late, BEST)).reply()).text
        move_to(app, contest.closes_at + REVEAL_AFTER - SECOND / 1000)
        await look(app)
        assert await state(app, contest) == "closed"
        assert results(app) == before
        # A second later, since a bot without requests hears only whole seconds.
        move_to(app, contest.closes_at + REVEAL_AFTER + SECOND)
        await until(lambda: results(app) > before)


@pytest.mark.parametrize(
    "ahead", [20, -3600, pytest.param(-20, marks=slow), pytest.param(3600, marks=slow)]
)
async def test_a_contest_keeps_to_discords_time(tmp_path, caplog, ahead):
    app = BotOnPlayground(tmp_path, solver_workers=1)
    app.ahead = timedelta(seconds=ahead)
    async with app:
        said = await reported(app)
        assert said["heard"]
        assert abs(said["machine_ahead"] - ahead) < ON_ITS_WAY
        await plays_to_its_end(app, *await opened(app))
    way = "ahead of" if ahead > 0 else "behind"
    assert sum(f"seconds {way} Discord's" in line for line in caplog.messages) == 1


async def test_a_clock_that_is_set_in_the_middle_changes_nothing(app, caplog):
    contest, post = await opened(app)
    app.ahead = timedelta(hours=1)
    await look(app)
    assert await state(app, contest) == "open"
    await plays_to_its_end(app, contest, post)
    assert abs((await reported(app))["machine_ahead"] - 3600) < ON_ITS_WAY
    app.ahead = timedelta(0)
    await (await app.person().run("/help")).reply()
    assert (await reported(app))["machine_ahead"] == 0
    assert sum("seconds ahead of" in line for line in caplog.messages) == 1
    assert sum("agrees with Discord's again" in line for line in caplog.messages) == 1


@pytest.mark.parametrize("seconds", [-86400, 86400])
async def test_one_wrong_date_throws_nothing_off(app, seconds):
    contest, post = await opened(app)
    date = (app.now() + timedelta(seconds=seconds)).strftime("%a, %d %b %Y %H:%M:%S GMT")
    for path in ("/interactions/*", "/webhooks/*"):
        app.harness.fail(path, 0, headers={"Date": date})
        await (await app.person().run("/word cat")).reply()
        assert not [fault for fault in app.harness.world.faults.active if fault.headers]
        await look(app)
        assert await state(app, contest) == "open"
    await plays_to_its_end(app, contest, post)


async def test_what_is_not_discords_api_is_not_asked_for_the_time(app):
    # The attachments' server sends the machine's date, which here is years behind.
    before = app.services.clock() - app.now()
    upload = app.harness.world.files.keep(named("words.txt", b"test"), 1, app.harness.world.address)
    for _ in range(3):
        assert await app.client.http.get_from_cdn(upload["url"]) == b"test"
    assert abs(app.services.clock() - app.now() - before) < timedelta(seconds=2)


async def test_discord_is_asked_when_it_has_said_nothing_for_long(app):
    app.advance(minutes=11)
    await until(lambda: app.services.clock.silence < 60)


async def test_nothing_is_revealed_before_discord_was_heard(tmp_path):
    app = BotOnPlayground(tmp_path, solver_workers=1)
    async with app:
        contest, _ = await opened(app)
        await app.stop()
        app.harness.fail("*", 0, times=None, headers={"Date": "no date"})
        app.ahead = timedelta(hours=1)
        await app.start()
        await looked(app, 3)
        assert (await reported(app))["heard"] is False
        assert await state(app, contest) == "open"
        move_to(app, contest.closes_at + REVEAL_AFTER)
        for _ in range(2):  # ids tell the time as well
            await (await app.person().run("/help")).reply()
        assert (await reported(app))["heard"] is True
        await until(lambda: results(app))


@pytest.mark.full
@pytest.mark.parametrize("ahead", [3600, -3600])
async def test_a_bot_in_a_process_on_a_machine_with_a_wrong_clock(tmp_path, ahead):
    """Both sides have real clocks, so a contest of a minute takes real time."""
    moment = datetime.now(UTC) - timedelta(seconds=ahead)
    async with await playground.serve(moment=moment) as server:
        harness = playground.Harness(server)
        harness.no_limits()
        olive, clock = harness.person("olive"), server.world.clock
        async with Process(tmp_path, **on(server, HEALTH_PORT="0")) as bot:
            await harness.bot_ready("contest")
            sockets = psutil.Process(bot.process.pid).net_connections()
            (port,) = {one.laddr.port for one in sockets if one.status == psutil.CONN_LISTEN}
            preview = await drafted(olive, Lasts="1 minute", Words=" ".join(WORDS))
            ends = clock.now() + 60  # no sooner
            post = await confirmed(olive, preview)
            pia = harness.person("pia")
            exchange, _ = await entry(pia, post)
            await until(lambda: clock.now() > ends - 3)
            assert "15 points" in (await (await send(pia, exchange, BEST)).reply()).text
            out = await olive.sees("Spring: the results", "contests")
            assert out.message.id >> 22 > (ends + 10) * 1000 - 1_420_070_400_000
            address = f"http://127.0.0.1:{port}/health"
            async with aiohttp.ClientSession() as asking, asking.get(address) as answer:
                said = (await answer.json())["clock"]
            assert abs(said["machine_ahead"] - ahead) < ON_ITS_WAY
            bot.process.terminate()
            _code, _out, err = await bot.end()
    assert err.count("which counts") == 1
