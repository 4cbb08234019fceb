"""A mapping that is computed as it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Lazily(dict[int, T], Generic[T]):
    """What a function returns for a node, computed when it is first asked for."""

    def __init__(self, function: Callable[[int], T]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, node: int) -> T:
        value = self[node] = self._function(node)
        return value
