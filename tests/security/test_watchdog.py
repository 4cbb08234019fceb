"""The watchdog: it counts and logs stalls of the loop, with the code that caused them."""

import asyncio
import logging
import time

import pytest

from bot.watchdog import BEAT_SECONDS, STALL_SECONDS, Watchdog


@pytest.fixture
async def watchdog():
    watching = Watchdog()
    async with watching.watching():
        await asyncio.sleep(2 * BEAT_SECONDS)  # here as below: it wakes after the beat
        yield watching


async def test_a_stall_is_counted_and_named_without_what_was_typed(watchdog, lexicon, caplog):
    began = time.monotonic()
    # At least; on a busy machine until the watchdog's thread has had a turn.
    while time.monotonic() - began < 2 * STALL_SECONDS or not watchdog._running:
        lexicon.close_words("secretword")
    held = time.monotonic() - began
    await asyncio.sleep(2 * BEAT_SECONDS)
    assert watchdog.stalls >= 1
    assert watchdog.longest >= held - BEAT_SECONDS
    messages = [record.getMessage() for record in caplog.records]
    assert any("by solvers.lexicon.lexicon." in message for message in messages)
    assert not any("secretword" in message for message in messages)


async def test_what_holds_the_loop_up_may_be_nothing_of_ours(watchdog, caplog):
    time.sleep(2 * STALL_SECONDS)
    await asyncio.sleep(2 * BEAT_SECONDS)
    (*_, record) = [record for record in caplog.records if record.levelno == logging.WARNING]
    assert "by nothing of ours" in record.getMessage()
    assert "CPU: 0.0" in record.getMessage()


async def test_a_loop_that_works_in_small_pieces_is_not_held_up(watchdog):
    stalls = watchdog.stalls
    held = 0.0  # the longest piece; on a busy machine it may be a stall
    began = piece = time.monotonic()
    while piece - began < 2 * STALL_SECONDS:
        worked = time.thread_time()
        while time.thread_time() - worked < STALL_SECONDS / 100:
            pass
        await asyncio.sleep(0)
        held, piece = max(held, time.monotonic() - piece), time.monotonic()
    assert watchdog.stalls == stalls or held > STALL_SECONDS - 2 * BEAT_SECONDS


@pytest.fixture(scope="module")
def lexicon():
    from solvers.library import open_lexicon

    return open_lexicon("full")
