"""python -m bot.solving.serve --workers N: a machine that solves for bots elsewhere."""

from __future__ import annotations

import argparse
import asyncio
import sys


def main() -> int:
    """Serve until stopped; a start that fails is one line and status 2."""
    # Imported here, since worker processes may import this module again.
    from bot.config import hide_secrets, read_settings  # noqa: PLC0415
    from bot.errors import BadSettings, StartError  # noqa: PLC0415
    from bot.logs import set_up_logging  # noqa: PLC0415

    parser = argparse.ArgumentParser(prog="python -m bot.solving.serve", description=__doc__)
    parser.add_argument("--workers", type=int, help="long puzzles at once")
    asked = parser.parse_args().workers
    try:
        settings = read_settings()
        hide_secrets()
        set_up_logging(settings.log_format)
        if settings.solver_url is None:
            raise BadSettings("SOLVER_URL: says nothing; it has to name the cluster's broker")
        try:
            from bot.solving.machine import serve  # noqa: PLC0415
        except ImportError:
            raise BadSettings(
                "SOLVER_URL: install the extra for it: "
                "pip install --require-hashes -r requirements/cluster.lock"
            ) from None
        asyncio.run(
            serve(
                settings, settings.solver_url.get_secret_value(), asked or settings.solver_workers
            )
        )
    except StartError as error:
        print(f"snakes-and-ladders: {error.message}", file=sys.stderr)  # noqa: T201
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
