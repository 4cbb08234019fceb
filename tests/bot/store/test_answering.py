"""A database that says nothing: nobody waits for it longer than is said, and it is asked again."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time

import pytest
from sqlalchemy import text

from bot.errors import Unread, Unsaved
from bot.store import answering, open_store
from bot.store.database import UNSAVED, UNSURE
from tests.bot.contests.world import empty_database, url
from tests.patience import PATIENCE

SHORT = 0.3
NOW = 0.1
"""Seconds within which nobody has waited for anything."""


@pytest.fixture
def brief(monkeypatch):
    """Let nothing take long, and what took a while count as silence."""
    monkeypatch.setattr("bot.store.database.SECONDS", SHORT)
    monkeypatch.setattr("bot.store.database.BRIEF_SECONDS", SHORT / 2)
    monkeypatch.setattr("bot.store.database.LONG", SHORT / 4)
    monkeypatch.setattr(answering, "PROBE_SECONDS", 0.01)


@pytest.fixture
async def database(tmp_path):
    (tmp_path / "bot.sqlite3").write_bytes(empty_database())
    before = connections()
    store = await open_store(url(tmp_path / "bot.sqlite3"))
    yield store.database
    await store.close()
    await until(lambda: connections() <= before)  # what hung is over


def connections():
    """Return the threads of all connections to databases."""
    return {one for one in threading.enumerate() if "_connection_worker_thread" in one.name}


async def until(reply):
    async with asyncio.timeout(PATIENCE):
        while not reply():
            await asyncio.sleep(0.001)


class Disk:
    """Something that a statement waits for, in its thread, until it is told to go on."""

    def __init__(self):
        self.goes_on = threading.Event()
        self.asked = 0

    def wait(self):
        self.asked += 1
        self.goes_on.wait()
        return 1

    async def hold(self, tx):
        """Run a statement that the disk holds up."""
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


async def writes(database, value):
    async with database.write() as tx:
        await tx.execute(text("INSERT INTO facts VALUES ('x', :value)"), {"value": value})


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
    waiting = asyncio.create_task(other())  # of those that write, for their turn
    seconds, _ = await hanging
    assert seconds < SHORT + 1
    assert database.silent
    if writing:
        with pytest.raises(Unsaved):
            await asyncio.wait_for(waiting, NOW)
        assert await reads(database) == 1  # which is another line
    seconds, _ = await seconds_of(other(), Unsaved if writing else Unread)
    assert seconds < NOW
    disk.goes_on.set()
    probe.set()
    await until(lambda: not database.silent)
    await other()


@pytest.mark.usefixtures("brief")
async def test_what_waits_for_an_acknowledgement_waits_less(database, disk):
    answering.unanswered.set(True)

    async def hang():
        async with database.read() as tx:
            await disk.hold(tx)

    seconds, _ = await seconds_of(hang(), Unread)
    assert seconds >= SHORT / 2
    await until(lambda: not database.silent)


@pytest.mark.usefixtures("brief")
async def test_a_statement_of_a_patient_transaction_is_not_waited_for_either(
    database, disk, monkeypatch
):
    monkeypatch.setattr(answering, "SECONDS", SHORT)

    async def hang():
        async with database.read(patient=True) as tx:
            await asyncio.sleep(2 * SHORT)
            await tx.execute(text("SELECT 1"))
            await disk.hold(tx)

    await seconds_of(hang(), Unread)
    assert disk.asked


@pytest.mark.usefixtures("brief")
async def test_what_hung_while_it_was_saved_is_not_called_lost(database, disk, monkeypatch):
    monkeypatch.setattr(database._writing, "_probe", asyncio.Event().wait)

    async def hung_at_its_end():
        async with database.write() as tx:
            raw = await tx.get_raw_connection()
            connection = raw.driver_connection
            monkeypatch.setattr(connection, "commit", lambda: connection._execute(disk.wait))

    _, said = await seconds_of(hung_at_its_end(), Unsaved)
    assert said == UNSURE
    _, said = await seconds_of(writes(database, "a"), Unsaved)
    assert said == UNSAVED


@pytest.mark.usefixtures("brief")
async def test_a_lock_of_another_program_is_waited_for_once(database, monkeypatch):
    """It is found out by those who wait when it goes; nothing that was refused is stored."""
    monkeypatch.setattr("bot.store.database.SECONDS", 1.0)
    other = sqlite3.connect(database.url.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    several = [seconds_of(writes(database, str(n)), Unsaved) for n in range(5)]
    found = await asyncio.gather(*several)
    assert max(seconds for seconds, _ in found) < 2
    assert (await seconds_of(writes(database, "late"), Unsaved))[0] < NOW
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
