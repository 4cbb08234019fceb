"""How a running job reports progress: a few numbers in memory that the processes share.

There is no lock: a worker may be killed at any instruction, and would leave it locked. Each worker
has its own slot, which only it writes; a sequence number that is odd during a write makes a reader
try again (a seqlock). The memory has no name, so no file is left behind, however the bot ends.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from multiprocessing.sharedctypes import RawArray

_SLOT = struct.Struct("=QQqq")  # sequence, job, best, bound
_SEQUENCE = struct.Struct("=Q")
_REST = struct.Struct("=Qqq")
_BEGUN = struct.Struct("=Q")  # after the slot: the last job that was started


@dataclass(frozen=True, slots=True)
class Progress:
    """The best result so far, and a proven bound that no result can beat."""

    best: int
    bound: int


class Slot:
    """One worker's shared memory, given to it when it starts: it reports and the bot reads."""

    def __init__(self) -> None:
        self._memory = RawArray("c", _SLOT.size + _BEGUN.size)

    def begin(self, job: int) -> None:
        """Note that work on a job has started."""
        _BEGUN.pack_into(self._memory, _SLOT.size, job)

    def has_begun(self, job: int) -> bool:
        """Return whether this is the last job that was started."""
        return _BEGUN.unpack_from(self._memory, _SLOT.size) == (job,)

    def report(self, job: int, best: int, bound: int) -> None:
        """Write the job's progress."""
        (sequence,) = _SEQUENCE.unpack_from(self._memory, 0)
        sequence |= 1  # a predecessor may have died in the middle of a write
        _SEQUENCE.pack_into(self._memory, 0, sequence)
        _REST.pack_into(self._memory, _SEQUENCE.size, job, best, bound)
        _SEQUENCE.pack_into(self._memory, 0, sequence + 1)

    def read(self, job: int) -> Progress | None:
        """Return the last report of this job; None if there is none or a write is under way."""
        before, owner, best, bound = _SLOT.unpack_from(self._memory, 0)
        (after,) = _SEQUENCE.unpack_from(self._memory, 0)
        if before % 2 or before != after or owner != job:
            return None
        return Progress(best, bound)
