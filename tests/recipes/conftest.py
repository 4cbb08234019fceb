"""A bot on a playground, for what a recipe has added."""

from tests.bot.conftest import app, lexicons, run_folder

__all__ = ["app", "lexicons", "run_folder"]
