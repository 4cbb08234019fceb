"""What an organiser asks for, and all that can be wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from bot.errors import BadPlan, BadTime
from bot.store.records import BoardMode, Contest, Rule
from bot.zones import from_local
from solvers.errors import BadInput
from solvers.lexicon import Lexicon
from solvers.wordsnake import RULES, checked

LONGEST_TITLE = 100
JOINER = "\u200d"
"""Joins emoji into one."""
MOST_WORDS = 250
FORM_LETTERS = 4000
"""What fits into the form that players send their snake in."""
POSITION_LETTERS = 5
MOST_SEALED_MINUTES = 24 * 60
MOST_TRIES = 1000
LONGEST_COOLDOWN = timedelta(days=1)
UNFINISHED_AT_ONCE = 10
"""Contests that may be announced or running in one server at a time."""
BOARDS: tuple[BoardMode, ...] = ("scores", "places", "hidden")
NAMED = 8


@dataclass(frozen=True, slots=True)
class Plan:
    """A contest as an organiser asks for it. `opens` None: as soon as it is confirmed."""

    title: str
    words: tuple[str, ...]
    lasts: timedelta
    rule: Rule = "pairs"
    opens: datetime | None = None
    sealed_minutes: int | None = None
    most_tries: int | None = None
    cooldown: timedelta = timedelta()
    board: BoardMode = "scores"


def validate(
    plan: Plan, lexicon: Lexicon, own: Mapping[str, bool], at: datetime
) -> tuple[str, ...]:
    """Return the plan's words, folded and in alphabetical order; BadPlan tells all that is wrong.

    `own` are the words that the server allows (True) or denies (False) whatever the lexicon says.
    """
    problems = [*check_options(plan, at)]
    words: tuple[str, ...] = ()
    try:
        words = checked(plan.words, MOST_WORDS)
    except BadInput as error:
        problems.append(error.message)
    problems += _of_words(words, plan.rule, lexicon, own)
    if problems:
        raise BadPlan(tuple(problems))
    return tuple(sorted(words))


def check_options(plan: Plan, at: datetime | None) -> tuple[str, ...]:
    """Return a sentence for each thing that is wrong, but for the words.

    With `at`, the contest has to open later than that.
    """
    return (*_of_title(plan), *_of_times(plan, at), *_of_options(plan))


def plan_of(contest: Contest) -> Plan:
    """Return what a contest was asked for as."""
    return Plan(
        contest.title,
        contest.words,
        timedelta(seconds=contest.lasts_seconds),
        contest.rule,
        contest.opens_at,
        contest.sealed_minutes,
        contest.most_tries,
        timedelta(seconds=contest.cooldown_seconds),
        contest.board,
    )


def columns_of(contest: Contest, plan: Plan, at: datetime) -> dict[str, Any]:
    """Return the columns of a changed plan, with the times that follow from it."""
    columns: dict[str, Any] = {
        "title": tidy_title(plan.title),
        "opens_at": plan.opens,
        "lasts_seconds": round(plan.lasts.total_seconds()),
        "sealed_minutes": plan.sealed_minutes,
        "most_tries": plan.most_tries,
        "cooldown_seconds": round(plan.cooldown.total_seconds()),
        "board": plan.board,
    }
    if contest.confirmed_at is not None:
        opens = plan.opens or at
        closes = opens + plan.lasts
        columns |= {"opens_at": opens, "closes_at": closes}
        columns["due_at"] = opens if contest.state == "draft" else closes
    return columns


def differences(before: Plan, after: Plan) -> Iterable[str]:
    """Yield what differs between two plans of the same words, in words for the audit."""
    for field in fields(Plan):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if old != new:
            yield f"{field.name.replace('_', ' ')}: {_told(old)} → {_told(new)}"


def _told(value: object) -> str:
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    return "none" if value is None or value == timedelta() else str(value)


def tidy_title(title: str) -> str:
    """Return a title in one line, without signs that are not seen but turn others around."""
    line = " ".join(title.split())
    return "".join(sign for sign in line if sign.isprintable() or sign == JOINER).strip()


def _of_title(plan: Plan) -> Iterable[str]:
    if not tidy_title(plan.title).strip(JOINER):
        yield "Give the contest a title."
    elif len(plan.title) > LONGEST_TITLE:
        yield f"The title may have at most {LONGEST_TITLE} characters."


def _of_times(plan: Plan, at: datetime | None) -> Iterable[str]:
    if not SHORTEST <= plan.lasts <= LONGEST:
        yield f"A contest lasts from 1 minute to {LONGEST.days} days."
    if at and plan.opens is not None and not at < plan.opens <= at + FARTHEST:
        yield f"The opening time must be now or within the next {FARTHEST.days} days."
    if plan.sealed_minutes is not None:
        if not 1 <= plan.sealed_minutes <= MOST_SEALED_MINUTES:
            yield f"A sealed clock has from 1 to {MOST_SEALED_MINUTES:,} minutes."
        elif timedelta(minutes=plan.sealed_minutes) > plan.lasts:
            yield "The sealed clock is longer than the contest itself; make it shorter."


def _of_options(plan: Plan) -> Iterable[str]:
    if plan.rule not in RULES:
        yield f"The rule is {' or '.join(RULES)}."
    if plan.board not in BOARDS:
        yield f"The board shows {', '.join(BOARDS[:-1])} or is {BOARDS[-1]}."
    if plan.most_tries is not None and not 1 <= plan.most_tries <= MOST_TRIES:
        yield f"A limit on tries is from 1 to {MOST_TRIES:,}."
    if not timedelta() <= plan.cooldown <= LONGEST_COOLDOWN:
        yield "The time between two tries is at most a day."


def _of_words(
    words: tuple[str, ...], rule: Rule, lexicon: Lexicon, own: Mapping[str, bool]
) -> Iterable[str]:
    denied = [word for word in words if own.get(word) is False]
    if denied:
        yield f"This server does not play with {_listed(denied)}; take them out."
    unknown = [word for word in words if word not in own and word not in lexicon]
    if unknown:
        hints = (f"“{word}”{_hint(lexicon.close_words(word, 1))}" for word in unknown[:NAMED])
        more = f" and {len(unknown) - NAMED} more" if len(unknown) > NAMED else ""
        yield (
            f"Not in the word list: {', '.join(hints)}{more}; mend them, or have them allowed "
            "in this server's settings."
        )
    room = 1 + (POSITION_LETTERS if rule == "containment" else 0)
    if sum(len(word) + room for word in words) > FORM_LETTERS:
        yield f"These words do not fit into a form of {FORM_LETTERS:,} letters; take some out."


def _hint(close: tuple[str, ...]) -> str:
    return f" (did you mean “{close[0]}”?)" if close else ""


def _listed(words: list[str]) -> str:
    shown = ", ".join(f"“{word}”" for word in words[:NAMED])
    return shown + (f" and {len(words) - NAMED} more" if len(words) > NAMED else "")


FARTHEST = timedelta(days=365)
FOREVER = timedelta(days=100_000)
"""As long as any piece of a length gets: longer ones would leave the calendar."""
SHORTEST, LONGEST = timedelta(minutes=1), timedelta(days=60)

_UNITS = {"w": "weeks", "d": "days", "h": "hours", "m": "minutes", "s": "seconds"}
_PIECE = re.compile(
    r"(\d{1,6}(?:\.\d{1,3})?)\s*"
    r"(weeks?|wks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)"
    r"(?:\s*,?\s*(?:and\s+)?|$)"
)
_STAMP = re.compile(r"<t:(\d{1,11})(?::[tTdDfFR])?>")
_CLOCK = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm|h)?")
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_EXAMPLES = "“now”, “in 2 hours”, “18:30”, “tomorrow 18:30”, “friday 18:30” or “2030-05-04 18:30”"


def read_length(text: str) -> timedelta:
    """Return a length of time such as “2 h”, “1 day 12 hours” or “90 min”; raises BadTime."""
    rest = text.strip().lower()
    total = timedelta()
    while rest:
        piece = _PIECE.match(rest)
        if piece is None:
            raise BadTime(
                f"“{text.strip()}” is not a length of time; write “90 min”, “2 hours” or "
                "“1 day 12 h”."
            )
        total += min(timedelta(**{_UNITS[piece[2][0]]: float(piece[1])}), FOREVER)
        rest = rest[piece.end() :]
    return total


def read_lasting(text: str) -> timedelta:
    """Return how long a contest lasts, in whole seconds; BadTime if too short or too long."""
    length = timedelta(seconds=round(read_length(text).total_seconds()))
    if not SHORTEST <= length <= LONGEST:
        raise BadTime(f"A contest lasts from 1 minute to {LONGEST.days} days.")
    return length


def read_opening(text: str, zone: ZoneInfo, now: datetime) -> datetime | None:
    """Return the moment a contest opens, in UTC, or None for “now”; raises BadTime.

    A clock time without a day is the next one to come. Clock times are those of the zone.
    """
    typed = " ".join(text.lower().split())
    if typed in {"", "now", "at once"}:
        return None
    moment = _read_coming(typed, text.strip(), zone, now)
    if moment <= now:
        raise BadTime(f"“{text.strip()}” has passed; give a time to come, or “now”.")
    if moment - now > FARTHEST:
        raise BadTime(f"A contest opens within {FARTHEST.days} days; “{text.strip()}” is later.")
    return moment


def read_closing(text: str, zone: ZoneInfo, now: datetime) -> datetime:
    """Return the moment, in UTC, that a contest is to close at instead; raises BadTime."""
    moment = _read_coming(" ".join(text.lower().split()), text.strip(), zone, now)
    if moment <= now:
        raise BadTime(
            f"“{text.strip()}” has passed; give a time to come, or end it with /contest close."
        )
    return moment


def _read_coming(typed: str, text: str, zone: ZoneInfo, now: datetime) -> datetime:
    try:
        return _read_moment(typed, text, zone, now)
    except OverflowError:  # beyond the year 9999
        raise _unreadable(text) from None


def _read_moment(typed: str, text: str, zone: ZoneInfo, now: datetime) -> datetime:
    if typed.startswith("in "):
        return now + read_length(typed[3:])
    if stamp := _STAMP.fullmatch(text):
        return datetime.fromtimestamp(int(stamp[1]), UTC)
    today = now.astimezone(zone).date()
    day, _, clock = typed.replace(" at ", " ").rpartition(" ")
    if "t" in clock and clock[:1].isdigit():
        return _read_iso(clock, text, zone)
    if clock in {"am", "pm"}:
        day, _, number = day.rpartition(" ")
        clock = number + clock
    hour = _read_clock(clock, text)
    if day:
        return from_local(datetime.combine(_read_day(day, today, text), hour), zone)
    local = datetime.combine(today, hour)
    moment = from_local(local, zone)
    return moment if moment > now else from_local(local + timedelta(days=1), zone)


def _read_iso(typed: str, text: str, zone: ZoneInfo) -> datetime:
    try:
        moment = datetime.fromisoformat(typed.upper())
    except ValueError:
        raise _unreadable(text) from None
    return from_local(moment, zone) if moment.tzinfo is None else moment.astimezone(UTC)


def _read_clock(typed: str, text: str) -> time:
    clock = _CLOCK.fullmatch(typed)
    if clock is None or not (clock[2] or clock[3]):
        raise _unreadable(text)
    hour, minute, half = int(clock[1]), int(clock[2] or 0), clock[3]
    if half in {"am", "pm"}:
        if not 1 <= hour <= 12:
            raise _unreadable(text)
        hour = hour % 12 + (12 if half == "pm" else 0)
    if hour > 23 or minute > 59:
        raise _unreadable(text)
    return time(hour, minute)


def _read_day(typed: str, today: date, text: str) -> date:
    if typed in {"today", "tomorrow"}:
        return today + timedelta(days=typed == "tomorrow")
    named = [number for number, day in enumerate(_DAYS) if len(typed) > 2 and day.startswith(typed)]
    if named:
        return today + timedelta(days=(named[0] - today.weekday()) % 7 or 7)
    try:
        return date.fromisoformat(typed)
    except ValueError:
        raise _unreadable(text) from None


def _unreadable(text: str) -> BadTime:
    return BadTime(f"“{text}” is not a time I can read; write {_EXAMPLES}.")
