"""Reads races, reviews, profiles and leaderboards."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from bot.errors import RaceError
from bot.puzzles import Opened, opened
from bot.races.play import RoundState, state_of
from bot.races.rules import terms_of
from bot.races.status import RaceStatus, get, look
from bot.ratings.rating import ALL, CONTEST, PROVISIONAL
from bot.store import Database, races
from bot.store.schema import Act, RaceMove, RacePlay, RacePlayer, Rating
from solvers.daily import Puzzle

LEADERS = 20


@dataclass(frozen=True, slots=True)
class RaceReview:
    """A player's tries at a round that is over; `play` is None if people played together."""

    status: RaceStatus
    puzzle: Puzzle
    play: RacePlay | None
    moves: tuple[RaceMove, ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """A person's race ratings by game and in "all", and for contests, here and everywhere.

    Ratings that they do not show to others are left out.
    """

    user_id: int
    here: Mapping[str, Rating]
    everywhere: Mapping[str, Rating]

    @property
    def most(self) -> Mapping[str, Rating]:
        """The widest ratings shown: of all servers, else of this one."""
        return self.everywhere or self.here

    @property
    def favourite(self) -> str | None:
        """The game that they raced most."""
        games = [one for one in self.most.values() if one.game not in {ALL, CONTEST}]
        most = max(games, key=lambda one: one.games, default=None)
        return None if most is None else most.game


class RaceQueries:
    """Reads races, and changes nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def status(
        self, race_id: str, number: int | None = None, *, act: Act | None = None
    ) -> RaceStatus:
        """Return a race's status at its last round or another; `act`: the asking person's act.

        Raises NoSuchRace.
        """
        async with self._database.read() as tx:
            race = await get(tx, race_id, act)
            status = await look(tx, race, number)
            if number is None and status.cut_short and race.round > 1:
                return await look(tx, race, race.round - 1)  # called off in the round after
            return status

    async def begun(self, race_ids: Collection[str]) -> dict[str, RaceStatus | None]:
        """Return the races that no longer wait for a start: their status, or None if over."""
        begun: dict[str, RaceStatus | None] = dict.fromkeys(race_ids)
        async with self._database.read() as tx:
            for race in await races.some(tx, race_ids):
                if race.state == "running":
                    begun[race.id] = await look(tx, race)
                elif race.state != "over":
                    del begun[race.id]
        return begun

    def own(self, status: RaceStatus, player: RacePlayer) -> RoundState | None:
        """Return the round that has just started as one of its players sees it."""
        current = status.round
        if current is None or current.starts_at is None or player.user_id is None:
            return None
        return state_of(status, Act(player.user_id, current.starts_at, 0))

    async def profile(self, user_id: int, guild_id: int | None, viewer: int) -> Profile:
        """Return a person's profile; raises RaceError if they do not want it seen."""
        async with self._database.read() as tx:
            listed, everywhere = await races.shown_to_others(tx, user_id)
            found = await races.ratings_of(tx, [user_id], {guild_id, None})
        own = viewer == user_id
        if not (own or (listed and (everywhere or guild_id is not None))):
            raise RaceError("Their profile is private.")
        here = {one.game: one for one in found if one.guild_id == guild_id is not None}
        total = {one.game: one for one in found if one.guild_id is None}
        return Profile(user_id, here, total if own or everywhere else {})

    async def leaders(self, guild_id: int | None, game: str, viewer: int) -> list[Rating]:
        """Return the best players of a server or (None) of all, as the viewer sees them.

        Only ratings that are no longer provisional appear. Viewers also see themselves.
        """
        async with self._database.read() as tx:
            return await races.leaders(
                tx, guild_id, game, games=PROVISIONAL, limit=LEADERS, viewer=viewer
            )

    async def proof(self, race_id: str, number: int, act: Act) -> Opened:
        """Return the opened commitment of a round that is over; raises RaceError, NoSuchRace."""
        async with self._database.read() as tx:
            race = await get(tx, race_id, act)
            status = await look(tx, race, number)
            drawn = status.round
            if drawn is None or drawn.starts_at is None or not status.round_over:
                raise RaceError("This round isn’t over yet.")
            kept = await races.commitment(tx, drawn)
        if kept is None:
            raise RaceError("There’s no proof for this round.")
        return opened(kept, terms_of(race, drawn))

    async def review(self, race_id: str, number: int, act: Act) -> RaceReview:
        """Return a player's tries at a round that is over."""
        async with self._database.read() as tx:
            race = await get(tx, race_id, act)
            status = await look(tx, race, number)
            moves = await races.moves(tx, race_id, number)
        puzzle = status.puzzle
        if puzzle is None or not status.round_over:
            raise RaceError("This round isn’t over yet.")
        player = next((one for one in status.players if one.user_id == act.user), None)
        if player is None:
            raise RaceError("You weren’t in this race.")
        own = tuple(move for move in moves if move.player_id == player.id)
        return RaceReview(status, puzzle, status.play_of(player), own)
