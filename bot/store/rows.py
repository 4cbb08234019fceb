"""Finds, stores and changes rows as records. mypy checks columns and their types.

    race = await rows.change(tx, race, replace(race, state="over", due_at=None))

`dataclasses.replace` accepts no unknown column and no value of the wrong type.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields
from operator import itemgetter
from typing import Any, TypeVar

from sqlalchemy import RowMapping, Select, Update, bindparam, insert, select, update

from bot.store.database import Transaction
from bot.store.schema.columns import table_of

Record = TypeVar("Record")
_NAMES: dict[type[Any], tuple[str, ...]] = {}


def chosen(kind: type[Any]) -> Select[Any]:
    """Return the query for all records of a class, to be narrowed by the caller."""
    table = table_of(kind)
    return select(*(table.c[name] for name in names_of(kind)))


async def get(tx: Transaction, kind: type[Record], *key: object) -> Record | None:
    """Return the record with a primary key, given in the order of its columns, or None."""
    if None in key:
        return None
    columns = table_of(kind).primary_key.columns
    this = (column == one for column, one in zip(columns, key, strict=True))
    return await first(tx, kind, chosen(kind).where(*this))


async def first(tx: Transaction, kind: type[Record], query: Select[Any]) -> Record | None:
    """Return the first record that a query finds."""
    result = await tx.execute(query)
    row = result.first()
    return None if row is None else _maker(kind, tuple(result.keys()))(row)


async def every(tx: Transaction, kind: type[Record], query: Select[Any]) -> list[Record]:
    """Return the records that a query finds."""
    result = await tx.execute(query)
    return list(map(_maker(kind, tuple(result.keys())), result))


async def add(tx: Transaction, record: Record, **secret: object) -> Record:
    """Store a new record; return it, with its number if the database numbers its rows.

    `secret`: columns of the table that the record class lacks.
    """
    kind = type(record)
    table, values = table_of(kind), new_values(record) | secret
    if table.autoincrement_column is None:
        await tx.execute(insert(table).values(values))
        return record
    made = await tx.execute(insert(table).values(values).returning(*chosen(kind).selected_columns))
    return load(kind, made.mappings().one())


async def add_all(tx: Transaction, records: Collection[Record]) -> None:
    """Store new records of one class, perhaps thousands, in one statement."""
    if records:
        # Do not ask for their numbers: SQLite would need a statement for each.
        await tx.execute(
            insert(table_of(type(next(iter(records))))), list(map(new_values, records))
        )


async def put(tx: Transaction, record: object) -> None:
    """Store a record, replacing any with the same primary key."""
    values, changing = values_of(record), _changing(record)
    if not (await tx.execute(changing, _prefixed(values))).rowcount:
        await tx.execute(insert(table_of(type(record))).values(values))


async def put_all(tx: Transaction, records: Collection[object]) -> None:
    """Store all columns of existing records of one class in one statement."""
    if records:
        changing = _changing(next(iter(records)))
        await tx.execute(changing, [_prefixed(values_of(one)) for one in records])


async def change(tx: Transaction, was: Record, now: Record) -> Record:
    """Write the differences between a record and its new version; return the new version.

    `was` must be as stored: read in this transaction.
    """
    table, before, after = table_of(type(now)), values_of(was), values_of(now)
    changed = {name: value for name, value in after.items() if value != before[name]}
    key = table.primary_key.columns
    assert not changed.keys() & {column.name for column in key}, "another row"
    if changed:
        this = (column == before[column.name] for column in key)
        await tx.execute(update(table).where(*this).values(changed))
    return now


def _changing(record: object) -> Update:
    """Return the statement that sets all columns of a record of a class; see `_prefixed`."""
    table = table_of(type(record))
    key = (column == bindparam(f"its_{column.name}") for column in table.primary_key.columns)
    names = names_of(type(record))
    return update(table).where(*key).values({name: bindparam(f"its_{name}") for name in names})


def _prefixed(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values under names that no column has, as SQLAlchemy requires."""
    return {f"its_{name}": value for name, value in values.items()}


def new_values(record: object) -> dict[str, Any]:
    """Return the columns of a new record, without the number that the database will assign."""
    values = values_of(record)
    numbered = table_of(type(record)).autoincrement_column
    if numbered is not None and not values[numbered.name]:
        del values[numbered.name]
    return values


def values_of(record: object) -> dict[str, Any]:
    """Return the columns of a record."""
    return {name: getattr(record, name) for name in names_of(type(record))}


def load(kind: type[Record], row: RowMapping) -> Record:
    """Make a record from a row with a column for each field; lists become tuples."""
    return kind(**{name: _frozen(row[name]) for name in names_of(kind)})


def _maker(kind: type[Record], keys: Sequence[str]) -> Callable[[Sequence[Any]], Record]:
    """Return a function that makes a record from a row with these columns: a faster `load`."""
    names = names_of(kind)
    pick = itemgetter(*map(keys.index, names))
    return lambda row: kind(**dict(zip(names, map(_frozen, pick(row)), strict=True)))


def names_of(kind: type[Any]) -> tuple[str, ...]:
    """Return the names of a record's columns."""
    names = _NAMES.get(kind)
    if names is None:
        names = _NAMES[kind] = tuple(field.name for field in fields(kind))
    return names


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
