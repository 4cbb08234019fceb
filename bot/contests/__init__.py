"""Contests: a server plays wordsnake. Rules as pure functions, and services that keep to them.

For whoever shows contests to people (this room knows no Discord):

    contests = Contests.over(store.database, solving, lexicons)
    act = Act(interaction.user.id, interaction.created_at, interaction.id)

Everything is judged by `act.at`, Discord's own moment, never by the local clock. A method that
changes something returns once that is stored; every error is a `BotError` or a `PuzzleError`
whose message is a sentence for people.

organise   create -> find_par -> confirm;  change, close, cancel;  generate
referee    disqualify, reinstate, forgotten;  repost (what was deleted or could not be posted)
play       start, turn (may they send one in?), submit, submit_text -> Receipt
practise   begin, find, turn, submit, submit_text -> PracticeReceipt
read       get, of_guild, board, snakes, season, audit, export, review, troubles, post
guard      refuse(user, words) for /snake
clock      advance(now): what is due opens, closes, is revealed; tidy(now): forgotten drafts

A contest's life: *draft* (not `confirmed_at`: only its creator knows of it; confirmed: announced,
opens at `opens_at`) -> *open* -> *closed* at `closes_at` -> *revealed* some seconds later; or
*cancelled*. A snake sent in before `closes_at` counts until the results are out.

Messages: `Posting(database, poster).deliver(now)` has a `Poster` find, send and edit them. Each
change of a contest makes its announcement due for an edit; the reveal makes its results due;
what cannot be posted becomes a failure notice for its organisers, once. Call `resume(now)`
once at the start and `close()` at the end.

Jobs for `clock.advance`, `clock.tidy` and `deliver` go to `bot.scheduler.Scheduler`. Tell the
store of the servers: `store.guilds.present(ids)` once all are known, then `removed` and
`returned`. Settings are `store.guilds`, a person's rights `store.privacy`.

Pure: `life` (states and moments), `plan`, `timing` (times as typed), `tries` (snakes as typed;
`pack` and `unpack` for tapped words), `ranking`, `export`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.contests.admin import Changes, ContestAdmin
from bot.contests.guard import ContestGuard
from bot.contests.life import par_snake
from bot.contests.moderation import ContestModeration, Forgotten
from bot.contests.plan import Plan, read_closing, read_lasting, read_length, read_opening
from bot.contests.play import ContestPlay, Turn
from bot.contests.posting import ContestPosting
from bot.contests.practice import ContestPractice, PracticeReceipt
from bot.contests.queries import Board, BoardLine, ContestQueries, Review, Season
from bot.contests.ranking import Ranked, Standing
from bot.contests.submissions import Receipt
from bot.contests.transitions import ContestTransitions
from bot.contests.tries import Try, pack, read_try, unpack
from bot.solving import Solving
from bot.store import Database
from bot.store.records import Act, AuditEntry, Contest, Entrant, Message, Practice, Submission
from solvers.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Contests:
    """All that can be done with contests."""

    admin: ContestAdmin
    moderation: ContestModeration
    play: ContestPlay
    practice: ContestPractice
    queries: ContestQueries
    guard: ContestGuard
    transitions: ContestTransitions

    @classmethod
    def over(
        cls, database: Database, solving: Solving, lexicons: Mapping[str, Lexicon]
    ) -> Contests:
        """Return the services over a database, solver processes, and the lexicon of each tier."""
        guard = ContestGuard(database)
        return cls(
            ContestAdmin(database, solving, lexicons, guard),
            ContestModeration(database),
            ContestPlay(database, lexicons),
            ContestPractice(database, lexicons),
            ContestQueries(database, solving),
            guard,
            ContestTransitions(database),
        )


__all__ = [
    "Act",
    "AuditEntry",
    "Board",
    "BoardLine",
    "Changes",
    "Contest",
    "ContestPosting",
    "Contests",
    "Entrant",
    "Forgotten",
    "Message",
    "Plan",
    "Practice",
    "PracticeReceipt",
    "Ranked",
    "Receipt",
    "Review",
    "Season",
    "Standing",
    "Submission",
    "Try",
    "Turn",
    "pack",
    "par_snake",
    "read_closing",
    "read_lasting",
    "read_length",
    "read_opening",
    "read_try",
    "unpack",
]
