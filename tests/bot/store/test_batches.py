"""Writes that are stored together: few transactions, but each write has its own answer."""

import asyncio
import time

import pytest
from sqlalchemy import insert, select

from bot.errors import Unsaved
from bot.store import Batcher, Database
from bot.store.answering import before_acknowledgement, expect_acknowledgement
from bot.store.batches import PACE
from bot.store.schema import facts
from tests.bot.organising import until
from tests.bot.postgres import on_both
from tests.bot.statements import noted

MANY = 50


class Names:
    """Stores names, each once, and counts its transactions."""

    def __init__(self, database):
        self.database = database
        self.batches = []
        self.batcher = Batcher(database, self._store)

    async def _store(self, tx, names):
        self.batches.append(len(names))
        assert before_acknowledgement() is None
        await tx.execute(insert(facts), [{"name": name, "value": ""} for name in names])
        return [ValueError(name) if name == "odd" else name.upper() for name in names]

    def add(self, *names):
        return asyncio.gather(*map(self.batcher.add, names), return_exceptions=True)

    async def stored(self):
        async with self.database.read() as tx:
            return set((await tx.execute(select(facts.c.name))).scalars()) - {"started"}


@pytest.fixture
def names(world):
    return Names(world.database)


async def test_all_that_wait_share_a_transaction(names):
    some = [f"name{n}" for n in range(MANY)]
    assert await names.add(*some) == [name.upper() for name in some]
    assert names.batches == [MANY]
    assert await names.stored() == set(some)


async def test_whose_item_comes_first_hurries_no_other(names):
    """The first caller's limit for an acknowledgement does not cut storing short for later ones."""
    expect_acknowledgement()
    assert await names.add("a", "b") == ["A", "B"]


async def test_a_steady_rush_shares_few_transactions(names):
    began, adding = time.monotonic(), []
    for number in range(MANY):
        adding.append(asyncio.create_task(names.batcher.add(f"name{number}")))
        await asyncio.sleep(0.002)
    await asyncio.gather(*adding)
    assert len(names.batches) <= 2 + (time.monotonic() - began) / PACE
    assert sum(names.batches) == MANY


async def test_each_is_answered_by_itself(names):
    first, odd, last = await names.add("first", "odd", "last")
    assert (first, last) == ("FIRST", "LAST")
    assert isinstance(odd, ValueError)


@on_both
async def test_one_that_cannot_be_stored_harms_no_other(names):
    await names.batcher.add("twice")
    first, again, last = await names.add("first", "twice", "last")
    assert (first, last) == ("FIRST", "LAST")
    assert isinstance(again, Unsaved)
    assert await names.stored() == {"twice", "first", "last"}


async def test_a_batch_that_is_refused_is_logged_once(names, caplog):
    some = ["here", "and", "there"]
    await names.add(*some)
    assert {type(answer) for answer in await names.add(*some)} == {Unsaved}
    await names.add("new")
    said = [record.getMessage() for record in caplog.records]
    assert said == ["the database refused a write", "the database takes writes again"]


async def test_an_answer_comes_after_its_transaction(names):
    other = Database(names.database.url)
    reached, done = asyncio.Event(), asyncio.Event()

    async def write():
        async with other.write():
            reached.set()
            await done.wait()

    writing = asyncio.create_task(write())
    await reached.wait()
    with noted(names.database) as statements:
        adding = asyncio.create_task(names.batcher.add("name"))
        await until(lambda: statements)
    assert not adding.done()
    done.set()
    await writing
    assert await adding == "NAME"
    await other.close()
    assert await names.stored() == {"name"}


async def test_somebody_who_no_longer_waits_holds_up_nobody(names):
    gone, here = (asyncio.create_task(names.batcher.add(name)) for name in ("gone", "here"))
    await asyncio.sleep(0)
    gone.cancel()
    assert await here == "HERE"
    assert await names.batcher.add("later") == "LATER"
    assert gone.cancelled()
