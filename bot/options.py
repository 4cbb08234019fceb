"""Options: choices that people make about a contest, a season or a server.

One object has everything about a choice: the column that stores it, how it is typed and read, how
it is checked, and how it is shown. Forms, drafts, templates, copies and the audit loop over lists
of options, so that none is forgotten anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Generic, Protocol, TypeVar

from solvers.text import series

Value = TypeVar("Value")


class Field(Protocol[Value]):
    """How a value is typed or chosen; `about` says what to write."""

    @property
    def about(self) -> str:
        """The text that the form shows below its label, "" for nothing."""

    def read(self, text: str) -> Value:
        """Return the value that was typed or chosen; raises BadTime if it makes no sense."""

    def write(self, value: Value) -> str:
        """Return a value as it would be typed, "" for none."""


@dataclass(frozen=True, slots=True)
class Line(Generic[Value]):
    """A line of text of at most `most` characters."""

    about: str
    read: Callable[[str], Value]
    write: Callable[[Value], str]
    most: int = 60
    required: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """The texts for one of several values: in few words, as a hint when choosing, as a sentence."""

    short: str
    hint: str
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Choice(Generic[Value]):
    """One of a few values."""

    said: Mapping[Value, Said]
    about: str = ""

    def read(self, text: str) -> Value:
        """Return the value with this text; raises KeyError if there is none."""
        return {self.write(value): value for value in self.said}[text]

    def write(self, value: Value) -> str:
        """Return the name of a value."""
        return ("yes" if value else "no") if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Picked:
    """A role or member of the server, or nothing."""

    about: str

    def read(self, text: str) -> int | None:
        """Return its id."""
        return int(text) if text else None

    def write(self, value: int | None) -> str:
        """Return the id as text."""
        return str(value or "")


class Role(Picked):
    """A role, or none."""


class Person(Picked):
    """A member, or none."""


def nothing(_record: Any) -> None:
    """Return None: there is nothing to show."""


def fine(_record: Any) -> Iterable[str]:
    """Return no problems."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Option(Generic[Value]):
    """A choice that is stored in a column.

    name   the column's, which is a field of the record
    label  the form field’s, also used in the audit
    check  yields a sentence for each problem with a record's value
    says   returns a line that shows a record's value; None: it needs no line
    """

    name: str
    label: str
    field: Field[Value]
    check: Callable[[Any], Iterable[str]] = fine
    says: Callable[[Any], str | None] = nothing

    def of(self, record: object) -> Value:
        """Return a record's value."""
        value: Value = getattr(record, self.name)
        return value

    def written(self, record: object) -> str:
        """Return a record's value as it would be typed."""
        return self.field.write(self.of(record))


def columns_in(record: object, kind: type[Any]) -> dict[str, Any]:
    """Return a record's values for the columns of a class of options, without its other columns."""
    return {field.name: getattr(record, field.name) for field in fields(kind)}


def problems(options: Iterable[Option[Any]], record: object) -> tuple[str, ...]:
    """Return a sentence for each problem with a record's options."""
    return tuple(sentence for option in options for sentence in _problems(option, record))


def _problems(option: Option[Any], record: object) -> Iterable[str]:
    field = option.field
    if isinstance(field, Choice) and option.of(record) not in field.said:
        yield f"{option.label} can be {series(map(field.write, field.said), 'or')}."
        return
    yield from option.check(record)


def lines(options: Iterable[Option[Any]], record: object) -> Sequence[str]:
    """Return a record's options as shown: a line for each option that has one."""
    return [line for option in options if (line := option.says(record)) is not None]


def differences(options: Iterable[Option[Any]], before: object, after: object) -> Iterable[str]:
    """Yield each difference between two records' options, as text for the audit."""
    for option in options:
        if option.of(before) != option.of(after):
            old, new = (option.written(record) or "none" for record in (before, after))
            yield f"{option.label.lower()}: {old} → {new}"
