"""How a running job says how far it has got: a few numbers in memory that processes share.

There is no lock, since a worker may be killed at any instruction and would take it along. Each
worker has a slot of its own that it alone writes; a sequence number that is odd while a write is
under way tells a reader to look again (a seqlock). The memory has no name, so that no file of it
is left behind however the bot ends.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from multiprocessing.sharedctypes import RawArray

_SLOT = struct.Struct("=QQqq")  # sequence, job, best, bound
_SEQUENCE = struct.Struct("=Q")
_REST = struct.Struct("=Qqq")


@dataclass(frozen=True, slots=True)
class Progress:
    """The best a solver has found so far, and what it has proven that none can beat."""

    best: int
    bound: int


class Slot:
    """One worker's shared memory: handed to it when it is spawned, it reports and the bot reads."""

    def __init__(self) -> None:
        self._memory = RawArray("c", _SLOT.size)

    def report(self, job: int, best: int, bound: int) -> None:
        """Say how far the job has got."""
        (sequence,) = _SEQUENCE.unpack_from(self._memory, 0)
        sequence |= 1  # a predecessor may have died in the middle of a write
        _SEQUENCE.pack_into(self._memory, 0, sequence)
        _REST.pack_into(self._memory, _SEQUENCE.size, job, best, bound)
        _SEQUENCE.pack_into(self._memory, 0, sequence + 1)

    def read(self, job: int) -> Progress | None:
        """Return what was last said of this job; None when nothing was, or a write is under way."""
        before, owner, best, bound = _SLOT.unpack_from(self._memory, 0)
        (after,) = _SEQUENCE.unpack_from(self._memory, 0)
        if before % 2 or before != after or owner != job:
            return None
        return Progress(best, bound)
