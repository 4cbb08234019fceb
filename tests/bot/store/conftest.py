"""A server with contests in it, for tests of what is kept about servers and people."""

from __future__ import annotations

from tests.bot.contests.conftest import lexicons, world

__all__ = ["lexicons", "world"]
