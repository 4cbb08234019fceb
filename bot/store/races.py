"""Races: their rounds, puzzles and players, each player's result in a round, and every try."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import Select, delete, func, insert, or_, select, union

from bot.puzzles import Commitment
from bot.store import commitments, rows
from bot.store.database import Database, Transaction
from bot.store.people import set_person
from bot.store.retention import change_some
from bot.store.schema import (
    Race,
    RaceMove,
    RacePlay,
    RacePlayer,
    RaceRound,
    Rating,
    blocks,
    people,
    race_moves,
    race_players,
    race_plays,
    race_rounds,
    races,
    ratings,
    training_puzzles,
    trainings,
)

MOST_KEPT = 1000
"""A person is not shown this many of their newest race puzzles again."""
LIVE = races.c.due_at.is_not(None)
"""Whether a race is not over; an index finds these among many that are."""


async def any_live(tx: Transaction) -> bool:
    """Return whether any race is not over."""
    return (await tx.execute(select(races.c.id).where(LIVE).limit(1))).first() is not None


async def due(tx: Transaction, now: datetime, limit: int) -> list[str]:
    """Return the ids of races whose state must change by now, the longest overdue first."""
    query = select(races.c.id).where(races.c.due_at <= now).order_by(races.c.due_at)
    return list((await tx.execute(query.limit(limit))).scalars())


async def some(tx: Transaction, race_ids: Collection[str]) -> list[Race]:
    """Return the races that exist."""
    query = rows.chosen(Race).where(races.c.id.in_(race_ids))
    return await rows.every(tx, Race, query)


async def without_puzzle(tx: Transaction, limit: int) -> list[Race]:
    """Return live races whose next round has no puzzle yet; servers take turns."""
    drawn = (race_rounds.c.race_id == races.c.id) & (race_rounds.c.number == races.c.round)
    server = func.coalesce(races.c.guild_id, races.c.channel_id)
    turn = func.row_number().over(partition_by=server, order_by=races.c.due_at)
    query = (
        rows.chosen(Race)
        .outerjoin(race_rounds, drawn)
        .where(LIVE, races.c.state == "lobby", race_rounds.c.race_id.is_(None))
        .order_by(turn, races.c.due_at)
    )
    return await rows.every(tx, Race, query.limit(limit))


async def count_created(tx: Transaction, user_id: int) -> int:
    """Count the live races that a person began."""
    query = select(func.count()).where(LIVE, races.c.created_by == user_id)
    return (await tx.execute(query)).scalar_one()


async def count_shared(tx: Transaction, **where: int | None) -> int:
    """Count live races with two or more players, by `channel_id` or `guild_id`."""
    same = (races.c[name] == value for name, value in where.items())
    shared = (
        select(races.c.id)
        .join(race_players)
        .where(LIVE, *same, race_players.c.left_at.is_(None))
        .group_by(races.c.id)
        .having(func.count() > 1)
    )
    return (await tx.execute(select(func.count()).select_from(shared.subquery()))).scalar_one()


async def alone(tx: Transaction, user_id: int, channel_id: int) -> list[Race]:
    """Return the live open races in a channel that a person began and nobody else is in."""
    others = select(race_players.c.race_id).where(
        race_players.c.race_id == races.c.id,
        race_players.c.user_id != user_id,
        race_players.c.left_at.is_(None),
    )
    query = rows.chosen(Race).where(
        LIVE,
        races.c.channel_id == channel_id,
        races.c.created_by == user_id,
        races.c.duel.is_(False),
        ~others.exists(),
    )
    return await rows.every(tx, Race, query)


async def has_notified(tx: Transaction, user_id: int, other: int, since: datetime) -> bool:
    """Return whether a person's challenge has notified `other` since then."""
    query = select(races.c.id).where(
        races.c.challenged_user_id == other,
        races.c.created_by == user_id,
        races.c.notifies,
        races.c.created_at > since,
    )
    return (await tx.execute(query.limit(1))).first() is not None


async def count_joined(tx: Transaction, user_id: int) -> int:
    """Count the live races that a person is in."""
    query = select(func.count()).select_from(races).join(race_players).where(LIVE, _stays(user_id))
    return (await tx.execute(query)).scalar_one()


async def racing(tx: Transaction) -> list[int]:
    """Return who is in races that have a puzzle to play."""
    query = (
        select(race_players.c.user_id)
        .join(races)
        .where(
            LIVE,
            races.c.state.in_(("countdown", "running")),
            race_players.c.user_id.is_not(None),
            race_players.c.left_at.is_(None),
        )
    )
    return list((await tx.execute(query)).scalars())


