"""Servers: their settings and words, and deleting the data of servers that removed the bot."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import AsyncIterator, Callable, Collection
from datetime import datetime, timedelta

from cachetools import LRUCache
from sqlalchemy import bindparam, delete, insert, select, update

from bot.errors import Unread
from bot.store import audit, outbox, rows
from bot.store.database import Database, Transaction
from bot.store.retention import CONTESTS_AT_ONCE, delete_some
from bot.store.schema import Act, GuildSettings, contests, guild_words, guilds, metadata
from solvers.lexicon import Policy

KEPT_DAYS = 30
"""How long a server's data is kept after the bot was removed."""
LONGEST_DETAIL = 500
REMEMBERED = 10_000
"""The most servers whose rules are held in memory."""
REMEMBERED_SECONDS = 30.0
"""How long rules are held in memory if other processes may change them."""


Rules = tuple[str, frozenset[str], Policy]
"""A server's tier, the words it denies, and its policy on flagged words."""


class Guilds:
    """Servers' settings, and whether the bot is in them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # By server: the rules, until when they hold, and the number of changes before they were
        # read.
        self._rules: LRUCache[int, tuple[Rules, float, int]] = LRUCache(REMEMBERED)
        self._seconds = REMEMBERED_SECONDS if database.shared else math.inf
        self._changes = 0

    async def settings(self, guild_id: int) -> GuildSettings:
        """Return a server's settings."""
        async with self._database.read() as tx:
            return await settings(tx, guild_id)

    async def change(
        self,
        guild_id: int,
        what: str,
        act: Act,
        edit: Callable[[GuildSettings], GuildSettings],
    ) -> GuildSettings:
        """Change a server's settings, and return them; `what` is what the audit says."""
        async with self._changing() as tx:
            await ensure(tx, guild_id)
            before = await settings(tx, guild_id)
            await audit.note(tx, guild_id, act, "settings", detail=what)
            return await rows.change(tx, before, edit(before))

    async def tell_gone(
        self, guild_id: int, gone: int, at: datetime, text: str, *, contest_id: str | None = None
    ) -> None:
        """Notify organisers once that a role cannot be used, and note it in the audit.

        `contest_id`: notify the organiser of this contest.
        """
        async with self._database.write() as tx:
            if await outbox.tell_gone(tx, guild_id, gone, at, text, contest_id=contest_id):
                await audit.note(tx, guild_id, at, "gone", detail=text[:LONGEST_DETAIL])

    async def last_changed_by(self, guild_id: int) -> int | None:
        """Return who last changed a server's settings, according to the audit."""
        async with self._database.read() as tx:
            return await audit.last_actor(tx, guild_id, ("settings", "daily set up"))

    async def words(self, guild_id: int) -> dict[str, bool]:
        """Return the words a server allows (True) and denies (False), alphabetically."""
        async with self._database.read() as tx:
            return await words(tx, guild_id)

    async def rules(self, guild_id: int) -> Rules:
        """Return the rules that every command needs; from memory unless they may have changed.

        Rules read during a change are not reused. While the database cannot be read, the last known
        rules are used; raises Unread if there are none.
        """
        remembered = self._rules.get(guild_id)
        if remembered is not None:
            rules, until, changes = remembered
            if time.monotonic() < until and changes == self._changes:
                return rules
        changes = self._changes
        try:
            async with self._database.read() as tx:
                forbidden = await denied(tx, guild_id)
                now = await settings(tx, guild_id)
        except Unread:
            if remembered is None:
                raise
            return remembered[0]
        rules = now.tier, forbidden, now.policy
        self._rules[guild_id] = rules, time.monotonic() + self._seconds, changes
        return rules

    @contextlib.asynccontextmanager
    async def _changing(self, *, patient: bool = False) -> AsyncIterator[Transaction]:
        """Open a transaction after which rules are read again, even if it fails.

        It may have been committed before it failed.
        """
        try:
            async with self._database.write(patient=patient) as tx:
                yield tx
        finally:
            self._changes += 1

    async def rule_on(
        self,
        guild_id: int,
        some: Collection[str],
        allowed: bool | None,
        act: Act,
    ) -> None:
        """Allow or deny words in a server; None: leave them to the lexicon again."""
        async with self._changing() as tx:
            await ensure(tx, guild_id)
            if some:
                word = guild_words.c.word == bindparam("one")
                await tx.execute(
                    delete(guild_words).where(guild_words.c.guild_id == guild_id, word),
                    [{"one": one} for one in set(some)],
                )
            if allowed is not None and some:
                rows = [{"guild_id": guild_id, "word": w, "allowed": allowed} for w in set(some)]
                await tx.execute(insert(guild_words), rows)
            action = {True: "allowed words", False: "denied words", None: "left words"}[allowed]
            detail = ", ".join(sorted(some))[:LONGEST_DETAIL]
            await audit.note(tx, guild_id, act, action, detail=detail)

    async def present(
        self,
        guild_ids: Collection[int],
        at: datetime,
        ours: Callable[[int], bool] = lambda _: True,
    ) -> None:
        """Note all servers the bot is in; the data of other servers is deleted after KEPT_DAYS.

        Only servers that are `ours` are considered, because other processes have other shards.
        """
        here = set(guild_ids)
        async with self._database.write() as tx:
            known = (await tx.execute(select(guilds.c.guild_id, guilds.c.removed_at))).all()
            for guild_id, removed_at in known:
                if (guild_id in here) == (removed_at is None) or not ours(guild_id):
                    continue
                await tx.execute(
                    update(guilds)
                    .where(guilds.c.guild_id == guild_id)
                    .values(removed_at=None if guild_id in here else at)
                )

    async def purge(self, now: datetime) -> int:
        """Delete all data of servers the bot left at least KEPT_DAYS ago; return their number."""
        left = guilds.c.removed_at <= now - timedelta(days=KEPT_DAYS)
        async with self._database.read() as tx:
            found = list((await tx.execute(select(guilds.c.guild_id).where(left))).scalars())
        for guild_id in found:  # one at a time and in portions: a server may have much
            one = select(guilds.c.guild_id).where(guilds.c.guild_id == guild_id, left)
            own = contests.c.guild_id.in_(one)
            await delete_some(self._database, contests, own, CONTESTS_AT_ONCE)
            async with self._changing(patient=True) as tx:
                await tx.execute(delete(guilds).where(guilds.c.guild_id == guild_id, left))
                await self._database.note_emptied(tx, metadata.tables)
        if found:
            await self._database.erase()
        return len(found)


async def ensure(tx: Transaction, guild_id: int) -> None:
    """Make sure that a server has a row."""
    if await rows.get(tx, GuildSettings, guild_id) is None:
        await rows.add(tx, GuildSettings(guild_id=guild_id))


async def settings(tx: Transaction, guild_id: int) -> GuildSettings:
    """Return a server's settings."""
    found = await rows.get(tx, GuildSettings, guild_id)
    return GuildSettings(guild_id=guild_id) if found is None else found


async def words(tx: Transaction, guild_id: int) -> dict[str, bool]:
    """Return the words a server allows (True) and denies (False), alphabetically."""
    query = (
        select(guild_words.c.word, guild_words.c.allowed)
        .where(guild_words.c.guild_id == guild_id)
        .order_by(guild_words.c.word)
    )
    return {row.word: row.allowed for row in await tx.execute(query)}


async def denied(tx: Transaction, guild_id: int | None) -> frozenset[str]:
    """Return the words a server denies; outside of servers (None) there are none."""
    own = {} if guild_id is None else await words(tx, guild_id)
    return frozenset(word for word, allowed in own.items() if not allowed)
