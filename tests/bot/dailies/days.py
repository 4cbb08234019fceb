"""Moments and editions of a week, and ways to do due work."""

import itertools
from dataclasses import asdict
from datetime import UTC, datetime, timedelta

from bot.store import dailies
from solvers.daily import Puzzle, planned_game
from tests.bot.world import GUILD

MONDAY = datetime(2026, 5, 4, tzinfo=UTC)
LADDER, SNAKE, ANIGRAM, TRUNCATE = 124, 125, 126, 127  # on that Monday and the days after


def after(**length):
    return MONDAY + timedelta(**length)


def on(number, **length):
    """Return a moment counted from an edition's day, by UTC; noon unless hours are given."""
    return after(days=number - LADDER) + timedelta(**({"hours": 12} | length))


def number_with(game, start=LADDER):
    return next(n for n in itertools.count(start) if planned_game(n) == game)


async def run(world, channel, *moments):
    for moment in moments:
        world.now = moment
        await world.dailies.transitions.advance(moment)
        while await channel.posting.deliver(moment):
            pass


async def stock(world, first, last):
    """Store editions without making them: their content does not matter here."""
    async with world.database.write() as tx:
        for number in range(first, last):
            puzzle = Puzzle(planned_game(number), 1, 1.0, ("a", "b"), 1, 0, ("a", "b"), 1)
            await dailies.add_edition(tx, number, asdict(puzzle), "test", on(LADDER))


async def stocked(world, days, **options):
    """Set a server up for nine in the morning, an hour before, with editions of some days."""
    await stock(world, LADDER - 2, LADDER + days)
    return await world.set_up(GUILD, hour=9, zone="UTC", at=on(LADDER, hours=8), **options)
