"""What an option of a contest is made of; how numbers and lengths are typed."""

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
"""Those that a form of Discord's holds."""
FormName = Literal["options", "more", "people"]
FORMS: Mapping[FormName, tuple[str, str]] = {
    "options": ("Options", "How it’s played"),
    "more": ("More", "More options"),
    "people": ("People", "Who plays"),
}
"""The forms of a draft: what their buttons say, and their headings."""
Terms = Mapping[str, str | int]


def always(_game: Game) -> bool:
    """Whether any game has it."""
    return True


def kept(value: Value, _lasts: timedelta) -> Value:
    """Let a length change nothing."""
    return value


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ContestOption(Option[Value]):
    """An option of contests; `says` is a line of drafts and announcements.

    form          where it is chosen
    suits         whether a game has it; others are played by the default
    planned       returns a line of the draft alone
    sentence      returns a sentence of the rules
    brief         returns what is said of it where a template is named
    fit           returns the value that suits another length of the contest
    given_up      returns what organisers read where `fit` has changed it
    terms         returns what is locked in of it, where it decides who wins
    while_open    it can be changed once people play
    decides_best  the best answer goes by it, and has to be found anew
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
    """Return what reads how many of something there are to be, None for nothing."""

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
    """Return a length of time in seconds, a number being as many; raises BadTime."""
    return round(read_length(text, "seconds").total_seconds())


def written(number: int | None) -> str:
    """Return a number as it is typed."""
    return "" if number is None else str(number)


def minutes(about: str) -> Line[int | None]:
    """Return the field for a number of minutes, or none."""
    return Line(about, read_minutes, written)


def where(name: str, text: Callable[[Any], str]) -> Callable[[Any], str | None]:
    """Return what says a text of records that have something in a column."""
    return lambda record: None if getattr(record, name) is None else text(record)


def unless(name: str, sentence: str) -> Callable[[Any], str | None]:
    """Return what says a sentence of records that have nothing in a column."""
    return lambda record: sentence if getattr(record, name) is None else None
