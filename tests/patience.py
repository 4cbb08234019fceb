"""How long tests wait: a guard against hanging, not a demand for speed."""

import os

SCALE = float(os.environ.get("TEST_PATIENCE", "1"))
"""How much slower than a machine with two processors that runs only the tests."""
PATIENCE = 120 * SCALE
"""Seconds until a test gives up on something."""
TEST_SECONDS = 600 * SCALE
"""Seconds until a test counts as hung, and ends with the stacks of all threads and tasks."""
