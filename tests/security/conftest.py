"""The bot tests' fixture of a bot on a playground."""

from tests.bot.conftest import app, fresh

__all__ = ["app", "fresh"]
