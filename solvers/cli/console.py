"""Consoles: how Rich prints to a stream."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from solvers.cli.output import width

_LINES = 25
"""Nothing we show goes by the height of a terminal, but Rich would read LINES, whatever it says."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Let `main` say so: Rich would exit, with another status."""
        raise BrokenPipeError


def console(stream: Any) -> Console:
    """Return a console as wide as the terminal, or so wide that nothing is cut in a pipe."""
    columns = width() if stream.isatty() else 1_000
    return _Console(file=stream, highlight=False, width=columns, height=_LINES)
