"""Races: their rounds and puzzles, who plays them, what each made of a round, every try."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, fields, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Select, bindparam, delete, func, insert, or_, select, union, update

from bot.puzzles import Commitment
from bot.store import commitments
from bot.store.database import Database, Transaction
from bot.store.people import set_person
from bot.store.records import (
    Race,
    RaceMove,
    RacePlay,
    RacePlayer,
    RaceRound,
    Rating,
    load,
)
from bot.store.retention import change_some
from bot.store.schema import (
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
"""Puzzles of races that a person is not shown again: the newest."""
LIVE = races.c.due_at.is_not(None)
"""Not over: an index finds them among many that are."""


async def add(tx: Transaction, race: Race) -> None:
    """Keep a new race."""
    await tx.execute(insert(races).values(**asdict(race)))


async def get(tx: Transaction, race_id: str) -> Race | None:
    """Return a race."""
    query = select(races).where(races.c.id == race_id)
    row = (await tx.execute(query)).mappings().first()
    return None if row is None else load(Race, row)


async def change(tx: Transaction, race: Race, **values: Any) -> Race:
    """Set some columns of a race and return it as it is then."""
    await tx.execute(update(races).where(races.c.id == race.id).values(**values))
    return replace(race, **values)


async def any_live(tx: Transaction) -> bool:
    """Return whether there is a race that is not over."""
    return (await tx.execute(select(races.c.id).where(LIVE).limit(1))).first() is not None


async def due(tx: Transaction, now: datetime, limit: int) -> list[str]:
    """Return the ids of races whose state has to change by now, the longest waiting first."""
    query = select(races.c.id).where(races.c.due_at <= now).order_by(races.c.due_at)
    return list((await tx.execute(query.limit(limit))).scalars())


async def some(tx: Transaction, race_ids: Collection[str]) -> list[Race]:
    """Return those of some races that there are."""
    query = select(races).where(races.c.id.in_(race_ids))
    return [load(Race, row) for row in (await tx.execute(query)).mappings()]


async def without_puzzle(tx: Transaction, limit: int) -> list[Race]:
    """Return live races whose coming round has no puzzle yet, one of each server in turn."""
    drawn = (race_rounds.c.race_id == races.c.id) & (race_rounds.c.number == races.c.round)
    server = func.coalesce(races.c.guild_id, races.c.channel_id)
    turn = func.row_number().over(partition_by=server, order_by=races.c.due_at)
    query = (
        select(races)
        .outerjoin(race_rounds, drawn)
        .where(LIVE, races.c.state == "lobby", race_rounds.c.race_id.is_(None))
        .order_by(turn, races.c.due_at)
    )
    return [load(Race, row) for row in (await tx.execute(query.limit(limit))).mappings()]


async def count_created(tx: Transaction, user_id: int) -> int:
    """Count the live races that somebody began."""
    query = select(func.count()).where(LIVE, races.c.created_by == user_id)
    return (await tx.execute(query)).scalar_one()


async def count_shared(tx: Transaction, **where: int | None) -> int:
    """Count live races that two or more are in, by `channel_id` or `guild_id`."""
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
    """Return the live races for all in a channel that somebody began and nobody else is in."""
    others = select(race_players.c.race_id).where(
        race_players.c.race_id == races.c.id,
        race_players.c.user_id != user_id,
        race_players.c.left_at.is_(None),
    )
    query = select(races).where(
        LIVE,
        races.c.channel_id == channel_id,
        races.c.created_by == user_id,
        races.c.duel.is_(False),
        ~others.exists(),
    )
    return [load(Race, row) for row in (await tx.execute(query)).mappings()]


async def has_notified(tx: Transaction, user_id: int, other: int, since: datetime) -> bool:
    """Return whether somebody's challenge has notified another since then."""
    query = select(races.c.id).where(
        races.c.challenged_user_id == other,
        races.c.created_by == user_id,
        races.c.notifies,
        races.c.created_at > since,
    )
    return (await tx.execute(query.limit(1))).first() is not None


async def count_joined(tx: Transaction, user_id: int) -> int:
    """Count the live races that somebody is in."""
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
    """Return who is to play, or plays, which rounds with a puzzle; of one person, if told."""
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
    return [(row["user_id"], load(RaceRound, row)) for row in found]


async def drop_tokens(database: Database, before: datetime) -> int:
    """Delete tokens that are older; return how many."""
    old = races.c.token.is_not(None) & (races.c.token_at < before)
    return await change_some(database, races, old, token=None)


def _stays(user_id: int) -> Any:
    return (race_players.c.user_id == user_id) & race_players.c.left_at.is_(None)


# Rounds


async def add_round(tx: Transaction, new: RaceRound, kept: Commitment) -> None:
    """Keep the puzzle of a round, with a commitment to what it is played by."""
    values = asdict(new) | commitments.columns(kept)
    await tx.execute(insert(race_rounds).values(**values))


