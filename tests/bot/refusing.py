"""Checks that calls are refused."""

import pytest


async def check_refused(call, error, said=None):
    """Check that a call fails with an error, whose text fits a pattern if one is given."""
    with pytest.raises(error, match=said):
        await call
