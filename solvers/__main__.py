"""`python -m solvers`: the command line."""

from __future__ import annotations

import contextlib
import os
import signal
import sys

from solvers.blas import one_blas_thread
from solvers.cli.output import reserve
from solvers.files import drop_parts
from solvers.processor import too_old


def main(prog: str | None = None) -> int:
    """Run the command line; Ctrl-C or SIGTERM ends it quietly and leaves no half-written file.

    It ends at once, because a library that is being loaded may turn an exception into any other. A
    command that has results to keep handles the signals itself (`solvers.cli.interrupts`).
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _quit)
    reserve()
    one_blas_thread()
    if (why := too_old()) is not None:
        print(f"error: {why}", file=sys.stderr)  # noqa: T201
        return 2
    from solvers.cli.main import script  # noqa: PLC0415

    status = script() if prog is None else script(prog)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Python is ending, and the answer is printed
    return status


def _quit(number: int, _frame: object) -> None:
    drop_parts()
    if number == signal.SIGINT:
        with contextlib.suppress(OSError):
            # Start a new line after the terminal's ^C, and show the cursor, which progress may have
            # hidden.
            os.write(2, b"\x1b[?25h\n" if os.isatty(2) else b"\n")
    os._exit(128 + number)


if __name__ == "__main__":
    sys.exit(main("python -m solvers"))
