"""Organisers' decisions about entrants, and reposting of lost messages.

The caller checks that the person is an organiser.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import attrgetter

from bot.contests.queries import fetch
from bot.errors import BadPlan, NoSuchContest, WrongState
from bot.names import tidy
from bot.store import Database, Transaction, audit, entrants, outbox, rows
from bot.store.schema import Act, Contest, Entrant


@dataclass(frozen=True, slots=True)
class Forgotten:
    """An entrant whose data was deleted, so that nobody knows who sent the snake."""

    entrant_id: int


class ContestModeration:
    """Disqualifying, reinstating, reposting."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def disqualify(
        self, guild_id: int, contest_id: str, who: int | Forgotten, reason: str, act: Act
    ) -> Entrant:
        """Take an entrant off the board, and record the reason; raises WrongState."""
        reason = tidy(reason)
        async with self._database.write() as tx:
            contest, entrant = await _find(tx, guild_id, contest_id, who, reason)
            if entrant.disqualified_at is not None:
                raise WrongState("That player is already disqualified.")
            out = replace(entrant, disqualified_at=act.at, disqualified_by=act.user, reason=reason)
            entrant = await rows.change(tx, entrant, out)
            await audit.note(tx, contest, act, "disqualified", entrant_id=entrant.id, detail=reason)
            await outbox.mark_stale(tx, contest_id, act.at)
            return entrant

    async def reinstate(
        self, guild_id: int, contest_id: str, who: int | Forgotten, reason: str, act: Act
    ) -> Entrant:
        """Put an entrant back on the board, and record the reason; raises WrongState."""
        reason = tidy(reason)
        async with self._database.write() as tx:
            contest, entrant = await _find(tx, guild_id, contest_id, who, reason)
            if entrant.disqualified_at is None:
                raise WrongState("That player isn’t disqualified.")
            entrant = await rows.change(
                tx,
                entrant,
                replace(entrant, disqualified_at=None, disqualified_by=None, reason=None),
            )
            await audit.note(tx, contest, act, "reinstated", entrant_id=entrant.id, detail=reason)
            await outbox.mark_stale(tx, contest_id, act.at)
            return entrant

    async def forgotten(self, guild_id: int, contest_id: str) -> list[Entrant]:
        """Return a contest's entrants who have been forgotten, the best first."""
        async with self._database.read() as tx:
            await fetch(tx, contest_id, guild_id)
            forgotten = await entrants.of_contest(tx, contest_id, forgotten=True)
        return sorted(forgotten, key=lambda entrant: -(entrant.best_score or 0))

    async def disqualified(self, guild_id: int, contest_id: str) -> list[Entrant]:
        """Return the entrants that organisers took off a contest's board, the latest first."""
        async with self._database.read() as tx:
            await fetch(tx, contest_id, guild_id)
            found = await entrants.of_contest(tx, contest_id, disqualified=True)
        return sorted(found, key=attrgetter("disqualified_at"), reverse=True)

    async def repost(
        self,
        guild_id: int,
        contest_id: str,
        channel_id: int,
        act: Act,
        *,
        parent_id: int | None = None,
    ) -> int:
        """Post messages again, in this channel, that were deleted or failed; return how many.

        `parent_id`: the channel of a public thread.
        """
        async with self._database.write() as tx:
            contest = await fetch(tx, contest_id, guild_id)
            count = await outbox.resend_failed(tx, contest_id, channel_id, act.at)
            if count:
                await rows.change(
                    tx, contest, replace(contest, channel_id=channel_id, parent_id=parent_id)
                )
                await audit.note(tx, contest, act, "posted again")
            return count


async def _find(
    tx: Transaction, guild_id: int, contest_id: str, who: int | Forgotten, reason: str
) -> tuple[Contest, Entrant]:
    if not reason:
        raise BadPlan(("Please give a reason. Organisers can read it later.",))
    contest = await fetch(tx, contest_id, guild_id)
    if isinstance(who, int):
        entrant = await entrants.of(tx, contest_id, who)
    else:
        entrant = await rows.get(tx, Entrant, who.entrant_id)
        if entrant is not None and (entrant.contest_id, entrant.user_id) != (contest_id, None):
            entrant = None
    if entrant is None:
        raise NoSuchContest(
            "That player isn’t in this contest. If they asked to be forgotten, pick them in the "
            "list of those who did."
        )
    return contest, entrant
