"""`python -m solvers`: the command line."""

from __future__ import annotations

import os
import signal
import sys


def main(prog: str | None = None) -> int:
    """Run the command line; Ctrl-C ends it quietly also while it is still being loaded."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    from solvers.cli.main import script  # noqa: PLC0415

    signal.signal(signal.SIGINT, before)
    return script() if prog is None else script(prog)


if __name__ == "__main__":
    sys.exit(main("python -m solvers"))
