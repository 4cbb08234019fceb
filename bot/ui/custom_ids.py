"""The custom ids of buttons and forms: one class both makes an id and matches it.

    class CardId(CustomId, prefix="card"):
        action: Literal["another", "definitions"]
        key: Key

`str(CardId("another", key))` is "card:another:A1b2C3d4E5_-"; the handler declares
`ids=CardId` and gets the `CardId` back as `self.params`. Ids outlive a restart: Discord sends
them back with every press, as long as the message is there.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar, dataclass_transform

from bot.errors import CardExpired

LONGEST_ID = 100
"""Most characters that Discord allows in a custom id."""
LARGEST = 2**63 - 1
"""Discord's ids are smaller, and a database column holds no more."""
OUTDATED = "This is from another version of me. Please use the command again."
NONE = "-"


@dataclass(frozen=True, slots=True)
class Field:
    """How a value is written into an id: the pattern of its text, reading and writing it.

    `read` raises ValueError for a text that fits the pattern but is no value.
    """

    pattern: str
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str


def optional(given: Field) -> Field:
    """Return the field of a value that may be None."""
    return Field(
        f"{NONE}|{given.pattern}",
        lambda text: None if text == NONE else given.read(text),
        lambda value: NONE if value is None else given.write(value),
    )


def _snowflake(text: str) -> int:
    number = int(text)
    if number > LARGEST:
        raise ValueError(text)
    return number


KEY = Field(r"[\w-]{12}")
Key = Annotated[str, KEY]
"""The key of a stored card, or the id of a contest."""
SNOWFLAKE = Field(r"\d{1,19}", _snowflake)
Snowflake = Annotated[int, SNOWFLAKE]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class CustomId:
    """A prefix and, after it, the fields of a frozen dataclass in order, keyword-only ones last.

    A subclass annotates each field with a Literal of strings, or with `Annotated[type, Field]`.
    Its `template` is the pattern of all of its ids, with a group for each field.
    """

    prefix: ClassVar[str]
    template: ClassVar[re.Pattern[str]]
    _written: ClassVar[dict[str, Field]]

    def __init_subclass__(cls, *, prefix: str = "") -> None:
        super().__init_subclass__()
        made: Any = dataclass(frozen=True)(cls)
        hints = typing.get_type_hints(cls, include_extras=True)
        ordered = sorted(fields(made), key=lambda one: bool(one.kw_only))
        cls.prefix = prefix
        cls._written = {one.name: _field(hints[one.name]) for one in ordered}
        groups = (f"(?P<{name}>{how.pattern})" for name, how in cls._written.items())
        cls.template = re.compile(":".join([re.escape(prefix), *groups]), re.ASCII)

    def __str__(self) -> str:
        """Return the id; raises ValueError for one that Discord or `template` would not take."""
        values = [how.write(getattr(self, name)) for name, how in self._written.items()]
        text = ":".join([self.prefix, *values])
        if len(text) > LONGEST_ID or not self.template.fullmatch(text):
            raise ValueError(f"{text!r} cannot be a custom id of {type(self).__name__}")
        return text

    @classmethod
    def parse(cls, match: re.Match[str]) -> Self:
        """Return the id that `template` matched; raises CardExpired if it cannot be one."""
        try:
            return cls(**{name: how.read(match[name]) for name, how in cls._written.items()})
        except ValueError:
            raise CardExpired(OUTDATED) from None


IdT = TypeVar("IdT", bound=CustomId)


def _field(hint: Any) -> Field:
    arguments = typing.get_args(hint)
    if typing.get_origin(hint) is Literal:
        return Field("|".join(map(re.escape, arguments)))
    return next(argument for argument in arguments if isinstance(argument, Field))
