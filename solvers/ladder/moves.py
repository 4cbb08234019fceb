"""The moves of a ladder: the words that one move leads to."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, product
from string import ascii_lowercase
from typing import TYPE_CHECKING, TypeAlias

from solvers.ladder.tables import PART
from solvers.truncate.tables import GrowingWords

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from solvers.lexicon import Lexicon

Node: TypeAlias = "int | str"
"""A word's id in a lexicon, or a word that the lexicon lacks."""
_BACK = {"insert": "delete", "delete": "insert"}
_STRINGS: dict[str, Callable[[str], set[str]]] = {
    "change": lambda word: {
        word[:at] + letter + word[at + 1 :]
        for at, letter in product(range(len(word)), ascii_lowercase)
    },
    "insert": lambda word: {
        word[:at] + letter + word[at:]
        for at, letter in product(range(len(word) + 1), ascii_lowercase)
    },
    "delete": lambda word: {word[:at] + word[at + 1 :] for at in range(len(word))},
}
"""The strings that one move makes from letters."""


def backwards(moves: frozenset[str]) -> frozenset[str]:
    """Return the moves that undo these."""
    return frozenset(_BACK.get(move, move) for move in moves)


def neighbours(lexicon: Lexicon, moves: frozenset[str]) -> Callable[[int], list[int]]:
    """Return the function from a word's id to the ids one move away, ascending."""
    if moves == {"change"}:
        return lexicon.neighbours
    leads = [_LEADS[move](lexicon) for move in sorted(moves)]

    def near(id: int) -> list[int]:  # noqa: A002
        return sorted({other for lead in leads for other in lead(id)} - {-1, id})

    return near


@lru_cache(maxsize=8)
def graph_with(
    lexicon: Lexicon, moves: frozenset[str], also: tuple[str, ...]
) -> tuple[Callable[[str], Node | None], Callable[[Node], Iterable[Node]]]:
    """Return the graph of a lexicon's words and some others, as two functions.

    They lead from a word to its node, if it has one, and from a node to the nodes one move away.
    The moves are change, or insert and delete, so that each leads back as well.
    """
    near, more = neighbours(lexicon, moves), {word for word in also if word not in lexicon}

    def node(word: str) -> Node | None:
        id_ = lexicon.find(word)
        return id_ if id_ >= 0 else word if word in more else None

    links: dict[Node, set[Node]] = {}
    for word in more:
        for other in map(node, chain.from_iterable(_STRINGS[move](word) for move in moves)):
            if other not in {None, word}:
                links.setdefault(word, set()).add(other)
                links.setdefault(other, set()).add(word)

    def onward(one: Node) -> Iterable[Node]:
        return (*near(one), *links.get(one, ())) if isinstance(one, int) else links.get(one, ())

    return node, onward


def _insert(lexicon: Lexicon) -> Callable[[int], Iterable[int]]:
    words = GrowingWords(lexicon.showing("all"), "anywhere")
    return lambda id_: _ids(lexicon, words, words.graph.up(words.require(lexicon.word(id_))))


def _delete(lexicon: Lexicon) -> Callable[[int], Iterable[int]]:
    words = GrowingWords(lexicon.showing("all"), "anywhere")
    return lambda id_: _ids(lexicon, words, words.graph.down(words.require(lexicon.word(id_))))


def _ids(lexicon: Lexicon, words: GrowingWords, nodes: Iterable[int]) -> Iterator[int]:
    # Truncate sequences use one-letter words, which may be missing in the lexicon and become -1.
    return (lexicon.find(words.word(node)) for node in nodes)


def _swap(lexicon: Lexicon) -> Callable[[int], Iterable[int]]:
    def near(id: int) -> Iterator[int]:  # noqa: A002
        word = lexicon.word(id)
        for place in range(len(word) - 1):
            swapped = word[place + 1] + word[place]
            yield lexicon.find(word[:place] + swapped + word[place + 2 :])

    return near


def _anagram(lexicon: Lexicon) -> Callable[[int], Iterable[int]]:
    class_of, start = (lexicon.view(f"{PART.name}.anagram_{key}") for key in ("class", "start"))
    anagrams = lexicon.view(f"{PART.name}.anagrams")

    def near(id: int) -> Iterable[int]:  # noqa: A002
        return anagrams[start[class_of[id]] : start[class_of[id] + 1]]

    return near


_LEADS: dict[str, Callable[[Lexicon], Callable[[int], Iterable[int]]]] = {
    "change": lambda lexicon: lexicon.neighbours,
    "insert": _insert,
    "delete": _delete,
    "swap": _swap,
    "anagram": _anagram,
}
