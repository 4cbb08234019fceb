"""Contest rules and services, without Discord.

    contests = Contests.over(database, solving, lexicons)
    act = Act(interaction.user.id, interaction.created_at, interaction.id)
    receipt = await contests.play.submit(scope, contest_id, act, read_try("nausea earn"))

`Contests` has a service for each kind of task:

    puzzles      words_for; find_par, which a draft needs before it is confirmed
    admin        create, confirm, change, close, cancel, discard
    moderation   disqualify, reinstate, forgotten, repost
    play         start, turn (may they send in a snake?), submit -> Receipt
    practice     begin, find, turn, submit -> PracticeReceipt
    queries      get, find, of_guild, board, answers, standings, audit, export, review, post,
                 failure_notices …
    lines        play word by word, in games that arrange nothing: see `bot.play`; practice_lines
    templates    save, use and repeat contests; advance(now): hold due ones
    seasons      start, standings, end …; advance(now): settle seasons that are over
    transitions  advance(now): open, close and reveal due contests; tidy(now): delete old drafts

A contest is a *draft* until `opens_at` (before `confirmed_at` only organisers know of it), then
*open*, *closed* from `closes_at` on and *revealed* some seconds later; or *cancelled*. Only
`act.at`, Discord's time of the interaction, decides what counts, never the local clock. Changes are
stored when a method returns. Errors are `BotError` or `PuzzleError`, whose message is a sentence
for users.

`ContestPosting` sends announcements, results and notices of failure, and keeps them up to date.

The rules are pure functions: `life` (states, deadlines, who may submit), `plan`, `rounds` and
`times` (what organisers type), `tries` (what players type), `ranking`. `submissions` stores
submissions in batches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.contests.admin import DECIDED, POINTLESS, ContestAdmin, Decision
from bot.contests.answers import Answer, puzzle_of
from bot.contests.effort import effort
from bot.contests.gone import GoneChannels
from bot.contests.integrity import FEWEST_WORDS, WITHIN, EqualSnakes
from bot.contests.life import (
    CHANGEABLE,
    FINISHED,
    MOST_REVEALED,
    PLAYED,
    STATES,
    UNFINISHED,
    is_pointless,
    par_snake,
    reminds_at,
)
from bot.contests.lines import ContestLines, LineKey, LineState, PracticeKey, PracticeLines
from bot.contests.moderation import ContestModeration, Forgotten
from bot.contests.options import (
    BOARDS,
    OPTION_FORMS,
    OPTIONS,
    PLACES,
    SEASON_OPTIONS,
    given_up,
    who_plays,
)
from bot.contests.plan import (
    LONGEST_TITLE,
    MOST_WORDS,
    Asked,
    Plan,
    drawn_again,
    plan_of,
    plan_of_all,
    read_asked,
    suited_to,
    typed_words,
    usual_options,
)
from bot.contests.play import ContestPlaying, Entry
from bot.contests.posting import ContestPosting
from bot.contests.practice import ContestPractice, PracticeReceipt
from bot.contests.puzzles import ContestPuzzles
from bot.contests.queries import (
    MISSING,
    NOBODY,
    Board,
    BoardRow,
    Coming,
    ContestQueries,
    Proof,
    Review,
    Scope,
    Standings,
    evenings,
)
from bot.contests.ranking import Standing
from bot.contests.ready import READY, Ready, ReadyName
from bot.contests.recurrence import read_recurrence
from bot.contests.rounds import BETWEEN_LISTS, MOST_LISTS, name_of_rounds, rising, split_lists
from bot.contests.seasons import LONGEST_SEASON_NAME, ContestSeasons, Rounds, SeasonPlan, as_one
from bot.contests.submissions import Receipt
from bot.contests.templates import (
    LONGEST_NAME,
    MISSING_TEMPLATE,
    MOST_TEMPLATES,
    ContestTemplates,
    can_repeat,
    next_days,
    plan_from,
    played_by,
    recurrence_of,
)
from bot.contests.times import read_closing, read_lasting, read_length, read_opening
from bot.contests.transitions import ContestTransitions
from bot.contests.tries import Try, pack, read_try, unpack
from bot.play import Playing
from bot.solving import Solving
from bot.store import Database
from bot.store.schema import (
    Act,
    AuditEntry,
    Contest,
    ContestTemplate,
    Entrant,
    Message,
    Scoring,
    Season,
)
from solvers.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Contests:
    """The services, over one database."""

    puzzles: ContestPuzzles
    admin: ContestAdmin
    moderation: ContestModeration
    play: ContestPlaying
    practice: ContestPractice
    lines: Playing[LineKey, LineState]
    practice_lines: Playing[PracticeKey, LineState]
    queries: ContestQueries
    templates: ContestTemplates
    seasons: ContestSeasons
    transitions: ContestTransitions
    gone: GoneChannels

    @classmethod
    def over(
        cls, database: Database, solving: Solving, lexicons: Mapping[str, Lexicon]
    ) -> Contests:
        """Return the services; `lexicons` has one for each tier."""
        puzzles = ContestPuzzles(database, solving, lexicons)
        admin = ContestAdmin(database, puzzles, lexicons)
        return cls(
            puzzles=puzzles,
            admin=admin,
            moderation=ContestModeration(database),
            play=ContestPlaying(database, lexicons),
            practice=ContestPractice(database, lexicons),
            lines=Playing(database, solving, "full", ContestLines(database, lexicons)),
            practice_lines=Playing(database, solving, "full", PracticeLines(database, lexicons)),
            queries=ContestQueries(database, solving, lexicons),
            templates=ContestTemplates(database, puzzles, admin),
            seasons=ContestSeasons(database),
            transitions=ContestTransitions(database),
            gone=GoneChannels(database),
        )


__all__ = [
    "BETWEEN_LISTS",
    "BOARDS",
    "CHANGEABLE",
    "DECIDED",
    "FEWEST_WORDS",
    "FINISHED",
    "LONGEST_NAME",
    "LONGEST_SEASON_NAME",
    "LONGEST_TITLE",
    "MISSING",
    "MISSING_TEMPLATE",
    "MOST_LISTS",
    "MOST_REVEALED",
    "MOST_TEMPLATES",
    "MOST_WORDS",
    "NOBODY",
    "OPTIONS",
    "OPTION_FORMS",
    "PLACES",
    "PLAYED",
    "POINTLESS",
    "READY",
    "SEASON_OPTIONS",
    "STATES",
    "UNFINISHED",
    "WITHIN",
    "Act",
    "Answer",
    "Asked",
    "AuditEntry",
    "Board",
    "BoardRow",
    "Coming",
    "Contest",
    "ContestPosting",
    "ContestTemplate",
    "Contests",
    "Decision",
    "Entrant",
    "Entry",
    "EqualSnakes",
    "Forgotten",
    "LineKey",
    "LineState",
    "Message",
    "Plan",
    "PracticeKey",
    "PracticeReceipt",
    "Proof",
    "Ready",
    "ReadyName",
    "Receipt",
    "Review",
    "Rounds",
    "Scope",
    "Scoring",
    "Season",
    "SeasonPlan",
    "Standing",
    "Standings",
    "Try",
    "as_one",
    "can_repeat",
    "drawn_again",
    "effort",
    "evenings",
    "given_up",
    "is_pointless",
    "name_of_rounds",
    "next_days",
    "pack",
    "par_snake",
    "plan_from",
    "plan_of",
    "plan_of_all",
    "played_by",
    "puzzle_of",
    "read_asked",
    "read_closing",
    "read_lasting",
    "read_length",
    "read_opening",
    "read_recurrence",
    "read_try",
    "recurrence_of",
    "reminds_at",
    "rising",
    "split_lists",
    "suited_to",
    "typed_words",
    "unpack",
    "usual_options",
    "who_plays",
]
