"""The graph of all snakes, built from the words alone to check certificates: plain and linear.

Nodes are named by what they spell: "snake:sea" is a snake that ends with "sea"; "begun:sea" one on
which a word that begins with "sea" is being laid; "longer:sea" the same where "sea" is itself a
word and a longer one is being laid; "own:sea" (pairs only) one where "sea" was just laid;
"both:seas:as" a snake that ends with "seas" while a word that begins with "as" is being laid.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solvers.wordsnake.types import Rule

ROOT = "snake:"


class Arc(NamedTuple):
    """A step between nodes: what it earns, and the word it lays or reveals ("": none)."""

    tail: str
    head: str
    gain: int
    lays: str = ""
    reveals: str = ""


def is_resting(node: str) -> bool:
    """Return whether no word is half laid at a node."""
    return node.startswith(("snake:", "own:"))


class ReferenceGraph:
    """Every step that a snake of the words can take, starting from the empty snake."""

    def __init__(self, words: Sequence[str], rule: Rule) -> None:
        self.words = frozenset(words)
        self.rule = rule
        self.base = 0 if rule == "pairs" else sum(len(word) ** 2 for word in words)
        self._beginning = Counter(word[:end] for word in words for end in range(len(word) + 1))
        self._letters: defaultdict[str, str] = defaultdict(str)
        for prefix in sorted(self._beginning):
            if prefix:
                self._letters[prefix[:-1]] += prefix[-1]
        self._link = {prefix: self._longest_suffix(prefix) for prefix in self._beginning}
        parts = set(self._link.values()) | {prefix[:-1] for prefix in self._beginning}
        self.whole = {word for word in words if word not in parts}
        self.arcs = self._explore()
        revealed = {arc.reveals for arc in self.arcs}
        self.mandatory = self.words if rule == "pairs" else frozenset(self.whole - revealed)
        self.coverable = frozenset(self.whole & revealed)

    def forgets_to(self, resting: str) -> str:
        """Return the next shorter state that a resting state may be taken for."""
        return "snake:" + self._link[resting.partition(":")[2]]

    def _longest_suffix(self, prefix: str) -> str:
        for start in range(1, len(prefix)):
            if prefix[start:] in self._beginning:
                return prefix[start:]
        return ""

    def _explore(self) -> list[Arc]:
        """Follow every step from the root; half-laid nodes come after all their predecessors."""
        arcs: list[Arc] = []
        seen = {ROOT}
        queue = [ROOT]
        for node in queue:
            for arc in self._steps(node):
                arcs.append(arc)
                if arc.head not in seen:
                    seen.add(arc.head)
                    queue.append(arc.head)
        arcs.sort(key=lambda arc: _place(arc.tail))
        return arcs

    def _steps(self, node: str) -> Iterator[Arc]:
        kind, _, rest = node.partition(":")
        if kind == "both":
            yield from self._steps_from_both(node, *rest.split(":"))
            return
        onward = self._longer(rest) if self._letters[rest] else None
        square = len(rest) ** 2
        if kind in {"snake", "own"}:
            if rest:
                yield Arc(node, self.forgets_to(node), 0)
            if onward:
                yield Arc(node, onward, square)
            if kind == "snake" and self.rule == "pairs" and rest in self.words:
                yield Arc(node, f"begun:{rest}", square)
            if self.rule == "containment":
                yield from self._steps_to_both(node, rest)
        elif kind == "begun" and rest in self.words:
            if self.rule == "pairs":
                yield Arc(node, f"own:{rest}", 0, rest)
            else:
                yield Arc(node, f"snake:{rest}", -square, rest)
            if onward:
                yield Arc(node, onward, 0)
        else:
            for letter in self._letters[rest]:
                yield Arc(node, f"begun:{rest}{letter}", 0)

    def _longer(self, prefix: str) -> str:
        return f"longer:{prefix}" if prefix in self.words else f"begun:{prefix}"

    def _steps_to_both(self, node: str, state: str) -> Iterator[Arc]:
        begun = state
        while begun:
            begun = self._link[begun]
            for letter in self._common(state, begun):
                yield Arc(node, f"both:{state}{letter}:{begun}{letter}", len(begun) ** 2)

    def _steps_from_both(self, node: str, state: str, begun: str) -> Iterator[Arc]:
        for letter in self._common(state, begun):
            yield Arc(node, f"both:{state}{letter}:{begun}{letter}", 0)
        shows = state if state in self.whole else ""
        if begun in self.words:
            yield Arc(node, f"snake:{state}", -(len(begun) ** 2), begun, shows)
        if not shows or self._beginning[begun] == state.startswith(begun):
            return  # nothing to reveal, or only that word itself could continue
        shorter = self._link[state]
        while shorter != begun:
            yield Arc(node, f"both:{shorter}:{begun}", 0, "", shows)
            shorter = self._link[shorter]
        yield Arc(node, f"begun:{begun}", 0, "", shows)

    def _common(self, state: str, begun: str) -> list[str]:
        others = self._letters[begun]
        return [letter for letter in self._letters[state] if letter in others]


def _place(node: str) -> tuple[int, int, str]:
    """Order nodes: resting ones first, then so that every other step leads to a later node."""
    kind, _, rest = node.partition(":")
    if kind in {"snake", "own"}:
        return (-1, 0, "")
    state, _, begun = rest.rpartition(":")
    return (len(begun), -len(state or begun), kind)
