"""Cleans names that people give to contests, templates, seasons and roles, and their reasons."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

JOINER = "\u200d"
"""The zero-width joiner: joins emoji into one, and letters of some scripts."""
BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
"""Letters that are blank."""
MOST_MARKS = 3
"""How many marks a letter may carry: no language needs more, and more would cover other lines."""


def tidy(name: str) -> str:
    r"""Return a name on one line, without characters that are invisible, reorder or cover the rest.

    >>> tidy("Friday\n\u202eround \u200d\u200b"), tidy("\u200d \u3164")
    ('Friday round', '')
    >>> tidy("\u0301\u034f \ufe0f")  # marks on nothing
    ''
    """
    line = " ".join(unicodedata.normalize("NFC", name).translate(BLANKS).split())
    kept: list[str] = []
    marks = 0
    for char, after in pairwise([*line, " "]):
        kind = unicodedata.category(char)
        if kind in {"Mn", "Me"}:
            marks += 1
        elif kind != "Mc" and char != JOINER:  # these belong to the same letter
            marks = 0
        joins = char == JOINER and kept and not {kept[-1], after} & {" ", JOINER}
        if (char.isprintable() or joins) and marks <= MOST_MARKS:
            kept.append(char)
    seen = any(not unicodedata.category(char).startswith("M") for char in kept if char != " ")
    return "".join(kept).strip(f" {JOINER}") if seen else ""
