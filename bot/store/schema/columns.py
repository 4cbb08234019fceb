"""Tables as classes of frozen records: each column is declared once, as a field.

The field's type is what Python sees, and says whether the column may be null; `column` in its
`Annotated` adds what only the database must know, like `mapped_column` in SQLAlchemy's ORM:

    @dataclass(frozen=True, slots=True, kw_only=True)
    class SeasonPlace:
        id: Annotated[int, column(primary_key=True)] = 0
        season_id: Annotated[str, column(references="seasons.id")]
        user_id: Annotated[int | None, column(BigInteger, index=True)]
        place: int

    season_places = table("season_places", SeasonPlace)
"""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeDecorator, TypeEngine

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Moment(TypeDecorator[datetime]):
    """A moment: aware of its zone in Python, UTC without a zone in the database."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - an override needs it
        """Turn an aware moment into UTC; a naive one is a bug."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs a zone")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - an override needs it
        """Mark the moment as UTC."""
        return None if value is None else value.replace(tzinfo=UTC)


TYPES: dict[Any, type[TypeEngine[Any]]] = {
    bool: Boolean,
    date: Date,
    datetime: Moment,
    float: Float,
    int: Integer,
    str: Text,
}
"""Column types for Python types, unless a column names its own; all others are stored as JSON."""
_RECORDS: dict[type[Any], Table] = {}


class column:  # noqa: N801 - read as a function
    """What the database must know about a field besides its Python type.

    type        if it is not the one in `TYPES`
    references  “table.column”: this row is deleted with that one, or as `ondelete` says
    options     of SQLAlchemy’s `Column`: `primary_key`, `index`, `autoincrement`, `nullable`
    """

    def __init__(
        self,
        type: type[TypeEngine[Any]] | TypeEngine[Any] | None = None,  # noqa: A002 - as SQLAlchemy
        *,
        references: str | None = None,
        ondelete: Literal["CASCADE", "SET NULL"] = "CASCADE",
        **options: bool,
    ) -> None:
        self.type = type
        self.references = references
        self.ondelete = ondelete
        self.options = options


Snowflake = Annotated[int, column(BigInteger)]
"""A Discord id."""
InteractionId = Annotated[int, column(BigInteger, primary_key=True, autoincrement=False)]
"""The id of the interaction that made the row, so that none counts twice."""
RowId = Annotated[int, column(primary_key=True)]
"""A number from the database; 0 in a record that is not stored yet."""
Key = Annotated[str, column(String(16), primary_key=True)]
"""A random id drawn by the bot; it may be shown to users."""


def table(name: str, kind: type[Any], *more: SchemaItem) -> Table:
    """Return the table whose rows are records of a class, a dataclass.

    `more`: constraints, indexes, and columns that are not read with the others: secrets and long
    values.
    """
    hints = get_type_hints(kind, include_extras=True)
    columns = [_column(field.name, hints[field.name]) for field in fields(kind)]
    made = Table(name, metadata, *columns, *more)
    _RECORDS[kind] = made
    return made


def part(of: Table, kind: type[Any]) -> None:
    """Register a class of records with only some columns of a table."""
    assert {field.name for field in fields(kind)} <= set(of.c.keys())
    _RECORDS[kind] = of


def table_of(kind: type[Any]) -> Table:
    """Return the table for a class of records."""
    return _RECORDS[kind]


def _column(name: str, hint: Any) -> Column[Any]:
    kind, nullable, said = _read(hint)
    options: dict[str, Any] = {"nullable": nullable}
    for one in said:
        options |= one.options
    types = [one.type for one in said if one.type is not None]
    for one in said:
        if one.references is not None:  # the column gets the type of the one it refers to
            key = ForeignKey(one.references, ondelete=one.ondelete)
            return Column(name, key, **options)
    type_ = types[-1] if types else TYPES.get(kind) or JSON(none_as_null=nullable)
    return Column(name, type_, **options)


def _read(hint: Any) -> tuple[Any, bool, list[column]]:
    """Return a field's Python type, whether it may be None, and its `column` annotations."""
    if get_origin(hint) is Annotated:
        kind, *more = get_args(hint)
        kind, nullable, said = _read(kind)
        return kind, nullable, [*said, *(one for one in more if isinstance(one, column))]
    args = get_args(hint)
    if type(None) in args:
        others = tuple(one for one in args if one is not type(None))
        kind, _, said = _read(Union[others])  # noqa: UP007 - any number of types
        return kind, True, said
    return (str if get_origin(hint) is Literal else hint), False, []
