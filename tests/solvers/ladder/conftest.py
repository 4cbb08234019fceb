"""Makes the solver take each of its paths on lists small enough to check."""

from __future__ import annotations

from typing import Any

import pytest

from solvers.ladder import exact, heuristic, tables

HEURISTICS = {
    "letters only": {},
    "known": {(tables, "SMALLEST"): 2},
    "landmarks": {
        (tables, "SMALLEST"): 2,
        (tables, "WHOLE"): 2,
        (tables, "STEP_LANDMARKS"): 3,
        (tables, "COST_LANDMARKS"): 2,
        (heuristic, "PICKED"): 2,
    },
    "saturated": {(tables, "SMALLEST"): 2, (tables, "FARTHEST"): 2, (heuristic, "FARTHEST"): 2},
}
"""How a tiny list's group is treated: too small for landmarks, all landmarks, a few, too wide."""

EFFORTS = {
    "listed": {},
    "drawn": {(exact, "LISTED"): 0},
    "searched": {(exact, "LISTED"): 0, (exact, "DRAWS"): 0},
    "searched, not counted": {(exact, "LISTED"): 0, (exact, "DRAWS"): 0, (exact, "TRIED"): 3},
}
"""Ways to find a ladder with a given number of steps."""


@pytest.fixture(params=HEURISTICS)
def heuristics(request: pytest.FixtureRequest) -> Any:
    """Build lexicons with each kind of heuristic."""
    with pytest.MonkeyPatch.context() as patch:
        for (module, name), value in HEURISTICS[request.param].items():
            patch.setattr(module, name, value)
        yield request.param


@pytest.fixture(params=EFFORTS)
def effort(request: pytest.FixtureRequest) -> Any:
    """Find ladders with a given number of steps in each of the EFFORTS."""
    with pytest.MonkeyPatch.context() as patch:
        for (module, name), value in EFFORTS[request.param].items():
            patch.setattr(module, name, value)
        yield request.param
