"""Builds the tables of a letter graph: its edges, and its numbers of paths."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Literal

import numpy as np

from solvers.growth.keys import keys_without, prefix_keys
from solvers.growth.paths import count_paths
from solvers.lexicon.tiers import POLICIES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from solvers.growth.keys import Array

Place = Literal["ends", "anywhere"]
PLACES: tuple[Place, ...] = ("ends", "anywhere")


def letter_graph_tables(blocks: Mapping[int, Array], place: Place) -> dict[str, Array]:
    """Return the tables that `LetterGraph` walks on.

    `blocks` maps a length L to n × L letters (uint8, 0 to 25), no row twice. Nodes are numbered by
    length and then by row. `place` says where a letter may go: at the ends, or anywhere. Tables:
    `size_start` (first node of each length), `down`, `up` with their `_start` (CSR: the strings one
    letter shorter and one longer), `paths_down`, `paths_up` with theirs (the numbers of paths down
    and up by steps, see `count_paths`), `longest_ends` (the ends of the longest paths of all).
    """
    size_start = _size_start(blocks)
    nodes = int(size_start[-1])
    longer, shorter = _edges(blocks, size_start, place)
    down, up = _rows(longer, shorter, nodes), _rows(shorter, longer, nodes)
    return {"size_start": size_start, **_counted(down, up, np.ones(nodes, bool))}


def tables_of_policies(
    tables: Mapping[str, Array], gone: Callable[[int], Array]
) -> dict[str, Array]:
    """Return the tables again for each policy, with its name and a dot before their names.

    `gone` returns the nodes that are hidden when words are shown up to a level of flags; they are
    stored as `<policy>.gone`. Policies that hide nothing have no tables.
    """
    found: dict[str, Array] = {}
    for policy, level in POLICIES.items():
        if len(nodes := gone(level)):
            without = tables_without(lambda name: tables[name].data, nodes)
            found |= {f"{policy}.{name}": table for name, table in without.items()}
            found[f"{policy}.gone"] = nodes.astype(np.int32)
    return found


def tables_without(
    view: Callable[[str], memoryview], gone: Collection[int] | Array
) -> dict[str, Array]:
    """Return the tables without some nodes; the others keep their numbers."""

    def edges(name: str) -> tuple[Array, Array]:
        start, others = np.asarray(view(f"{name}_start")), np.asarray(view(name))
        nodes = np.repeat(np.arange(len(there)), np.diff(start))
        kept = there[nodes] & there[others]
        return _rows(nodes[kept], others[kept], len(there))

    there = np.ones(len(view("up_start")) - 1, bool)
    there[gone if isinstance(gone, np.ndarray) else list(gone)] = False
    return {
        "size_start": np.asarray(view("size_start")),
        **_counted(edges("down"), edges("up"), there),
    }


def _counted(down: tuple[Array, Array], up: tuple[Array, Array], there: Array) -> dict[str, Array]:
    """Return the tables of edges, of the paths along them, and of the ends of the longest paths."""
    paths_down_start, paths_down = count_paths(*down, there)
    paths_up_start, paths_up = count_paths(*up, there)
    depths = np.diff(paths_down_start)
    longest_ends = np.flatnonzero(there & (depths == depths.max(initial=0)))
    return {
        "down_start": down[0],
        "down": down[1],
        "up_start": up[0],
        "up": up[1],
        "paths_down_start": paths_down_start,
        "paths_down": paths_down,
        "paths_up_start": paths_up_start,
        "paths_up": paths_up,
        "longest_ends": longest_ends.astype(np.int32),
    }


def _size_start(blocks: Mapping[int, Array]) -> Array:
    sizes = [
        len(blocks[size]) if size in blocks else 0 for size in range(max(blocks, default=0) + 1)
    ]
    return np.concatenate(([0], np.cumsum(sizes))).astype(np.int32)


def _edges(blocks: Mapping[int, Array], size_start: Array, place: Place) -> tuple[Array, Array]:
    """Return all pairs of a string and one left after losing a letter: (longer, shorter) nodes."""
    longer: list[Array] = []
    shorter: list[Array] = []
    for size, rows in sorted(blocks.items()):
        below = blocks.get(size - 1)
        if below is None or not len(below) or not len(rows):
            continue
        for large, small in _matches(rows, below, place):
            longer.append(large + size_start[size])
            shorter.append(small + size_start[size - 1])
    empty = np.empty(0, dtype=np.int64)
    return np.concatenate([empty, *longer]), np.concatenate([empty, *shorter])


def _matches(rows: Array, below: Array, place: Place) -> Iterator[tuple[Array, Array]]:
    """Yield, by place of the lost letter, the rows that become a row of `below`, and that row."""
    salt, order, keys = _distinct_keys(below)
    prefixes = prefix_keys(rows, salt)
    # A bitmap of the keys' first bits rejects most strings before the slower binary search.
    shift = np.uint64(max(0, 64 - len(below).bit_length() - 4))
    plausible = np.zeros(2 ** (64 - int(shift)), dtype=bool)
    plausible[keys >> shift] = True
    for column in _columns(rows.shape[1], place):
        sought = keys_without(prefixes, column, salt)
        large = np.flatnonzero(plausible[sought >> shift] & _leaves_new(rows, column, place))
        at = np.searchsorted(keys, sought[large])
        at[at == len(keys)] = 0
        found = keys[at] == sought[large]
        large, small = large[found], order[at[found]]
        same = (rows[large, :column] == below[small, :column]).all(axis=1)
        same &= (rows[large, column + 1 :] == below[small, column:]).all(axis=1)
        yield large[same], small[same]


def _distinct_keys(rows: Array) -> tuple[int, Array, Array]:
    """Return a salt that gives each row a unique key, the rows' order by key, and the keys."""
    for salt in count():
        unsorted = prefix_keys(rows, salt)[-1]
        order = np.argsort(unsorted)
        keys = unsorted[order]
        if (keys[1:] != keys[:-1]).all():
            return salt, order, keys
    raise AssertionError


def _columns(width: int, place: Place) -> list[int]:
    return list(range(width)) if place == "anywhere" else sorted({0, width - 1})


def _leaves_new(rows: Array, column: int, place: Place) -> Array:
    """Return which rows leave a string here that no earlier column leaves.

    Two places leave the same string exactly when all letters between and including them are equal.
    """
    new = np.ones(len(rows), bool)
    if column and place == "anywhere":
        new = rows[:, column] != rows[:, column - 1]
    elif column:
        new = (rows != rows[:, :1]).any(axis=1)
    return new


def _rows(keys: Array, values: Array, nodes: int) -> tuple[Array, Array]:
    """Return pairs as CSR: the values of key i are values[start[i]:start[i + 1]], ascending."""
    order = np.argsort(keys * np.int64(nodes) + values)
    start = np.concatenate(([0], np.cumsum(np.bincount(keys, minlength=nodes))))
    return start.astype(np.int32), values[order].astype(np.int32)
