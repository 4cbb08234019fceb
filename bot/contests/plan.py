"""What an organiser asks for, and all that can be wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from bot.contests.timing import FARTHEST, LONGEST, SHORTEST
from bot.errors import BadPlan
from solvers.errors import BadInput
from solvers.wordsnake import RULES, checked

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.store.records import BoardMode, Contest, Rule
    from solvers.lexicon import Lexicon

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


def settle(plan: Plan, lexicon: Lexicon, own: Mapping[str, bool], at: datetime) -> tuple[str, ...]:
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
        yield f"A contest opens at a time to come, within {FARTHEST.days} days, or now."
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
