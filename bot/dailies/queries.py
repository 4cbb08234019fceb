"""Reads daily puzzles: boards, stats, the archive, setups."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from bot.dailies import ranking
from bot.dailies.bulletin import Bulletin, bulletin
from bot.dailies.editions import Editions, current_for, current_in, games_of, next_opening
from bot.dailies.ranking import Period, Stats
from bot.dailies.streaks import OpenDays
from bot.errors import Unread
from bot.pages import rows_before
from bot.puzzles import Opened
from bot.solving import Requester
from bot.store import Database, dailies, daily_plays, outbox, rows
from bot.store.schema import (
    DailyPlay,
    DailySetup,
    LeaderboardRow,
    Message,
    MessageKind,
)
from solvers.daily import Edition, day_of, planned_game


@dataclass(frozen=True, slots=True)
class DailyBoard:
    """A server's board of the editions `first` to `last`; `open`: they include today's.

    game    the game of the edition for which the board is shown
    ranked  how many rows the board has; `rows` are some of them, after `skip` others
    own     the row of the person who asks, if there is one
    """

    period: Period
    game: str
    first: int
    last: int
    open: bool
    ranked: int = 0
    rows: tuple[LeaderboardRow, ...] = ()
    skip: int = 0
    own: LeaderboardRow | None = None


@dataclass(frozen=True, slots=True)
class ArchivedEdition:
    """An edition of the archive, with a person's plays: the one that counts, and the archived."""

    number: int
    day: date
    game: str
    live: DailyPlay | None
    archived: DailyPlay | None


FEWEST = 5
"""Other players needed before a result is compared with theirs."""


@dataclass(frozen=True, slots=True)
class DailyStanding:
    """How a result that counts compares.

    place   on this server's board of the edition, out of `ranked`; None: not on it
    others  how many other people, in all servers, have solved the edition or given it up
    behind  how many of them have fewer points
    """

    place: int | None
    ranked: int
    others: int
    behind: int

    @property
    def better_than(self) -> int | None:
        """The per cent of others with fewer points, rounded down; None if there are too few."""
        return 100 * self.behind // self.others if self.others >= FEWEST else None


