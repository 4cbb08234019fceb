"""Races: people play the same fresh puzzle at the same time. No Discord.

    race = await races.lobby.create(RacePlan(game, 3), Place(guild_id, channel_id), act)
    await races.lobby.join(race.id, other)
    await races.transitions.advance(now)      # draws the puzzle, counts down, starts, ends
    own = await races.play.open(RoundKey(guild_id, race.id, 1), act)
    receipt = await races.play.submit(RoundKey(guild_id, race.id, 1), act, "cord")

A race is a row that moves through `lobby`, `countdown`, `running`, then `between` rounds or `over`;
`due_at` says when it moves next. A duel is a race of two, whose lobby is a challenge. A round's
puzzle is drawn while people join, new to all of them, and stored sealed: nobody sees it before
`starts_at`. Everybody's time runs from then or, under a sealed clock, from their own first look.

    lobby        create, join, leave, start, accept, cancel; next_round, rematch
    play         open -> RoundState; submit, undo … -> Receipt: see `bot.play`
    consent      set_duels, show_to_others, block
    queries      status: a race's state; review: a player's tries; profile, leaders: ratings
    transitions  advance(now): every step that is due

Only `act.at`, Discord's time of the interaction, decides what counts. `RacePosting` shows a race in
one message. The rules are pure functions, in `rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.play import Playing
from bot.races.consent import RaceConsent
from bot.races.lobby import MOST_ROUNDS, Place, RaceLobby, RacePlan
from bot.races.play import RoundKey, RoundMode, RoundState, state_for_all
from bot.races.posting import RacePosting
from bot.races.queries import Profile, RaceQueries
from bot.races.rules import BETWEEN, MODES, is_decided, may_move, order_key, places
from bot.races.status import TOKEN_LIFE, RaceStatus
from bot.races.transitions import RaceTransitions
from bot.ratings.rating import ALL, CONTEST, PROVISIONAL, is_provisional
from bot.ratings.rating import shown as shown_rating
from bot.solving import Solving
from bot.store import Database
from bot.store.schema import Race, RaceMode, RaceMove, RacePlay, RacePlayer, RaceRound, Rating
from solvers.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Races:
    """The services, over one database."""

    lobby: RaceLobby
    play: Playing[RoundKey, RoundState]
    consent: RaceConsent
    queries: RaceQueries
    transitions: RaceTransitions

    @classmethod
    def over(cls, database: Database, solving: Solving, lexicons: Mapping[str, Lexicon]) -> Races:
        """Return the services; `lexicons` has one for each tier."""
        return cls(
            RaceLobby(database, lexicons),
            Playing(database, solving, "full", RoundMode(database, lexicons)),
            RaceConsent(database),
            RaceQueries(database),
            RaceTransitions(database, solving, lexicons),
        )


__all__ = [
    "ALL",
    "BETWEEN",
    "CONTEST",
    "MODES",
    "MOST_ROUNDS",
    "PROVISIONAL",
    "TOKEN_LIFE",
    "Place",
    "Profile",
    "Race",
    "RaceMode",
    "RaceMove",
    "RacePlan",
    "RacePlay",
    "RacePlayer",
    "RacePosting",
    "RaceQueries",
    "RaceRound",
    "RaceStatus",
    "RaceTransitions",
    "Races",
    "Rating",
    "RoundKey",
    "RoundState",
    "is_decided",
    "is_provisional",
    "may_move",
    "order_key",
    "places",
    "shown_rating",
    "state_for_all",
]
