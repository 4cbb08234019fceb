"""Adds, finds and changes contests, finds due ones, and keeps the words of live ones."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import delete, exists, func, insert, or_, select, update

from bot.puzzles import ARRANGING, Commitment
from bot.store import commitments, rows
from bot.store.database import Database, Transaction
from bot.store.retention import delete_some
from bot.store.schema import (
    Contest,
    ContestTitle,
    Practice,
    PracticeTry,
    State,
    contests,
    live_words,
    messages,
    practice_tries,
    practices,
)

WORDS_A_QUERY = 500
"""Words looked up in one statement; databases limit its parameters."""
DRAFTS_AT_ONCE = 100
"""Drafts deleted in one transaction; each may have 250 words."""
held_nowhere = exists().where(
    messages.c.contest_id == contests.c.id,
    messages.c.kind == "announcement",
    messages.c.message_id.is_(None),
    messages.c.given_up_at.is_not(None),
)
"""Whether the announcement of a contest could not be posted anywhere, so that nobody played it."""
UNCONFIRMED = (contests.c.state == "draft") & contests.c.confirmed_at.is_(None)


async def certificate(tx: Transaction, contest_id: str) -> dict[str, Any] | None:
    """Return the certificate of a contest's bound, if its par has been worked out."""
    query = select(contests.c.certificate).where(contests.c.id == contest_id)
    return (await tx.execute(query)).scalar_one_or_none()


async def store_par(
    tx: Transaction, was: Contest, now: Contest, certificate: dict[str, Any] | None = None
) -> Contest:
    """Store what is known about a contest's best answer; return the changed contest."""
    query = update(contests).where(contests.c.id == was.id)
    await tx.execute(query.values(certificate=certificate))
    return await rows.change(tx, was, now)


async def lock_in(tx: Transaction, contest: Contest, kept: Commitment) -> Contest:
    """Store a commitment to the words and rules of a contest; return the changed contest."""
    query = update(contests).where(contests.c.id == contest.id)
    await tx.execute(query.values(commitments.columns(kept)))
    return replace(contest, commitment=kept.code)


async def commitment(tx: Transaction, contest_id: str) -> Commitment | None:
    """Return a contest's commitment, the secret text included; None before it opens."""
    return await commitments.find(tx, contests, contests.c.id == contest_id)


async def some(tx: Transaction, contest_ids: Collection[str]) -> list[Contest]:
    """Return the contests that exist."""
    query = rows.chosen(Contest).where(contests.c.id.in_(contest_ids))
    return await rows.every(tx, Contest, query)


async def of_season(tx: Transaction, season_id: str) -> list[Contest]:
    """Return the contests that were made as rounds of a season, in their order."""
    query = rows.chosen(Contest).where(contests.c.season_id == season_id)
    return await rows.every(tx, Contest, query.order_by(contests.c.round))


async def of_guild(
    tx: Transaction, guild_id: int, states: Collection[State], *, limit: int
) -> list[Contest]:
    """Return a server's contests in these states, newest first."""
    query = rows.chosen(Contest).where(
        contests.c.guild_id == guild_id, contests.c.state.in_(states)
    )
    return await rows.every(tx, Contest, query.order_by(contests.c.created_at.desc()).limit(limit))


async def live_puzzles(tx: Transaction) -> list[Contest]:
    """Return all servers' announced and open contests in games that arrange no words."""
    query = rows.chosen(Contest).where(
        contests.c.due_at.is_not(None),
        contests.c.state.in_(("draft", "open")),
        contests.c.game.not_in(ARRANGING),
    )
    return await rows.every(tx, Contest, query)


async def live_snakes(tx: Transaction) -> list[str]:
    """Return the ids of all servers' announced and open contests that have a list of words."""
    query = select(contests.c.id).where(
        contests.c.due_at.is_not(None),
        contests.c.state.in_(("draft", "open")),
        contests.c.game.in_(ARRANGING),
    )
    return list((await tx.execute(query)).scalars())


