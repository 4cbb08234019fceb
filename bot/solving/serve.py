"""python -m bot.solving.serve --workers N: a machine that solves for bots elsewhere."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys

from bot.config import Settings, cores, hide_secrets, read_settings
from bot.errors import BadSettings, StartError
from bot.logs import set_up_logging
from bot.solving import wire
from bot.solving.cluster import connect, machine
from bot.solving.pool import WorkerPool
from solvers.library import TIERS, open_lexicon

log = logging.getLogger(__name__)

STOP_SECONDS = 10.0
RETRY_SECONDS = 2.0


def main() -> int:
    """Serve until stopped; a start that fails is one line and status 2."""
    parser = argparse.ArgumentParser(prog="python -m bot.solving.serve", description=__doc__)
    parser.add_argument("--workers", type=int, default=cores(), help="long puzzles at once")
    workers = parser.parse_args().workers
    try:
        settings = read_settings()
        hide_secrets()
        set_up_logging(settings.log_format)
        if settings.solver_url is None:
            raise BadSettings("SOLVER_URL: says nothing; it has to name the cluster's broker")
        asyncio.run(serve(settings, settings.solver_url.get_secret_value(), workers))
    except StartError as error:
        print(f"snakes-and-ladders: {error.message}", file=sys.stderr)  # noqa: T201
        return 2
    return 0


async def serve(settings: Settings, url: str, workers: int) -> None:
    """Solve what the queue has, until SIGINT or SIGTERM."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    solvers = wire.solvers_hash([await asyncio.to_thread(open_lexicon, tier) for tier in TIERS])
    pool = WorkerPool(
        workers,
        settings.solver_timeout,
        memory=settings.solver_memory,
        log_format=settings.log_format,
    )
    await pool.start()
    try:
        while not stop.is_set():
            try:
                broker = await connect(url, name := f"{socket.gethostname()}-{os.getpid()}")
            except Exception as error:  # noqa: BLE001 - whatever it is, we try again
                log.warning("the broker is not to be had: %s", type(error).__name__)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), RETRY_SECONDS)
                continue
            log.info("solving %d at once as %s, by solvers %s", workers, name, solvers)
            async with machine(broker, pool, workers, name, solvers):
                await stop.wait()
                await pool.stop(STOP_SECONDS)
            await broker.close()
    finally:
        await pool.stop(0)


if __name__ == "__main__":
    sys.exit(main())
