"""Files that people name: read whole, but not without end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.errors import BadInput

if TYPE_CHECKING:
    from typing import BinaryIO

MOST_BYTES = 250_000_000
"""Far more than any list of words or certificate has."""


def read_limited(file: BinaryIO, name: str) -> bytes:
    """Return all that a file has; raises BadInput where that is more than MOST_BYTES."""
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BadInput(
            f"{name}: this has more than {MOST_BYTES // 1_000_000} MB; give a smaller file.",
            code="bad_file",
        )
    return content
