"""Groups: the connected components of the words, numbered by word length and then by size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of a word table. Numbers begin at 1; 0 stands for a word without links.

    number    int32 by word id
    sizes     int32 by group number: its number of words (entry 0 is 0)
    lengths   int32 by group number: the length of its words (entry 0 is 0)
    """

    number: NDArray[np.int32]
    sizes: NDArray[np.int32]
    lengths: NDArray[np.int32]


def connected_components(count: int, edges: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return for each of `count` words the lowest id in its component.

    It uses hooking and pointer jumping (Shiloach and Vishkin 1982): trees of ids are hung under
    lower roots and flattened, all at once, until no edge joins two trees.
    """
    root = np.arange(count)
    while len(edges):
        one, other = root[edges[:, 0]], root[edges[:, 1]]
        apart = one != other
        edges, one, other = edges[apart], one[apart], other[apart]
        np.minimum.at(root, np.maximum(one, other), np.minimum(one, other))
        while not np.array_equal(above := root[root], root):
            root = above
    return root


def number(root: NDArray[np.int64], lengths: NDArray[np.int64]) -> Groups:
    """Return the numbered groups, given each word's lowest connected id and its length.

    They are ordered by word length, then size, smallest first, then first word.
    """
    size = np.bincount(root, minlength=len(root))
    firsts = np.flatnonzero(size >= 2)
    firsts = firsts[np.lexsort((firsts, size[firsts], lengths[firsts]))]
    number_of_first = np.zeros(len(root), np.int32)
    number_of_first[firsts] = np.arange(1, len(firsts) + 1)
    return Groups(
        number=number_of_first[root],
        sizes=np.concatenate(([0], size[firsts])).astype(np.int32),
        lengths=np.concatenate(([0], lengths[firsts])).astype(np.int32),
    )
