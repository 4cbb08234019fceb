"""Shows, exports and forgets what is kept about a person.

Every column that holds a person's id is listed here; a test walks the schema and fails if one is
missing. Texts that people wrote may name somebody by id; they are covered too.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import logging
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias
from weakref import WeakValueDictionary

from sqlalchemy import (
    BigInteger,
    BindParameter,
    Column,
    Dialect,
    Select,
    Table,
    bindparam,
    case,
    delete,
    func,
    literal,
    select,
    type_coerce,
    union,
    union_all,
    update,
)
from sqlalchemy.types import Float, NullType, TypeEngine

from bot.store.database import Database, Transaction
from bot.store.schema import (
    FREE_TEXTS,
    audit,
    blocks,
    cards,
    contest_templates,
    contests,
    conversations,
    daily_editions,
    daily_guild_scores,
    daily_plays,
    daily_reminders,
    daily_setups,
    daily_shares,
    daily_tries,
    entrants,
    has_id,
    messages,
    people,
    practice_tries,
    practices,
    race_moves,
    race_players,
    race_plays,
    races,
    ratings,
    season_places,
    seasons,
    submissions,
    training_puzzles,
    training_tries,
    trainings,
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Holding:
    """A column with people's ids, and how to forget: blank the id, or delete the whole row."""

    column: Column[Any]
    forget: Literal["blank", "delete"]
    says: str  # what having such a row means, for the export

    @property
    def table(self) -> Table:
        """The table that the column is in."""
        table = self.column.table
        assert isinstance(table, Table)
        return table


HOLDINGS = (
    Holding(entrants.c.user_id, "blank", "contests you entered"),
    Holding(entrants.c.disqualified_by, "blank", "entrants you disqualified"),
    Holding(contests.c.created_by, "blank", "contests you created"),
    Holding(contest_templates.c.set_by, "blank", "templates of contests you saved"),
    Holding(seasons.c.created_by, "blank", "seasons of contests you started"),
    Holding(season_places.c.user_id, "blank", "seasons of contests you have a place in"),
    Holding(practices.c.user_id, "delete", "contests you practised"),
    Holding(audit.c.actor_id, "blank", "what you did as an organiser"),
    Holding(daily_plays.c.user_id, "blank", "daily puzzles you played"),
    Holding(daily_shares.c.user_id, "delete", "daily puzzles you shared in a channel"),
    Holding(race_players.c.user_id, "blank", "races and duels you were in"),
    Holding(races.c.created_by, "blank", "races and duels you started"),
    Holding(races.c.challenged_user_id, "blank", "duels you were challenged to"),
    Holding(ratings.c.user_id, "delete", "how well you race and play contests"),
    Holding(trainings.c.user_id, "delete", "games you train in"),
    Holding(people.c.user_id, "delete", "what you’ve set for yourself"),
    Holding(conversations.c.user_id, "delete", "where I write you direct messages"),
    Holding(blocks.c.user_id, "delete", "people you take no challenges from"),
    Holding(blocks.c.blocked_user_id, "delete", "people who take no challenges from you"),
    Holding(daily_setups.c.set_by, "blank", "daily puzzles you set up for servers"),
    Holding(daily_reminders.c.user_id, "delete", "your reminder of daily puzzles"),
    Holding(messages.c.user_id, "delete", "private messages I sent you"),
)

BELONGINGS = (
    (entrants.c.user_id, submissions.c.entrant_id, "tries you sent in"),
    (practices.c.user_id, practice_tries.c.practice_id, "tries you practised"),
    (daily_plays.c.user_id, daily_tries.c.play_id, "tries at daily puzzles"),
    (race_players.c.user_id, race_plays.c.player_id, "rounds you raced"),
    (race_players.c.user_id, race_moves.c.player_id, "tries in races"),
    (trainings.c.user_id, training_puzzles.c.training_id, "puzzles you trained with"),
    (trainings.c.user_id, training_tries.c.training_id, "tries in training"),
    (daily_plays.c.user_id, daily_guild_scores.c.play_id, "servers where your daily puzzles count"),
)
"""Rows without a person's id that belong to a person through another row."""

