"""A part: the tables that one game adds to the index of every word list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from solvers.lexicon.table import WordTable

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Part:
    """Precomputed tables for a game: `build` returns them, `table("name.key")` reads them.

    Raise `version` whenever `build` would return something else for the same words: it is part of
    the index file's key, so every cached index is then rebuilt.
    """

    name: str
    version: int
    build: Callable[[WordTable], Mapping[str, Array]]

    def tables(self, words: WordTable) -> dict[str, Array]:
        """Return the part's arrays under their full names, `<part>.<key>`."""
        built = self.build(words)
        return {f"{self.name}.{key}": np.ascontiguousarray(array) for key, array in built.items()}
