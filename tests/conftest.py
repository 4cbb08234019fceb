"""What every test may ask for: a playground, and its people in the test's hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import playground

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@pytest.fixture
async def discord_server() -> AsyncIterator[playground.Playground]:
    """Run a playground on a free port."""
    async with await playground.serve() as running:
        yield running


@pytest.fixture
def harness(discord_server: playground.Playground) -> playground.Harness:
    """Return the playground's people, places, clock and faults."""
    return playground.Harness(discord_server)
