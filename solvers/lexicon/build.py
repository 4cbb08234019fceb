"""Building an index: every table of a word list, in the bytes of one index file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from solvers.lexicon.choice import choice
from solvers.lexicon.indexfile import Array, pack
from solvers.lexicon.lookup import build_slots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvers.lexicon.parts import Part
    from solvers.lexicon.table import WordTable

FORMAT = 3
"""The version of the tables below. Raise it whenever they change."""


def build_index(table: WordTable, parts: Sequence[Part], name: str, fingerprint: str) -> bytes:
    """Return the index file of a word table with the tables of the given parts."""
    tables = base_tables(table)
    for part in parts:
        tables |= part.tables(table)
    return pack(tables, {"name": name, "fingerprint": fingerprint, "words": len(table)})


def base_tables(table: WordTable) -> dict[str, Array]:
    """Return what every lexicon has, whatever game is played with it."""
    words = [word.encode("ascii") for word in table.words]
    alphabetical = np.array(sorted(range(len(words)), key=words.__getitem__), np.uint32)
    ids = np.arange(len(table))
    by_rank = np.lexsort((ids, -table.familiarity.astype(int), table.rareness, table.flagged))
    rank = np.empty(len(table), np.uint32)
    rank[by_rank] = ids
    return {
        "letters": np.frombuffer(b"".join(words), np.uint8),
        "word_start": table.word_start,
        "length_start": table.length_start,
        "slots": build_slots(words),
        "rareness": table.rareness,
        "sizes": table.sizes,
        "flagged": table.flagged,
        "familiarity": table.familiarity,
        "choice": choice(table.familiarity, table.rareness, table.flagged, table.left_out),
        "alphabetical": alphabetical,
        "rank": rank,
        "by_rank": by_rank.astype(np.uint32),
        "link_start": table.link_start,
        "links": table.links,
        "group_number": table.groups.number,
        "group_sizes": table.groups.sizes,
        "group_lengths": table.groups.lengths,
    }
