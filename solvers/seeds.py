"""Seeds, which make a draw repeatable."""

from __future__ import annotations

import secrets

SEED_LIMIT = 2**32


def resolve_seed(seed: int | None) -> int:
    """Return the given seed, or a random one in [0, 2**32) for None."""
    return secrets.randbelow(SEED_LIMIT) if seed is None else seed
