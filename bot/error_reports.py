"""Reports errors to Sentry, if SENTRY_DSN is set.

Reports have what the log has: an error's type, its codes and where it was raised. They have nothing
that anybody typed, no ids, no variables and no machine names.
"""

from __future__ import annotations

import logging
import traceback
from importlib.metadata import version
from typing import Any

from bot.errors import BadSettings
from bot.logs import add_filters, describe

PACKAGE = "snakes-and-ladders-bot"
CLOSE_SECONDS = 2.0
"""How long a stopping bot spends on pending reports."""


def set_up_error_reports(dsn: str) -> None:
    """Report everything logged as an error from now on; raises BadSettings."""
    try:
        import sentry_sdk  # noqa: PLC0415 - it comes with an optional extra
    except ImportError:
        raise BadSettings(
            "SENTRY_DSN needs an extra: pip install --require-hashes -r requirements/sentry.lock"
        ) from None
    try:
        sentry_sdk.init(
            dsn,
            # Its integrations collect more than we may send.
            default_integrations=False,
            auto_enabling_integrations=False,
            max_breadcrumbs=0,
            server_name="",
            release=version(PACKAGE),
            shutdown_timeout=CLOSE_SECONDS,
        )
    except sentry_sdk.utils.BadDsn:
        raise BadSettings("SENTRY_DSN is not the address of a project") from None
    logging.getLogger().addHandler(ReportHandler())


class ReportHandler(logging.Handler):
    """Reports each line from ERROR on."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        add_filters(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Report the line."""
        import sentry_sdk  # noqa: PLC0415

        if not record.name.startswith("sentry_sdk"):
            sentry_sdk.capture_event(event_of(record))


def event_of(record: logging.LogRecord) -> Any:
    """Return a log record as a Sentry event."""
    error = record.exc_info[1] if record.exc_info else None
    event: dict[str, Any] = {
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": record.getMessage(),
        "tags": {"request": record.__dict__.get("request", "-")},
    }
    if error is not None:
        frames = [
            {"filename": frame.filename, "function": frame.name, "lineno": frame.lineno}
            for frame in traceback.extract_tb(error.__traceback__)
        ]
        named = {"type": type(error).__qualname__, "value": describe(error)}
        event["exception"] = {"values": [named | {"stacktrace": {"frames": frames}}]}
    return event
