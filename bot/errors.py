"""The bot's own errors, and advice on the system's; a mistake in a puzzle is a `PuzzleError`.

BotError                    something could not be done; the message is a sentence for people
├── StartError              the bot cannot start: one line, exit status 1
│   ├── BadSettings         a setting has an invalid value: exit status 2
│   ├── CannotRunHere       not on this Python or this processor: exit status 2
│   ├── StoreUnusable       the database is newer, unreadable, read-only or its disk is full
│   ├── WorkersUnusable     no worker process starts
│   └── DiscordUnreachable  the connection ended for good, or nothing like Discord is there
│       └── DiscordRefuses  it does not accept the token or the application: exit status 2
├── BadOption               the command does not accept an option's value
├── TooFast                 the person does too much at a time
├── NotAllowed              the person lacks a permission or role
├── CardExpired             a button whose stored card was deleted
├── Unsaved                 the database could not store something
│   ├── Unsure              it may have stored it: it fell silent meanwhile
│   └── NotKept             it can wait: too large, too much from one person, or no room
├── ContestError            a contest does not allow that
│   ├── NoSuchContest       this server has no such contest
│   ├── BadPlan             a contest cannot be held as planned
│   ├── BadTime             a time, length of time or time zone that cannot be read
│   ├── WrongState          the contest's state does not allow that
│   ├── ParFailed           the best snake could not be worked out
│   ├── Refused             this person cannot send in a snake now; `reason` says why
│   └── BadTry              the snake's words are not the contest's
├── DailyError              a daily puzzle does not allow that
│   ├── NoSuchEdition       there is no daily puzzle of that number, or not yet
│   └── BadSetup            daily puzzles cannot be set up so, or are not set up here
├── RaceError               a race or a duel does not allow that
│   └── NoSuchRace          there is no such race any more
├── NotPlayable             this person cannot do that in this puzzle; `reason` says why
├── TrainingError           somebody's training does not allow that
├── BeingPlayed             it would give away a puzzle that people are playing
├── PostError               something could not be shown in a channel
│   ├── PostRefused         Discord refuses: a permission is missing
│   │   └── ChannelGone     the channel was deleted
│   ├── PostDelayed         Discord takes it later, because of a rate limit: no failure
│   └── MessageGone         the message that was to be edited is no longer there
└── SolvingError            the worker processes could not finish a job
    ├── OneAtATime          this person's last job is not finished
    ├── QueueFull           too many jobs are waiting
    ├── TimeLimit           the job ran past its hard limit and was stopped
    ├── TooLarge            the job needs more memory than a worker may have
    ├── WorkerCrashed       the process died while it worked on the job
    ├── SolverFailed        the solver itself is at fault; `trace` is for the log
    └── ShuttingDown        the bot is stopping
"""

from __future__ import annotations

import errno
from datetime import datetime
from typing import ClassVar, Literal

ADVICE = {
    errno.EMFILE: "let the bot have more files open (ulimit -n, LimitNOFILE=)",
    errno.ENFILE: "the whole system has too many files open",
    errno.EAGAIN: "let the bot have more processes (ulimit -u, TasksMax=, --pids-limit)",
    errno.ENOMEM: "give the bot more memory",
    errno.ENOSPC: "make room on its disk",
    errno.ENOLCK: "put it on a disk of this machine",
    errno.ENOTSUP: "put it on a disk of this machine",
    errno.EROFS: "name a folder that can be written to",
    errno.EACCES: "let the bot's user have it",
    errno.EPERM: "let the bot's user do that",
}
"""What to do about a system error, by its number."""

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
    "not eligible",
]

NotPlayableFor = Literal[
    "no gesture",
    "not begun",
    "given up",
    "no hints left",
    "no tries left",
    "no words",
    "no order",
    "left",
    "shared",
]


