"""Measures the connected components (groups) of the graph of links, and writes its files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from solvers.lexicon import Lexicon

    Ints = NDArray[np.int64]

FORMATS = ("edges", "dot", "graphml", "dimacs")


@dataclass(frozen=True, slots=True)
class Network:
    """Words and the links between them, as places in `ids`.

    The neighbours of i are heads[start[i]:start[i + 1]], ascending.
    """

    ids: Ints
    start: Ints
    heads: Ints

    @classmethod
    def of(cls, lexicon: Lexicon, ids: Ints) -> Network:
        """Return the network of some ascending ids, with all links among them."""
        first, links = lexicon.table("link_start").astype(np.int64), lexicon.table("links")
        degree = first[ids + 1] - first[ids]
        tail = np.repeat(np.arange(len(ids)), degree)
        step = np.arange(len(tail)) - np.repeat(np.cumsum(degree) - degree, degree)
        head = links[np.repeat(first[ids], degree) + step]
        place = np.minimum(np.searchsorted(ids, head), len(ids) - 1)
        known = ids[place] == head
        start = np.searchsorted(tail[known], np.arange(len(ids) + 1))
        return cls(ids, start, place[known])

    def edges(self) -> Iterator[tuple[int, int]]:
        """Yield each link once, as two places."""
        tail = np.repeat(np.arange(len(self.ids)), np.diff(self.start))
        once = tail < self.heads
        yield from zip(tail[once].tolist(), self.heads[once].tolist(), strict=True)

    def distances(self, source: int) -> Ints:
        """Return how many links away each place is, -1 if there is no way (breadth first)."""
        away = np.full(len(self.ids), -1)
        away[source] = 0
        front = np.array([source])
        steps = 0
        while len(front):
            steps += 1
            degree = self.start[front + 1] - self.start[front]
            offset = np.arange(degree.sum()) - np.repeat(np.cumsum(degree) - degree, degree)
            reached = self.heads[np.repeat(self.start[front], degree) + offset]
            reached = reached[away[reached] < 0]
            away[reached] = steps
            front = np.unique(reached)
        return away


@dataclass(frozen=True, slots=True)
class Measures:
    """A group's diameter with a pair that far apart; its radius with a centre; its degrees.

    The radius is the least eccentricity (the distance to the farthest word), which the centre has.
    """

    diameter: int
    farthest: tuple[int, int]
    radius: int
    centre: int
    degrees: tuple[int, float, int]


def measure(network: Network) -> Measures:
    """Measure a connected network; words are places in it.

    Few searches are needed, as each bounds all eccentricities: a word d links away from a word with
    eccentricity e has at least max(d, e - d) and at most e + d (F. Takes and W. Kosters,
    *Determining the diameter of small world networks*, 2011).
    """
    size = len(network.ids)
    low, high = np.zeros(size, np.int64), np.full(size, size)
    degree = np.diff(network.start)
    diameter, radius = (-1, 0, 0), (size, 0)
    searched = np.zeros(size, bool)
    outwards = True
    while True:
        # Alternate between the word that may be farthest out and the one that may be most central.
        out = ~searched & (high > diameter[0])
        inner = ~searched & (low < radius[0])
        if not (out | inner).any():
            break
        outwards = bool(out.any() and not (outwards and inner.any()))
        able, bound = (out, -high) if outwards else (inner, low)
        best = np.flatnonzero(able & (bound == bound[able].min()))
        source = int(best[np.argmax(degree[best])])
        searched[source] = True
        away = network.distances(source)
        farthest = int(away.argmax())
        reach = int(away[farthest])
        diameter = max(diameter, (reach, source, farthest), key=lambda found: found[0])
        radius = min(radius, (reach, source), key=lambda found: found[0])
        low = np.maximum(low, np.maximum(away, reach - away))
        high = np.minimum(high, reach + away)
    return Measures(
        diameter=diameter[0],
        farthest=(min(diameter[1:]), max(diameter[1:])),
        radius=radius[0],
        centre=radius[1],
        degrees=(int(degree.min()), float(degree.mean()), int(degree.max())),
    )


def lines(network: Network, words: Sequence[str], form: str) -> Iterator[str]:
    """Yield the lines of a network's file in one of `FORMATS`; `words` are by place."""
    yield from _WRITERS[form](network, words)


def _edges(network: Network, words: Sequence[str]) -> Iterator[str]:
    yield from (f"{words[a]} {words[b]}" for a, b in network.edges())


def _dot(network: Network, words: Sequence[str]) -> Iterator[str]:
    yield "graph links {"
    yield from (f'  "{word}";' for word in words)
    yield from (f'  "{words[a]}" -- "{words[b]}";' for a, b in network.edges())
    yield "}"


def _graphml(network: Network, words: Sequence[str]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    yield '  <graph id="links" edgedefault="undirected">'
    yield from (f'    <node id="{escape(word)}"/>' for word in words)
    for a, b in network.edges():
        yield f'    <edge source="{escape(words[a])}" target="{escape(words[b])}"/>'
    yield "  </graph>"
    yield "</graphml>"


def _dimacs(network: Network, words: Sequence[str]) -> Iterator[str]:
    yield from (f"c {number} {word}" for number, word in enumerate(words, 1))
    yield f"p edge {len(words)} {len(network.heads) // 2}"
    yield from (f"e {a + 1} {b + 1}" for a, b in network.edges())


_WRITERS = {"edges": _edges, "dot": _dot, "graphml": _graphml, "dimacs": _dimacs}
