"""Solving while somebody watches: progress, Ctrl-C, and a time that holds.

The search runs in a thread of its own, as HiGHS hears neither signals nor, at times, its time
limit. The main thread takes the best snake so far when it is asked for.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import sys
import threading
import time
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from solvers.deadline import Deadline
from solvers.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from solvers.cli.interrupts import Interrupts
    from solvers.wordsnake import SnakeResult
    from solvers.wordsnake.solver import Solving

    Report = Callable[[int, int], None]

_GRACE = 0.5
_MANY, _MANY_SHARE = 10_000, 0.05
"""Above so many words the search may end late by so much of its time."""


def watched(
    solving: Solving,
    words: int,
    seconds: float | None,
    report: Report | None,
    interrupts: Interrupts,
) -> SnakeResult:
    """Return the result by the deadline or at Ctrl-C."""
    failed: list[BaseException] = []

    deadline = late = Deadline.never()
    if seconds is not None:
        grace = _GRACE if words <= _MANY else max(_GRACE, _MANY_SHARE * seconds)
        deadline, late = Deadline.after(seconds), Deadline.after(seconds + grace)

    def run() -> None:
        try:
            solving.run(deadline, report)
        except BaseException as error:  # noqa: BLE001 - it is raised again where one waits for it
            failed.append(error)

    thread = threading.Thread(target=run, name="search", daemon=True)
    thread.start()
    interrupts.join(thread, late)
    if failed:
        raise failed[0]
    if thread.is_alive():
        _stop(thread)
    return solving.result()


def _stop(thread: threading.Thread) -> None:
    """Raise SystemExit in a thread, so that it leaves us the interpreter.

    In HiGHS that is heard only when it returns, but there it takes no turn of ours either.
    """
    assert thread.ident is not None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit)
    )


@contextlib.contextmanager
def progress(*, silent: bool, out: str | None) -> Iterator[Report | None]:
    """Write each new best and bound to a file ("-": standard error) as a line of JSON.

    Without a file, show them on one line while a terminal is watched.
    """
    if out is not None:
        with _opened(out) as lines:
            yield lines
        return
    if silent or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as shown:
        search = shown.add_task("solving", total=None)
        yield lambda best, bound: shown.update(
            search, description=f"best so far [bold]{best:,}[/], at most [bold]{bound:,}[/]"
        )


@contextlib.contextmanager
def _opened(out: str) -> Iterator[Report]:
    began = time.monotonic()
    last: tuple[int, int] | None = None
    name = "standard error" if out == "-" else out
    if out == "-" and sys.stderr is None:
        raise BadInput("Standard error is closed.", code="bad_file")
    try:
        file = sys.stderr if out == "-" else open(out, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - the path is a person's
    except OSError as error:
        raise bad_file(name, error) from None

    def write(best: int, bound: int) -> None:
        nonlocal last
        if last != (best, bound) and not file.closed:
            last = best, bound
            seconds = round(time.monotonic() - began, 3)
            line = json.dumps({"seconds": seconds, "best": best, "bound": bound})
            try:
                file.write(line + "\n")
                file.flush()
            except OSError as error:
                raise bad_file(name, error) from None

    try:
        yield write
    finally:
        if file is not sys.stderr:
            with contextlib.suppress(OSError):
                file.close()


def bad_file(name: str, error: OSError) -> BadInput:
    """Return what is said of a file that cannot be read or written."""
    return BadInput(f"{name or '(no name)'}: {error.strerror or error}.", code="bad_file")
