"""A database that does not answer: nobody waits longer than the limit, and it is probed again."""

import asyncio
import contextlib
import shutil
import sqlite3
import threading
import time

import pytest
from sqlalchemy import text

from bot.errors import Unread, Unsaved, Unsure
from bot.store import Batcher, answering, open_store
from bot.store.database import CONNECTIONS, UNSAVED, UNSURE
from tests.bot.statements import noted
from tests.bot.world import empty_database, url
from tests.patience import PATIENCE

SHORT = 0.3
COUNTING = text(
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
)
"""A query that runs until it is interrupted."""


@pytest.fixture
def brief(monkeypatch):
    """Make all time limits short."""
    monkeypatch.setattr("bot.store.database.ANSWER_SECONDS", SHORT)
    monkeypatch.setattr(answering, "BRIEF_SECONDS", SHORT / 2)
    monkeypatch.setattr(answering, "DOUBT_SECONDS", SHORT / 4)
    monkeypatch.setattr(answering, "PROBE_SECONDS", 0.01)


@pytest.fixture
async def database(tmp_path):
    (tmp_path / "bot.sqlite3").write_bytes(empty_database())
    before = connections()
    store = await open_store(url(tmp_path / "bot.sqlite3"))
    yield store.database
    await store.close()
    await until(lambda: connections() <= before)  # nothing hangs any more


def connections():
    """Return the threads of all database connections."""
    return {one for one in threading.enumerate() if "_connection_worker_thread" in one.name}


async def until(reply):
    async with asyncio.timeout(PATIENCE):
        while not reply():
            await asyncio.sleep(0.001)


class Disk:
    """Something that a statement waits for, in its thread, until the test lets it go on."""

    def __init__(self):
        self.goes_on = threading.Event()
        self.asked = 0

    def wait(self):
        self.asked += 1
        self.goes_on.wait()
        return 1

    async def hold(self, tx):
        """Run a statement that the disk blocks."""
        raw = await tx.get_raw_connection()
        await raw.driver_connection.create_function("disk", 0, self.wait)
        await tx.execute(text("SELECT disk()"))


@pytest.fixture
async def disk():
    disk = Disk()
    yield disk
    disk.goes_on.set()


async def reads(database):
    async with database.read() as tx:
        return (await tx.execute(text("SELECT 1"))).scalar_one()


async def writes(database, value, name="x"):
    async with database.write() as tx:
        statement = text("INSERT INTO facts VALUES (:name, :value)")
        await tx.execute(statement, {"name": name, "value": value})


async def refused_at_once(act, error, monkeypatch):
    """Check that the act fails without a wait, however long it may take; return the message."""
    with monkeypatch.context() as patched:
        patched.setattr("bot.store.database.ANSWER_SECONDS", 2 * PATIENCE)
        with pytest.raises(error) as raised:
            await asyncio.wait_for(act, PATIENCE)
    return str(raised.value)


