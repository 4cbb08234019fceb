"""The wordsnake of the whole full tier, under both rules.

No peer is tried on it: their tables of pairs would take more memory than there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.wordsnake import measure, report, tier

if TYPE_CHECKING:
    from bench.frame import Report
    from solvers.wordsnake import Rule


LIMITS: dict[Rule, float] = {"pairs": 60.0, "containment": 600.0}
QUICK: dict[Rule, float] = {"pairs": 20.0, "containment": 20.0}


def run(quick: bool) -> Report:
    """Measure."""
    rows = measure(tuple(tier()), QUICK if quick else LIMITS)
    note = (
        "Aims: under pairs proven in 60 s and 4 GB; under containment proven, or within 0.01 % of "
        "the bound, in 600 s."
    )
    return report("The wordsnake of the full tier", rows, note)
