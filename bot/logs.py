"""Logging: a line for each event, as text or JSON, with the id of the request it belongs to.

What people type is never logged, and an error's message may quote it: so a logged error, no matter
what logs it, has only its type, its codes and where it was raised (`describe`, `trace`).
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import threading
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from hashlib import blake2s
from typing import Any, Literal

LogFormat = Literal["text", "json"]
OURS = ("bot", "solvers", "playground", "data")
"""Packages that log from INFO on. Other packages quote payloads and parameters at that level."""
CODES = ("status", "code", "sqlite_errorname", "exitcode")
"""Attributes of errors that add to their type and never contain what people typed."""
ALREADY_ACKNOWLEDGED = 40060
"""Discord's code for a second first answer to an interaction."""
UNKNOWN_INTERACTION = 10062
"""Discord's code for an interaction that was answered too late."""
UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000110bd"
    "\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0001-\U000e007f]"
)
"""Characters that would begin a new line, move the cursor or reverse the text."""

request_id: ContextVar[str] = ContextVar("request_id", default="-")


def begin_request(interaction_id: int) -> str:
    """Set and return the id that marks an interaction in the log."""
    short = blake2s(interaction_id.to_bytes(8), digest_size=4).hexdigest()
    request_id.set(short)
    return short


def set_up_logging(style: LogFormat, level: int = logging.INFO) -> None:
    """Send the lines of all loggers to standard error in one format."""
    logging.raiseExceptions = False  # a library's line that cannot be written is not worth a trace
    handler = logging.StreamHandler(sys.stderr)
    add_filters(handler)
    handler.setFormatter(JsonFormatter() if style == "json" else TextFormatter())
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    for package in OURS:
        logging.getLogger(package).setLevel(level)


def log_what_python_says() -> None:
    """Log warnings and uncaught errors like everything else."""
    logging.captureWarnings(True)
    sys.excepthook = threading.excepthook = sys.unraisablehook = _log_uncaught


def _log_uncaught(kind: Any, error: BaseException | None = None, *_: object) -> None:
    """Log an uncaught error, however Python passes it; Ctrl-C ends quietly."""
    told = kind.exc_value if error is None else error
    if not isinstance(told, KeyboardInterrupt):
        logging.getLogger(__name__).critical("an uncaught error", exc_info=told)


def last_line(message: str, style: LogFormat) -> str:
    """Return the line that says why a start failed."""
    if style == "text":
        return escape(f"snakes-and-ladders: {message}")
    line = {"name": "bot", "levelname": "CRITICAL", "msg": message, "request": request_id.get()}
    return JsonFormatter().format(logging.makeLogRecord(line))


def add_filters(handler: logging.Handler) -> None:
    """Make a handler see lines without what people typed."""
    for look in (_add_request, _shorten_reconnects, _shorten_lost_suggestions, _leave_out_words):
        handler.addFilter(look)


def describe(error: BaseException) -> str:
    """Return an error's type, its codes, and its causes; never its message."""
    codes = [
        f"{name} {value}" for name in CODES if isinstance(value := _code(error, name), int | str)
    ]
    if isinstance(error, OSError) and error.errno is not None:
        codes.append(os.strerror(error.errno))
    if error.__cause__ is not None:
        codes.append(f"from {describe(error.__cause__)}")
    name = type(error).__qualname__
    return f"{name} ({', '.join(codes)})" if codes else name


def _code(error: BaseException, name: str) -> object:
    if isinstance(getattr(type(error), name, None), property):
        return None  # a deprecated name, such as aiohttp's `code`, which warns when used
    value = getattr(error, name, None)
    return value if isinstance(value, int) or name == "sqlite_errorname" else None


def trace(error: BaseException | None) -> str:
    """Return where an error and its causes were raised, without their messages."""
    return "" if error is None else "\n".join(_trace(error, set()))


def _trace(error: BaseException, seen: set[int]) -> Iterator[str]:
    seen.add(id(error))
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and id(before) not in seen:
        yield from _trace(before, seen)
        yield "which led to"
    yield "Traceback (most recent call last):"
    yield "".join(traceback.format_tb(error.__traceback__)).rstrip("\n")
    yield describe(error)
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            yield from _trace(part, seen)


def escape(line: str) -> str:
    """Return a line with invisible characters escaped as in JSON."""
    return UNSEEN.sub(lambda found: json.dumps(found[0])[1:-1], line)


class _Description(str):
    """Text that is logged in place of an object, with %r as well as %s."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _shorten_lost_suggestions(record: logging.LogRecord) -> bool:
    """Shorten discord.py's traceback about late or cut-off suggestions to one line.

    Drop it if Discord has the suggestions and only its reply was lost.
    """
    error = record.exc_info[1] if record.exc_info else None
    if record.name != "discord.app_commands.tree" or error is None:
        return True
    code = getattr(error, "code", None)
    if code == ALREADY_ACKNOWLEDGED:
        return False
    cut = isinstance(error, OSError) or type(error).__module__.startswith("aiohttp.")
    if cut or code == UNKNOWN_INTERACTION:
        record.levelno, record.levelname = logging.INFO, "INFO"
        record.msg, record.args = "suggestions did not reach Discord: %s", (describe(error),)
        record.exc_info = None
    return True


def _leave_out_words(record: logging.LogRecord) -> bool:
    """Replace errors, and in other packages' lines all but texts and numbers, by descriptions."""
    foreign = record.name.partition(".")[0] not in OURS

    def told(value: object) -> object:
        if isinstance(value, BaseException):
            return _Description(describe(value))
        if foreign and not isinstance(value, str | int | float | None):
            return _Description(f"<{type(value).__qualname__}>")
        return value

    if not isinstance(record.msg, str):
        record.msg = told(record.msg)
    elif record.name == "asyncio":  # it writes tasks and their results into the message
        record.msg, record.args = re.split(r"[\n(<]", record.getMessage())[0], ()
    if isinstance(record.args, tuple):
        record.args = tuple(map(told, record.args))
    elif record.args:
        record.args = {name: told(value) for name, value in record.args.items()}
    record.exc_text = None  # cached by another handler
    return True


def _add_request(record: logging.LogRecord) -> bool:
    record.request = request_id.get()
    return True


def _shorten_reconnects(record: logging.LogRecord) -> bool:
    """Turn discord.py's traceback on each lost connection into a warning of one line."""
    if record.name == "discord.client" and record.exc_info and "reconnect" in str(record.msg):
        cause = record.exc_info[1]
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.args = (record.getMessage(), describe(cause) if cause else "closed")
        record.msg, record.exc_info = "%s (%s)", None
    return True


class TextFormatter(logging.Formatter):
    """Lines for people: time, level, request, logger, message; tracebacks have their own lines."""

    def __init__(self) -> None:
        super().__init__(
            "%(asctime)s %(levelname)-7s [%(request)s] %(name)s: %(message)s",
            "%Y-%m-%d %H:%M:%S%z",
        )

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the library's name
        """Return the record as one line, whatever is in it."""
        return escape(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802
        """Return the traceback without the errors' messages."""
        return "\n".join(map(escape, trace(ei[1]).split("\n")))


class JsonFormatter(logging.Formatter):
    """One JSON object on each line, for programs, with the extra fields of a record."""

    _standard = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of JSON."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {k: v for k, v in record.__dict__.items() if k not in self._standard}
        if record.exc_info:
            line["trace"] = trace(record.exc_info[1])
        return escape(json.dumps(line, default=str, ensure_ascii=False))
