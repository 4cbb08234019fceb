"""A race's status, and how its rounds and the race come to their end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.errors import NoSuchRace
from bot.puzzles import Progress, game_of
from bot.races import rules
from bot.store import Transaction, outbox, races, rows
from bot.store.schema import Act, Race, RaceEnd, RaceMove, RacePlay, RacePlayer, RaceRound
from solvers.daily import Puzzle

TOKEN_LIFE = timedelta(minutes=15)
GONE = "That race is gone. Start a new one with /race."


@dataclass(frozen=True, slots=True)
class RaceStatus:
    """A race's status: its current round, if that is drawn, and each player's play of it."""

    race: Race
    round: RaceRound | None
    players: tuple[RacePlayer, ...]
    plays: tuple[RacePlay, ...]
    moves: tuple[RaceMove, ...] = ()  # only if people play together
    last_time: tuple[int, ...] = ()  # players of the last race, until a rematch begins

    @property
    def puzzle(self) -> Puzzle | None:
        """The round's puzzle, which is secret until the round starts."""
        return None if self.round is None else Puzzle.of(self.round.content)

    @property
    def solved_together(self) -> bool:
        """Whether the people playing together have solved the round."""
        puzzle = self.puzzle
        if puzzle is None or self.round is None:
            return False
        return game_of(puzzle).solves(puzzle, Progress.of(self.round.progress).words)

    def with_play(self, play: RacePlay) -> RaceStatus:
        """Return the status with a changed play."""
        return replace(self, plays=tuple(play if one.id == play.id else one for one in self.plays))

    @property
    def round_over(self) -> bool:
        """Whether the round is over."""
        current = self.round is None or self.round.number == self.race.round
        return not current or self.race.state in {"between", "over"}

    @property
    def cut_short(self) -> bool:
        """Whether the race was called off in this round, and nobody has a place in it."""
        return (
            self.race.end is not None
            and (self.round is None or self.round.number == self.race.round)
            and not any(play.place for play in self.plays)
        )

    @property
    def standing(self) -> dict[int, int]:
        """The places by player: final ones once the round is over, before that the current ones."""
        if self.round_over:
            return {play.player_id: play.place for play in self.plays if play.place is not None}
        race = self.race
        return rules.places(
            {
                play.player_id: rules.order_key(race.mode, race.game, play)
                for play in self.plays
                if play.result
            }
        )

    @property
    def playing(self) -> tuple[RacePlayer, ...]:
        """The players who have neither left nor been forgotten."""
        return tuple(one for one in self.players if one.left_at is None and one.user_id is not None)

    def player(self, user_id: int) -> RacePlayer | None:
        """Return a person's player, if they are in the race."""
        return next((one for one in self.playing if one.user_id == user_id), None)

    def play_of(self, player: RacePlayer) -> RacePlay | None:
        """Return a player's play of the round."""
        return next((play for play in self.plays if play.player_id == player.id), None)


async def get(tx: Transaction, race_id: str, act: Act | None) -> Race:
    """Return a race; raises NoSuchRace, also for an act in another channel.

    Custom ids can be forged, so the channel is checked too. `act` is None when the bot itself acts.
    """
    race = await rows.get(tx, Race, race_id)
    if race is None or (act is not None and act.channel_id != race.channel_id):
        raise NoSuchRace(GONE)
    return race


async def look(tx: Transaction, race: Race, number: int | None = None) -> RaceStatus:
    """Return a race's status, at its current round or another."""
    number = number or race.round
    waits = race.state == "lobby" and race.round == 1 and not race.duel
    return RaceStatus(
        race=race,
        round=await rows.get(tx, RaceRound, race.id, number),
        players=tuple(await races.players(tx, race.id)),
        plays=tuple(await races.plays(tx, race.id, number)),
        moves=tuple(await races.moves(tx, race.id, number)) if race.mode == "together" else (),
        last_time=tuple(await races.players_before(tx, race.id)) if waits else (),
    )


async def finish(tx: Transaction, race: Race, end: RaceEnd | None = None) -> Race:
    """End a race; `end`: why, if its current round was not played to its end."""
    if race.state == "between":
        end = None
    race = await rows.change(tx, race, replace(race, state="over", due_at=None, end=end))
    await outbox.mark_race_stale(tx, race.id)
    return race


async def begin_if_due(tx: Transaction, status: RaceStatus, at: datetime) -> RaceStatus:
    """Start a round whose countdown is over by then; return the new status.

    People may play from the round's start on, which may be before this step is taken.
    """
    race, current = status.race, status.round
    if race.state != "countdown" or race.due_at is None or race.due_at > at:
        return status
    assert current is not None
    assert current.ends_at is not None
    race = await rows.change(
        tx, race, replace(race, state="running", due_at=current.ends_at + rules.GRACE)
    )
    await outbox.mark_race_stale(tx, race.id)
    return replace(status, race=race)


async def call_off(tx: Transaction, status: RaceStatus, at: datetime, why: RaceEnd) -> Race:
    """End a race that is not over; a round that counts (see `rules.counts`) ends with its places.

    Like any round, it waits for tries sent before. `end` is set from now on, so no round follows.
    """
    status = await begin_if_due(tx, status, at)
    race, current = status.race, status.round
    if race.state != "running" or not rules.counts(current, status.plays, at):
        return await finish(tx, race, why)
    assert current is not None
    assert current.ends_at is not None
    assert race.due_at is not None
    await rows.change(tx, current, replace(current, ends_at=min(current.ends_at, at)))
    due_at = min(race.due_at, at + rules.GRACE)
    race = await rows.change(tx, race, replace(race, due_at=due_at, end=race.end or why))
    await outbox.mark_race_stale(tx, race.id)
    return race


async def end_if_all_done(tx: Transaction, status: RaceStatus, at: datetime) -> RaceStatus:
    """Let a round end once nobody has anything left to do in it; return the new status.

    A solved duel's round ends after waiting for tries sent before. Under a sealed clock, a round
    ends when the last player has no time left. It cannot end before it runs, as it would then run
    before its start.
    """
    status = await begin_if_due(tx, status, at)
    race, due_at = status.race, None
    if race.state != "running":
        if not status.playing and race.state != "over":
            race = await finish(tx, race, "too few")
        return replace(status, race=race)
    ends = [rules.ends_of(race, status.play_of(one), at) for one in status.playing]
    if race.mode == "together":
        over = status.solved_together
        done = {play.player_id for play in status.plays if play.done}
        host = any(one.user_id == race.created_by and one.id in done for one in status.playing)
        given_up = host or all(one.id in done for one in status.playing)
        due_at = at if over or given_up else None
    elif None not in ends:
        due_at = max((end for end in ends if end is not None), default=at)
    elif (
        race.duel
        and race.mode == "first"
        and any(play.solved_ms is not None for play in status.plays)
    ):
        due_at = at + rules.GRACE
    if due_at is not None and race.due_at is not None and due_at < race.due_at:
        race = await rows.change(tx, race, replace(race, due_at=due_at))
    return replace(status, race=race)