NEVER_SHOWN = frozenset(
    {
        races.c.token,
        contests.c.salt,
        contests.c.par_order,
        contests.c.certificate,
        contests.c.commitment_text,
        entrants.c.tombstone,
        daily_plays.c.tombstone,
    }
)


NOBODY = "(somebody)"
NAMING = "texts that name you"
ID = re.compile(r"<@!?\d+>|(?<!\d)\d{15,20}(?!\d)")
"""An id in a text: a mention, or a number as long as Discord's."""

Naming: TypeAlias = "dict[Column[Any], dict[Any, str]]"
"""Texts that name a person, by column and row id."""

PEOPLE = frozenset(holding.column for holding in HOLDINGS)

NAMED_FOR = 14
"""How many editions back a daily post may name people: to the week before its last Sunday."""
DELETED_AT_ONCE = 2000
"""Rows of a forgotten person deleted in one transaction, for tables where they may be many."""
ROWS_A_BATCH = 4000
"""Rows that are written at once in a thread."""
EXPORT_NAME = "what-i-keep-about-you.json"
LONGEST_TEXT = 512 * 1024
"""Up to this many bytes, JSON is handed out unpacked."""
RESERVE = 256 * 1024
"""Bytes left for what the compressor has not written yet, and for the end of the file."""
ROUNDS = 2
"""How many times a person's id is searched for when forgetting them."""


@dataclass(frozen=True, slots=True)
class Export:
    """A JSON file, or a ZIP of it if `packed`; if not `complete`, rows at its end are left out.

    The JSON maps each description of data to its rows, as objects.
    """

    content: bytes
    packed: bool
    complete: bool


class Privacy:
    """A person's rights to see, export and delete what is kept about them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # Long reads run one at a time, because others need the connections.
        self._reading = asyncio.Lock()
        # A person is forgotten once at a time; a lock disappears when nobody holds it.
        self._forgetting: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def show(self, user_id: int) -> dict[str, int]:
        """Count what is kept about a person, by description; {} if nothing is kept."""
        async with self._reading, self._database.read() as tx:
            found = await _counts(tx, user_id)
            naming = await _texts_naming(tx, user_id)
        if texts := [text for rows in naming.values() for text in rows.values()]:
            found[NAMING] = len(texts)
        return found

    async def export(self, user_id: int, most_bytes: int | None = None) -> Export:
        """Return everything kept about a person as JSON, without ids of other people.

        It is written in a thread, a page of rows at a time: there may be tens of megabytes. Rows
        beyond `most_bytes` are left out.
        """
        file = _ExportFile(user_id, most_bytes)
        async with self._reading, self._database.read(patient=True) as tx:
            kept = await _counts(tx, user_id)
            for says, table, rows in _rows_of(user_id):
                if says not in kept:
                    continue
                raw = [type_coerce(column, NullType()).label(column.name) for column in table.c]
                query = rows.with_only_columns(*raw, maintain_column_froms=True)
                result = await tx.stream(query)
                async for page in result.partitions(ROWS_A_BATCH):
                    assert isinstance(page, list)
                    await asyncio.to_thread(file.add, says, table, page, tx.dialect)
            naming = await _texts_naming(tx, user_id)
        await asyncio.to_thread(file.add_texts, naming)
        return await asyncio.to_thread(file.close)

    async def forget(self, user_id: int) -> bool:
        """Remove a person's id from every table before this returns.

        Their tries in contests stay without an owner, so that others' places stay right; posted
        results are marked for editing. False: a reader is using the database, so old copies must be
        erased from its files later, by `Database.finish_erasing`.
        """
        async with self._forgetting.setdefault(user_id, asyncio.Lock()):
            for _ in range(ROUNDS):
                # Search before the write transaction: there may be much, and others may write
                # meanwhile. The next round finds what they write.
                async with self._reading, self._database.read(patient=True) as tx:
                    naming = await _texts_naming(tx, user_id)
                    kept = await _counts(tx, user_id)
                    if not naming and not kept:
                        break
                self._database.owe_erasing()
                for owner, belongs, says in reversed(BELONGINGS):
                    if owner is trainings.c.user_id and says in kept:
                        await self._delete_trained(belongs, user_id)
                async with self._database.write(patient=True) as tx:
                    await _forget(tx, user_id, naming)
                    await self._database.note_emptied(tx, _touched(kept, naming))
            erased = await self._database.finish_erasing()
            if not erased:
                log.warning("deleted data stays in the write-ahead log until nobody reads it")
            return erased

    async def _delete_trained(self, belongs: Column[Any], user_id: int) -> None:
        """Delete a person's training rows in portions, between which others may write.

        There may be hundreds of thousands.
        """
        own = select(trainings.c.id).where(trainings.c.user_id == user_id)
        table = belongs.table
        assert isinstance(table, Table)
        some = select(_id_of(belongs)).where(belongs.in_(own)).limit(DELETED_AT_ONCE)
        gone = DELETED_AT_ONCE
        while gone == DELETED_AT_ONCE:
            async with self._database.write() as tx:
                gone = (await tx.execute(delete(table).where(_id_of(belongs).in_(some)))).rowcount


def _reader(kind: TypeEngine[Any], dialect: Dialect) -> Callable[[Any], Any] | None:
    """Return the converter for a column's raw values; None for numbers, which need none."""
    if isinstance(kind, Float):
        return None
    return kind.dialect_impl(dialect).result_processor(dialect, None)


