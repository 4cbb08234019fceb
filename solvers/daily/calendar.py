"""Which edition belongs to which date, which game it has and how hard it is to be."""

from __future__ import annotations

from datetime import date, timedelta

from solvers.daily.edition import GAMES, Game

FIRST_DAY = date(2026, 1, 1)
"""The day of edition 1."""


def number_of(day: date) -> int:
    """Return the number of a date's edition."""
    return (day - FIRST_DAY).days + 1


def day_of(number: int) -> date:
    """Return the date of an edition."""
    return FIRST_DAY + timedelta(days=number - 1)


def game_of(number: int) -> Game:
    """Return the game of an edition: the four take turns, so each comes to every weekday."""
    return GAMES[number % len(GAMES)]


def level_of(number: int) -> int:
    """Return how hard an edition is to be: 1 on Mondays to 7 on Sundays."""
    return day_of(number).isoweekday()
