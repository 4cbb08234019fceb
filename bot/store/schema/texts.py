"""SQL functions that databases spell differently; and the texts that may name a person."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Index, and_
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.expression import FunctionElement

from bot.store.schema.contests import contest_templates, contests, entrants, seasons
from bot.store.schema.guilds import audit
from bot.store.schema.messages import messages
from bot.store.schema.people import cards

ID_DIGITS = 10
"""Every Discord id has more digits than this."""


class has_id(FunctionElement[Any]):  # noqa: N801 - a function of SQL
    """Whether a text has ten digits in a row, as user ids have; indexes cover such texts.

    It has no type: a Boolean would be compared with 1, and then no index would be used.
    """

    inherit_cache = True


@compiles(has_id, "sqlite")
def _has_digits(element: has_id, compiler: SQLCompiler, **options: Any) -> str:
    return f"{compiler.process(element.clauses, **options)} GLOB '*{'[0-9]' * ID_DIGITS}*'"


@compiles(has_id, "postgresql")
def _matches_digits(element: has_id, compiler: SQLCompiler, **options: Any) -> str:
    return f"{compiler.process(element.clauses, **options)} ~ '[0-9]{{{ID_DIGITS}}}'"


class json_array(FunctionElement[Any]):  # noqa: N801 - a function of SQL
    """Values as the text of a JSON array written by the database; moments in ISO 8601."""

    inherit_cache = True


@compiles(json_array, "sqlite")
def _json_array(element: json_array, compiler: SQLCompiler, **options: Any) -> str:
    return f"json_array({compiler.process(element.clauses, **options)})"


@compiles(json_array, "postgresql")
def _json_build_array(element: json_array, compiler: SQLCompiler, **options: Any) -> str:
    return f"json_build_array({compiler.process(element.clauses, **options)})::text"


FREE_TEXTS = (
    contests.c.title,
    contest_templates.c.name,
    seasons.c.name,
    entrants.c.reason,
    audit.c.detail,
    messages.c.text,
    cards.c.content,  # filled-in forms; other cards hold only words of puzzles
)
"""Texts in which people may name somebody. Tries at puzzles are not among them, because only their
letters are stored."""

for _column in FREE_TEXTS:
    _names = and_(*([cards.c.typed] if _column.table is cards else []), has_id(_column))
    # Such texts are few among many, and are searched when a person asks what is kept about them.
    Index(
        f"ix_{_column.table.name}_{_column.name}_ids",
        _column.table.c.id,
        sqlite_where=_names,
        postgresql_where=_names,
    )
