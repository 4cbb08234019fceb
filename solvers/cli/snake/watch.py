"""Shows a search's progress, and limits how late it may end."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from typing import TYPE_CHECKING

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from solvers.cli.console import console
from solvers.cli.files import STANDARD, bad_file
from solvers.deadline import Deadline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from solvers.cli.files import Target
    from solvers.errors import PuzzleError

    Report = Callable[[int, int], None]

_GRACE = 0.5
_MANY, _MANY_GRACE = 10_000, 0.05
"""Longer lists than `_MANY` may end late by this share of the time instead of `_GRACE`."""
_PRINTING = 6e-6
"""Seconds per word that printing takes when there are many."""


def deadlines(words: int, seconds: float | None, began: float) -> tuple[Deadline, Deadline]:
    """Return a search's deadline, and when it is stopped by force, if it may take `seconds`.

    With many words, this time includes reading and printing; `began`: when the command began.
    """
    if seconds is None:
        return Deadline.never(), Deadline.never()
    if words <= _MANY:
        return Deadline.after(seconds), Deadline.after(seconds + _GRACE)
    end = began + seconds - _PRINTING * words
    return Deadline(end), Deadline(end + _MANY_GRACE * seconds)


@contextlib.contextmanager
def progress(
    *, silent: bool, out: Target | None, errors: list[PuzzleError]
) -> Iterator[Report | None]:
    """Write each new best and bound to a file ("-": standard error) as a line of JSON.

    Without a file, show them on one line if standard error is a terminal. Raises BadInput if the
    file cannot be opened; if it cannot be written to later, that is added to `errors`.
    """
    if out is not None:
        with _opened(out, errors) as lines:
            yield lines
        return
    if silent or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(*columns, console=console(sys.stderr), transient=True) as shown:
        search = shown.add_task("solving", total=None)
        yield lambda best, bound: shown.update(
            search, description=f"best so far [bold]{best:,}[/], at most [bold]{bound:,}[/]"
        )


@contextlib.contextmanager
def _opened(out: Target, errors: list[PuzzleError]) -> Iterator[Report]:
    began = time.monotonic()
    last: tuple[int, int] | None = None
    name = "standard error" if out == STANDARD else out
    file = out.open()

    def write(best: int, bound: int) -> None:
        nonlocal last
        if last != (best, bound) and not file.closed and not errors:
            last = best, bound
            seconds = round(time.monotonic() - began, 3)
            line = json.dumps({"seconds": seconds, "best": best, "bound": bound})
            try:
                file.write(line + "\n")
                file.flush()
            except OSError as error:
                errors.append(bad_file(name, error))

    try:
        yield write
    finally:
        if file is not sys.stderr:
            with contextlib.suppress(OSError):
                file.close()
