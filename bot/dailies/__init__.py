"""Daily puzzles: one a day, the same for every server. Rules as pure functions, and services.

For whoever shows them to people (this room knows no Discord):

    dailies = Dailies.over(store.database, solving, lexicons)
    act = Act(interaction.user.id, interaction.created_at, interaction.id)

Everything is judged by `act.at`. `guild_id` is where it happens, None in a direct message. What
was told has been stored; every error is a `BotError` whose message is a sentence for people.

play     begin -> Position (edition, play, live); submit(text) or submit_words -> TryReceipt with a
         Verdict that names the step that fails; hint -> HintReceipt; give_up -> Position, whose
         `edition.solution` may be shown then
share    claim -> the line for a channel, once; settle, when it has been sent
read     edition, current, next_opening, editor_state, board(period), stats, archive, setup, post
host     set_up(Wish), off, post_now; a test post is the caller's own and leaves no trace
guard    refuse_ladder, refuse_snake, refuse_anigram, refuse_truncate: before the games answer
clock    advance(now): editions are made, turns come, boards close; tidy(now), every hour

The edition of a date (`solvers.daily`, which makes it) is a server's puzzle of that date by its
own calendar: it opens at the server's hour and closes when the next opens; elsewhere at midnight
UTC (`hours`). While it is open where somebody is, their play counts: for their streak everywhere,
and for the boards of the servers in which they pressed Play (any method of `play` does as Play
does). A board stays as it was when it closed. Later a play is one from the archive; one in the
middle of it is carried over, and what it shows counts where the edition is still open
(`taking_up`). For the guard an edition is live while it is open anywhere on Earth.
Show a puzzle only after `begin`, not in the post: the clock of whoever plays starts there.

Points (`scoring`): per cent of par, less 5 for a hint at a letter and 15 for one at a word before
the try. The best try counts; the first that solves is timed. Solved is: any ladder that arrives,
every stage of an anigram, a snake or truncate that reaches `edition.goal`.

Messages: `DailyPosting(database, poster).deliver(now)` has a `Poster` find, send and edit
them, 40 a second; repeat until it returns 0. Call `resume(now)` once at the start, `close()` at
the end. A channel that refuses for three days turns a setup off (`disabled_at`) and becomes a
failure notice for its organisers, once; a success in between begins the three days anew.

Pure: `hours`, `judging`, `hinting`, `scoring`, `streaks`, `ranking`, `sharing`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.clock import Clock, utc_now
from bot.dailies.editions import Editions
from bot.dailies.guard import DailyGuard
from bot.dailies.hints import Hint
from bot.dailies.hosting import DailyHosting, Wish
from bot.dailies.judging import COST, Fault, Verdict, letters_of, read_words, share_of_par
from bot.dailies.play import DailyPlaying, HintReceipt, Position, TryReceipt
from bot.dailies.posting import DailyPosting
from bot.dailies.queries import ArchivedEdition, DailyBoard, DailyQueries, EditorState
from bot.dailies.ranking import BANDS, PERIODS, LeaderboardRow, Period, Stats, Streak
from bot.dailies.sharing import FACES, UNITS, DailySharing, clock, share
from bot.dailies.transitions import DailyTransitions
from bot.outbox import Pacer
from bot.solving import Solving
from bot.store import Database
from bot.store.records import Act, DailyPlay, DailySetup, HintKind, Message
from solvers.daily import GAMES, Edition, Game, day_of, game_of, number_of
from solvers.lexicon import Lexicon

TIER = "full"
"""The words that daily puzzles accept, whatever a server has set."""


@dataclass(frozen=True, slots=True)
class Dailies:
    """All that can be done with daily puzzles."""

    play: DailyPlaying
    share: DailySharing
    queries: DailyQueries
    hosting: DailyHosting
    guard: DailyGuard
    transitions: DailyTransitions

    @classmethod
    def over(
        cls,
        database: Database,
        solving: Solving,
        lexicons: Mapping[str, Lexicon],
        clock: Clock = utc_now,
    ) -> Dailies:
        """Return the services over a database, solver processes, and the lexicon of each tier."""
        lexicon = lexicons[TIER]
        editions = Editions(database, solving, lexicon.fingerprint, clock)
        return cls(
            DailyPlaying(database, editions, lexicon),
            DailySharing(database, editions),
            DailyQueries(database, editions),
            DailyHosting(database, editions),
            DailyGuard(database),
            DailyTransitions(database, editions),
        )


__all__ = [
    "BANDS",
    "COST",
    "FACES",
    "GAMES",
    "PERIODS",
    "UNITS",
    "Act",
    "ArchivedEdition",
    "Dailies",
    "DailyBoard",
    "DailyPlay",
    "DailyPosting",
    "DailySetup",
    "Edition",
    "EditorState",
    "Fault",
    "Game",
    "Hint",
    "HintKind",
    "HintReceipt",
    "LeaderboardRow",
    "Message",
    "Pacer",
    "Period",
    "Position",
    "Stats",
    "Streak",
    "TryReceipt",
    "Verdict",
    "Wish",
    "clock",
    "day_of",
    "game_of",
    "letters_of",
    "number_of",
    "read_words",
    "share",
    "share_of_par",
]
