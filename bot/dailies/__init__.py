"""Daily-puzzle rules and services, without Discord: one puzzle a day, the same in every server.

    dailies = Dailies.over(database, solving, lexicons, secret)
    act = Act(interaction.user.id, interaction.created_at, interaction.id)
    receipt = await dailies.play.submit(EditionKey(guild_id, number), act, "cold cord card")

`Dailies` has a service for each kind of task; `guild_id` is None in a direct message:

    play         open -> DailyState; submit, hint … -> Receipt: see `bot.play`
    share        claim -> Shared, to post in a channel, once; mark_sent
    queries      edition, current, next_opening, board, stats, archive, setup, post,
                 bulletin
    reminders    start, stop, is_on, streak, take_failure; advance(now), as in transitions
    hosting      set_up(SetupRequest), off, post_now
    transitions  advance(now): make editions, post them, close boards; tidy(now), every hour

An *edition* is the puzzle of a date (`solvers.daily` makes it). In a server it opens at the hour
that was set up and closes when the next one opens; elsewhere at midnight UTC (`hours`). A play
counts while the edition is open where it is played: for the streak, and on the boards of the
servers where the player pressed Play. Later it is a play from the archive (`play_merge` says what
happens to somebody who is in the middle of it). Show a puzzle only after `open`: the player's
clock starts there. Only `act.at`, Discord's time of the interaction, decides what counts. Changes
are stored when a method returns. Errors are `BotError`; their message is a sentence for people.

A puzzle is played word by word or at once (`bot.puzzles`); what is right is kept. The best result
counts, with the time that it took.

`DailyPosting` sends one post a day and server, its thread, reminders and notices of failure, evenly
spaced. A post is edited as people solve, at most once a minute (`bulletin`), and a last time when
its board has closed. A setup whose channel refuses posts for three days is turned off
(`disabled_at`).

The rules are pure functions: `bot.puzzles`, `hours` and `ranking`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.clock import Clock, utc_now
from bot.dailies.bulletin import Bulletin, Hardest, LongestStreak, Podium, Recap
from bot.dailies.editions import TIER, Editions
from bot.dailies.hosting import DailyHosting, Hosted, SetupRequest
from bot.dailies.hours import live_somewhere
from bot.dailies.play import DailyMode, DailyState, EditionKey
from bot.dailies.posting import DailyPosting
from bot.dailies.queries import ArchivedEdition, DailyBoard, DailyQueries, DailyStanding
from bot.dailies.ranking import BANDS, PERIODS, Period, Stats, Streak
from bot.dailies.reminders import DailyReminders
from bot.dailies.sharing import DailySharing, Shared
from bot.dailies.transitions import DailyTransitions
from bot.play import Playing
from bot.puzzles import COST, FULL, GAMES, HintKind, Mistake, Verdict
from bot.solving import Solving
from bot.store import Database
from bot.store.schema import (
    Act,
    DailyPlay,
    DailySetup,
    LeaderboardRow,
    Message,
)
from solvers.daily import Edition, day_of, number_of
from solvers.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Dailies:
    """The services, over one database."""

    play: Playing[EditionKey, DailyState]
    share: DailySharing
    queries: DailyQueries
    hosting: DailyHosting
    reminders: DailyReminders
    transitions: DailyTransitions

    @classmethod
    def over(
        cls,
        database: Database,
        solving: Solving,
        lexicons: Mapping[str, Lexicon],
        secret: str,
        clock: Clock = utc_now,
    ) -> Dailies:
        """Return the services; `lexicons` has one for each tier.

        Editions depend on the `secret`: keep it.
        """
        lexicon = lexicons[TIER]
        editions = Editions(database, solving, lexicon.fingerprint, secret, clock)
        return cls(
            play=Playing(database, solving, TIER, DailyMode(database, editions, lexicon)),
            share=DailySharing(database, editions),
            queries=DailyQueries(database, editions),
            hosting=DailyHosting(database, editions),
            reminders=DailyReminders(database),
            transitions=DailyTransitions(database, editions),
        )


__all__ = [
    "BANDS",
    "COST",
    "FULL",
    "GAMES",
    "PERIODS",
    "TIER",
    "Act",
    "ArchivedEdition",
    "Bulletin",
    "Dailies",
    "DailyBoard",
    "DailyPlay",
    "DailyPosting",
    "DailySetup",
    "DailyStanding",
    "DailyState",
    "Edition",
    "EditionKey",
    "Hardest",
    "HintKind",
    "Hosted",
    "LeaderboardRow",
    "LongestStreak",
    "Message",
    "Mistake",
    "Period",
    "Podium",
    "Recap",
    "SetupRequest",
    "Shared",
    "Stats",
    "Streak",
    "Verdict",
    "day_of",
    "live_somewhere",
    "number_of",
]
