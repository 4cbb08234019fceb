"""The moves of a ladder: which words one move leads to."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from solvers.lexicon import Lexicon

_BACK = {"insert": "delete", "delete": "insert"}


def backwards(moves: frozenset[str]) -> frozenset[str]:
    """Return the moves that undo these."""
    return frozenset(_BACK.get(move, move) for move in moves)


def neighbours(lexicon: Lexicon, moves: frozenset[str]) -> Callable[[int], list[int]]:
    """Return the function from a word's id to the ids that one of the moves leads to, ascending."""
    if moves == {"change"}:
        return lexicon.neighbours
    spelt = [spell for move, spell in _SPELT.items() if move in moves]

    def near(id: int) -> list[int]:  # noqa: A002
        word = lexicon.word(id)
        found = {lexicon.find(text) for spell in spelt for text in spell(word)}
        if "change" in moves:
            found.update(lexicon.neighbours(id))
        if "anagram" in moves:
            found.update(anagrams(lexicon, id))
        return sorted(found - {-1, id})

    return near


def _inserted(word: str) -> Iterator[str]:
    for place in range(len(word) + 1):
        before, after = word[:place], word[place:]
        for letter in ascii_lowercase:
            yield before + letter + after


def _deleted(word: str) -> Iterator[str]:
    for place in range(len(word)):
        yield word[:place] + word[place + 1 :]


def _swapped(word: str) -> Iterator[str]:
    for place in range(len(word) - 1):
        yield word[:place] + word[place + 1] + word[place] + word[place + 2 :]


_SPELT = {"insert": _inserted, "delete": _deleted, "swap": _swapped}


def anagrams(lexicon: Lexicon, id: int) -> list[int]:  # noqa: A002
    """Return the ids of the words with the same letters, the word itself included."""
    class_of = lexicon.view("ladder.anagram_class")[id]
    start = lexicon.view("ladder.anagram_start")
    return lexicon.view("ladder.anagrams")[start[class_of] : start[class_of + 1]].tolist()
