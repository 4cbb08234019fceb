"""The parts of a contest's option; reading typed numbers and lengths."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from bot.contests.times import read_length
from bot.errors import BadTime
from bot.options import Line, Option, Value, nothing
from bot.puzzles import Game

FIELDS = 5
"""How many fields a Discord form holds."""
FormName = Literal["options", "more", "people"]
FORMS: Mapping[FormName, tuple[str, str]] = {
    "options": ("Options", "How it’s played"),
    "more": ("More", "More options"),
    "people": ("People", "Who plays"),
}
"""The forms of a draft: the labels of their buttons, and their headings."""
Terms = Mapping[str, str | int]


def always(_game: Game) -> bool:
    """Return True: every game has the option."""
    return True


def kept(value: Value, _lasts: timedelta) -> Value:
    """Return the value unchanged, whatever the length."""
    return value


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ContestOption(Option[Value]):
    """An option of contests; `says` is a line of drafts and announcements.

    form          the form where it is chosen
    suits         whether a game has it; other games use the default
    planned       returns a line that only the draft shows
    sentence      returns a sentence of the rules
    brief         returns a short text for naming a template
    fit           returns the value for another length of the contest
    given_up      returns what organisers read if `fit` changed it
    terms         returns the terms that the commitment locks in, if it decides who wins
    while_open    whether it can be changed once people play
    decides_best  whether the best answer depends on it and must be found again
    """

    form: FormName
    suits: Callable[[Game], bool] = always
    planned: Callable[[Any], str | None] = nothing
    sentence: Callable[[Any], str | None] = nothing
    brief: Callable[[Any], str | None] = nothing
    fit: Callable[[Value, timedelta], Value] = kept
    given_up: Callable[[Any], str | None] = nothing
    terms: Callable[[Any], Terms] = lambda _contest: {}
    while_open: bool = False
    decides_best: bool = False


def count(what: str, example: int, unit: str = "", more: str = "") -> Callable[[str], int | None]:
    """Return a function that reads a typed number of something; empty text gives None."""

    def read(text: str) -> int | None:
        typed = text.strip()
        number = re.sub(rf"\s*{unit}s?$", "", typed.lower()) if unit else typed
        if not number:
            return None
        if not re.fullmatch(r"\d{1,6}", number):
            raise BadTime(f"“{typed}” isn’t a number of {what}. Write one such as {example}{more}.")
        return int(number)

    return read


def read_minutes(text: str) -> int | None:
    """Return a number of minutes, which may be typed as a length of time; raises BadTime."""
    if not text.strip():
        return None
    minutes, rest = divmod(read_length(text, "minutes"), timedelta(minutes=1))
    if rest:
        raise BadTime("Only whole minutes count here. Write a number such as 10.")
    return minutes


def read_seconds(text: str) -> int:
    """Return a length of time in seconds; a bare number means seconds. Raises BadTime."""
    return round(read_length(text, "seconds").total_seconds())


def written(number: int | None) -> str:
    """Return a number as it would be typed."""
    return "" if number is None else str(number)


def minutes(about: str) -> Line[int | None]:
    """Return the field for a number of minutes that may be left empty."""
    return Line(about, read_minutes, written)


def where(name: str, text: Callable[[Any], str]) -> Callable[[Any], str | None]:
    """Return a function that gives a text for records with a value in a column."""
    return lambda record: None if getattr(record, name) is None else text(record)


def unless(name: str, sentence: str) -> Callable[[Any], str | None]:
    """Return a function that gives a sentence for records without a value in a column."""
    return lambda record: sentence if getattr(record, name) is None else None
