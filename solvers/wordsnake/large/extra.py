"""Whether the optional extra `large` is installed."""

from __future__ import annotations

import logging
from functools import cache

_LOG = logging.getLogger(__name__)


@cache
def available() -> bool:
    """Return whether the extra is installed and works."""
    try:
        import numba  # noqa: F401, PLC0415
    except Exception:  # noqa: BLE001 - a broken installation may raise any
        return False
    return True


@cache
def advise() -> None:
    """Log once that the extra is missing, and what it would add."""
    _LOG.warning(
        "This list takes long to solve. With the extra “large” (pip install '.[large]') such lists "
        "get a better snake, and a bound close to it, in the same time."
    )
