"""The moment at which a test's playground starts: the same in every run, or as TEST_MOMENT says."""

from __future__ import annotations

import os
from datetime import UTC, datetime

# A Wednesday morning with no change of clocks near. It is far ahead since Discord's library takes
# an interaction for one that has expired by the machine's own clock.
USUAL = "2040-06-13T09:24:36"
MOMENT = datetime.fromisoformat(os.environ.get("TEST_MOMENT", USUAL)).replace(tzinfo=UTC)
