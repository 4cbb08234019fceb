"""What can go wrong, as a bot and as a person see it.

PlaygroundError
├── ApiError     an answer to the bot: HTTP status, Discord's code and message, nested details
└── Refused      a sentence for the person at the keyboard: what Discord's client would not let pass
"""

from __future__ import annotations

from typing import Any


class PlaygroundError(Exception):
    """The root of the playground's errors."""


class Refused(PlaygroundError):
    """Something a user may not do, in one sentence."""


class ApiError(PlaygroundError):
    """An error answer in Discord's shape."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        errors: dict[str, Any] | None = None,
        extra: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.extra = extra or {}
        self.headers = headers or {}

    def body(self) -> dict[str, Any]:
        """Return the JSON that Discord would answer with."""
        body: dict[str, Any] = {"message": self.message, "code": self.code, **self.extra}
        if self.errors:
            body["errors"] = self.errors
        return body


def not_found() -> ApiError:
    """Return the answer to a path that does not exist."""
    return ApiError(404, 0, "404: Not Found")


def unauthorized() -> ApiError:
    """Return the answer to a missing or wrong token."""
    return ApiError(401, 0, "401: Unauthorized")


def unknown(what: str) -> ApiError:
    """Return the 404 for something that does not exist: `unknown("Message")`."""
    return ApiError(404, _UNKNOWN[what], f"Unknown {what}")


_UNKNOWN = {
    "Guild Scheduled Event": 10070,
    "Application": 10002,
    "Channel": 10003,
    "Guild": 10004,
    "Member": 10007,
    "Message": 10008,
    "Role": 10011,
    "User": 10013,
    "Webhook": 10015,
    "interaction": 10062,
    "application command": 10063,
}


def missing_access() -> ApiError:
    """Return the answer to a bot that cannot see what it asks for."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """Return the answer to a bot that may not do what it asks."""
    return ApiError(403, 50013, "Missing Permissions")


def archived_thread() -> ApiError:
    """Return the answer to a request that only an open thread accepts."""
    return ApiError(400, 50083, "Thread is archived")


def locked_thread() -> ApiError:
    """Return the answer to writing in a locked thread without Manage Threads."""
    return ApiError(400, 160005, "Thread is locked")


def wrong_channel() -> ApiError:
    """Return the answer to a request that this type of channel does not support."""
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def already_acknowledged() -> ApiError:
    """Return the answer to a second initial response."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def too_many_follow_ups() -> ApiError:
    """Return the answer to one follow-up too many where only the user installed the bot."""
    return ApiError(400, 40094, "This interaction has hit the maximum number of follow up messages")


def invalid_webhook_token() -> ApiError:
    """Return the answer to an interaction token that is wrong or past its 15 minutes."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def empty_message() -> ApiError:
    """Return the answer to a message with nothing in it."""
    return ApiError(400, 50006, "Cannot send an empty message")
