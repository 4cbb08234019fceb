"""Jobs and answers as they cross a network: known types in msgpack, nothing pickled.

Inside, requests and results are JSON, which has integers of any length, so that counts are exact. A
job names a function to call, which must be in `CALLS`. The daily puzzles' secret is never sent:
editions are made where the bot runs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.metadata import version
from typing import Any

import msgspec

from bot import errors
from solvers import anigram, daily, ladder, truncate, wordsnake
from solvers.errors import BadInput, GaveUp, NoAnswer, PuzzleError, UnknownWord
from solvers.lexicon import Lexicon

CALLS: dict[str, tuple[type, type]] = {
    "solvers.ladder.solver.solve": (ladder.LadderRequest, ladder.LadderResult),
    "solvers.anigram.solver.solve": (anigram.AnigramRequest, anigram.AnigramResult),
    "solvers.truncate.solver.solve": (truncate.TruncateRequest, truncate.TruncateResult),
    "solvers.wordsnake.solver.solve": (wordsnake.SnakeRequest, wordsnake.SnakeResult),
    "solvers.wordsnake.explain.explain": (wordsnake.ScoreRequest, wordsnake.Explanation),
    "solvers.wordsnake.generate.generate": (wordsnake.GenerateRequest, wordsnake.Generated),
    "solvers.daily.fresh.make_fresh": (daily.FreshRequest, daily.Puzzle),
    "solvers.daily.own.solve_own": (daily.OwnRequest, daily.OwnResult),
    "solvers.daily.own.find_departure": (daily.LineRequest, daily.Departure),
    "solvers.daily.own.find_distances": (daily.LineRequest, daily.Distances),
}
"""The request and result types of each function that other machines may call, by full name."""

PUZZLE_ERRORS = {kind.__name__: kind for kind in (PuzzleError, BadInput, NoAnswer, GaveUp)}
SOLVING_ERRORS = {
    kind.__name__: kind
    for kind in (errors.TimeLimit, errors.TooLarge, errors.WorkerCrashed, errors.QueueFull)
}

STREAM = "SOLVE"
JOBS, ANSWERS, CANCEL, MACHINES = "solve.job", "solve.answer", "solve.cancel", "solve.machine"
"""Subjects: for jobs, followed by the solvers' hash; for answers, followed by the asking process's
name; for ids of abandoned jobs; and for machines' reports about themselves."""


class Task(msgspec.Struct, frozen=True):
    """A job: answers go to `inbox`."""

    id: str
    call: str
    request: bytes
    tier: str
    seconds: float
    reports: bool
    inbox: str


class Begun(msgspec.Struct, frozen=True, tag=True):
    """A machine is working on the job; sent every few seconds until it is over."""


class Report(msgspec.Struct, frozen=True, tag=True):
    """The job's progress."""

    best: int
    bound: int


class Done(msgspec.Struct, frozen=True, tag=True):
    """The result."""

    result: bytes


class Refusal(msgspec.Struct, frozen=True, tag=True):
    """The job ended with a mistake in the puzzle."""

    kind: str
    message: str
    code: str
    word: str | None = None
    close: tuple[str, ...] = ()


class Failure(msgspec.Struct, frozen=True, tag=True):
    """The job could not be finished."""

    kind: str
    message: str
    trace: str


Said = Begun | Report | Done | Refusal | Failure


class Answer(msgspec.Struct, frozen=True):
    """A machine's message about a job."""

    id: str
    said: Said


class Machine(msgspec.Struct, frozen=True):
    """A machine's report about itself, sent every few seconds."""

    name: str
    solvers: str


_TASK, _ANSWER = msgspec.msgpack.Decoder(Task), msgspec.msgpack.Decoder(Answer)
_MACHINE = msgspec.msgpack.Decoder(Machine)
encode, pack = msgspec.msgpack.encode, msgspec.json.encode
decode_task, decode_answer, decode_machine = _TASK.decode, _ANSWER.decode, _MACHINE.decode
DecodeError = msgspec.DecodeError


def name_of(solve: Callable[..., Any]) -> str | None:
    """Return a function's name if other machines may call it, or else None."""
    name = f"{solve.__module__}.{getattr(solve, '__qualname__', '')}"
    return name if name in CALLS else None


def function_of(call: str) -> Callable[..., Any]:
    """Return the function that a job calls; raises KeyError if it may not be called."""
    module, _, function = call.rpartition(".")
    CALLS[call]
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found


def read_request(task: Task) -> Any:
    """Return a job's request; raises DecodeError."""
    return msgspec.json.decode(task.request, type=CALLS[task.call][0])


def read_result(call: str, done: Done) -> Any:
    """Return a job's result; raises DecodeError."""
    return msgspec.json.decode(done.result, type=CALLS[call][1])


def said_of(error: PuzzleError | errors.SolvingError) -> Refusal | Failure:
    """Return a machine's message about a job that ended with an error."""
    if isinstance(error, UnknownWord):
        return Refusal("UnknownWord", error.message, error.code, error.word, error.close)
    if isinstance(error, PuzzleError):
        return Refusal(type(error).__name__, error.message, error.code)
    return Failure(type(error).__name__, error.message, getattr(error, "trace", ""))


def error_of(said: Refusal | Failure) -> PuzzleError | errors.SolvingError:
    """Return the error that a machine reported."""
    if isinstance(said, Refusal):
        if said.word is not None:
            return UnknownWord(said.word, said.close)
        return PUZZLE_ERRORS.get(said.kind, PuzzleError)(said.message, code=said.code)
    if said.kind in SOLVING_ERRORS:
        return SOLVING_ERRORS[said.kind](said.message)
    return errors.SolverFailed(said.message, said.trace)


def solvers_hash(lexicons: Iterable[Lexicon]) -> str:
    """Return a hash of version and word indexes; two machines must have the same."""
    parts = [version("snakes-and-ladders-bot"), *sorted(one.fingerprint for one in lexicons)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
