"""Who saw a contest's words, or answers to it, before others could: they play out of competition.

They are told what their answers come to, but have no place: not on its board, in no season, and no
rating.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.store import Transaction, audit, entrants, outbox
from bot.store.schema import Act, Contest, Entrant

CREATED = "created"
SEEN = "draft seen"
EXPORTED = "exported"
"""What the audit calls an export of a contest that is open."""
KNOWING = (CREATED, SEEN)
"""Who has one of these in the audit saw the words before the contest was announced."""
INSIDE = (*KNOWING, EXPORTED)


async def join(
    tx: Transaction, joining: Sequence[tuple[str, Act]], *, start: bool
) -> list[Entrant]:
    """Let people into contests, insiders as such; `start`: their clocks, if any, start now."""
    inside = {
        (contest_id, user)
        for contest_id in {contest_id for contest_id, _ in joining}
        for user in await audit.actors(tx, contest_id, INSIDE)
    }
    return await entrants.join(tx, joining, start=start, insiders=inside)


async def note_export(tx: Transaction, contest: Contest, act: Act) -> None:
    """Note that somebody saw the answers of a contest that is open."""
    await audit.note(tx, contest, act, EXPORTED)
    await entrants.make_insider(tx, contest.id, act.user)
    await outbox.mark_stale(tx, contest.id, act.at)  # it may name them
