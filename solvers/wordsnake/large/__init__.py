"""Nearly best snakes of lists for which a linear program takes too long.

Proximal points need Numba, the optional extra `large`. Without it sifting starts from rough prices
and takes many times as long; its results by the deadline are still valid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers.deadline import Deadline
    from solvers.wordsnake.instance import Instance
    from solvers.wordsnake.prices import Prices
    from solvers.wordsnake.types import Scored


def improve(
    instance: Instance,
    snake: Scored,
    prices: Prices,
    deadline: Deadline,
    report: Callable[[Scored, Prices], None],
) -> None:
    """Report a better snake and better prices, whenever they are found, until the deadline."""
    # These modules import Numba, which takes half a second and much memory. Most lists do not need
    # them.
    from solvers.wordsnake.large.near_optimal import NearOptimal  # noqa: PLC0415

    NearOptimal(instance, snake, prices, report).run(deadline)
