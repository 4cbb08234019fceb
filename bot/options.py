"""Options: what people choose about a contest, a season, a server.

One object has all that is to be said of a choice: the column that keeps it, how it is typed and
read, what is wrong with it, and how it is shown. Forms, drafts, templates, copies and the audit go
through lists of these, so that none is forgotten anywhere.
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
        """What the form says below its label, "" for nothing."""

    def read(self, text: str) -> Value:
        """Return what was typed or chosen; raises BadTime for what makes no sense."""

    def write(self, value: Value) -> str:
        """Return a value as it would be typed, "" for none."""


@dataclass(frozen=True, slots=True)
class Line(Generic[Value]):
    """A line of text of at most so many characters."""

    about: str
    read: Callable[[str], Value]
    write: Callable[[Value], str]
    most: int = 60
    required: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of one of several values: in few words, when choosing it, as a sentence."""

    short: str
    hint: str
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Choice(Generic[Value]):
    """One of a few values."""

    said: Mapping[Value, Said]
    about: str = ""

    def read(self, text: str) -> Value:
        """Return the value that is written so; one that is not offered raises KeyError."""
        return {self.write(value): value for value in self.said}[text]

    def write(self, value: Value) -> str:
        """Return a value as it is named."""
        return ("yes" if value else "no") if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Picked:
    """Something of the server, or nothing."""

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
    """Say nothing."""


def fine(_record: Any) -> Iterable[str]:
    """Find nothing wrong."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Option(Generic[Value]):
    """A choice that a column keeps.

    name   of the column, which is a field of the record
    label  of the form’s field; the audit calls it so, too
    check  yields a sentence for each thing that is wrong with what a record has
    says   returns what a record has, as it is shown; None: that goes without saying
    """

    name: str
    label: str
    field: Field[Value]
    check: Callable[[Any], Iterable[str]] = fine
    says: Callable[[Any], str | None] = nothing

    def of(self, record: object) -> Value:
        """Return the value that a record has."""
        value: Value = getattr(record, self.name)
        return value

    def written(self, record: object) -> str:
        """Return the value that a record has as it would be typed."""
        return self.field.write(self.of(record))


def columns_in(record: object, kind: type[Any]) -> dict[str, Any]:
    """Return the columns of a class of options as a record has them, which has more than these."""
    return {field.name: getattr(record, field.name) for field in fields(kind)}


def problems(options: Iterable[Option[Any]], record: object) -> tuple[str, ...]:
    """Return a sentence for each thing that is wrong with what a record has."""
    return tuple(sentence for option in options for sentence in _problems(option, record))


def _problems(option: Option[Any], record: object) -> Iterable[str]:
    field = option.field
    if isinstance(field, Choice) and option.of(record) not in field.said:
        yield f"{option.label} can be {series(map(field.write, field.said), 'or')}."
        return
    yield from option.check(record)


def lines(options: Iterable[Option[Any]], record: object) -> Sequence[str]:
    """Return what a record has as it is shown, a line for each that says anything."""
    return [line for option in options if (line := option.says(record)) is not None]


def differences(options: Iterable[Option[Any]], before: object, after: object) -> Iterable[str]:
    """Yield each option that two records differ in, as text for the audit."""
    for option in options:
        if option.of(before) != option.of(after):
            old, new = (option.written(record) or "none" for record in (before, after))
            yield f"{option.label.lower()}: {old} → {new}"