class DailyQueries:
    """Queries; nothing here changes anything."""

    def __init__(self, database: Database, editions: Editions) -> None:
        self._database = database
        self._editions = editions

    async def edition(self, number: int, *, requester: Requester | None) -> Edition:
        """Return an edition, solution included, open or not; see `Editions.get`."""
        return await self._editions.get(number, requester=requester)

    async def opened(self, requester: Requester, number: int, at: datetime) -> Edition:
        """Return an edition that people may see; see `Editions.opened`."""
        return await self._editions.opened(requester, number, at)

    async def game(self, number: int) -> str:
        """Return an edition's game; the planned one if none is made or can be read."""
        try:
            async with self._database.read() as tx:
                return (await games_of(tx, [number]))[number]
        except Unread:
            return planned_game(number)

    async def code(self, number: int) -> str | None:
        """Return the code that locks an edition in, once it has been made."""
        async with self._database.read() as tx:
            return await dailies.code_of(tx, number)

    async def proof(self, guild_id: int | None, number: int, at: datetime) -> Opened:
        """Return the opened commitment of an edition that is over here; see `Editions.proof`."""
        return await self._editions.proof(guild_id, number, at)

    async def check_opened(self, guild_id: int | None, number: int, at: datetime) -> None:
        """Raise NoSuchEdition for an edition that people may not see yet."""
        await self._editions.check_opened(guild_id, number, at)

    async def standing(
        self, user_id: int, guild_id: int | None, number: int, at: datetime
    ) -> DailyStanding | None:
        """Return how a person's result in an edition that is open here compares."""
        async with self._database.read() as tx:
            play = await daily_plays.of(tx, number, user_id, live=True)
            open_here = number == await current_in(tx, guild_id, at)
            if not open_here or play is None or play.points is None:
                return None
            place, ranked = None, 0
            if guild_id is not None:
                board = guild_id, number, number
                own = await daily_plays.board(tx, *board, limit=0, user_id=user_id)
                place = own[0].place if own else None
                ranked = await daily_plays.count_on_board(tx, *board)
            finished = await daily_plays.count_finished(tx, number)
            behind = await daily_plays.count_finished(tx, number, play.points)
            return DailyStanding(place, ranked, finished - 1, behind)

    async def current(self, guild_id: int | None, at: datetime) -> int:
        """Return the number of the edition that is open in a server, or in direct messages."""
        async with self._database.read() as tx:
            return await current_in(tx, guild_id, at)

    async def board(
        self,
        guild_id: int,
        at: datetime,
        period: Period = "day",
        number: int | None = None,
        *,
        viewer: int | None = None,
        page: int = 0,
        size: int | None = None,
    ) -> DailyBoard:
        """Return a page of a server's board of an edition's day, week or month, or of all time.

        The default edition is the open one. A closed day's board stays as it was when it closed.
        Pages have `size` rows and count from 0; numbers beyond the last give the last page. Without
        a size, all rows.
        """
        async with self._database.read() as tx:
            today = await current_in(tx, guild_id, at)
            number = today if number is None else number
            game = (await games_of(tx, [number]))[number]
            first, last = ranking.span(period, number)
            ranked = await daily_plays.count_on_board(tx, guild_id, first, last)
            skip = rows_before(page, ranked, size)
            found = await daily_plays.board(
                tx, guild_id, first, last, skip=skip, limit=size, user_id=viewer
            )
        own = None
        if viewer is not None:
            own = next((row for row in found if row.user_id == viewer), None)
        end = ranked if size is None else skip + size
        placed = tuple(row for row in found if skip < row.number <= end)
        running = first <= today <= last
        return DailyBoard(
            period=period,
            game=game,
            first=first,
            last=last,
            open=running,
            ranked=ranked,
            rows=placed,
            skip=skip,
            own=own,
        )

    async def stats(self, user_id: int, guild_id: int | None, at: datetime) -> Stats:
        """Return somebody's stats over all servers."""
        async with self._database.read() as tx:
            today = await current_for(tx, user_id, guild_id, at)
            plays = await daily_plays.of_person(tx, user_id)
            games = await games_of(tx, [play.number for play in plays])
            shut = await OpenDays(tx).shut(user_id, plays, today)
            return ranking.stats(plays, games, today, shut)

    async def archive(
        self, user_id: int, guild_id: int | None, at: datetime, *, skip: int = 0, limit: int = 25
    ) -> list[ArchivedEdition]:
        """Return editions that have closed here, the newest first."""
        async with self._database.read() as tx:
            newest = await current_in(tx, guild_id, at) - 1 - skip
            numbers = range(newest, max(0, newest - limit), -1)
            games = await games_of(tx, numbers)
            live = {play.number: play for play in await daily_plays.of_person(tx, user_id)}
            plays = await daily_plays.of_person(tx, user_id, live=False)
        archived = {play.number: play for play in plays}
        return [
            ArchivedEdition(
                number, day_of(number), games[number], live.get(number), archived.get(number)
            )
            for number in numbers
        ]

    async def setup(self, guild_id: int) -> DailySetup | None:
        """Return a server's setup, running or not."""
        async with self._database.read() as tx:
            return await rows.get(tx, DailySetup, guild_id)

    async def next_opening(self, guild_id: int | None, at: datetime) -> datetime:
        """Return when the next edition opens in a server, or in direct messages."""
        async with self._database.read() as tx:
            return await next_opening(tx, guild_id, at)

    async def bulletin(self, post: Message) -> Bulletin:
        """Return what a server's post of an edition shows besides the puzzle."""
        async with self._database.read() as tx:
            return await bulletin(tx, post)

    async def post(
        self, guild_id: int, number: int, kind: MessageKind = "edition"
    ) -> Message | None:
        """Return a message of an edition in a server, sent or to be sent."""
        async with self._database.read() as tx:
            return await outbox.find(tx, kind, guild_id=guild_id, number=number)
