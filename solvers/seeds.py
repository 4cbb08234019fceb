"""Seeds that make a draw repeatable."""

from __future__ import annotations

import secrets

SEED_LIMIT = 2**32


def settle(seed: int | None) -> int:
    """Return the seed asked for, or a fresh one in [0, 2**32) when none was."""
    return secrets.randbelow(SEED_LIMIT) if seed is None else seed
