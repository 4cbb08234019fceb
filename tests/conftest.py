"""Fixtures for every test: a playground, its people, a browser."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing.util
import os
import signal
import sys
import threading
import traceback
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from tests import sweeps
from tests.patience import PATIENCE, TEST_SECONDS

gc.disable()  # until all tests are collected; they stay in memory

# Before the playground is imported, and for all processes that tests start.
os.environ.setdefault("PLAYGROUND_PATIENCE", str(PATIENCE))
os.environ.setdefault("PYTEST_TIMEOUT", str(TEST_SECONDS))

import playground
from bot.__main__ import COLLECT_AT
from tests.moment import MOMENT
from tests.playground.browser import CHROMIUM, chromium

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping


# An example's duration shows how busy the machine is, not a fault.
settings.register_profile(
    "any machine",
    deadline=None,
    max_examples=sweeps.examples(250),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("any machine")

# Processes in a shell's background ignore Ctrl-C, and so do those that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Let the commit seed Hypothesis, so that its examples are the same in every run."""
    if config.getoption("--hypothesis-seed") is None:
        config.option.hypothesis_seed = str(sweeps.SEED)


def pytest_report_header() -> str:
    """Report which part of the sweeps this run takes."""
    seed = sweeps.SEED
    return "sweeps: whole" if sweeps.WHOLE else f"sweeps: a part, drawn by SWEEP_SEED={seed}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out other runs' turns, and `root` tests for other users; begin with `long` tests.

    That way no run ends with a wait for a single long test.
    """
    is_root = getattr(os, "getuid", int)() == 0
    out = {
        item
        for item in items
        if not sweeps.has_its_turn(item) or (item.get_closest_marker("root") and not is_root)
    }
    if out:
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in out]
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """Collect garbage as the bot does, leaving out thousands of lasting tests."""
    gc.freeze()
    gc.set_threshold(*COLLECT_AT)
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_timeout_set_timer() -> Iterator[Any]:
    """Make a hanging test show its stacks before it ends."""
    is_set = yield
    end = signal.getsignal(signal.SIGALRM)

    def show_and_end(*args: Any) -> None:
        show_stacks()
        assert callable(end)
        end(*args)

    signal.signal(signal.SIGALRM, show_and_end)
    return is_set


def show_stacks() -> None:
    """Print the stacks of all threads and tasks; pytest shows them with the test."""
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    for ident, frame in sys._current_frames().items():
        print(f"--- thread {names.get(ident, ident)}", file=sys.stderr)
        traceback.print_stack(frame, file=sys.stderr)
    loop = asyncio._get_running_loop()
    for task in asyncio.all_tasks(loop) if loop else ():
        print(f"--- task {task.get_name()}", file=sys.stderr)
        task.print_stack(file=sys.stderr)


def pytest_unconfigure() -> None:
    """Remove the folder of the fork server's socket: processes of xdist end without doing so."""
    multiprocessing.util._run_finalizers()  # type: ignore[attr-defined]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return two processes per processor for `-n auto`: bot tests wait half of their time."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return 2 * (cores or 1)


@pytest.fixture
async def discord_server() -> AsyncIterator[playground.Playground]:
    """Run a playground on a free port, starting at a fixed moment."""
    async with await playground.serve(moment=MOMENT) as running:
        yield running


@pytest.fixture
def harness(discord_server: playground.Playground) -> playground.Harness:
    """Return the handle on the playground's people, places, clock and faults."""
    return playground.Harness(discord_server)


def needs_chromium(path: str | None, environment: Mapping[str, str]) -> None:
    """Skip a test without a browser, or fail it under CI, where all must pass."""
    if path is None:
        stop = pytest.fail if environment.get("CI") else pytest.skip
        stop("Chromium is not installed; on Debian: sudo apt install chromium-headless-shell")


@pytest.fixture(scope="session")
def devtools() -> Iterator[str]:
    """One Chromium for all tests; each has a tab of its own."""
    needs_chromium(CHROMIUM, os.environ)
    with chromium() as address:
        yield address