async def running(tx: Transaction, user_id: int | None = None) -> list[tuple[int, RaceRound]]:
    """Return who plays, or is about to play, which rounds; only for `user_id` if it is given."""
    query = (
        select(race_rounds, race_players.c.user_id)
        .join(
            races, (races.c.id == race_rounds.c.race_id) & (races.c.round == race_rounds.c.number)
        )
        .join(race_players, race_players.c.race_id == races.c.id)
        .where(LIVE, races.c.state.in_(("countdown", "running")), race_players.c.left_at.is_(None))
    )
    which = (
        race_players.c.user_id.is_not(None)
        if user_id is None
        else (race_players.c.user_id == user_id)
    )
    found = (await tx.execute(query.where(which))).mappings()
    return [(row["user_id"], rows.load(RaceRound, row)) for row in found]


async def drop_tokens(database: Database, before: datetime) -> int:
    """Delete tokens that are older; return how many."""
    old = races.c.token.is_not(None) & (races.c.token_at < before)
    return await change_some(database, races, old, token=None)


def _stays(user_id: int) -> Any:
    return (race_players.c.user_id == user_id) & race_players.c.left_at.is_(None)


# Rounds


async def add_round(tx: Transaction, new: RaceRound, kept: Commitment) -> None:
    """Store the puzzle of a round, with a commitment to it."""
    await rows.add(tx, new, **commitments.columns(kept))


async def commitment(tx: Transaction, one: RaceRound) -> Commitment | None:
    """Return a round's commitment, the secret text included."""
    return await commitments.find(tx, race_rounds, _is(one))


async def drop_round(tx: Transaction, one: RaceRound) -> None:
    """Delete a round that nobody has seen."""
    await tx.execute(delete(race_rounds).where(_is(one)))


def _is(one: RaceRound) -> Any:
    return (race_rounds.c.race_id == one.race_id) & (race_rounds.c.number == one.number)


async def puzzles_met(
    tx: Transaction, user_ids: Collection[int], game: str, *, but: str = ""
) -> set[str]:
    """Return puzzles of a game that anybody here met in training or in races other than `but`.

    Only each person's newest MOST_KEPT race puzzles count, as people may play any number.
    """
    trained = (
        select(training_puzzles.c.puzzle)
        .join(trainings)
        .where(trainings.c.user_id.in_(user_ids), trainings.c.game == game)
    )
    met = set((await tx.execute(trained)).scalars())
    for user_id in user_ids:
        raced = (
            select(race_rounds.c.puzzle)
            .join(race_players, race_players.c.race_id == race_rounds.c.race_id)
            .join(races, races.c.id == race_rounds.c.race_id)
            .where(race_players.c.user_id == user_id, races.c.id != but, races.c.game == game)
            .order_by(race_players.c.id.desc())
            .limit(MOST_KEPT)
        )
        met.update((await tx.execute(raced)).scalars())
    return met


async def has_met(tx: Transaction, user_ids: Collection[int], puzzle: str, *, but: str) -> bool:
    """Return whether anybody in `user_ids` met a puzzle in training or in other races."""
    raced = (
        select(race_rounds.c.puzzle)
        .join(race_players, race_players.c.race_id == race_rounds.c.race_id)
        .where(
            race_rounds.c.puzzle == puzzle,
            race_rounds.c.race_id != but,
            race_players.c.user_id.in_(user_ids),
        )
    )
    trained = (
        select(training_puzzles.c.puzzle)
        .join(trainings)
        .where(training_puzzles.c.puzzle == puzzle, trainings.c.user_id.in_(user_ids))
    )
    return (await tx.execute(union(raced, trained).limit(1))).first() is not None


async def live_puzzles(tx: Transaction) -> set[str]:
    """Return the puzzles of all races that are not over."""
    query = select(race_rounds.c.puzzle).join(races).where(LIVE)
    return set((await tx.execute(query)).scalars())


async def puzzles_of(tx: Transaction, race_id: str, before: int) -> set[str]:
    """Return the puzzles of a race's earlier rounds."""
    query = select(race_rounds.c.puzzle).where(
        race_rounds.c.race_id == race_id, race_rounds.c.number < before
    )
    return set((await tx.execute(query)).scalars())


# Players


async def players(tx: Transaction, race_id: str) -> list[RacePlayer]:
    """Return everybody who is or was in a race, in the order they joined."""
    query = rows.chosen(RacePlayer).where(race_players.c.race_id == race_id)
    return await rows.every(
        tx, RacePlayer, query.order_by(race_players.c.joined_at, race_players.c.id)
    )


async def players_before(tx: Transaction, race_id: str) -> list[int]:
    """Return who stayed to the end of the race before this rematch."""
    query = (
        select(race_players.c.user_id)
        .join(races)
        .where(
            races.c.next_id == race_id,
            race_players.c.user_id.is_not(None),
            race_players.c.left_at.is_(None),
        )
        .order_by(race_players.c.joined_at, race_players.c.id)
    )
    return list((await tx.execute(query)).scalars())


