"""Close words: what a person may have meant by a word that is not in the list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.lexicon.lexicon import Lexicon

_FARTHEST = 2


def close_words(lexicon: Lexicon, word: str, limit: int) -> tuple[str, ...]:
    """Return words within two edits, fewest edits first, and then the commonest.

    An edit inserts, deletes or changes a letter or swaps two neighbours; so many that nothing of
    the word would be left are too many. Among equally common words those of the same letters come
    first, then those that begin alike. The word itself and flagged words are not offered.
    """
    typed = np.frombuffer(word.encode("ascii", "replace"), np.uint8)
    farthest = min(_FARTHEST, len(typed) - 1)
    sorted_typed = np.sort(typed)
    rareness, rank, flagged = map(lexicon.table, ("rareness", "rank", "flagged"))
    candidates: list[tuple[int, int, bool, bool, int, int]] = []
    for length in range(max(1, len(typed) - farthest), len(typed) + farthest + 1):
        letters = lexicon.letters(length)
        distance = distances(typed, letters)
        near = np.flatnonzero((distance <= farthest) & (distance > 0))
        for row in near.tolist():
            id_ = lexicon.ids_of_length(length).start + row
            shuffled = np.array_equal(np.sort(letters[row]), sorted_typed)
            begins_alike = letters[row, 0] == typed[0]
            if not flagged[id_]:
                merit = int(rareness[id_]), not shuffled, not begins_alike, int(rank[id_])
                candidates.append((int(distance[row]), *merit, id_))
    return tuple(lexicon.word(id_) for *_, id_ in sorted(candidates)[:limit])


def distances(typed: NDArray[np.uint8], letters: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return how many edits lead from one word to each row of a matrix of words of one length.

    Optimal string alignment (Damerau 1964, without editing a swapped pair again), a dynamic
    program whose every cell is a vector over all the words.
    """
    count, length = letters.shape
    columns = np.ascontiguousarray(letters.T)
    before: list[NDArray[np.uint8]] = []
    above = [np.full(count, j, np.uint8) for j in range(length + 1)]
    for i, letter in enumerate(typed, 1):
        row = [np.full(count, i, np.uint8)]
        for j in range(1, length + 1):
            cell = above[j - 1] + (columns[j - 1] != letter)
            np.minimum(cell, np.minimum(above[j], row[j - 1]) + np.uint8(1), out=cell)
            if i > 1 and j > 1:
                swapped = (columns[j - 2] == letter) & (columns[j - 1] == typed[i - 2])
                np.minimum(cell, before[j - 2] + np.uint8(1), out=cell, where=swapped)
            row.append(cell)
        before, above = above, row
    return above[length]
