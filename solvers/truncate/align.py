"""Aligns the letters of a sequence's words with its last word, to show the growth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Row:
    """A word; the column of each of its letters; the index of its new letter (None at first)."""

    word: str
    columns: tuple[int, ...]
    new: int | None


def align(sequence: Sequence[str]) -> tuple[Row, ...]:
    """Return a row for each word of a sequence, in the columns of its last word.

    A letter keeps its column through all rows. If letters join in the middle, rows have gaps for
    later letters. If several equal letters side by side could be the new one, it is the last,
    unless the word's first letter is among them.
    """
    rows: list[Row] = []
    columns = tuple(range(len(sequence[-1])))
    for before, word in zip(reversed(sequence[:-1]), reversed(sequence[1:]), strict=True):
        new = _new_letter(before, word)
        rows.append(Row(word, columns, new))
        columns = columns[:new] + columns[new + 1 :]
    rows.append(Row(sequence[0], columns, None))
    return tuple(reversed(rows))


def _new_letter(before: str, word: str) -> int:
    places = [i for i in range(len(word)) if word[:i] + word[i + 1 :] == before]
    return places[0] if places[0] == 0 and len(places) < len(word) else places[-1]