class _ExportFile:
    """A JSON file that is written row by row and packed as it grows; unpacked if it stays short."""

    def __init__(self, user_id: int, most_bytes: int | None) -> None:
        self._user_id = user_id
        self._most_bytes = most_bytes
        self._packed = io.BytesIO()
        self._archive = zipfile.ZipFile(self._packed, "w", zipfile.ZIP_DEFLATED)
        self._file = self._archive.open(EXPORT_NAME, "w")
        self._size = 0
        self._says: str | None = None
        self._complete = True

    def add(self, says: str, table: Table, rows: list[Any], dialect: Dialect) -> None:
        """Write raw rows from the database driver, and clear the list."""
        columns = [
            (n, column.name, _reader(column.type, dialect))
            for n, column in enumerate(table.c)
            if column not in NEVER_SHOWN
        ]
        others = {column.name for column in table.c if column in PEOPLE}
        for row in rows:
            kept = {name: read(row[n]) if read else row[n] for n, name, read in columns}
            for name in others:
                if kept[name] != self._user_id:
                    del kept[name]
            if not self._add(says, kept):
                break
        rows.clear()  # here in the thread: freeing a million values takes time

    def add_texts(self, naming: Naming) -> None:
        """Write the texts that name the person."""
        for column, rows in naming.items():
            for text in rows.values():
                if not self._add(NAMING, {"where": str(column), "text": text}):
                    return

    def _add(self, says: str, kept: dict[str, Any]) -> bool:
        """Write an object; False: there is no room left."""
        if self._most_bytes and self._packed.tell() > self._most_bytes - RESERVE:
            self._complete = False
            return False
        text = json.dumps(kept, ensure_ascii=False, default=datetime.isoformat)
        if says != self._says:
            before = "{" if self._says is None else "\n],"
            text = f"{before}\n{json.dumps(says)}: [\n{text}"
            self._says = says
        else:
            text = f",\n{text}"
        self._write(text)
        return True

    def close(self) -> Export:
        """Finish the file and return it."""
        self._write("{}\n" if self._says is None else "\n]\n}\n")
        self._file.close()
        self._archive.close()
        if self._size > LONGEST_TEXT:
            return Export(self._packed.getvalue(), packed=True, complete=self._complete)
        with zipfile.ZipFile(self._packed) as archive:
            return Export(archive.read(EXPORT_NAME), packed=False, complete=self._complete)

    def _write(self, text: str) -> None:
        content = text.encode()
        self._size += len(content)
        self._file.write(content)


def _rows_of(
    user_id: int | BindParameter[int],
) -> Iterator[tuple[str, Table, Select[Any]]]:
    """Yield what is kept about a person: a description, the table, and a query for its rows."""
    for holding in HOLDINGS:
        yield holding.says, holding.table, select(holding.table).where(holding.column == user_id)
    for owner, belongs, says in BELONGINGS:
        table = belongs.table
        assert isinstance(table, Table)
        rows = select(table).join(owner.table, owner.table.c.id == belongs).where(owner == user_id)
        yield says, table, rows


