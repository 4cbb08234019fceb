"""Consoles for printing to a stream with Rich."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from solvers.cli.output import width

_LINES = 25
"""Nothing we show depends on a terminal's height, but without this Rich would read LINES, whatever
its value."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave this to `main`: Rich would exit with another status."""
        raise BrokenPipeError


def console(stream: Any) -> Console:
    """Return a console as wide as the terminal, or wide enough to cut nothing in a pipe."""
    columns = width() if stream.isatty() else 1_000
    return _Console(file=stream, highlight=False, width=columns, height=_LINES)
