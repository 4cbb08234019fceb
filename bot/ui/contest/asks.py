"""Forms about a contest, a template or a season: what they ask, and what they do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.errors import BadPlan, BadTime
from bot.options import Line, Option
from bot.ui.client import Interaction
from bot.ui.layout import Page

Fields: TypeAlias = Sequence[tuple[Option[Any], str]]
"""What a form asks, each option with its initial text."""
LONGEST_TIME = 60


@dataclass(frozen=True, slots=True)
class Ask:
    """A form. `fields` and `do` get the id of its subject, None for something new.

    do      gets the filled-in values by option name; raises BotError if they cannot be used
    beside  the answer is a new message, so that the one with the button, maybe a draft, stays
    """

    heading: str
    fields: Callable[[Interaction, str | None], Awaitable[Fields]]
    do: Callable[[Interaction, str | None, Mapping[str, Any]], Awaitable[Page]]
    beside: bool = False


def line(
    name: str, label: str, about: str = "", *, most: int = LONGEST_TIME, required: bool = True
) -> Option[str]:
    """Return a line of text to be filled in."""
    return Option(name=name, label=label, field=Line(about, str.strip, str, most, required))


def read(options: Iterable[Option[Any]], texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the filled-in values by option name; raises BadPlan, which lists every fault."""
    values, wrong = {}, []
    for option in options:
        if option.name in texts:
            try:
                values[option.name] = option.field.read(texts[option.name])
            except BadTime as error:
                wrong.append(error.message)
    if wrong:
        raise BadPlan(tuple(wrong))
    return values
