"""What every test may ask for: a playground, its people in the test's hands, a browser."""

from __future__ import annotations

import multiprocessing.util
import os
import signal
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

import playground
from tests.moment import MOMENT
from tests.playground.browser import CHROMIUM, chromium

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping


# How long an example takes says what else the machine is doing, not that it is false.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")

# In the background of a shell Ctrl-C is ignored, also by processes that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_unconfigure() -> None:
    """Remove the folder of the fork server's socket: processes of xdist end without doing so."""
    multiprocessing.util._run_finalizers()  # type: ignore[attr-defined]


def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes `-n auto` starts: tests of a bot wait a third of their time."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return 3 * (cores or 1) // 2 or 1


@pytest.fixture
async def discord_server() -> AsyncIterator[playground.Playground]:
    """Run a playground on a free port, at a moment that is always the same."""
    async with await playground.serve(moment=MOMENT) as running:
        yield running


@pytest.fixture
def harness(discord_server: playground.Playground) -> playground.Harness:
    """Return the playground's people, places, clock and faults."""
    return playground.Harness(discord_server)


def needs_chromium(path: str | None, environment: Mapping[str, str]) -> None:
    """Skip a test where there is no browser; where all must pass, as under CI, fail it."""
    if path is None:
        stop = pytest.fail if environment.get("CI") else pytest.skip
        stop("Chromium is not installed; on Debian: sudo apt install chromium")


@pytest.fixture(scope="session")
def devtools() -> Iterator[str]:
    """One Chromium for all tests; each has a tab of its own."""
    needs_chromium(CHROMIUM, os.environ)
    with chromium() as address:
        yield address
