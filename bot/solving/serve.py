"""python -m bot.solving.serve --workers N: a machine that solves for bots elsewhere."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys


def main() -> int:
    """Serve until stopped; a failed start prints one line and returns status 2."""
    from bot.start import program  # noqa: PLC0415 - worker processes may import this module again

    return program(_serve)


def _serve() -> int:
    from bot.config import hide_secrets, read_settings  # noqa: PLC0415
    from bot.errors import BadSettings  # noqa: PLC0415

    parser = argparse.ArgumentParser(prog="python -m bot.solving.serve", description=__doc__)
    parser.add_argument("--workers", default="", help="long puzzles at once: SOLVER_WORKERS")
    given = {"SOLVER_WORKERS": workers} if (workers := parser.parse_args().workers) else {}
    settings = read_settings(os.environ | given)
    hide_secrets()
    if settings.solver_url is None:
        raise BadSettings("SOLVER_URL is empty; it has to name the cluster's broker")
    try:
        from bot.solving.machine import serve  # noqa: PLC0415
    except ImportError:
        raise BadSettings(
            "SOLVER_URL needs an extra: pip install --require-hashes -r requirements/cluster.lock"
        ) from None
    asyncio.run(serve(settings, settings.solver_url, settings.solver_workers))
    return 0


if __name__ == "__main__":
    sys.exit(main())