async def seconds_of(act, error):
    began = time.monotonic()
    with pytest.raises(error) as raised:
        await act
    return time.monotonic() - began, str(raised.value)


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize("writing", [False, True])
async def test_nobody_waits_for_a_disk_that_does_not_answer(database, disk, monkeypatch, writing):
    begin = database.write if writing else database.read
    probe = asyncio.Event()
    line = database._writing if writing else database._reading
    monkeypatch.setattr(line, "_probe", probe.wait)

    async def hang():
        async with begin() as tx:
            await disk.hold(tx)

    async def other():
        async with begin():
            pass

    hanging = asyncio.create_task(seconds_of(hang(), Unsaved if writing else Unread))
    await until(lambda: disk.asked)
    waiting = asyncio.create_task(other())  # a writer waits for its turn
    await hanging
    await until(lambda: database.silent)
    if writing:
        with pytest.raises(Unsaved):
            await asyncio.wait_for(waiting, PATIENCE)
        assert await reads(database) == 1  # readers queue elsewhere
    await refused_at_once(other(), Unsaved if writing else Unread, monkeypatch)
    disk.goes_on.set()
    probe.set()
    await until(lambda: not database.silent)
    await other()


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize("writing", [False, True])
async def test_what_waits_for_an_acknowledgement_waits_less_its_turn_included(
    database, disk, monkeypatch, writing
):
    begin = database.write if writing else database.read

    async def hang():
        async with begin() as tx:
            await disk.hold(tx)

    line = database._writing if writing else database._reading
    monkeypatch.setattr("bot.store.database.ANSWER_SECONDS", 2 * PATIENCE)
    answering.expect_acknowledgement()
    failing = seconds_of(hang(), Unsaved if writing else Unread)
    seconds, _ = await asyncio.wait_for(failing, PATIENCE)
    assert seconds >= SHORT / 2
    disk.goes_on.set()
    await line._settled.wait()
    answering.expect_acknowledgement()
    async with contextlib.AsyncExitStack() as held:
        for _ in range(CONNECTIONS):
            await held.enter_async_context(database._connections)
        seconds, _ = await asyncio.wait_for(seconds_of(reads(database), Unread), PATIENCE)
        assert seconds >= SHORT / 2
    await database._reading._settled.wait()
    # It is late, but a little time is always left.
    monkeypatch.setattr("bot.store.database.LEAST_SECONDS", PATIENCE)
    monkeypatch.setattr(answering, "LEAST_SECONDS", PATIENCE)
    async with begin():
        assert PATIENCE / 2 < answering.left() <= PATIENCE
    answering.expect_acknowledgement(expected=False)
    async with begin():
        assert answering.left() > PATIENCE


@pytest.mark.usefixtures("brief")
async def test_what_hangs_at_leisure_is_found_out_by_those_who_wait(database, disk, monkeypatch):
    monkeypatch.setattr(answering, "ANSWER_SECONDS", SHORT)

    async def hang():
        answering.at_leisure.set(True)
        async with database.write() as tx:
            await disk.hold(tx)

    hanging = asyncio.create_task(hang())
    await until(lambda: disk.asked)
    with pytest.raises(Unsaved):
        await asyncio.wait_for(writes(database, ""), PATIENCE)
    assert database.silent
    assert not hanging.done()
    disk.goes_on.set()
    await hanging
    await until(lambda: not database.silent)


@pytest.mark.usefixtures("brief")
async def test_one_that_is_slow_refuses_no_other(database, monkeypatch):
    monkeypatch.setattr(answering, "DOUBT_SECONDS", PATIENCE)

    async def slow():
        async with database.write() as tx:
            await tx.execute(COUNTING)

    with noted(database) as statements:
        failing = asyncio.create_task(seconds_of(slow(), Unsaved))
        await until(lambda: any("RECURSIVE" in one for one in statements))
    monkeypatch.setattr("bot.store.database.ANSWER_SECONDS", PATIENCE)
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(writes(database, "", str(n)) for n in range(3)))
        await failing
    assert not database.silent


@pytest.mark.usefixtures("brief")
async def test_what_nobody_waits_for_has_its_time(database, disk, monkeypatch):
    monkeypatch.setattr(answering, "ANSWER_SECONDS", SHORT)
    asyncio.get_running_loop().call_later(2 * SHORT, disk.goes_on.set)
    answering.at_leisure.set(True)
    async with database.write() as tx:
        await disk.hold(tx)
    assert not database.silent


async def test_a_disk_that_does_not_tell_its_room_is_not_waited_for(database, disk, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: disk.wait())
    seconds, _ = await seconds_of(database.space(SHORT), Unread)
    assert SHORT <= seconds < PATIENCE


