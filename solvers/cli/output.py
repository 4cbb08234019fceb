"""Standard output, reserved for the answer, and the size of a terminal."""

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
    """Reserve standard output for the answer until the process ends; call before any library.

    Anything else printed there, by Python or C, is dropped: some libraries print greetings, even as
    Python starts. A closed standard stream is opened on the null device, so that no other file gets
    its number and its output.
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
        sys.stdout.flush()  # drops what was printed before
        flush_c()


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def output() -> TextIO:
    """Return the stream for the answer; raises OSError if standard output is closed."""
    out = _reserved or sys.stdout
    if out is None:  # Python's value for a closed one
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), OUTPUT)
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="backslashreplace")  # not all terminals speak UTF-8
    return out


@contextlib.contextmanager
def printing() -> Iterator[TextIO]:
    """Yield the stream for the answer, and flush it at the end.

    An OSError gets its name; BrokenPipeError means that the reader has gone.
    """
    try:
        out = output()
        yield out
        out.flush()
    except OSError as error:
        error.filename = OUTPUT
        raise


def number() -> int | None:
    """Return the file descriptor that the answer goes to; None if it has none."""
    try:
        return output().fileno()
    except (OSError, ValueError):
        return None


def drop(stream: TextIO | None) -> None:
    """Discard unwritten output: Python would fail again when it flushes at exit."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def drop_answer() -> None:
    """Discard the unwritten part of the answer."""
    drop(_reserved or sys.stdout)


def width() -> int:
    """Return how many columns the terminal has, from COLUMNS or from the terminal itself.

    Values that are no number are ignored, and so is a width too narrow for any text.
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