async def plays(tx: Transaction, race_id: str, number: int | None = None) -> list[RacePlay]:
    """Return the players' results in a round, or in all rounds."""
    query = (
        rows.chosen(RacePlay)
        .join(race_players)
        .where(race_players.c.race_id == race_id)
        .order_by(race_plays.c.number, race_plays.c.id)
    )
    if number is not None:
        query = query.where(race_plays.c.number == number)
    return await rows.every(tx, RacePlay, query)


# Tries


async def moves(tx: Transaction, race_id: str, number: int) -> list[RaceMove]:
    """Return every try at a round, in order."""
    query: Select[Any] = (
        rows.chosen(RaceMove)
        .join(race_players)
        .where(race_players.c.race_id == race_id, race_moves.c.number == number)
        .order_by(race_moves.c.at, race_moves.c.id)
    )
    return await rows.every(tx, RaceMove, query)


# Ratings


async def ratings_of(
    tx: Transaction, user_ids: Collection[int], guild_ids: Collection[int | None]
) -> list[Rating]:
    """Return these people's ratings in these servers; None stands for all servers together.

    The query selects by people only: they have fewer ratings than a server has.
    """
    query = rows.chosen(Rating).where(ratings.c.user_id.in_(user_ids))
    found = await rows.every(tx, Rating, query)
    return [one for one in found if one.guild_id in guild_ids]


async def put_ratings(tx: Transaction, changed: Collection[Rating]) -> None:
    """Store new and changed ratings."""
    await rows.put_all(tx, [one for one in changed if one.id])
    await rows.add_all(tx, [one for one in changed if not one.id])


async def leaders(
    tx: Transaction, guild_id: int | None, game: str, *, games: int, limit: int, viewer: int
) -> list[Rating]:
    """Return the best in a server or (None) in all, with at least `games` played.

    The board of all servers lists only people who asked for it, a server's only people who did not
    opt out; `viewer` is on either.
    """
    hidden = select(people.c.user_id).where(people.c.listed.is_(False))
    known = select(people.c.user_id).where(people.c.everywhere)
    wanted = ratings.c.user_id.not_in(hidden) if guild_id else ratings.c.user_id.in_(known)
    query = (
        rows.chosen(Rating)
        .where(
            ratings.c.guild_id == guild_id,
            ratings.c.game == game,
            ratings.c.games >= games,
            or_(wanted, ratings.c.user_id == viewer),
        )
        .order_by(ratings.c.mu.desc(), ratings.c.user_id)
        .limit(limit)
    )
    return await rows.every(tx, Rating, query)


async def shown_to_others(tx: Transaction, user_id: int) -> tuple[bool, bool]:
    """Return whether others see a person's ratings in a server, and across all servers."""
    query = select(people.c.listed, people.c.everywhere).where(people.c.user_id == user_id)
    found = (await tx.execute(query)).first()
    return (True, False) if found is None else (found.listed, found.everywhere)


async def show_to_others(
    tx: Transaction, user_id: int, *, here: bool, everywhere: bool | None
) -> bool:
    """Set whether others see a person's ratings in a server, and across all servers.

    `everywhere` None: as it was. Returns whether others see them across all servers.
    """
    if everywhere is None:
        _, everywhere = await shown_to_others(tx, user_id)
    await set_person(tx, user_id, listed=here, everywhere=here and everywhere)
    return here and everywhere


# What people want


async def wants_duels(tx: Transaction, user_id: int) -> bool:
    """Return whether a person may be challenged at all."""
    query = select(people.c.duels).where(people.c.user_id == user_id)
    return (await tx.execute(query)).scalar_one_or_none() is not False


async def has_blocked(tx: Transaction, user_id: int, other: int) -> bool:
    """Return whether either of two people does not want to be challenged by the other."""
    query = select(func.count()).where(
        or_(
            (blocks.c.user_id == user_id) & (blocks.c.blocked_user_id == other),
            (blocks.c.user_id == other) & (blocks.c.blocked_user_id == user_id),
        )
    )
    return (await tx.execute(query)).scalar_one() > 0


async def set_duels(tx: Transaction, user_id: int, *, wanted: bool) -> None:
    """Set whether a person may be challenged."""
    await set_person(tx, user_id, duels=wanted)


async def block(tx: Transaction, user_id: int, other: int) -> None:
    """Stop `other` from challenging a person."""
    known = select(blocks).where(blocks.c.user_id == user_id, blocks.c.blocked_user_id == other)
    if (await tx.execute(known)).first() is None:
        await tx.execute(insert(blocks).values(user_id=user_id, blocked_user_id=other))


async def count_blocks(tx: Transaction, user_id: int) -> int:
    """Count the people from whom a person wants no challenges."""
    query = select(func.count()).select_from(blocks).where(blocks.c.user_id == user_id)
    return (await tx.execute(query)).scalar_one()


async def unblock(tx: Transaction, user_id: int, other: int) -> None:
    """Let `other` challenge a person again."""
    await tx.execute(
        delete(blocks).where(blocks.c.user_id == user_id, blocks.c.blocked_user_id == other)
    )