async def words_of_game(tx: Transaction, guild_id: int, game: str) -> list[tuple[str, ...]]:
    """Return the words of all of a server's contests in a game."""
    query = select(contests.c.words).where(contests.c.guild_id == guild_id, contests.c.game == game)
    return [tuple(words) for words in (await tx.execute(query)).scalars()]


async def drawn_lists(
    tx: Transaction, guild_id: int, game: str, number: int
) -> list[tuple[str, ...]]:
    """Return the newest lists drawn for a server, drafts included, newest first."""
    query = (
        select(contests.c.words)
        .where(
            contests.c.guild_id == guild_id,
            contests.c.game == game,
            contests.c.drawn.is_not(None),
        )
        .order_by(contests.c.created_at.desc())
        .limit(number)
    )
    return [tuple(words) for words in (await tx.execute(query)).scalars()]


async def titles(
    tx: Transaction,
    guild_id: int,
    states: Collection[State],
    *,
    limit: int,
    since: datetime | None = None,
    held: bool = False,
) -> list[ContestTitle]:
    """Like `of_guild`, but return only titles, of contests created at `since` or later.

    `held`: leave out contests whose announcement could not be posted anywhere.
    """
    query = rows.chosen(ContestTitle).where(
        contests.c.guild_id == guild_id, contests.c.state.in_(states)
    )
    if held:
        query = query.where(~held_nowhere)
    if since is not None:
        query = query.where(contests.c.created_at >= since)
    return await rows.every(
        tx, ContestTitle, query.order_by(contests.c.created_at.desc()).limit(limit)
    )


async def named(tx: Transaction, contest_ids: Collection[str]) -> list[ContestTitle]:
    """Return the titles of the contests that exist."""
    query = rows.chosen(ContestTitle).where(contests.c.id.in_(contest_ids))
    return await rows.every(tx, ContestTitle, query)


async def count_unfinished(tx: Transaction, guild_id: int) -> int:
    """Count a server's contests that are announced or running."""
    query = select(func.count()).where(
        contests.c.guild_id == guild_id, contests.c.due_at.is_not(None)
    )
    return int((await tx.execute(query)).scalar_one())


async def count_drafts(
    tx: Transaction, since: datetime, *, guild_id: int | None = None, created_by: int | None = None
) -> int:
    """Count drafts of a server or a person created since then; several lists count as one draft.

    Drafts made by repeating templates do not count.
    """
    whose = (
        contests.c.guild_id == guild_id
        if created_by is None
        else contests.c.created_by == created_by
    )
    query = select(func.count()).where(
        whose,
        UNCONFIRMED,
        contests.c.created_at > since,
        contests.c.day.is_(None),
        contests.c.round.is_(None) | (contests.c.round == 1),
    )
    return int((await tx.execute(query)).scalar_one())


async def due(tx: Transaction, now: datetime, limit: int) -> list[str]:
    """Return the ids of contests whose state must change, the longest overdue first."""
    query = select(contests.c.id).where(contests.c.due_at <= now)
    return list((await tx.execute(query.order_by(contests.c.due_at).limit(limit))).scalars())


async def unfinished_in(tx: Transaction, guild_id: int, channel_id: int) -> list[str]:
    """Return the ids of contests that are announced or running in a channel, or a thread of it."""
    here = or_(contests.c.channel_id == channel_id, contests.c.parent_id == channel_id)
    query = select(contests.c.id).where(
        contests.c.guild_id == guild_id, contests.c.due_at.is_not(None), here
    )
    return list((await tx.execute(query)).scalars())


async def unfinished_for(tx: Transaction, guild_id: int, role_id: int) -> list[str]:
    """Return the ids of announced or running contests that only members with a role may enter."""
    query = select(contests.c.id).where(
        contests.c.guild_id == guild_id,
        contests.c.due_at.is_not(None),
        contests.c.role_id == role_id,
    )
    return list((await tx.execute(query)).scalars())


async def unfinished_of(tx: Transaction, template_id: str) -> list[Contest]:
    """Return a template's contests that are announced or running."""
    query = rows.chosen(Contest).where(
        contests.c.template_id == template_id, contests.c.due_at.is_not(None)
    )
    return await rows.every(tx, Contest, query)


