"""Every failure of the bot's own; a mistake in a puzzle is a `solvers.errors.PuzzleError`.

BotError                    something could not be done; the message is a sentence for people
├── StartError              the bot cannot start: one line, exit status 2
│   ├── BadSettings         a setting has a value that cannot be
│   ├── StoreUnusable       the database is newer, unreadable, read-only or its disk is full
│   ├── WorkersUnusable     no solver process comes up
│   └── DiscordUnreachable  a bad token, no network, a port that is taken
├── BadOption               an option is outside of what the command allows
├── NotAllowed              this takes a permission or a role that the person lacks
├── CardExpired             a button whose card was cleared away
├── Unsaved                 the database would not take what has to be kept
├── ContestError            a contest does not allow that
│   ├── NoSuchContest       there is none of that name, here
│   ├── BadPlan             a contest cannot be held as it was asked for
│   ├── BadTime             a time, length of time or time zone that cannot be read
│   ├── WrongState          too early or too late in the contest's life for that
│   ├── ParFailed           the best snake could not be looked for
│   ├── Refused             this person cannot send in a snake now; `reason` says why
│   ├── BadTry              the snake's words are not the contest's
│   └── LiveContest         the bot does not solve the words of a running contest
├── DailyError              a daily puzzle does not allow that
│   ├── NoSuchEdition       there is no daily puzzle of that number, or not yet
│   ├── NotPlayable         this person cannot do that in this puzzle; `reason` says why
│   ├── BadSetup            daily puzzles cannot be set up so, or are not set up here
│   └── LiveEdition         the bot does not answer the question of a daily puzzle being played
├── PostError               something could not be shown in a channel
│   ├── PostRefused         Discord refuses: the channel is gone, a permission is missing
│   └── MessageGone         the message that was to be edited is no longer there
└── DispatchError           the solver processes could not finish a job
    ├── OneAtATime          this person's last puzzle is still being worked on
    ├── QueueFull           too many puzzles are waiting
    ├── TimeLimit           the job ran past its hard limit and was stopped
    ├── WorkerCrashed       the process died while it worked on the job
    ├── SolverFailed        the solver itself is at fault; `trace` is for the log
    └── ShuttingDown        the bot is about to stop
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

RefusedFor = Literal[
    "not open yet",
    "over",
    "cancelled",
    "not started",
    "time is up",
    "cooling down",
    "no tries left",
    "disqualified",
    "left",
]

NotPlayableFor = Literal["not begun", "given up", "no hints left", "left", "shared"]


class BotError(Exception):
    """Something could not be done; the message is one sentence for people."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class StartError(BotError):
    """The bot cannot start."""


class BadSettings(StartError):
    """A setting has a value that cannot be."""


class StoreUnusable(StartError):
    """The database cannot be used as it is."""


class WorkersUnusable(StartError):
    """No solver process comes up."""


class DiscordUnreachable(StartError):
    """Discord does not let us in, or is not there."""


class BadOption(BotError):
    """An option is outside of what the command allows."""


class NotAllowed(BotError):
    """This takes a permission or a role that the person lacks."""


class CardExpired(BotError):
    """A button was pressed whose card was cleared away."""


class Unsaved(BotError):
    """The database would not take what has to be kept before anyone is told of it."""


class ContestError(BotError):
    """A contest does not allow that."""


class NoSuchContest(ContestError):
    """There is no such contest in this server."""


class BadPlan(ContestError):
    """A contest cannot be held as it was asked for; `problems` has a sentence for each reason."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__(" ".join(problems))
        self.problems = problems


class BadTime(ContestError):
    """A time, a length of time or a time zone cannot be read or cannot be used."""


class WrongState(ContestError):
    """It is too early or too late in the contest's life for that."""


class ParFailed(ContestError):
    """The best snake could not be looked for; the contest stays a draft."""


class Refused(ContestError):
    """This person cannot send in a snake now; `until`: when they can, if they ever can."""

    def __init__(self, reason: RefusedFor, message: str, until: datetime | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.until = until


class BadTry(ContestError):
    """The words sent in are not those of the contest.

    `strangers` are words that are not in its list: (word, whether it is a word at all, the word
    of the list that was meant, if one is close).
    """

    def __init__(
        self,
        message: str,
        missing: tuple[str, ...] = (),
        twice: tuple[str, ...] = (),
        strangers: tuple[tuple[str, bool, str | None], ...] = (),
    ) -> None:
        super().__init__(message)
        self.missing = missing
        self.twice = twice
        self.strangers = strangers


class LiveContest(ContestError):
    """The list asked about would give a contest away that is being played."""


class DailyError(BotError):
    """A daily puzzle does not allow that."""


class NoSuchEdition(DailyError):
    """There is no daily puzzle of that number, or it has not opened yet."""


class NotPlayable(DailyError):
    """This person cannot do that in this puzzle."""

    def __init__(self, reason: NotPlayableFor, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class BadSetup(DailyError):
    """Daily puzzles cannot be set up as was asked for, or are not set up in this server."""


class LiveEdition(DailyError):
    """What was asked is the question of a daily puzzle; `until`: when it is answered again."""

    def __init__(self, message: str, until: datetime) -> None:
        super().__init__(message)
        self.until = until


class PostError(BotError):
    """Something could not be shown in a channel."""


class PostRefused(PostError):
    """Discord refuses; `final`: trying again will not help, the channel is gone."""

    def __init__(self, message: str, *, final: bool = False) -> None:
        super().__init__(message)
        self.final = final


class MessageGone(PostError):
    """The message that was to be edited has been deleted."""


class SolvingError(BotError):
    """The solver processes could not finish a job."""


class OneAtATime(SolvingError):
    """This person's last puzzle is still being worked on."""


class QueueFull(SolvingError):
    """Too many puzzles are waiting."""


class TimeLimit(SolvingError):
    """The job ran past its hard limit and was stopped."""


class WorkerCrashed(SolvingError):
    """The process died while it worked on the job."""


class SolverFailed(SolvingError):
    """The solver itself is at fault; `trace` is for the log, never for people."""

    def __init__(self, message: str, trace: str) -> None:
        super().__init__(message)
        self.trace = trace


class ShuttingDown(SolvingError):
    """The bot is about to stop."""
