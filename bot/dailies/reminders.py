"""A message to people who asked for it before their streak ends; at most one a day."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.dailies.editions import current_for, current_in, games_of, next_opening
from bot.dailies.play_merge import ended
from bot.dailies.ranking import Streak
from bot.dailies.streaks import find_streak
from bot.store import Database, Transaction, daily_plays, guilds, outbox, reminders, rows
from bot.store.schema import Act, DailyReminder, DailySetup

BEFORE, SPREAD = timedelta(hours=3), timedelta(minutes=30)
"""How long before the edition closes reminders begin, and within how long all are sent.

Everybody in a zone has the same hours, and Discord has limits, so each person has their own moment.
"""
REMINDERS_A_STEP = 200
STEPS = 1800


class DailyReminders:
    """Who wants to be reminded, and of what."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def is_on(self, user_id: int) -> bool:
        """Return whether a person gets reminders."""
        async with self._database.read() as tx:
            reminder = await reminders.get(tx, user_id)
            return reminder is not None and reminder.due_at is not None

    async def start(self, guild_id: int, act: Act) -> None:
        """Remind a person from now on, by the hours of a server."""
        async with self._database.write() as tx:
            await guilds.ensure(tx, guild_id)
            await reminders.put(tx, act.user, guild_id, act.at)

    async def stop(self, act: Act) -> None:
        """Stop reminding a person."""
        async with self._database.write() as tx:
            await reminders.drop(tx, act.user)

    async def take_failure(self, user_id: int) -> bool:
        """Return, once, whether reminders were switched off as messages cannot be delivered."""
        async with self._database.read() as tx:
            reminder = await reminders.get(tx, user_id)
        if reminder is None or reminder.due_at is not None:
            return False
        async with self._database.write() as tx:
            await reminders.drop(tx, user_id)
        return True

    async def advance(self, now: datetime) -> int:
        """Enqueue the reminders that are due; return how many people were looked at."""
        looked_at = 0
        while True:
            async with self._database.read() as tx:
                due = await reminders.due(tx, now, REMINDERS_A_STEP)
                found = [(one, *await _turn(tx, one, now)) for one in due]
            if not due:
                return looked_at
            async with self._database.write() as tx:
                for reminder, number, closes, again, wanted in found:
                    moved = await reminders.move_on(tx, reminder, again)
                    if moved and wanted:
                        await outbox.enqueue_reminder(tx, reminder, number, now, closes)
            looked_at += len(due)
            if len(due) < REMINDERS_A_STEP:
                return looked_at

    async def streak(self, user_id: int, guild_id: int, at: datetime) -> Streak | None:
        """Return the streak that a person is about to lose; None if there is none, or no danger."""
        async with self._database.read() as tx:
            return await _in_danger(tx, user_id, guild_id, at)


async def _turn(
    tx: Transaction, reminder: DailyReminder, now: datetime
) -> tuple[int, datetime, datetime, bool]:
    """Return the open edition, when it closes, when to look again, and whether to remind now."""
    number = await current_in(tx, reminder.guild_id, now)
    closes = await next_opening(tx, reminder.guild_id, now)
    reminded = closes - BEFORE + SPREAD * _share(reminder.user_id)
    if now < reminded:
        return number, closes, reminded, False
    danger = await _in_danger(tx, reminder.user_id, reminder.guild_id, now)
    return number, closes, closes, danger is not None


def _share(user_id: int) -> float:
    """Return a person's place, from 0 to 1, among all people, by when they joined Discord."""
    return (user_id >> 22) % STEPS / STEPS


async def _in_danger(tx: Transaction, user_id: int, guild_id: int, at: datetime) -> Streak | None:
    here = await current_in(tx, guild_id, at)
    plays = await daily_plays.of_person(tx, user_id)
    if any(play.number == here and ended(play) for play in plays):
        return None  # anything unsolved is open elsewhere
    setup = await rows.get(tx, DailySetup, guild_id)
    if setup is not None and setup.running:
        game = (await games_of(tx, [here]))[here]
        if not setup.has(game):
            return None  # the server has no puzzle on this day
    streak = await find_streak(tx, user_id, plays, await current_for(tx, user_id, guild_id, at))
    return streak if streak.current and not streak.done else None
