"""The moment at which a test's playground starts: fixed, or given by TEST_MOMENT."""

import os
from datetime import UTC, datetime

# A Wednesday morning with no change of clocks near. It is far ahead because Discord's library
# checks by the machine's clock whether an interaction has expired.
USUAL = "2040-06-13T09:24:36"
MOMENT = datetime.fromisoformat(os.environ.get("TEST_MOMENT", USUAL)).replace(tzinfo=UTC)
