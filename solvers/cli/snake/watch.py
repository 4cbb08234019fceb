"""Progress of a search, and how late it may end."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from solvers.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Report = Callable[[int, int], None]

_GRACE = 0.5
_MANY, _MANY_SHARE = 10_000, 0.05
"""With more words than this the search may end late by so much of its time, if that is more."""


def grace(words: int, seconds: float) -> float:
    """Return how many seconds after its time a search may end."""
    return _GRACE if words <= _MANY else max(_GRACE, _MANY_SHARE * seconds)


@contextlib.contextmanager
def progress(*, silent: bool, out: str | None, errors: list[BadInput]) -> Iterator[Report | None]:
    """Write each new best and bound to a file ("-": standard error) as a line of JSON.

    Without a file, show them on one line while a terminal is watched. Raises BadInput if the file
    cannot be opened; if it cannot be written to later, that is added to `errors`.
    """
    if out is not None:
        with _opened(out, errors) as lines:
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
def _opened(out: str, errors: list[BadInput]) -> Iterator[Report]:
    began = time.monotonic()
    last: tuple[int, int] | None = None
    failed: list[BadInput] = []
    name = "standard error" if out == "-" else out
    if out == "-" and sys.stderr is None:
        raise BadInput("Standard error is closed.", code="bad_file")
    try:
        file = sys.stderr if out == "-" else open(out, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - the path is a person's
    except OSError as error:
        raise bad_file(name, error) from None

    def write(best: int, bound: int) -> None:
        nonlocal last
        if last != (best, bound) and not file.closed and not failed:
            last = best, bound
            seconds = round(time.monotonic() - began, 3)
            line = json.dumps({"seconds": seconds, "best": best, "bound": bound})
            try:
                file.write(line + "\n")
                file.flush()
            except OSError as error:
                failed.append(bad_file(name, error))

    try:
        yield write
    finally:
        errors += failed
        if file is not sys.stderr:
            with contextlib.suppress(OSError):
                file.close()


def bad_file(name: str, error: OSError) -> BadInput:
    """Return what is said of a file that cannot be read or written."""
    return BadInput(f"{name or '(no name)'}: {error.strerror or error}.", code="bad_file")
