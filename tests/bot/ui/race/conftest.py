"""Races whose posts are edited at once."""

from datetime import timedelta

import pytest


@pytest.fixture(autouse=True)
def restless(monkeypatch):
    """Make the bot edit posts at once instead of every two seconds."""
    monkeypatch.setattr("bot.races.RacePosting.rest", timedelta(0))