class BotError(Exception):
    """Something could not be done; the message is one sentence for people."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class StartError(BotError):
    """The bot cannot start.

    With exit status 2 systemd does not restart it: that is for errors that last until the host
    changes its settings.
    """

    status: ClassVar[int] = 1


class BadSettings(StartError):
    """A setting has an invalid value."""

    status = 2


class CannotRunHere(StartError):
    """The bot does not run on this Python version or processor."""

    status = 2


class StoreUnusable(StartError):
    """The database cannot be used now; its server may be up in a moment."""


class WorkersUnusable(StartError):
    """No worker process starts."""


class DiscordUnreachable(StartError):
    """Discord cannot be reached, or has ended the connection for good."""


class DiscordRefuses(DiscordUnreachable):
    """Discord does not accept the token or the application."""

    status = 2


class BadOption(BotError):
    """The command does not accept an option's value."""


class TooFast(BotError):
    """The person does more at a time than is allowed."""


class NotAllowed(BotError):
    """The person lacks a permission or role."""


class CardExpired(BotError):
    """A button was pressed whose stored card was deleted."""


class Unsaved(BotError):
    """The database could not store something that must be stored before anyone sees it."""


class Unread(BotError):
    """The database does not answer or cannot be reached."""


class Unsure(Unsaved):
    """The database fell silent while storing something, which may or may not be stored."""


class NotKept(Unsaved):
    """Something that can wait is not stored: too large, too much from one person, or no room."""


class ContestError(BotError):
    """A contest does not allow that."""


class NoSuchContest(ContestError):
    """There is no such contest in this server."""


class BadPlan(ContestError):
    """A contest cannot be held as planned; `problems` has a sentence for each reason."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__(" ".join(problems))
        self.problems = problems


class BadTime(ContestError):
    """A time, a length of time or a time zone cannot be read or cannot be used."""


class WrongState(ContestError):
    """The contest's state does not allow that."""


class ParFailed(ContestError):
    """The best snake could not be worked out; the contest stays a draft."""


class Refused(ContestError):
    """This person cannot send in a snake now; `until`: when they can, if they ever can."""

    def __init__(self, reason: RefusedFor, message: str, until: datetime | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.until = until


class BadTry(ContestError):
    """The words sent in are not the contest's."""


class DailyError(BotError):
    """A daily puzzle does not allow that."""


class NoSuchEdition(DailyError):
    """There is no daily puzzle of that number, or it has not opened yet."""


class NotPlayable(BotError):
    """This person cannot do that in this puzzle."""

    def __init__(self, reason: NotPlayableFor, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class BadSetup(DailyError):
    """Daily puzzles cannot be set up as requested, or are not set up in this server."""


class BeingPlayed(BotError):
    """It would give away a puzzle being played; `until`: when that is over, if known."""

    def __init__(self, message: str, until: datetime | None) -> None:
        super().__init__(message)
        self.until = until


class TrainingError(BotError):
    """A person's training does not allow that."""


class RaceError(BotError):
    """A race or a duel does not allow that."""


class NoSuchRace(RaceError):
    """There is no such race, or no longer."""


class PostError(BotError):
    """Something could not be shown in a channel."""


class PostRefused(PostError):
    """Discord refuses; `final`: trying again will not help."""

    def __init__(self, message: str, *, final: bool = False) -> None:
        super().__init__(message)
        self.final = final


class ChannelGone(PostRefused):
    """The channel was deleted."""

    def __init__(self) -> None:
        super().__init__("The channel is gone.", final=True)


class PostDelayed(PostError):
    """Discord takes it in `seconds`: this is no failure."""

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


class MessageGone(PostError):
    """The message that was to be edited has been deleted."""


class SolvingError(BotError):
    """The worker processes could not finish a job."""


class OneAtATime(SolvingError):
    """This person's last job is not finished."""


class QueueFull(SolvingError):
    """Too many jobs are waiting."""


class TimeLimit(SolvingError):
    """The job ran past its hard limit and was stopped."""


class TooLarge(SolvingError):
    """The job needs more memory than a worker may have."""


class WorkerCrashed(SolvingError):
    """The process died while it worked on the job."""


class SolverFailed(SolvingError):
    """The solver itself is at fault; `trace` is for the log, never for people."""

    def __init__(self, message: str, trace: str) -> None:
        super().__init__(message)
        self.trace = trace


class ShuttingDown(SolvingError):
    """The bot is stopping."""


def advise(error: OSError) -> str:
    """Return what the system says about an error, and what to do about it."""
    said = error.strerror or str(error)
    return f"{said}; {ADVICE[error.errno]}" if error.errno in ADVICE else said
