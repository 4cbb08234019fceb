"""Rows of messages to be shown, whatever they are about: claimed, settled, put off.

A post is wanted in the transaction that gives it its reason. It is claimed before it is sent and
marked done after; what lies between may be lost in a crash, so whoever finds `attempts` above
zero looks for the message before sending it again.
"""

from __future__ import annotations

import secrets
from collections.abc import Hashable
from datetime import datetime, timedelta
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import Select, Table, Update, update

from bot.store.database import Transaction
from bot.store.records import load

NONCE_BYTES = 15
"""20 characters; Discord takes up to 25."""
TOO_FAR = timedelta(hours=2)
"""Nothing is put off for so long: such an attempt was noted by a clock set back since."""


class Outgoing(Protocol):
    """What every post has. It is due while `done` is behind `wanted`.

    The same `nonce` goes with every attempt to send it.
    """

    @property
    def key(self) -> Hashable:
        """What tells it from all others."""

    @property
    def changes(self) -> bool:
        """Whether what it shows changes, so that it is edited."""

    @property
    def message_id(self) -> int | None: ...  # noqa: D102
    @property
    def nonce(self) -> str: ...  # noqa: D102
    @property
    def wanted(self) -> int: ...  # noqa: D102
    @property
    def done(self) -> int: ...  # noqa: D102
    @property
    def attempts(self) -> int: ...  # noqa: D102
    @property
    def first_attempt_at(self) -> datetime | None: ...  # noqa: D102
    @property
    def next_attempt_at(self) -> datetime: ...  # noqa: D102


PostT = TypeVar("PostT", bound=Outgoing)


class Rows(Generic[PostT]):
    """A table of posts: `keys` are its key's columns, `query` selects those that may be sent.

    The query may ask for the moment, `now`.
    """

    def __init__(
        self, table: Table, keys: tuple[str, ...], kind: type[PostT], query: Select[Any]
    ) -> None:
        self._table = table
        self._keys = keys
        self._kind = kind
        self._query = query

    async def due(self, tx: Transaction, now: datetime, limit: int) -> list[PostT]:
        """Return posts that are due, the longest waiting first."""
        posts = self._table.c
        again = posts.next_attempt_at
        query = (
            self._query.where(
                posts.done < posts.wanted,
                (again <= now) | (again > now + TOO_FAR),
                posts.given_up_at.is_(None),
            )
            .order_by(again)
            .limit(limit)
        )
        rows = await tx.execute(query, {"now": now})
        return [load(self._kind, row) for row in rows.mappings()]

    async def claim(self, tx: Transaction, post: PostT, now: datetime, until: datetime) -> bool:
        """Note that this attempt begins and nobody else shall try until then; False: they do."""
        posts = self._table.c
        claimed = await tx.execute(
            self._this(post)
            .where(
                posts.attempts == post.attempts,
                posts.next_attempt_at == post.next_attempt_at,
                posts.done == post.done,
            )
            .values(
                attempts=post.attempts + 1,
                next_attempt_at=until,
                first_attempt_at=post.first_attempt_at or now,
            )
        )
        return claimed.rowcount == 1

    async def settle(
        self, tx: Transaction, post: PostT, message_id: int, done: int, now: datetime
    ) -> None:
        """Note the message, and how much of what was wanted it shows; more may be wanted by now.

        That is due since this was: a clock that was ahead for a moment holds nothing up.
        """
        await tx.execute(
            self._this(post).values(
                message_id=message_id,
                done=done,
                attempts=0,
                first_attempt_at=None,
                next_attempt_at=min(now, post.next_attempt_at),
                last_error=None,
            )
        )

    async def free(self, tx: Transaction, now: datetime) -> int:
        """Make due what a process that is no more had claimed; return how many posts."""
        posts = self._table.c
        freed = await tx.execute(
            update(self._table)
            .where(
                posts.attempts > 0,
                posts.next_attempt_at > now,
                posts.done < posts.wanted,
                posts.given_up_at.is_(None),
            )
            .values(next_attempt_at=now)
        )
        return freed.rowcount

    async def put_off(
        self,
        tx: Transaction,
        post: PostT,
        error: str,
        until: datetime,
        given_up_at: datetime | None,
    ) -> None:
        """Note why an attempt failed and when the next is, or that there will be none."""
        await tx.execute(
            self._this(post).values(
                last_error=error, next_attempt_at=until, given_up_at=given_up_at
            )
        )

    def _this(self, post: PostT) -> Update:
        columns = self._table.c
        key = [columns[name] == getattr(post, name) for name in self._keys]
        return update(self._table).where(*key, columns.nonce == post.nonce)


def new_post(at: datetime) -> dict[str, Any]:
    """Return the columns of a post that is wanted from a moment on, but for its key."""
    return {
        "nonce": new_nonce(),
        "wanted": 1,
        "done": 0,
        "attempts": 0,
        "next_attempt_at": at,
    }


def new_nonce() -> str:
    """Return a nonce that no other post has."""
    return secrets.token_urlsafe(NONCE_BYTES)
