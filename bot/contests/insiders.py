"""Insiders: people who saw a contest's words or answers early and play out of competition.

They see the scores of their answers, but get no place on the board or in a season, and no rating.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.store import Transaction, audit, entrants, outbox
from bot.store.schema import Act, Contest, Entrant

CREATED = "created"
SEEN = "draft seen"
EXPORTED = "exported"
"""The audit action for an export of an open contest."""
KNOWING = (CREATED, SEEN)
"""Audit actions of people who saw the words before the announcement."""
INSIDE = (*KNOWING, EXPORTED)


async def join(
    tx: Transaction, joining: Sequence[tuple[str, Act]], *, start: bool
) -> list[Entrant]:
    """Add people to contests, marking insiders; `start`: their own clocks, if any, start now."""
    inside = {
        (contest_id, user)
        for contest_id in {contest_id for contest_id, _ in joining}
        for user in await audit.actors(tx, contest_id, INSIDE)
    }
    return await entrants.join(tx, joining, start=start, insiders=inside)


async def note_export(tx: Transaction, contest: Contest, act: Act) -> None:
    """Note that a person saw the answers of an open contest."""
    await audit.note(tx, contest, act, EXPORTED)
    await entrants.make_insider(tx, contest.id, act.user)
    await outbox.mark_stale(tx, contest.id, act.at)  # it may name them