async def commitment(tx: Transaction, one: RaceRound) -> Commitment | None:
    """Return a round's commitment, the secret text included."""
    return await commitments.find(tx, race_rounds, _is(one))


async def get_round(tx: Transaction, race_id: str, number: int) -> RaceRound | None:
    """Return a round, if its puzzle has been drawn."""
    query = select(race_rounds).where(
        race_rounds.c.race_id == race_id, race_rounds.c.number == number
    )
    row = (await tx.execute(query)).mappings().first()
    return None if row is None else load(RaceRound, row)


async def change_round(tx: Transaction, one: RaceRound, **values: Any) -> RaceRound:
    """Set some columns of a round and return it as it is then."""
    await tx.execute(update(race_rounds).where(_is(one)).values(**values))
    return replace(one, **values)


async def drop_round(tx: Transaction, one: RaceRound) -> None:
    """Delete a round that nobody has seen."""
    await tx.execute(delete(race_rounds).where(_is(one)))


def _is(one: RaceRound) -> Any:
    return (race_rounds.c.race_id == one.race_id) & (race_rounds.c.number == one.number)


async def puzzles_met(
    tx: Transaction, user_ids: Collection[int], game: str, *, but: str = ""
) -> set[str]:
    """Return the puzzles of a game that any of these people met lately in other races, or training.

    Of races the newest count: people may play any number.
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
    """Return whether any of these people met a puzzle in other races, or training."""
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
    """Return all who are in a race, or were, as they joined."""
    query = select(race_players).where(race_players.c.race_id == race_id)
    rows = await tx.execute(query.order_by(race_players.c.joined_at, race_players.c.id))
    return [load(RacePlayer, row) for row in rows.mappings()]


async def players_before(tx: Transaction, race_id: str) -> list[int]:
    """Return who stayed to the end of the race that this one is the rematch of."""
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


async def join(tx: Transaction, race_id: str, user_id: int, at: datetime) -> None:
    """Let somebody be in a race, who is not."""
    await tx.execute(
        insert(race_players).values(
            race_id=race_id, user_id=user_id, joined_at=at, points=0, removed=False
        )
    )


async def change_player(tx: Transaction, player: RacePlayer, **values: Any) -> RacePlayer:
    """Set some columns of a player and return them as they are then."""
    query = update(race_players).where(race_players.c.id == player.id)
    await tx.execute(query.values(**values))
    return replace(player, **values)


async def plays(tx: Transaction, race_id: str, number: int | None = None) -> list[RacePlay]:
    """Return what the players made of a round, or of all rounds."""
    query = (
        select(race_plays)
        .join(race_players)
        .where(race_players.c.race_id == race_id)
        .order_by(race_plays.c.number, race_plays.c.id)
    )
    if number is not None:
        query = query.where(race_plays.c.number == number)
    return [load(RacePlay, row) for row in (await tx.execute(query)).mappings()]


async def get_play(tx: Transaction, play_id: int) -> RacePlay | None:
    """Return a play."""
    row = (await tx.execute(select(race_plays).where(race_plays.c.id == play_id))).mappings()
    found = row.first()
    return None if found is None else load(RacePlay, found)


async def begin_play(tx: Transaction, player_id: int, number: int) -> None:
    """Let a player have nothing yet in a round."""
    await tx.execute(
        insert(race_plays).values(
            player_id=player_id,
            number=number,
            progress=((), ()),
            tries=0,
            best=(),
            share=0,
            done=False,
        )
    )


async def change_play(tx: Transaction, play: RacePlay, **values: Any) -> RacePlay:
    """Set some columns of a play and return it as it is then."""
    await tx.execute(update(race_plays).where(race_plays.c.id == play.id).values(**values))
    return replace(play, **values)


# Tries


async def add_move(tx: Transaction, move: RaceMove) -> None:
    """Keep a try."""
    await tx.execute(insert(race_moves).values(**asdict(move)))


async def get_move(tx: Transaction, interaction: int) -> RaceMove | None:
    """Return the try that an interaction sent, if it has been kept."""
    row = (
        (await tx.execute(select(race_moves).where(race_moves.c.id == interaction)))
        .mappings()
        .first()
    )
    return None if row is None else load(RaceMove, row)


async def moves(tx: Transaction, race_id: str, number: int) -> list[RaceMove]:
    """Return every try at a round, as they were made."""
    query: Select[Any] = (
        select(race_moves)
        .join(race_players)
        .where(race_players.c.race_id == race_id, race_moves.c.number == number)
        .order_by(race_moves.c.at, race_moves.c.id)
    )
    return [load(RaceMove, row) for row in (await tx.execute(query)).mappings()]


# Ratings

_RATED = tuple(field.name for field in fields(Rating) if field.name != "id")


async def ratings_of(
    tx: Transaction, user_ids: Collection[int], guild_ids: Collection[int | None]
) -> list[Rating]:
    """Return the ratings that some people have in some servers, and (None) in all.

    They are looked for by people alone, who are fewer than a server's.
    """
    query = select(ratings).where(ratings.c.user_id.in_(user_ids))
    found = [load(Rating, row) for row in (await tx.execute(query)).mappings()]
    return [one for one in found if one.guild_id in guild_ids]


async def put_ratings(tx: Transaction, changed: Collection[Rating]) -> None:
    """Keep ratings, new ones and changed ones."""
    known = [_row(one, "new_") for one in changed if one.id is not None]
    if known:
        values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in _RATED}
        changing = update(ratings).where(ratings.c.id == bindparam("new_id"))
        await tx.execute(changing.values(values), known)
    new = [_row(one) for one in changed if one.id is None]
    if new:
        await tx.execute(insert(ratings), new)


def _row(one: Rating, prefix: str = "") -> dict[str, Any]:
    row = {f"{prefix}{name}": getattr(one, name) for name in _RATED}
    return row if one.id is None else row | {f"{prefix}id": one.id}


async def leaders(  # noqa: PLR0917 - each is needed
    tx: Transaction, guild_id: int | None, game: str, games: int, limit: int, viewer: int
) -> list[Rating]:
    """Return the best of a server or (None) of all after so many `games`, as somebody sees them.

    On the board of all servers is only who asked for it, and whoever looks.
    """
    hidden = select(people.c.user_id).where(people.c.listed.is_(False))
    known = select(people.c.user_id).where(people.c.everywhere)
    wanted = ratings.c.user_id.not_in(hidden) if guild_id else ratings.c.user_id.in_(known)
    query = (
        select(ratings)
        .where(
            ratings.c.guild_id == guild_id,
            ratings.c.game == game,
            ratings.c.games >= games,
            or_(wanted, ratings.c.user_id == viewer),
        )
        .order_by(ratings.c.mu.desc(), ratings.c.user_id)
        .limit(limit)
    )
    return [load(Rating, row) for row in (await tx.execute(query)).mappings()]


async def shown_to_others(tx: Transaction, user_id: int) -> tuple[bool, bool]:
    """Return whether others see how somebody does in a server, and in all servers."""
    query = select(people.c.listed, people.c.everywhere).where(people.c.user_id == user_id)
    found = (await tx.execute(query)).first()
    return (True, False) if found is None else (found.listed, found.everywhere)


async def show_to_others(
    tx: Transaction, user_id: int, *, here: bool, everywhere: bool | None
) -> bool:
    """Let others see how somebody does in a server, and in all servers, or not.

    None: as it was. Returns whether they do in all.
    """
    if everywhere is None:
        _, everywhere = await shown_to_others(tx, user_id)
    await set_person(tx, user_id, listed=here, everywhere=here and everywhere)
    return here and everywhere


# What people want


async def wants_duels(tx: Transaction, user_id: int) -> bool:
    """Return whether somebody may be challenged at all."""
    query = select(people.c.duels).where(people.c.user_id == user_id)
    return (await tx.execute(query)).scalar_one_or_none() is not False


async def has_blocked(tx: Transaction, user_id: int, other: int) -> bool:
    """Return whether somebody does not want to be challenged by another, or the other by them."""
    query = select(func.count()).where(
        or_(
            (blocks.c.user_id == user_id) & (blocks.c.blocked_user_id == other),
            (blocks.c.user_id == other) & (blocks.c.blocked_user_id == user_id),
        )
    )
    return (await tx.execute(query)).scalar_one() > 0


async def set_duels(tx: Transaction, user_id: int, *, wanted: bool) -> None:
    """Let somebody be challenged, or not."""
    await set_person(tx, user_id, duels=wanted)


async def block(tx: Transaction, user_id: int, other: int) -> None:
    """Let somebody not be challenged by another any more."""
    known = select(blocks).where(blocks.c.user_id == user_id, blocks.c.blocked_user_id == other)
    if (await tx.execute(known)).first() is None:
        await tx.execute(insert(blocks).values(user_id=user_id, blocked_user_id=other))


async def count_blocks(tx: Transaction, user_id: int) -> int:
    """Count those whom somebody does not want to be challenged by."""
    query = select(func.count()).select_from(blocks).where(blocks.c.user_id == user_id)
    return (await tx.execute(query)).scalar_one()


async def unblock(tx: Transaction, user_id: int, other: int) -> None:
    """Let somebody be challenged by another again."""
    await tx.execute(
        delete(blocks).where(blocks.c.user_id == user_id, blocks.c.blocked_user_id == other)
    )
