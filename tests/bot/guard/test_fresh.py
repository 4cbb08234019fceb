"""Callers at the same time share one read; while reads fail they get the last value."""

import asyncio

import pytest

from bot.errors import Unread
from bot.guard.fresh import FRESH_SECONDS, Fresh
from tests.patience import PATIENCE


class Asked:
    """Counts its reads; raises where it cannot be read."""

    def __init__(self):
        self.now, self.reads, self.can = 1_000.0, 0, True
        self.fresh = Fresh(self.read, lambda: self.now)

    async def read(self):
        self.reads += 1
        await asyncio.sleep(0)
        if not self.can:
            raise Unread("not now")
        return self.reads

    async def get(self, times=1):
        """What each of `times` simultaneous callers gets; None where nothing can be read."""
        told = await asyncio.gather(
            *(self.fresh.get() for _ in range(times)), return_exceptions=True
        )
        assert all(isinstance(one, int | Unread) for one in told)
        return [one if isinstance(one, int) else None for one in told]


async def test_it_is_read_once_for_all_and_again_when_it_is_old():
    asked = Asked()
    assert await asked.get(5) == [1] * 5
    asked.now += FRESH_SECONDS - 0.1
    assert await asked.get(5) == [1] * 5
    asked.now += 0.1
    assert await asked.get(5) == [2] * 5


async def test_while_nothing_can_be_read_it_is_what_it_was_and_before_that_nobody_knows():
    asked = Asked()
    asked.can = False
    assert await asked.get(3) == [None] * 3
    assert await asked.get() == [None]
    asked.can = True
    (known,) = await asked.get()
    asked.can = False
    asked.now += FRESH_SECONDS
    assert await asked.get(3) == [known] * 3
    asked.can = True
    assert await asked.get() == [asked.reads] != [known]


async def test_whoever_is_cancelled_while_they_read_keeps_nobody_from_it():
    asked = Asked()
    first = asyncio.create_task(asked.fresh.get())
    second = asyncio.create_task(asked.fresh.get())
    await asyncio.sleep(0)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    assert await second == 2


async def test_nobody_waits_for_a_read_that_hangs_where_something_is_known():
    asked = Asked()
    (known,) = await asked.get()
    asked.now += FRESH_SECONDS
    asked.fresh._read = asyncio.Event().wait
    hanging = asyncio.create_task(asked.fresh.get())
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        assert await asked.get(3) == [known] * 3
    assert not hanging.done()
    hanging.cancel()