_COUNTS = union_all(
    *(
        rows.with_only_columns(
            literal(says, literal_execute=True), func.count(), maintain_column_froms=True
        )
        for says, _, rows in _rows_of(bindparam("user_id", type_=BigInteger))
    )
)


async def _counts(tx: Transaction, user_id: int) -> dict[str, int]:
    """Count what is kept about a person, by description, in one statement; {} if nothing is."""
    rows = await tx.execute(_COUNTS, {"user_id": user_id})
    return {says: count for says, count in rows if count}


def _touched(kept: Iterable[str], naming: Iterable[Column[Any]]) -> set[str]:
    """Return the tables that change when a person is forgotten."""
    says = {*kept}
    held = {holding.table.name for holding in HOLDINGS if holding.says in says}
    held |= {column.table.name for _, column, about in BELONGINGS if about in says}
    return held | {column.table.name for column in naming} | {messages.name}


async def _forget(tx: Transaction, user_id: int, naming: Naming) -> None:
    """Remove a person's id from its columns, and from the texts `naming` it."""
    await _leave_tombstones(tx, user_id)
    titled = [*naming.get(contests.c.title, ()), *naming.get(seasons.c.name, ())]
    await _take_off_messages(tx, user_id, titled)
    kept = await _counts(tx, user_id)
    for holding in HOLDINGS:
        if holding.says not in kept:
            continue
        if holding.forget == "delete":
            await tx.execute(delete(holding.table).where(holding.column == user_id))
        else:
            await tx.execute(
                update(holding.table)
                .where(holding.column == user_id)
                .values({holding.column: None})
            )
    for column, rows in naming.items():
        await _scrub(tx, column, rows, user_id)


def tombstone_of(salt: str, user_id: int) -> str:
    """Return the hash by which a running contest recognises a forgotten person."""
    return hashlib.blake2b(f"{salt}:{user_id}".encode(), digest_size=16).hexdigest()


async def _leave_tombstones(tx: Transaction, user_id: int) -> None:
    """Store hashes so that the person cannot start again in what is still running."""
    query = (
        select(daily_plays.c.id, daily_editions.c.salt)
        .join(daily_editions, daily_editions.c.number == daily_plays.c.number)
        .where(
            daily_plays.c.user_id == user_id,
            daily_editions.c.salt.is_not(None),  # from the archive, too: it may be open elsewhere
        )
    )
    for play_id, salt in (await tx.execute(query)).all():
        await tx.execute(
            update(daily_plays)
            .where(daily_plays.c.id == play_id)
            .values(tombstone=tombstone_of(salt, user_id))
        )
    query = (
        select(entrants.c.id, contests.c.salt)
        .join(contests, contests.c.id == entrants.c.contest_id)
        .where(entrants.c.user_id == user_id, contests.c.salt.is_not(None))
    )
    for entrant_id, salt in (await tx.execute(query)).all():
        await tx.execute(
            update(entrants)
            .where(entrants.c.id == entrant_id)
            .values(tombstone=tombstone_of(salt, user_id))
        )


async def _texts_naming(tx: Transaction, user_id: int) -> Naming:
    """Return the texts that contain a person's id; {} if none do."""
    found: Naming = {}
    for column in FREE_TEXTS:
        named = has_id(column), column.contains(str(user_id))  # the first uses an index
        query = select(_id_of(column), column).where(*named)
        if column.table is cards:
            query = query.where(cards.c.typed)
        for row_id, text in (await tx.execute(query)).all():
            kept = json.loads(text) if column is cards.c.content else text
            if around := _around(user_id, kept):
                found.setdefault(column, {})[row_id] = around
    return found


