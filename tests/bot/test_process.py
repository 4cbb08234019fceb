"""The bot as hosts run it: a process of its own, started, stopped or killed."""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import sys
import time

import aiohttp
import psutil
import pytest

import playground
from playground import Fault
from tests.bot.organising import until
from tests.bot.process import Process, ended, on, refused
from tests.deployed import IMAGE
from tests.patience import PATIENCE, SCALE
from tests.sweeps import every

SOON = 10 * SCALE
"""Seconds for a stop with nothing left to finish: less than any wait of the bot."""

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.slow
async def test_a_wrong_token_is_said_in_one_line_that_does_not_show_it(server, tmp_path):
    line = await refused(tmp_path, 2, **on(server, DISCORD_TOKEN="wrong.but.secret"))
    assert "does not accept DISCORD_TOKEN" in line
    assert "secret" not in line


@pytest.mark.slow
async def test_an_address_where_nothing_answers(server, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/api/v10"
        assert "nothing there answers" in await refused(tmp_path, **on(server, DISCORD_API_URL=url))


@pytest.mark.slow
async def test_a_health_port_that_is_taken(server, tmp_path):
    port = server.page_url.rstrip("/").rpartition(":")[2]
    assert "HEALTH_PORT" in await refused(tmp_path, **on(server, HEALTH_PORT=port))


@pytest.mark.parametrize(
    ("number", "to"),
    [
        (signal.SIGTERM, os.kill),
        pytest.param(signal.SIGINT, os.kill, marks=pytest.mark.slow),
        pytest.param(signal.SIGINT, os.killpg, marks=pytest.mark.slow),
    ],
)
async def test_it_stops_on_a_signal_and_leaves_no_process(server, tmp_path, number, to):
    """Ctrl-C in a terminal reaches the whole process group: solvers, and what forks them."""
    harness = playground.Harness(server)
    async with Process(tmp_path, **on(server)) as bot:
        await harness.bot_ready("ladder")
        post = await (await harness.person("olive").run("/ladder cat dog")).reply()
        assert "cat → dog" in post.text
        to(bot.process.pid, number)
        err = await ended(bot)  # its pipes close only when its workers are gone
    assert "stopping" in err
    assert server.token not in err
    await harness.bot_gone()


@pytest.mark.slow
@pytest.mark.parametrize("since", ["it has its database", "its commands are there"])
async def test_it_stops_in_seconds_at_any_moment_of_its_start(server, tmp_path, since):
    """It handles signals from just before it opens its database."""
    harness = playground.Harness(server)
    first, distance = every(6)
    for step in range(first, 7, distance):
        folder = tmp_path / str(step)
        folder.mkdir()
        async with Process(folder, **on(server)) as bot:
            if since == "it has its database":
                await until((folder / "bot.sqlite3").exists)
            else:
                await harness.bot_ready("ladder")
            await asyncio.sleep(step * 0.08)  # any moment of its start
            bot.process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(PATIENCE):
                await ended(bot)
        await harness.bot_gone()


WAITS = {  # the steps at which a start waits, and for what
    "address": lambda world: world.faults.add(Fault(0, path="/gateway", delay=60)),
    "login": lambda world: world.faults.add(Fault(429, path="/users/@me", retry_after=600)),
    "login, silently": lambda world: world.faults.add(Fault(0, path="/oauth2/*", delay=60)),
    "login, again and again": lambda world: world.faults.add(
        Fault(502, path="/users/@me", times=None)
    ),
    "gateway": lambda world: world.faults.add(Fault(503, path="/gateway/bot", times=None)),
    "gateway, commands": lambda world: world.faults.add(
        Fault(429, path="/applications/*", retry_after=600)
    ),
    "gateway, shard 0": lambda world: world.faults.add(
        Fault(200, "WS", "/gateway", body="[1]", times=None)
    ),
    "gateway, sessions": lambda world: setattr(world.hub.sharding, "remaining", 1),
}


@pytest.mark.slow
@pytest.mark.parametrize("where", WAITS)
async def test_a_start_that_waits_tells_where_and_stops_at_once(tmp_path, where):
    step, _, waited = where.partition(", ")
    async with await playground.serve() as server:
        WAITS[where](server.world)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{(port := free.getsockname()[1])}"
        async with (
            Process(tmp_path, **on(server, HEALTH_PORT=str(port))) as bot,
            aiohttp.ClientSession() as session,
            asyncio.timeout(PATIENCE),
        ):
            while True:
                with contextlib.suppress(aiohttp.ClientConnectorError):
                    async with (
                        session.get(f"{url}/health") as health,
                        session.get(f"{url}/live") as live,
                        session.get(f"{url}/metrics") as metrics,
                    ):
                        said = await health.json()
                        assert (health.status, live.status) == (503, 200)
                        assert b"bot_ready 0.0" in await metrics.read()
                    if said["start"]["step"] == step and (
                        waited in {"", "silently", "again and again"}
                        or waited in said["start"]["waiting"]
                    ):
                        break
                await asyncio.sleep(0.02)
            bot.process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(SOON):
                await ended(bot)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_it_stops_while_what_starts_its_solvers_does_not_answer(server, tmp_path, number):
    async with Process(tmp_path, **on(server)) as bot:

        def forking():
            for child in psutil.Process(bot.process.pid).children():
                with contextlib.suppress(psutil.NoSuchProcess):
                    if "forkserver" in " ".join(child.cmdline()):
                        return child
            return None

        await until(forking)
        (server_of_forks := forking()).suspend()
        await asyncio.sleep(0.5)
        for _ in range(2):
            bot.process.send_signal(number)
        try:  # processes that hang keep its pipes open
            await until(lambda: bot.process.returncode is not None, SOON)
        finally:
            server_of_forks.kill()
        await ended(bot)


HANGING = """
import signal, sys, time
signal.signal(signal.SIGUSR1, lambda *_: time.sleep(2))
from bot.__main__ import main
sys.exit(main())
"""


async def test_systemd_hears_from_it_while_it_waits_for_discord_and_not_while_its_loop_hangs(
    tmp_path,
):
    notify = str(tmp_path / "notify")
    told = {"NOTIFY_SOCKET": notify, "WATCHDOG_USEC": "400000"}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(notify)
        heard.setblocking(False)

        async def message():
            """Return the next message, and the silence before it in seconds."""
            began = time.monotonic()
            said = await asyncio.get_running_loop().sock_recv(heard, 99)
            return said.decode().split("\n"), time.monotonic() - began

        async with await playground.serve() as server, asyncio.timeout(PATIENCE):
            server.world.faults.add(Fault(503, path="/gateway/bot", times=None))
            bot = Process(tmp_path, **on(server, **told))
            bot.command = (sys.executable, "-c", HANGING)
            async with bot:
                for _ in range(5):
                    assert (await message())[0] == ["READY=1", "WATCHDOG=1"]
                main = psutil.Process(bot.process.pid)
                await until(lambda: len(main.children(recursive=True)) > 2)
                for child in main.children(recursive=True):
                    assert not told.keys() & child.environ().keys()
                bot.process.send_signal(signal.SIGUSR1)
                while (await message())[1] < 1.5:  # it goes on after that
                    pass
                bot.process.send_signal(signal.SIGTERM)
                await ended(bot)


ADDRESS = "192.0.2.1"
"""The bot's address in a container's network; not a loopback address."""
ASK = """
import sys
from urllib.request import ProxyHandler, build_opener
print(build_opener(ProxyHandler({})).open(sys.argv[1]).status)
"""


class Contained(Process):
    """The bot in a network of its own, as a container has one."""

    command = (
        *("unshare", "--map-root-user", "--net", "sh", "-c"),
        f'ip link set lo up && ip address add {ADDRESS}/32 dev lo && exec "$0" -m bot',
        sys.executable,
    )

    async def asked(self, host, path):
        """Return the status that a client in its network gets, or the reason why not."""
        asking = await asyncio.create_subprocess_exec(
            *("nsenter", f"--target={self.process.pid}", "--user", "--net"),
            *("--preserve-credentials", sys.executable, "-c", ASK, f"http://{host}:8080{path}"),
            stdout=-1,
            stderr=-1,
        )
        out, err = await asking.communicate()
        return (out or err).decode().strip().splitlines()[-1]


async def has_networks():
    """Return whether processes may have networks of their own here."""
    if not all(map(shutil.which, ("unshare", "nsenter", "ip"))):
        return False
    trying = await asyncio.create_subprocess_exec(*Contained.command[:3], "true", stderr=-1)
    await trying.communicate()
    return trying.returncode == 0


@pytest.mark.parametrize("said", [IMAGE["HEALTH_PORT"], "8080"], ids=["the image", "a port alone"])
async def test_a_container_is_reached_from_outside(tmp_path, said):
    """A port that Docker publishes leads to the container's address, not to its loopback."""
    if not await has_networks():
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop("no network namespaces; on Debian: sudo apt install iproute2 util-linux")
    on_playground = {"DISCORD_TOKEN": "", "DISCORD_API_URL": "", "HEALTH_PORT": said}
    async with Contained(tmp_path, **on_playground) as bot, asyncio.timeout(PATIENCE):
        while await bot.asked("127.0.0.1", "/live") != "200":
            await asyncio.sleep(0.1)
        answer = await bot.asked(ADDRESS, "/metrics")
        assert answer == "200" if said == IMAGE["HEALTH_PORT"] else "refused" in answer
        bot.process.send_signal(signal.SIGTERM)
        code, _out, err = await bot.end()
    assert code == 0, err


@pytest.mark.slow
async def test_it_keeps_trying_where_the_gateway_refuses_the_first_connection(server, tmp_path):
    harness = playground.Harness(server)
    server.world.faults.close_gateway(60)
    async with Process(tmp_path, **on(server)) as bot:
        await bot.says(b"has not accepted us yet")
        server.world.faults.clear()
        await harness.bot_ready("ladder")
        bot.process.send_signal(signal.SIGINT)
        await ended(bot)
    await harness.bot_gone()


@pytest.mark.slow
async def test_it_stops_at_once_while_it_waits_for_the_gateway(server, tmp_path):
    server.world.faults.close_gateway(60)
    async with Process(tmp_path, **on(server)) as bot:
        await bot.says(b"waiting 2 seconds")
        bot.process.send_signal(signal.SIGTERM)
        await ended(bot)
    server.world.faults.clear()


@pytest.mark.slow
async def test_buttons_work_after_the_bot_was_killed_and_nothing_else_is_left(server, tmp_path):
    harness = playground.Harness(server)
    olive = harness.person("olive")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    async with Process(tmp_path, **on(server, TMPDIR=str(temporary))) as bot:
        await harness.bot_ready("ladder")
        post = await (await olive.run("/ladder warm cold")).reply()
        bot.process.send_signal(signal.SIGKILL)
        await bot.end()
    left = [path.name for path in temporary.iterdir()]
    # Only the fork server's folders may be left: one with its socket, or an empty one.
    assert not [name for name in left if not name.startswith("pymp-")]
    await harness.bot_gone()
    stopped = tmp_path / "stopped"
    stopped.mkdir()
    async with Process(tmp_path, **on(server, LOG_FORMAT="json", TMPDIR=str(stopped))) as bot:
        await harness.bot_ready("ladder")
        again = await (await olive.press(post, "Another")).reply()
        assert again.message is post.message
        reply = await (await olive.press(post, "Definitions")).reply()
        assert "**warm**" in reply.text
        bot.process.send_signal(signal.SIGTERM)
        await bot.end()
    assert not [*stopped.iterdir()]


@pytest.mark.slow
async def test_without_a_token_it_opens_the_playground_and_says_where(tmp_path):
    async with Process(tmp_path, DISCORD_TOKEN="", DISCORD_API_URL="") as bot:
        async with asyncio.timeout(PATIENCE):
            line = b""
            while b"http://127.0.0.1:" not in line:
                line = await bot.process.stdout.readline()
                assert line, (await bot.end())[2]
        bot.process.send_signal(signal.SIGINT)
        await ended(bot)
