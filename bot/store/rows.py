"""Rows as records: found, kept and changed. Columns and their types are checked by mypy.

    race = await rows.change(tx, race, replace(race, state="over", due_at=None))

`dataclasses.replace` takes no column that there is not, and no value of another type.
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
    """Return the query for all records of a class, to be narrowed."""
    table = table_of(kind)
    return select(*(table.c[name] for name in names_of(kind)))


async def get(tx: Transaction, kind: type[Record], *key: object) -> Record | None:
    """Return the record with a primary key, in the order of its columns; None: there is none."""
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
    """Keep a new record and return it with its number, if the database numbers its rows.

    `secret`: columns of the table that records do not have.
    """
    kind = type(record)
    table, values = table_of(kind), new_values(record) | secret
    if table.autoincrement_column is None:
        await tx.execute(insert(table).values(values))
        return record
    made = await tx.execute(insert(table).values(values).returning(*chosen(kind).selected_columns))
    return load(kind, made.mappings().one())


async def add_all(tx: Transaction, records: Collection[Record]) -> None:
    """Keep new records of one class, thousands perhaps, in one statement."""
    if records:
        # What they are numbered is not asked for: SQLite would take a statement for each.
        await tx.execute(
            insert(table_of(type(next(iter(records))))), list(map(new_values, records))
        )


async def put(tx: Transaction, record: object) -> None:
    """Keep a record, in place of the one that has its primary key, if there is one."""
    values, changing = values_of(record), _changing(record)
    if not (await tx.execute(changing, _prefixed(values))).rowcount:
        await tx.execute(insert(table_of(type(record))).values(values))


async def put_all(tx: Transaction, records: Collection[object]) -> None:
    """Keep all columns of records of one class that there are, in one statement."""
    if records:
        changing = _changing(next(iter(records)))
        await tx.execute(changing, [_prefixed(values_of(one)) for one in records])


async def change(tx: Transaction, was: Record, now: Record) -> Record:
    """Write what differs between a record and what it is to be, and return the latter.

    `was` has to be as it is stored: read in this transaction.
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
    """Return columns under names that are none of a column, as SQLAlchemy asks for."""
    return {f"its_{name}": value for name, value in values.items()}


def new_values(record: object) -> dict[str, Any]:
    """Return the columns of a new record, without the number that the database is to give."""
    values = values_of(record)
    numbered = table_of(type(record)).autoincrement_column
    if numbered is not None and not values[numbered.name]:
        del values[numbered.name]
    return values


def values_of(record: object) -> dict[str, Any]:
    """Return the columns of a record."""
    return {name: getattr(record, name) for name in names_of(type(record))}


def load(kind: type[Record], row: RowMapping) -> Record:
    """Make a record of a row that has a column for each of its fields; lists become tuples."""
    return kind(**{name: _frozen(row[name]) for name in names_of(kind)})


def _maker(kind: type[Record], keys: Sequence[str]) -> Callable[[Sequence[Any]], Record]:
    """Return what makes a record of a row with these columns, as `load` does, but faster."""
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
