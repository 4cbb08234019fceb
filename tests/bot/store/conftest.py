"""A database with everything in it, for all tests of the store."""

from tests.bot.store.everything import all_over, full

__all__ = ["all_over", "full"]
