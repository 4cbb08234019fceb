"""Setting daily puzzles up in a server: where, when, which games; off, and posted now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.dailies.editions import Editions, current_in
from bot.dailies.hours import due, next_turn
from bot.errors import BadSetup
from bot.store import Database, Transaction, audit, dailies, guilds, outbox
from bot.store.records import Act, DailySetup, Message
from bot.zones import read_zone
from solvers.daily import GAMES


@dataclass(frozen=True, slots=True)
class Wish:
    """What an organiser asks for; `hour` is of the zone's clocks, 0 to 23."""

    channel_id: int
    hour: int
    time_zone: str
    games: tuple[str, ...] = GAMES
    role_id: int | None = None
    thread: bool = False


class DailyHosting:
    """What organisers do."""

    def __init__(self, database: Database, editions: Editions) -> None:
        self._database = database
        self._editions = editions

    async def set_up(self, guild_id: int, act: Act, wish: Wish) -> DailySetup:
        """Set a server up; it posts from its next turn on. Or change a setup that is running.

        By changed hours the open edition goes out at once if it has not yet, and a board that is
        open closes when the next one opens. An open edition that Discord refused goes out at once
        in a channel that is chosen instead. Raises BadSetup, and BadTime for an unknown zone.
        """
        zone = read_zone(wish.time_zone).key
        if not 0 <= wish.hour <= 23:
            raise BadSetup("The hour of the daily puzzle is from 0 to 23.")
        games = tuple(game for game in GAMES if game in wish.games)
        if not games or len(games) != len(set(wish.games)):
            raise BadSetup(f"Choose at least one of the games {', '.join(GAMES)}.")
        async with self._database.write() as tx:
            await guilds.ensure(tx, guild_id)
            before = await dailies.get_setup(tx, guild_id)
            setup = DailySetup(
                guild_id,
                wish.channel_id,
                wish.hour,
                zone,
                games,
                wish.role_id,
                wish.thread,
                running=True,
                set_by=act.user,
                since=before.since if before and before.running else act.at,
                next_due_at=act.at,
                last_number=before.last_number if before else None,
                failing_since=None,
                disabled_at=None,
            )
            if before is None or not before.running:  # today's hour may have passed: from the next
                setup = replace(setup, next_due_at=next_turn(setup, act.at)[2])
            await dailies.put_setup(tx, setup)
            await _close_by(tx, setup, act.at)
            if before is not None:
                await _move(tx, setup, act.at, refused=before.failing_since is not None)
            detail = f"{wish.hour}:00 {zone}; {', '.join(games)}"
            await audit.note(tx, guild_id, act, "daily set up", detail=detail)
        return setup

    async def off(self, guild_id: int, act: Act) -> DailySetup:
        """Post no more, nor what Discord refuses now; what is open closes as it would have.

        Raises BadSetup.
        """
        async with self._database.write() as tx:
            setup = await _required(tx, guild_id)
            if setup.running:
                await audit.note(tx, guild_id, act, "daily off")
            post = await dailies.open_in(tx, guild_id, act.at)
            if setup.failing_since is not None and post is not None and post.message_id is None:
                said = post.last_error or "Daily puzzles were turned off."
                await outbox.postpone(tx, post, said, act.at, given_up_at=act.at)
            return await dailies.change_setup(tx, setup, running=False, next_due_at=None)

    async def post_now(self, guild_id: int, act: Act) -> Message:
        """Want the open edition posted at once, whatever its game, or again if that failed.

        Raises BadSetup where nothing is set up, or where it is there already.
        """
        async with self._database.read() as tx:
            number = await current_in(tx, guild_id, act.at)
        await self._editions.get(number)
        async with self._database.write() as tx:
            setup = await _required(tx, guild_id)
            if not setup.running:
                raise BadSetup("Daily puzzles are off in this server; set them up first.")
            post = await outbox.find(tx, "edition", guild_id=guild_id, number=number)
            if post is None:
                closes = due(setup, number + 1)
                await outbox.enqueue_editions(tx, [(setup, number, act.at, closes)])
                last = max(number, setup.last_number or number)
                await dailies.change_setup(tx, setup, last_number=last)
            elif post.given_up_at is not None:
                await outbox.resend(tx, post, setup.channel_id, act.at)
            elif post.message_id is None and post.last_error is not None:
                await outbox.postpone(tx, post, post.last_error, act.at)
            else:
                there = "is being posted" if post.message_id is None else "has been posted"
                raise BadSetup(f"Daily puzzle #{number} {there} already.")
            await audit.note(tx, guild_id, act, "daily posted now", detail=f"#{number}")
            enqueued = await outbox.find(tx, "edition", guild_id=guild_id, number=number)
            assert enqueued is not None
            return enqueued


async def _required(tx: Transaction, guild_id: int) -> DailySetup:
    setup = await dailies.get_setup(tx, guild_id)
    if setup is None:
        raise BadSetup("Daily puzzles are not set up in this server.")
    return setup


async def _close_by(tx: Transaction, setup: DailySetup, at: datetime) -> None:
    post = await dailies.open_in(tx, setup.guild_id, at)
    if post is not None and post.number is not None:
        await dailies.close_later(tx, post, max(at, due(setup, post.number + 1)))


async def _move(tx: Transaction, setup: DailySetup, at: datetime, *, refused: bool) -> None:
    """Send to a server's channel what was refused, or given up, in another."""
    post = await dailies.open_in(tx, setup.guild_id, at)
    if post is None or post.message_id is not None or post.channel_id == setup.channel_id:
        return
    if refused or post.given_up_at is not None:
        await outbox.resend(tx, post, setup.channel_id, at)