@pytest.mark.usefixtures("brief")
async def test_a_statement_of_a_patient_transaction_is_not_waited_for_either(
    database, disk, monkeypatch
):
    monkeypatch.setattr(answering, "ANSWER_SECONDS", SHORT)

    async def hang():
        async with database.read(patient=True) as tx:
            await asyncio.sleep(2 * SHORT)
            await tx.execute(text("SELECT 1"))
            await disk.hold(tx)

    await seconds_of(hang(), Unread)
    assert disk.asked


@pytest.mark.usefixtures("brief")
async def test_what_hung_while_it_was_saved_is_not_called_lost_and_not_tried_again(
    database, disk, monkeypatch
):
    monkeypatch.setattr(database._writing, "_probe", asyncio.Event().wait)
    tries = 0

    async def hung_at_its_end(tx, items):
        nonlocal tries
        tries += 1
        raw = await tx.get_raw_connection()
        connection = raw.driver_connection
        monkeypatch.setattr(connection, "commit", lambda: connection._execute(disk.wait))
        return [None for _ in items]

    batcher = Batcher(database, hung_at_its_end)
    both = await asyncio.gather(batcher.add(1), batcher.add(2), return_exceptions=True)
    assert [(type(one), one.message) for one in both] == 2 * [(Unsure, UNSURE)]
    assert tries == 1
    await until(lambda: database.silent)
    assert await refused_at_once(writes(database, "a"), Unsaved, monkeypatch) == UNSAVED


@pytest.mark.usefixtures("brief")
async def test_a_lock_of_another_program_is_waited_for_once(database, monkeypatch):
    """Waiting writers find out when it goes; nothing that was refused is stored."""
    monkeypatch.setattr("bot.store.database.ANSWER_SECONDS", 1.0)
    other = sqlite3.connect(database.url.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    several = [seconds_of(writes(database, str(n)), Unsaved) for n in range(5)]
    await asyncio.gather(*several)
    await until(lambda: database.silent)
    await refused_at_once(writes(database, "late"), Unsaved, monkeypatch)
    assert await reads(database) == 1
    other.execute("ROLLBACK")
    other.close()
    await until(lambda: not database.silent)
    async with database.read() as tx:
        assert (await tx.execute(text("SELECT value FROM facts WHERE name = 'x'"))).all() == []
    await writes(database, "last")


async def test_an_error_that_comes_at_once_is_no_silence(database):
    with pytest.raises(Unread):
        async with database.read() as tx:
            await tx.execute(text("SELECT * FROM nothing_of_that_name"))
    assert not database.silent


async def test_what_is_asked_in_vain_is_probed_at_once(database, monkeypatch):
    """A server that is down, for example, gives its error at once."""

    async def down():
        raise OSError

    monkeypatch.setattr(database._reading, "_probe", down)
    with pytest.raises(Unread):
        async with database.read() as tx:
            await tx.execute(text("SELECT * FROM nothing_of_that_name"))
    await until(lambda: database.silent)


async def test_a_probe_of_writing_writes(database):
    """A statement that changes nothing would need no disk space."""

    async def noted():
        async with database.read() as tx:
            found = await tx.execute(text("SELECT value FROM facts WHERE name = 'probe'"))
            return found.scalar_one_or_none()

    before = await noted()
    await database._touch()
    first = await noted()
    await database._touch()
    assert len({before, first, await noted()}) == 3


async def test_a_disk_that_does_not_answer_does_not_keep_it_from_closing(
    database, disk, monkeypatch
):
    """This holds for any number of connections."""
    monkeypatch.setattr("bot.store.database.ANSWER_SECONDS", PATIENCE / 3)
    async with contextlib.AsyncExitStack() as held:
        several = [await held.enter_async_context(database.read_beside()) for _ in range(4)]
        raw = [await tx.get_raw_connection() for tx in several]
        drivers = [one.driver_connection for one in raw]
    for one in drivers:
        one._tx.put_nowait((None, disk.wait))
    async with asyncio.timeout(PATIENCE):
        await database.close()
    assert not disk.goes_on.is_set()
