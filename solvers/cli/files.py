"""Files that options name: reading, writing, and making sure that both are never one file."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from solvers.cli.output import number, output
from solvers.errors import BadInput
from solvers.files import check_writable, read_limited, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TextIO

STANDARD = "-"
_PATHS = "/dev/std{1}", "/dev/fd/{0}", "/proc/self/fd/{0}"
_STREAMS = {path.format(1, "out"): output for path in _PATHS} | {
    path.format(2, "err"): lambda: sys.stderr for path in _PATHS
}
"""The streams that have a path. Standard output is no longer file 1 (`solvers.cli.output`)."""


class Source(str):
    """The name of a file to read; - is standard input. An argument type."""

    __slots__ = ()

    def read(self) -> bytes:
        """Return the file's content; raises BadInput."""
        try:
            if self != STANDARD:
                with Path(self).open("rb") as file:
                    return read_limited(file, self)
            if sys.stdin is None:
                raise BadInput("Standard input is closed.", code="bad_file")
            return read_limited(sys.stdin.buffer, "standard input")
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            raise bad_file(self, error) from None

    def text(self) -> str:
        """Return the file's text, without a UTF-8 byte order mark; raises BadInput."""
        try:
            text = self.read().decode("utf-8")
        except ValueError:
            raise BadInput(f"{self}: this is not a text file (UTF-8).", code="bad_file") from None
        if "\0" in text:
            raise BadInput(f"{self}: this is not a text file.", code="bad_file")
        return text.removeprefix("\ufeff")


class Target(str):
    """The name of a file to write. An argument type."""

    __slots__ = ()

    def check(self) -> None:
        """Raise the BadInput that `write` would raise, before a long search."""
        with self._explained():
            if self not in _STREAMS:
                check_writable(self)

    def write(self, text: str) -> None:
        """Write the whole file; if that fails, an old file stays. Raises BadInput."""
        with self._explained():
            if self in _STREAMS:
                _STREAMS[self]().write(text)
            else:
                write(self, text.encode())

    def open(self) -> TextIO:
        """Open the file for writing line by line; - is standard error. Raises BadInput."""
        if self == STANDARD:
            if sys.stderr is None:
                raise BadInput("Standard error is closed.", code="bad_file")
            return sys.stderr
        with self._explained():
            if self in _STREAMS:
                return os.fdopen(os.dup(_STREAMS[self]().fileno()), "w", encoding="utf-8")
            return open(self, "w", encoding="utf-8")  # noqa: PTH123 - the name is a person's

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            raise bad_file(self, error) from None


def bad_file(name: str, error: Exception) -> BadInput:
    """Return the error for a file that cannot be read or written."""
    reason = getattr(error, "strerror", None) or error
    return BadInput(f"{name or '(no name)'}: {reason}.", code="bad_file")


def keep_apart(options: Mapping[str, object]) -> None:
    """Raise BadInput if a file would be both read and written, or written twice.

    Files are compared, not their names. `options` are all options of a command.
    """
    read = {_file(0 if name == STANDARD else name) for name in _of_kind(Source, options)}
    written = {_file(number()), _file(2)} - {None}
    if written & read:
        raise _overwritten("A file is read to which this prints as well")
    for name in _of_kind(Target, options):
        if name == STANDARD or name in _STREAMS or (file := _file(name)) is None:
            continue
        if file in read:
            raise _overwritten(f"{name}: this file is read, and would be overwritten")
        if file in written:
            raise _overwritten(f"{name}: this file would be written twice")
        written.add(file)


def _of_kind(kind: type[str], options: Mapping[str, object]) -> Iterator[str]:
    return (name for name in options.values() if isinstance(name, kind))


def _overwritten(what: str) -> BadInput:
    return BadInput(f"{what}; name another.", code="same_file")


def _file(of: str | int | None) -> tuple[int, int] | str | None:
    """Return a value that identifies a regular file, None for anything else."""
    if of is None:
        return None
    try:
        found = os.stat(of)  # noqa: PTH116 - it takes a number, too
    except (OSError, ValueError):
        return os.path.realpath(of) if isinstance(of, str) and "\0" not in of else None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None
