"""Posts: what Discord is to show for a contest, and how far that has got.

A post is wanted in the transaction that gives it its reason. It is claimed before it is sent and
marked done after; what lies between may be lost in a crash, so whoever finds `attempts` above
zero looks for the message before sending it again.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update

from bot.store.records import Post, PostKind, load
from bot.store.schema import contests, guilds, posts

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Update

    from bot.store.database import Transaction
    from bot.store.records import Contest

NONCE_BYTES = 15
"""20 characters; Discord takes up to 25."""

_SELECT = select(posts, contests.c.guild_id).join(contests, contests.c.id == posts.c.contest_id)


async def want(
    tx: Transaction, contest: Contest, kind: PostKind, at: datetime, text: str | None = None
) -> None:
    """Want a message to be sent or, if it has been sent, to be edited to how things are now."""
    bumped = await tx.execute(
        update(posts)
        .where(posts.c.contest_id == contest.id, posts.c.kind == kind)
        .values(wanted=posts.c.wanted + 1, text=text)
    )
    if bumped.rowcount:
        return
    await tx.execute(
        insert(posts).values(
            contest_id=contest.id,
            kind=kind,
            channel_id=contest.channel_id,
            nonce=secrets.token_urlsafe(NONCE_BYTES),
            text=text,
            wanted=1,
            done=0,
            attempts=0,
            next_attempt_at=at,
        )
    )


async def touch(tx: Transaction, contest_id: str) -> None:
    """Want those messages of a contest that there are to be brought up to date."""
    await tx.execute(
        update(posts)
        .where(posts.c.contest_id == contest_id, posts.c.kind.in_(("announcement", "results")))
        .values(wanted=posts.c.wanted + 1)
    )


async def start_over(tx: Transaction, contest_id: str, channel_id: int, at: datetime) -> int:
    """Want messages that were given up or lost to be sent anew; return how many there are."""
    await tx.execute(
        delete(posts).where(posts.c.contest_id == contest_id, posts.c.kind.like("trouble:%"))
    )
    lost = (
        select(posts.c.kind)
        .where(posts.c.contest_id == contest_id, posts.c.given_up_at.is_not(None))
        .order_by(posts.c.kind)
    )
    kinds = list((await tx.execute(lost)).scalars())
    for kind in kinds:
        await tx.execute(
            update(posts)
            .where(posts.c.contest_id == contest_id, posts.c.kind == kind)
            .values(
                channel_id=channel_id,
                message_id=None,
                nonce=secrets.token_urlsafe(NONCE_BYTES),
                wanted=posts.c.wanted + 1,
                attempts=0,
                first_attempt_at=None,
                next_attempt_at=at,
                last_error=None,
                given_up_at=None,
            )
        )
    return len(kinds)


async def get(tx: Transaction, contest_id: str, kind: PostKind) -> Post | None:
    """Return a post."""
    query = _SELECT.where(posts.c.contest_id == contest_id, posts.c.kind == kind)
    row = (await tx.execute(query)).mappings().first()
    return None if row is None else load(Post, row)


async def of_contest(tx: Transaction, contest_id: str) -> list[Post]:
    """Return the posts of a contest."""
    query = _SELECT.where(posts.c.contest_id == contest_id).order_by(posts.c.kind)
    return [load(Post, row) for row in (await tx.execute(query)).mappings()]


async def due(tx: Transaction, now: datetime, limit: int) -> list[Post]:
    """Return posts that are due, the longest waiting first, but not of servers we are not in."""
    query = (
        _SELECT.join(guilds, guilds.c.guild_id == contests.c.guild_id)
        .where(
            posts.c.done < posts.c.wanted,
            posts.c.next_attempt_at <= now,
            posts.c.given_up_at.is_(None),
            guilds.c.removed_at.is_(None),
        )
        .order_by(posts.c.next_attempt_at)
        .limit(limit)
    )
    return [load(Post, row) for row in (await tx.execute(query)).mappings()]


async def claim(tx: Transaction, post: Post, now: datetime, until: datetime) -> bool:
    """Note that this attempt begins and nobody else shall try until then; False: somebody has."""
    claimed = await tx.execute(
        _this(post)
        .where(
            posts.c.attempts == post.attempts,
            posts.c.next_attempt_at == post.next_attempt_at,
            posts.c.done == post.done,
        )
        .values(
            attempts=post.attempts + 1,
            next_attempt_at=until,
            first_attempt_at=post.first_attempt_at or now,
        )
    )
    return claimed.rowcount == 1


async def settle(tx: Transaction, post: Post, message_id: int, done: int, now: datetime) -> None:
    """Note the message, and how much of what was wanted it shows; more may be wanted by now."""
    await tx.execute(
        _this(post).values(
            message_id=message_id,
            done=done,
            attempts=0,
            first_attempt_at=None,
            next_attempt_at=now,
            last_error=None,
        )
    )


async def free(tx: Transaction, now: datetime) -> int:
    """Make due what a process that is no more had claimed; return how many posts."""
    freed = await tx.execute(
        update(posts)
        .where(
            posts.c.attempts > 0,
            posts.c.next_attempt_at > now,
            posts.c.done < posts.c.wanted,
            posts.c.given_up_at.is_(None),
        )
        .values(next_attempt_at=now)
    )
    return freed.rowcount


async def withdraw(tx: Transaction, contest_id: str, kind: PostKind) -> None:
    """Drop a post that has lost its reason."""
    await tx.execute(delete(posts).where(posts.c.contest_id == contest_id, posts.c.kind == kind))


async def put_off(
    tx: Transaction, post: Post, error: str, until: datetime, given_up_at: datetime | None
) -> None:
    """Note why an attempt failed and when the next is, or that there will be none."""
    await tx.execute(
        _this(post).values(last_error=error, next_attempt_at=until, given_up_at=given_up_at)
    )


def _this(post: Post) -> Update:
    return update(posts).where(
        posts.c.contest_id == post.contest_id,
        posts.c.kind == post.kind,
        posts.c.nonce == post.nonce,
    )
