"""The bot's own errors; a mistake in a puzzle is a `solvers.errors.PuzzleError`.

BotError                    something could not be done; the message is a sentence for people
├── StartError              the bot cannot start: one line, exit status 2
│   ├── BadSettings         a setting has an invalid value
│   ├── StoreUnusable       the database is newer, unreadable, read-only or its disk is full
│   ├── WorkersUnusable     no worker process starts
│   └── DiscordUnreachable  a bad token, no network, a port that is taken
├── BadOption               the command does not accept an option's value
├── NotAllowed              the person lacks a permission or role
├── CardExpired             a button whose stored card was deleted
├── Unsaved                 the database could not store something
├── ContestError            a contest does not allow that
│   ├── NoSuchContest       this server has no such contest
│   ├── BadPlan             a contest cannot be held as planned
│   ├── BadTime             a time, length of time or time zone that cannot be read
│   ├── WrongState          the contest's state does not allow that
│   ├── ParFailed           the best snake could not be worked out
│   ├── Refused             this person cannot send in a snake now; `reason` says why
│   ├── BadTry              the snake's words are not the contest's
│   └── LiveContest         the list would solve a running contest
├── DailyError              a daily puzzle does not allow that
│   ├── NoSuchEdition       there is no daily puzzle of that number, or not yet
│   ├── NotPlayable         this person cannot do that in this puzzle; `reason` says why
│   ├── BadSetup            daily puzzles cannot be set up so, or are not set up here
│   └── LiveEdition         the question is that of a daily puzzle that is open
├── PostError               something could not be shown in a channel
│   ├── PostRefused         Discord refuses: the channel is gone, a permission is missing
│   └── MessageGone         the message that was to be edited is no longer there
└── SolvingError            the worker processes could not finish a job
    ├── OneAtATime          this person's last job is not finished
    ├── QueueFull           too many jobs are waiting
    ├── TimeLimit           the job ran past its hard limit and was stopped
    ├── WorkerCrashed       the process died while it worked on the job
    ├── SolverFailed        the solver itself is at fault; `trace` is for the log
    └── ShuttingDown        the bot is stopping
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


class BadSettings(StartError):  # noqa: N818 - named for what a person did
    """A setting has an invalid value."""


class StoreUnusable(StartError):  # noqa: N818
    """The database cannot be used as it is."""


class WorkersUnusable(StartError):  # noqa: N818
    """No worker process starts."""


class DiscordUnreachable(StartError):  # noqa: N818
    """Discord refuses the login, or cannot be reached."""


class BadOption(BotError):  # noqa: N818
    """The command does not accept an option's value."""


class NotAllowed(BotError):  # noqa: N818
    """The person lacks a permission or role."""


class CardExpired(BotError):  # noqa: N818
    """A button was pressed whose stored card was deleted."""


class Unsaved(BotError):  # noqa: N818
    """The database could not store what has to be stored before anyone sees it."""


class ContestError(BotError):
    """A contest does not allow that."""


class NoSuchContest(ContestError):  # noqa: N818
    """There is no such contest in this server."""


class BadPlan(ContestError):  # noqa: N818
    """A contest cannot be held as planned; `problems` has a sentence for each reason."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__(" ".join(problems))
        self.problems = problems


class BadTime(ContestError):  # noqa: N818
    """A time, a length of time or a time zone cannot be read or cannot be used."""


class WrongState(ContestError):  # noqa: N818
    """The contest's state does not allow that."""


class ParFailed(ContestError):  # noqa: N818
    """The best snake could not be worked out; the contest stays a draft."""


class Refused(ContestError):  # noqa: N818
    """This person cannot send in a snake now; `until`: when they can, if they ever can."""

    def __init__(self, reason: RefusedFor, message: str, until: datetime | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.until = until


class BadTry(ContestError):  # noqa: N818
    """The words sent in are not those of the contest.

    `strangers` are words that are not in its list: (word, whether the lexicon has it, the word of
    the list that was probably meant, or None).
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


class LiveContest(ContestError):  # noqa: N818
    """Solving the list would give a running contest away."""


class DailyError(BotError):
    """A daily puzzle does not allow that."""


class NoSuchEdition(DailyError):  # noqa: N818
    """There is no daily puzzle of that number, or it has not opened yet."""


class NotPlayable(DailyError):  # noqa: N818
    """This person cannot do that in this puzzle."""

    def __init__(self, reason: NotPlayableFor, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class BadSetup(DailyError):  # noqa: N818
    """Daily puzzles cannot be set up as was asked for, or are not set up in this server."""


class LiveEdition(DailyError):  # noqa: N818
    """The question is that of a daily puzzle that is open; `until`: when it is over everywhere."""

    def __init__(self, message: str, until: datetime) -> None:
        super().__init__(message)
        self.until = until


class PostError(BotError):
    """Something could not be shown in a channel."""


class PostRefused(PostError):  # noqa: N818
    """Discord refuses; `final`: trying again will not help, the channel is gone."""

    def __init__(self, message: str, *, final: bool = False) -> None:
        super().__init__(message)
        self.final = final


class MessageGone(PostError):  # noqa: N818
    """The message that was to be edited has been deleted."""


class SolvingError(BotError):
    """The worker processes could not finish a job."""


class OneAtATime(SolvingError):  # noqa: N818
    """This person's last job is not finished."""


class QueueFull(SolvingError):  # noqa: N818
    """Too many jobs are waiting."""


class TimeLimit(SolvingError):  # noqa: N818
    """The job ran past its hard limit and was stopped."""


class WorkerCrashed(SolvingError):  # noqa: N818
    """The process died while it worked on the job."""


class SolverFailed(SolvingError):  # noqa: N818
    """The solver itself is at fault; `trace` is for the log, never for people."""

    def __init__(self, message: str, trace: str) -> None:
        super().__init__(message)
        self.trace = trace


class ShuttingDown(SolvingError):  # noqa: N818
    """The bot is stopping."""
