"""How long tests wait for what has to come: a guard against hanging, and no demand for speed."""

from __future__ import annotations

import os

SCALE = float(os.environ.get("TEST_PATIENCE", "1"))
"""How many times as long as on a machine with two processors that is busy with the tests alone."""
PATIENCE = 120 * SCALE
"""Seconds until something that does not come is taken for lost."""
TEST_SECONDS = 600 * SCALE
"""Seconds until a test is taken for hung, and ends with the stacks of all threads and tasks."""
