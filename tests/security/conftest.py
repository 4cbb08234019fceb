"""The bot tests' fixture of a bot on a playground."""

from __future__ import annotations

from tests.bot.conftest import app, fresh

__all__ = ["app", "fresh"]
