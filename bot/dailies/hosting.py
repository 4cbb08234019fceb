"""Setting daily puzzles up in a server: where, when, which games; turning them off; posting now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.dailies.editions import Editions, coming_games, current_in
from bot.dailies.hours import Opening, closing, due, next_to_post
from bot.errors import BadSetup
from bot.solving import Requester
from bot.store import Database, Transaction, audit, dailies, guilds, outbox, rows
from bot.store.schema import Act, DailySetup, Message
from bot.zones import read_zone
from solvers.daily import DAILY_GAMES


@dataclass(frozen=True, slots=True)
class SetupRequest:
    """What an organiser asks for; `hour` is in the time zone, 0 to 23."""

    channel_id: int
    hour: int
    time_zone: str
    games: tuple[str, ...] = DAILY_GAMES
    role_id: int | None = None
    thread: bool = False


@dataclass(frozen=True, slots=True)
class Hosted:
    """The outcome of a setup: the edition to post next, and the posted one that is open."""

    setup: DailySetup
    next: Opening
    next_game: str
    open: Opening | None = None


class DailyHosting:
    """What organisers do."""

    def __init__(self, database: Database, editions: Editions) -> None:
        self._database = database
        self._editions = editions

    async def set_up(self, guild_id: int, act: Act, request: SetupRequest) -> Hosted:
        """Set a server up to post from its next turn on, or change a running setup.

        New hours begin with the next edition: an open one closes at its announced time, or later,
        when the next one opens. If by the new hours an edition is open that was not posted, it is
        posted at once. An open edition that Discord refused in the old channel is posted in the new
        one. Raises BadSetup, and BadTime for an unknown zone.
        """
        zone, games = _checked(request)
        async with self._database.write() as tx:
            await guilds.ensure(tx, guild_id)
            before = await rows.get(tx, DailySetup, guild_id)
            setup = DailySetup(
                guild_id=guild_id,
                channel_id=request.channel_id,
                hour=request.hour,
                time_zone=zone,
                games=games,
                role_id=request.role_id,
                thread=request.thread,
                running=True,
                set_by=act.user,
                since=before.since if before and before.running else act.at,
                next_due_at=act.at,
                last_number=None,
                failing_since=None,
                disabled_at=None,
            )
            await rows.put(tx, setup)
            if before is not None:
                await _move(tx, setup, act.at, refused=before.failing_since is not None)
            hosted = await _look_ahead(tx, setup, act.at)
            detail = f"{request.hour}:00 {zone}; {', '.join(games or DAILY_GAMES)}"
            await audit.note(tx, guild_id, act, "daily set up", detail=detail)
        return hosted

    async def off(self, guild_id: int, act: Act) -> DailySetup:
        """Stop posting, and retrying refused posts; an open edition closes at its time.

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
            return await rows.change(tx, setup, replace(setup, running=False, next_due_at=None))

    async def post_now(self, guild_id: int, act: Act, gone: int | None = None) -> Message:
        """Post the open edition at once, whatever its game, or again if that failed.

        `gone`: the id of its message, if that was found to be deleted. Raises BadSetup if nothing
        is set up, or if the edition has been posted.
        """
        async with self._database.read() as tx:
            number = await current_in(tx, guild_id, act.at)
        await self._editions.get(number, requester=Requester(act.user, guild_id))
        async with self._database.write() as tx:
            setup = await _required(tx, guild_id)
            if not setup.running:
                raise BadSetup("Daily puzzles are off here. Turn them on with /daily setup.")
            post = await outbox.find(tx, "edition", guild_id=guild_id, number=number)
            if post is None:
                closes = due(setup, number + 1)
                await outbox.enqueue_editions(tx, [(setup, number, act.at, closes)])
            elif post.given_up_at is not None or (gone and post.message_id == gone):
                await outbox.resend(tx, post, setup.channel_id, act.at)
            elif post.message_id is None and post.last_error is not None:
                await outbox.postpone(tx, post, post.last_error, act.at)
            else:
                there = "is on its way" if post.message_id is None else "is posted already"
                raise BadSetup(f"Daily puzzle #{number} {there}, so there’s nothing to do.")
            await _look_ahead(tx, setup, act.at)
            await audit.note(tx, guild_id, act, "daily posted now", detail=f"#{number}")
            enqueued = await outbox.find(tx, "edition", guild_id=guild_id, number=number)
            assert enqueued is not None
            return enqueued


def _checked(request: SetupRequest) -> tuple[str, tuple[str, ...]]:
    """Return the zone's name, and the games in stored form; raises BadSetup, BadTime."""
    zone = read_zone(request.time_zone).key
    if not 0 <= request.hour <= 23:
        raise BadSetup("The hour has to be from 0 to 23.")
    games = tuple(game for game in DAILY_GAMES if game in request.games)
    if not games or len(games) != len(set(request.games)):
        raise BadSetup(f"Choose at least one game: {', '.join(DAILY_GAMES)}.")
    return zone, () if len(games) == len(DAILY_GAMES) else games


async def _required(tx: Transaction, guild_id: int) -> DailySetup:
    setup = await rows.get(tx, DailySetup, guild_id)
    if setup is None:
        raise BadSetup("Daily puzzles aren’t set up here. Start them with /daily setup.")
    return setup


async def _look_ahead(tx: Transaction, setup: DailySetup, at: datetime) -> Hosted:
    """Decide what a setup posts next, and until when the open edition stays open."""
    opened = None
    post = await dailies.open_in(tx, setup.guild_id, at)
    if post is not None and (post.message_id is not None or post.given_up_at is None):
        assert post.number is not None
        assert post.opens_at is not None
        assert post.closes_at is not None
        opened = Opening(post.number, post.opens_at, closing(setup, post.number, post.closes_at))
        if opened.closes != post.closes_at:
            await dailies.close_later(tx, post, opened.closes, at)
    setup = replace(setup, last_number=await dailies.last_number(tx, setup.guild_id))
    game_of = await coming_games(tx, at)
    turn = next_to_post(setup, at, game_of, None if opened is None else opened.closes)
    setup = replace(setup, next_due_at=turn.opens)
    await dailies.move_on(tx, [setup])
    return Hosted(setup, turn, game_of(turn.number), opened)


async def _move(tx: Transaction, setup: DailySetup, at: datetime, *, refused: bool) -> None:
    """Post in the setup's channel an edition that was refused or given up in another."""
    post = await dailies.open_in(tx, setup.guild_id, at)
    if post is None or post.message_id is not None or post.channel_id == setup.channel_id:
        return
    if refused or post.given_up_at is not None:
        await outbox.resend(tx, post, setup.channel_id, at)
