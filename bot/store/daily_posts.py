"""Messages of daily puzzles: one of each kind for a server and an edition."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, bindparam, case, delete, func, insert, select, update

from bot.store.database import Transaction
from bot.store.outbox import Rows, new_nonce, new_post
from bot.store.records import DailyPost, DailyPostKind, DailySetup, load
from bot.store.schema import daily_posts, guilds

_its_time = case(
    (daily_posts.c.kind == "solution", daily_posts.c.closes_at), else_=daily_posts.c.opens_at
)
_is_new = (daily_posts.c.kind == "edition") & daily_posts.c.message_id.is_(None)
ROWS = Rows(
    daily_posts,
    ("guild_id", "number", "kind"),
    DailyPost,
    # Not of servers we are not in, and not before its time: the clock may have been set back.
    select(daily_posts)
    .join(guilds, guilds.c.guild_id == daily_posts.c.guild_id)
    .where(guilds.c.removed_at.is_(None), _its_time <= bindparam("now"))
    # However much is due at once, everybody's new puzzle comes first, what is over last.
    .order_by(case((_is_new, 0), (daily_posts.c.kind == "thread", 1), else_=2)),
)


async def want_editions(
    tx: Transaction, wanted: Sequence[tuple[DailySetup, int, datetime, datetime]]
) -> None:
    """Want editions to be posted: (setup, number, opens, closes); those that are there stay.

    One whose time seemed over, by a clock that was ahead, is wanted again.
    """
    numbers = {number for _, number, _, _ in wanted}
    editions = (daily_posts.c.number.in_(numbers), daily_posts.c.kind == "edition")
    query = select(daily_posts.c.guild_id, daily_posts.c.number).where(*editions)
    there = {tuple(row) for row in await tx.execute(query)}
    again = [setup.guild_id for setup, number, _, _ in wanted if (setup.guild_id, number) in there]
    if again:
        await tx.execute(
            update(daily_posts)
            .where(
                *editions,
                daily_posts.c.guild_id.in_(again),
                daily_posts.c.message_id.is_(None),
                daily_posts.c.given_up_at.is_not(None),
            )
            .values(closed=False, given_up_at=None, next_attempt_at=daily_posts.c.opens_at)
        )
    rows = [
        {
            "guild_id": setup.guild_id,
            "number": number,
            "kind": "edition",
            "channel_id": setup.channel_id,
            "opens_at": opens,
            "closes_at": closes,
            "closed": False,
            **new_post(opens),
        }
        for setup, number, opens, closes in wanted
        if (setup.guild_id, number) not in there
    ]
    if rows:
        await tx.execute(insert(daily_posts), rows)


async def want_beside(
    tx: Transaction,
    post: DailyPost,
    kind: DailyPostKind,
    at: datetime,
    text: str | None = None,
) -> None:
    """Want a thread, a solution or a trouble that belongs to an edition's post, once."""
    if await get(tx, post.guild_id, post.number, kind) is not None:
        return
    await tx.execute(
        insert(daily_posts).values(
            guild_id=post.guild_id,
            number=post.number,
            kind=kind,
            channel_id=post.channel_id,
            text=text,
            opens_at=post.opens_at,
            closes_at=post.closes_at,
            closed=True,
            **new_post(at),
        )
    )


async def start_over(tx: Transaction, post: DailyPost, channel_id: int, at: datetime) -> None:
    """Want a message that could not be sent, or is gone, to be sent anew, with a new thread."""
    await tx.execute(
        delete(daily_posts).where(
            daily_posts.c.guild_id == post.guild_id,
            daily_posts.c.number == post.number,
            daily_posts.c.kind == "thread",
        )
    )
    await tx.execute(
        update(daily_posts)
        .where(_this(post))
        .values(
            channel_id=channel_id,
            message_id=None,
            nonce=new_nonce(),
            wanted=post.wanted + 1,
            attempts=0,
            first_attempt_at=None,
            next_attempt_at=at,
            last_error=None,
            given_up_at=None,
        )
    )


async def get(
    tx: Transaction, guild_id: int, number: int, kind: DailyPostKind = "edition"
) -> DailyPost | None:
    """Return a post."""
    query = select(daily_posts).where(
        daily_posts.c.guild_id == guild_id,
        daily_posts.c.number == number,
        daily_posts.c.kind == kind,
    )
    row = (await tx.execute(query)).mappings().first()
    return None if row is None else load(DailyPost, row)


async def last_message(tx: Transaction, guild_id: int) -> int | None:
    """Return the newest message of an edition in a server."""
    query = select(func.max(daily_posts.c.message_id)).where(
        daily_posts.c.guild_id == guild_id, daily_posts.c.kind == "edition"
    )
    newest: int | None = (await tx.execute(query)).scalar_one()
    return newest


async def open_in(tx: Transaction, guild_id: int, at: datetime) -> DailyPost | None:
    """Return the post of the edition that is live in a server by its own posts."""
    query = (
        select(daily_posts)
        .where(
            daily_posts.c.guild_id == guild_id,
            daily_posts.c.kind == "edition",
            daily_posts.c.opens_at <= at,
            daily_posts.c.closes_at > at,
        )
        .order_by(daily_posts.c.number.desc())
        .limit(1)
    )
    row = (await tx.execute(query)).mappings().first()
    return None if row is None else load(DailyPost, row)


async def last_closed(tx: Transaction, guild_id: int, at: datetime) -> int | None:
    """Return the newest edition that is over in a server by its own posts."""
    query = select(func.max(daily_posts.c.number)).where(
        daily_posts.c.guild_id == guild_id,
        daily_posts.c.kind == "edition",
        daily_posts.c.closes_at <= at,
    )
    newest: int | None = (await tx.execute(query)).scalar_one()
    return newest


async def closing(tx: Transaction, now: datetime, limit: int) -> list[DailyPost]:
    """Return posts of editions whose boards have to close."""
    query = (
        select(daily_posts)
        .where(daily_posts.c.closed.is_(False), daily_posts.c.closes_at <= now)
        .order_by(daily_posts.c.closes_at)
        .limit(limit)
    )
    return [load(DailyPost, row) for row in (await tx.execute(query)).mappings()]


async def close(tx: Transaction, post: DailyPost) -> None:
    """Note that a board has closed; its message, if there is one, is to show that."""
    changes = {"closed": True}
    more = {} if post.message_id is None else {"wanted": post.wanted + 1}
    await tx.execute(update(daily_posts).where(_this(post)).values(**changes, **more))


async def close_later(tx: Transaction, post: DailyPost, closes_at: datetime) -> None:
    """Move the moment at which a board closes."""
    await tx.execute(update(daily_posts).where(_this(post)).values(closes_at=closes_at))


def _this(post: DailyPost) -> ColumnElement[bool]:
    return (
        (daily_posts.c.guild_id == post.guild_id)
        & (daily_posts.c.number == post.number)
        & (daily_posts.c.kind == post.kind)
    )
