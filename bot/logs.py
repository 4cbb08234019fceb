"""Logging: a line for each event, as text or JSON, with the id of the request it belongs to."""

from __future__ import annotations

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from hashlib import blake2s
from typing import Literal

LogFormat = Literal["text", "json"]

request_id: ContextVar[str] = ContextVar("request_id", default="-")


def begin_request(interaction_id: int) -> str:
    """Set and return the id under which an interaction is found in the log."""
    short = blake2s(interaction_id.to_bytes(8), digest_size=4).hexdigest()
    request_id.set(short)
    return short


def set_up_logging(style: LogFormat, level: int = logging.INFO) -> None:
    """Send the lines of all loggers to standard error, in one style."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_add_request)
    handler.addFilter(_shorten_reconnects)
    handler.setFormatter(JsonFormatter() if style == "json" else TextFormatter())
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level)
    logging.getLogger("discord").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _add_request(record: logging.LogRecord) -> bool:
    record.request = request_id.get()
    return True


def _shorten_reconnects(record: logging.LogRecord) -> bool:
    """Turn discord.py's traceback on each lost connection into a warning of one line."""
    if record.name == "discord.client" and record.exc_info and "reconnect" in str(record.msg):
        cause = record.exc_info[1]
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.args = (record.getMessage(), str(cause) or type(cause).__name__)
        record.msg, record.exc_info = "%s (%s)", None
    return True


class TextFormatter(logging.Formatter):
    """Lines for people: time, level, request, logger, message."""

    def __init__(self) -> None:
        super().__init__(
            "%(asctime)s %(levelname)-7s [%(request)s] %(name)s: %(message)s", "%H:%M:%S"
        )


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
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)
