"""Builds an index: every table of a word list in one index file."""

from __future__ import annotations

import io
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from solvers.lexicon.choice import choice
from solvers.lexicon.indexfile import Array, write_tables
from solvers.lexicon.lookup import build_slots

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

    from solvers.lexicon.parts import Part
    from solvers.lexicon.table import WordTable

FORMAT = 4
"""The version of the tables below. Raise it whenever they change."""


def write_index(
    file: BinaryIO, table: WordTable, parts: Sequence[Part], name: str, fingerprint: str
) -> None:
    """Write the index file of a word table with the tables of the given parts, part by part."""
    parted = (part.tables(table).items() for part in parts)
    tables = chain(base_tables(table).items(), chain.from_iterable(parted))
    meta = {"name": name, "fingerprint": fingerprint, "words": len(table)}
    write_tables(file, tables, meta | {"skipped": table.skipped})


def build_index(table: WordTable, parts: Sequence[Part], name: str, fingerprint: str) -> bytes:
    """Return the bytes of an index file."""
    file = io.BytesIO()
    write_index(file, table, parts, name, fingerprint)
    return file.getvalue()


def base_tables(table: WordTable) -> dict[str, Array]:
    """Return the tables that every lexicon has, for any game."""
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
