"""A bot on a playground, as tests of the bot have it."""

from __future__ import annotations

from tests.bot.conftest import app, fresh

__all__ = ["app", "fresh"]
