"""Every failure of the bot's own; a mistake in a puzzle is a `solvers.errors.PuzzleError`.

BotError                    something could not be done; the message is a sentence for people
├── StartError              the bot cannot start: one line, exit status 2
│   ├── BadSettings         a setting has a value that cannot be
│   ├── StoreUnusable       the database is newer, unreadable, read-only or its disk is full
│   ├── WorkersUnusable     no solver process comes up
│   └── DiscordUnreachable  a bad token, no network, a port that is taken
├── BadOption               an option is outside of what the command allows
├── CardExpired             a button whose card was cleared away
├── Unsaved                 the database would not take what has to be kept
└── DispatchError           the solver processes could not finish a job
    ├── OneAtATime          this person's last puzzle is still being worked on
    ├── QueueFull           too many puzzles are waiting
    ├── TimeLimit           the job ran past its hard limit and was stopped
    ├── WorkerCrashed       the process died while it worked on the job
    ├── SolverFailed        the solver itself is at fault; `trace` is for the log
    └── ShuttingDown        the bot is about to stop
"""

from __future__ import annotations


class BotError(Exception):
    """Something could not be done; the message is one sentence for people."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class StartError(BotError):
    """The bot cannot start."""


class BadSettings(StartError):  # noqa: N818 - named for what a person did
    """A setting has a value that cannot be."""


class StoreUnusable(StartError):  # noqa: N818
    """The database cannot be used as it is."""


class WorkersUnusable(StartError):  # noqa: N818
    """No solver process comes up."""


class DiscordUnreachable(StartError):  # noqa: N818
    """Discord does not let us in, or is not there."""


class BadOption(BotError):  # noqa: N818
    """An option is outside of what the command allows."""


class CardExpired(BotError):  # noqa: N818
    """A button was pressed whose card was cleared away."""


class Unsaved(BotError):  # noqa: N818
    """The database would not take what has to be kept before anyone is told of it."""


class DispatchError(BotError):
    """The solver processes could not finish a job."""


class OneAtATime(DispatchError):  # noqa: N818
    """This person's last puzzle is still being worked on."""


class QueueFull(DispatchError):  # noqa: N818
    """Too many puzzles are waiting."""


class TimeLimit(DispatchError):  # noqa: N818
    """The job ran past its hard limit and was stopped."""


class WorkerCrashed(DispatchError):  # noqa: N818
    """The process died while it worked on the job."""


class SolverFailed(DispatchError):  # noqa: N818
    """The solver itself is at fault; `trace` is for the log, never for people."""

    def __init__(self, message: str, trace: str) -> None:
        super().__init__(message)
        self.trace = trace


class ShuttingDown(DispatchError):  # noqa: N818
    """The bot is about to stop."""