async def _take_off_messages(tx: Transaction, user_id: int, titled: list[str]) -> None:
    """Have all messages edited that name the person.

    They are about contests and seasons that are `titled` with the person's id, that they played or
    made, about races, and posts of daily puzzles in the servers where their plays counted: a post
    names people for what they solved up to `NAMED_FOR` editions ago.
    """
    entered = select(entrants.c.contest_id).where(entrants.c.user_id == user_id)
    made = select(contests.c.id).where(contests.c.created_by == user_id)
    waiting = messages.alias()
    results = select(messages.c.id).where(
        messages.c.contest_id.in_(union(entered, made)),
        messages.c.kind.in_(("announcement", "results")),
    )
    is_in = (waiting.c.user_id == user_id) & (waiting.c.kind == "start")
    expected = select(messages.c.id).where(
        messages.c.contest_id.in_(select(waiting.c.contest_id).where(is_in))
        | messages.c.season_id.in_(select(waiting.c.season_id).where(is_in)),
        messages.c.kind.in_(("announcement", "rounds")),
    )
    named = select(messages.c.id).where(
        messages.c.contest_id.in_(titled), messages.c.kind.in_(("announcement", "results"))
    )
    placed = select(season_places.c.season_id).where(season_places.c.user_id == user_id)
    ended = select(messages.c.id).where(
        messages.c.season_id.in_(placed) | messages.c.season_id.in_(titled),
        messages.c.kind == "season",
    )
    in_rounds = union(
        select(contests.c.season_id).where(contests.c.id.in_(entered)),
        select(seasons.c.id).where(seasons.c.created_by == user_id),
    )
    rounds = select(messages.c.id).where(
        messages.c.season_id.in_(in_rounds) | messages.c.season_id.in_(titled),
        messages.c.kind == "rounds",
    )
    posts = (
        select(messages.c.id)
        .join(daily_guild_scores, daily_guild_scores.c.guild_id == messages.c.guild_id)
        .join(daily_plays, daily_plays.c.id == daily_guild_scores.c.play_id)
        .where(
            daily_plays.c.user_id == user_id,
            daily_plays.c.number.between(messages.c.number - NAMED_FOR, messages.c.number),
            messages.c.kind == "edition",
        )
    )
    in_races = union(
        select(race_players.c.race_id).where(race_players.c.user_id == user_id),
        select(races.c.id).where(races.c.created_by == user_id),
        select(races.c.id).where(races.c.challenged_user_id == user_id),
    )
    raced = select(messages.c.id).where(messages.c.race_id.in_(in_races))
    await tx.execute(
        update(messages)
        .where(messages.c.id.in_(union(results, expected, named, ended, rounds, posts, raced)))
        .values(
            version=messages.c.version + 1,
            # Other people's changes must not wait for many such edits.
            may_wait=case(
                (messages.c.delivered_version == messages.c.version, True),
                else_=messages.c.may_wait,
            ),
        )
    )


async def _scrub(tx: Transaction, column: Column[Any], ids: Iterable[Any], user_id: int) -> None:
    """Remove a person's id from the texts such edits rows."""
    table, key = column.table, _id_of(column)
    assert isinstance(table, Table)
    for row_id in ids:
        text = (await tx.execute(select(column).where(key == row_id))).scalar_one_or_none()
        if column is cards.c.content and text is not None:
            text = json.dumps(_without(user_id, json.loads(text)), ensure_ascii=False)
        await tx.execute(
            update(table).where(key == row_id).values({column: _without(user_id, text)})
        )


def _id_of(column: Column[Any]) -> Column[Any]:
    """Return the key of a column's table."""
    key: Column[Any] = column.table.c.id
    return key


def _around(user_id: int, kept: Any) -> str | None:
    """Return the text around a person's id in a text or in JSON values; None: it is not there.

    Only the surroundings, since another person's form may hold secrets; and no other ids.
    """
    match kept:
        case str():
            others = ID.sub(lambda m: m[0] if m[0].strip("<@!>") == str(user_id) else NOBODY, kept)
            found = re.search(rf"(?s).{{0,100}}(?<!\d){user_id}(?!\d).{{0,100}}", others)
            return found and found[0]
        case dict():
            return next(filter(None, (_around(user_id, value) for value in kept.values())), None)
        case list():
            return next(filter(None, (_around(user_id, value) for value in kept)), None)
    return None


def _without(user_id: int, kept: Any) -> Any:
    """Return a text, or JSON values, without a person's id in any text."""
    match kept:
        case str():
            mention = rf"<@!?{user_id}>|(?<!\d){user_id}(?!\d)"
            return re.sub(mention, NOBODY, kept)
        case dict():
            return {key: _without(user_id, value) for key, value in kept.items()}
        case list():
            return [_without(user_id, value) for value in kept]
    return kept
