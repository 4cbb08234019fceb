"""Posts: what Discord is to show for a contest, and how far that has got."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, insert, select, update

from bot.store.database import Transaction
from bot.store.outbox import Rows, new_nonce, new_post
from bot.store.records import Contest, Post, PostKind, load
from bot.store.schema import contests, guilds, posts

TROUBLE: dict[PostKind, PostKind] = {
    "announcement": "trouble:announcement",
    "results": "trouble:results",
}
"""What organisers are told by when a post fails."""

_SELECT = select(posts, contests.c.guild_id).join(contests, contests.c.id == posts.c.contest_id)
_ROWS = Rows(
    posts,
    ("contest_id", "kind"),
    Post,
    # Not of servers we are not in.
    _SELECT.join(guilds, guilds.c.guild_id == contests.c.guild_id).where(
        guilds.c.removed_at.is_(None)
    ),
)
due, claim, settle = _ROWS.due, _ROWS.claim, _ROWS.settle
put_off, free = _ROWS.put_off, _ROWS.free


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
            text=text,
            **new_post(at),
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
    """Want messages that were given up, lost, or in vain so far to be sent; return how many."""
    found = {post.kind: post for post in await of_contest(tx, contest_id)}
    kinds = [
        (kind, trouble)
        for kind, trouble in TROUBLE.items()
        if (post := found.get(kind)) is not None
        # What organisers were told of may be tried still, though it is not to be seen anywhere.
        and (post.given_up_at is not None or (post.message_id is None and trouble in found))
    ]
    for kind, trouble in kinds:
        await withdraw(tx, contest_id, trouble)
        await tx.execute(
            update(posts)
            .where(posts.c.contest_id == contest_id, posts.c.kind == kind)
            .values(
                channel_id=channel_id,
                message_id=None,
                nonce=new_nonce(),
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


async def withdraw(tx: Transaction, contest_id: str, kind: PostKind) -> None:
    """Drop a post that has lost its reason."""
    await tx.execute(delete(posts).where(posts.c.contest_id == contest_id, posts.c.kind == kind))
