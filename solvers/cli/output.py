"""Standard output, which holds the answer alone, and the size of a terminal."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

from solvers.silence import flush_c

if TYPE_CHECKING:
    from collections.abc import Iterator

OUTPUT = "standard output"
_NARROWEST = 20
_DEFAULT = 80

_reserved: TextIO | None = None


def reserve() -> None:
    """Keep standard output for the answer until the process ends; call it before any library.

    Whatever else is printed there, by Python or by C, is dropped: some libraries greet, also as
    Python starts. A standard
    stream that is closed is opened on nothing, so that no file gets its number, and what is
    printed there.
    """
    global _reserved  # noqa: PLW0603 - a process has one
    for number, mode in enumerate((os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)):
        if not _is_open(number):
            os.dup2(os.open(os.devnull, mode), number)
    if sys.stdout is not None:
        _reserved = os.fdopen(os.dup(1), "w", encoding=sys.stdout.encoding)
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.close(nothing)
        sys.stdout.flush()  # what was printed before, too
        flush_c()


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def output() -> TextIO:
    """Return where the answer goes; raises OSError if standard output is closed."""
    out = _reserved or sys.stdout
    if out is None:  # so Python has it then
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), OUTPUT)
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="backslashreplace")  # not all terminals speak UTF-8
    return out


@contextlib.contextmanager
def printing() -> Iterator[TextIO]:
    """Return where the answer goes, and see that it gets there.

    An OSError is named for it; BrokenPipeError says that nobody reads on.
    """
    try:
        out = output()
        yield out
        out.flush()
    except OSError as error:
        error.filename = OUTPUT
        raise


def number() -> int | None:
    """Return the number of the file that the answer goes to; None if it has none."""
    try:
        return output().fileno()
    except (OSError, ValueError):
        return None


def drop(stream: TextIO | None) -> None:
    """Discard what is not written yet: Python would fail again when it flushes at exit."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def drop_answer() -> None:
    """Discard what is not written yet of the answer."""
    drop(_reserved or sys.stdout)


def width() -> int:
    """Return how many columns a terminal has: as COLUMNS says, or as it says itself.

    What is too narrow for any text, or no number, is taken for neither.
    """
    typed = os.environ.get("COLUMNS", "")
    columns = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else 0
    if not columns:
        for stream in (_reserved, sys.__stdout__, sys.__stderr__, sys.__stdin__):
            try:
                columns = os.get_terminal_size(stream.fileno()).columns if stream else 0
            except (OSError, ValueError):
                continue
            if columns:
                break
    return max(columns or _DEFAULT, _NARROWEST)
