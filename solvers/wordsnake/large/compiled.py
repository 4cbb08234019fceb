"""Loops that Numba compiles where it is installed, and Python runs where it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, ParamSpec, TypeVar

from numba import njit

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
R = TypeVar("R")


def compiled(loop: Callable[P, R]) -> Callable[P, R]:
    """Have Numba compile a loop, and cache the result on disk if there is a place for it."""
    # Numba has no types. With NumPy's error model no division by zero stops a search.
    try:
        return njit(cache=True, error_model="numpy")(loop)  # type: ignore[no-any-return]
    except RuntimeError:  # neither the code's folder nor the user's cache can be written to
        return njit(error_model="numpy")(loop)  # type: ignore[no-any-return]
