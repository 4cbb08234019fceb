"""In which channels somebody has shared what came of an edition."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, delete, insert, select, update

from bot.store.database import Transaction
from bot.store.schema import daily_shares


async def claim(
    tx: Transaction, number: int, user_id: int, channel_id: int, *, at: datetime, before: datetime
) -> bool:
    """Note that somebody is about to share; False if they have, or began to after `before`."""
    this = _this(number, user_id, channel_id)
    found = (await tx.execute(select(daily_shares).where(this).with_for_update())).first()
    if found is None:
        await tx.execute(
            insert(daily_shares).values(
                number=number, user_id=user_id, channel_id=channel_id, claimed_at=at, sent=False
            )
        )
        return True
    if found.sent or found.claimed_at > before:
        return False
    await tx.execute(update(daily_shares).where(this).values(claimed_at=at))
    return True


async def settle(
    tx: Transaction, number: int, user_id: int, channel_id: int, *, sent: bool
) -> None:
    """Note that it was sent, or let it be tried anew."""
    this = _this(number, user_id, channel_id)
    if sent:
        await tx.execute(update(daily_shares).where(this).values(sent=True))
    else:
        await tx.execute(delete(daily_shares).where(this, daily_shares.c.sent.is_(False)))


def _this(number: int, user_id: int, channel_id: int) -> ColumnElement[bool]:
    return (
        (daily_shares.c.number == number)
        & (daily_shares.c.user_id == user_id)
        & (daily_shares.c.channel_id == channel_id)
    )