async def drop(tx: Transaction, contest_id: str) -> None:
    """Delete a contest and everything that belongs to it."""
    await tx.execute(delete(contests).where(contests.c.id == contest_id))


async def drop_drafts(database: Database, before: datetime) -> int:
    """Delete drafts that nobody confirmed, created before a moment; return how many."""
    old = UNCONFIRMED & (contests.c.created_at < before)
    return await delete_some(database, contests, old, DRAFTS_AT_ONCE)


async def protect(tx: Transaction, contest: Contest) -> None:
    """Note the words of a contest's list as live."""
    if contest.game not in ARRANGING:
        return
    rows = [{"word": word, "contest_id": contest.id} for word in contest.words]
    await tx.execute(insert(live_words), rows)


async def release(tx: Transaction, contest_id: str) -> None:
    """Note that the contest is no longer live."""
    await tx.execute(delete(live_words).where(live_words.c.contest_id == contest_id))


@dataclass(frozen=True, slots=True)
class Shared:
    """The words that a list shares with a live contest, which has `of` words."""

    contest_id: str
    words: frozenset[str]
    of: int


async def shared_with_live(tx: Transaction, words: Iterable[str]) -> list[Shared]:
    """Return what a list shares with each live contest that has any of its words."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    words = iter(words)
    while some := list(itertools.islice(words, WORDS_A_QUERY)):
        query = select(live_words.c.contest_id, live_words.c.word)
        for contest_id, word in await tx.execute(query.where(live_words.c.word.in_(some))):
            found[contest_id].add(word)
    if not found:
        return []
    query = (
        select(live_words.c.contest_id, func.count())
        .where(live_words.c.contest_id.in_(list(found)))
        .group_by(live_words.c.contest_id)
    )
    sizes = await tx.execute(query)
    return [Shared(contest_id, frozenset(found[contest_id]), of) for contest_id, of in sizes]


# Practices: finished contests played again, kept apart from them.


async def running_practice(
    tx: Transaction, contest_id: str, user_id: int, at: datetime
) -> Practice | None:
    """Return the practice of a contest that a person is currently playing."""
    query = (
        rows.chosen(Practice)
        .where(
            practices.c.contest_id == contest_id,
            practices.c.user_id == user_id,
            practices.c.started_at <= at,
            practices.c.ends_at > at,
        )
        .order_by(practices.c.started_at.desc())
        .limit(1)
    )
    return await rows.first(tx, Practice, query)


async def last_practice_try(tx: Transaction, practice_id: int) -> PracticeTry | None:
    """Return the newest try of a practice."""
    tries = practice_tries.c
    query = rows.chosen(PracticeTry).where(tries.practice_id == practice_id)
    query = query.order_by(tries.at.desc(), tries.id.desc()).limit(1)
    return await rows.first(tx, PracticeTry, query)


async def best_practice_try(tx: Transaction, practice_id: int) -> PracticeTry | None:
    """Return the best try of a practice, the earliest of equals; None if there is none."""
    tries = practice_tries.c
    best = select(tries.id).where(tries.practice_id == practice_id)
    best = best.order_by(tries.score.desc(), tries.at, tries.id).limit(1)
    found = (await tx.execute(best)).scalar_one_or_none()
    return None if found is None else await rows.get(tx, PracticeTry, found)


async def number_in_practice(tx: Transaction, tried: PracticeTry) -> int:
    """Return which try of its practice this one is, from 1."""
    tries = practice_tries.c
    query = select(func.count()).where(
        tries.practice_id == tried.practice_id,
        (tries.at < tried.at) | ((tries.at == tried.at) & (tries.id <= tried.id)),
    )
    return int((await tx.execute(query)).scalar_one())


async def count_practised(tx: Transaction, contest_id: str, user_id: int) -> int:
    """Return how many tries a person has made in all their practices of a contest."""
    query = (
        select(func.count())
        .select_from(practice_tries.join(practices))
        .where(practices.c.contest_id == contest_id, practices.c.user_id == user_id)
    )
    return int((await tx.execute(query)).scalar_one())
