"""What the rules of contests and daily puzzles need of the solver processes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

Watch = Callable[[Any], Awaitable[None]]
"""Awaited with what has been found so far: `best` and `bound`."""


class Solving(Protocol):
    """Solves in another process; `bot.dispatch` has it."""

    async def run(
        self,
        solve: Callable[..., Any],
        request: object,
        *,
        tier: str = "full",
        seconds: float | None = None,
        user: int | None = None,
        watch: Watch | None = None,
    ) -> Any:
        """Solve the request in another process; raises PuzzleError or DispatchError."""
