"""Nearly best snakes of lists for which a linear program takes too long.

Proximal points need Numba, which is the optional extra `large`. Without it sifting starts from
rough prices and takes many times as long; what it has found by the deadline is still valid.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers.deadline import Deadline
    from solvers.wordsnake.instance import Instance
    from solvers.wordsnake.prices import Prices
    from solvers.wordsnake.types import Scored

_LOG = logging.getLogger(__name__)


def improve(
    instance: Instance,
    snake: Scored,
    prices: Prices,
    deadline: Deadline,
    report: Callable[[Scored, Prices], None],
) -> None:
    """Report a better snake and better prices, whenever they are found, until the deadline."""
    # These modules import Numba: half a second, and much memory. Most lists do without them.
    from solvers.wordsnake.large.near_optimal import NearOptimal  # noqa: PLC0415

    NearOptimal(instance, snake, prices, report).run(deadline)


@cache
def available() -> bool:
    """Return whether the extra is installed and works."""
    try:
        import numba  # noqa: F401, PLC0415
    except ImportError:
        return False
    return True


@cache
def advise() -> None:
    """Log once that the extra is missing, and what it would add."""
    _LOG.warning(
        "This list takes long to solve. With the extra “large” (pip install '.[large]') such lists "
        "get a better snake, and a bound close to it, in the same time."
    )
