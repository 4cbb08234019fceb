"""The commitments of contests, editions and race rounds: two columns in each row."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Table, select

from bot.puzzles import Commitment
from bot.store.database import Transaction


def columns(kept: Commitment | None) -> dict[str, str | None]:
    """Return the columns that hold a commitment, or none."""
    if kept is None:
        return {"commitment": None, "commitment_text": None}
    return {"commitment": kept.code, "commitment_text": kept.text}


async def find(tx: Transaction, table: Table, which: ColumnElement[bool]) -> Commitment | None:
    """Return the commitment of a row, the secret text included, if it has one."""
    query: Any = select(table.c.commitment, table.c.commitment_text).where(which)
    row = (await tx.execute(query)).first()
    return None if row is None or row.commitment_text is None else Commitment(*row)
