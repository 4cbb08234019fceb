"""A contest as an organiser asks for it, and everything that can be wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

from bot.contests.times import FARTHEST, LONGEST, SHORTEST, this_second
from bot.errors import BadPlan
from bot.names import tidy
from bot.puzzles import GAMES, LIST_GAME
from bot.store.schema import BoardMode, Contest, Rule, Ties
from solvers.errors import BadInput
from solvers.lexicon import Lexicon
from solvers.reading import bare, read_tokens, read_words
from solvers.text import listed, many, quoted
from solvers.wordsnake import LEVELS, RULES, checked

LONGEST_TITLE = 100
MOST_WORDS = 250
FORM_LETTERS = 4000
"""How many characters the form holds in which players send their snake."""
POSITION_LETTERS = 5
MOST_SEALED_MINUTES = 24 * 60
MOST_DAYS_HERE = 365
MOST_TRIES = 1000
"""Of one player in a contest, also where its organiser sets no limit, and in its practices."""
LONGEST_COOLDOWN = timedelta(days=1)
UNFINISHED_AT_ONCE = 10
"""Contests that may be announced or running in one server at a time."""
DRAFTS_OF_GUILD = 25
DRAFTS_OF_PERSON = 10
"""Drafts that may wait to be confirmed at a time."""
BOARD_MODES: tuple[BoardMode, ...] = get_args(BoardMode)
TIES: tuple[Ties, ...] = get_args(Ties)
DEFAULT_LEVEL = "medium"
DEFAULT_RULE: Rule = "pairs"
NUMBER = re.compile(r"[+-]?\d{1,9}")
FEWEST_WORDS = 2
SLIPPED = 3
"""Words after a game's name that are taken for a slip rather than for a snake's list."""
NAMED = 8
"""How many wrong words a message names."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A contest as an organiser asks for it. `opens` None: as soon as it is confirmed.

    words  a snake's list; in another game what players are given (`Puzzle.given`)
    drawn  how they were asked for, as “generate 20 hard”, where they were not given
    """

    title: str
    words: tuple[str, ...]
    lasts: timedelta
    rule: Rule = DEFAULT_RULE
    opens: datetime | None = None
    sealed_minutes: int | None = None
    most_tries: int | None = None
    cooldown: timedelta = timedelta()
    board: BoardMode = "scores"
    drawn: str | None = None
    percents: bool = True
    freeze_minutes: int | None = None
    talk: bool = False
    remind_minutes: int | None = None
    ties: Ties = "shared"
    role_id: int | None = None
    days_here: int | None = None
    event: bool = False
    game: str = LIST_GAME


def validate(
    plan: Plan,
    lexicon: Lexicon,
    server_words: Mapping[str, bool],
    at: datetime,
    close: Mapping[str, Sequence[str]],
) -> tuple[str, ...]:
    """Return the plan's words in lower case, a snake's in alphabetical order.

    `server_words` are those that the server allows (True) or denies (False), whatever the lexicon
    says; `close` has the close words of unknown ones, as far as they are known. Raises BadPlan,
    which lists everything that is wrong.
    """
    problems = [*check_options(plan, at)]
    words: tuple[str, ...] = plan.words
    if GAMES[plan.game].arranges:
        try:
            words = tuple(sorted(checked(plan.words, MOST_WORDS)))
        except BadInput as error:
            words = ()
            problems.append(error.message)
    problems += _check_words(words, plan, lexicon, server_words, close)
    if problems:
        raise BadPlan(tuple(problems))
    return words


@dataclass(frozen=True, slots=True)
class Asked:
    """What a contest is to be about: words of somebody's own, or what is to be drawn.

    Of a snake's list `number` is how many words it has; None: as many as suit the level. `drawn` is
    what was written to have it drawn.
    """

    game: str
    words: tuple[str, ...] = ()
    level: str = DEFAULT_LEVEL
    number: int | None = None
    drawn: str | None = None


_GAME = re.compile(r"\W*([a-z]+)[^\w\s,;|/]*(?:\s|$)")
"""The first word, and no comma behind it: that would be a list."""


def read_asked(text: str) -> Asked:
    """Read a list of words, “generate 20 hard”, or a puzzle of another game.

    Such a puzzle is drawn (“ladder”, “anigram hard”) or given (“ladder cat dog”, “truncate at”).
    Raises BadPlan.

    >>> read_asked("ladder hard").level, read_asked("ladder cat dog").words
    ('hard', ('cat', 'dog'))
    """
    typed = read_tokens(text)
    begins = _GAME.match(bare(text))
    game, rest = GAMES.get(begins[1] if begins else ""), tuple(typed[1:])
    if game is not None and game.own_words is not None:
        if not rest or (len(rest) == 1 and rest[0] in LEVELS):
            level = rest[0] if rest else DEFAULT_LEVEL
            return Asked(game.name, level=level, drawn=" ".join(typed))
        if len(rest) == game.own_words:
            return Asked(game.name, rest)
        if len(rest) <= SLIPPED:
            raise BadPlan((f"Write {game.own_asked}.",))
    drawing = _read_drawing(typed)
    return Asked(LIST_GAME, read_words(text)) if drawing is None else drawing


def _read_drawing(typed: Sequence[str]) -> Asked | None:
    """Read “generate 20 hard”; None: it is a list of words. Raises BadPlan."""
    first, *rest = typed or [""]
    numbers = [int(word) for word in rest if NUMBER.fullmatch(word)]
    levels = [word for word in rest if not NUMBER.fullmatch(word)]
    ours = first == "generate" and (not rest or numbers or levels[0] in LEVELS)
    if not ours or len(rest) > 2:
        return None
    if len(numbers) > 1 or any(level not in LEVELS for level in levels):
        names = ", ".join(LEVELS)
        raise BadPlan((f"To let me pick words, write “generate 20 hard”. Levels: {names}.",))
    if numbers and not FEWEST_WORDS <= numbers[0] <= MOST_WORDS:
        raise BadPlan(
            (f"A contest has {FEWEST_WORDS} to {MOST_WORDS:,} words. Try “generate 20 hard”.",)
        )
    level = levels[0] if levels else DEFAULT_LEVEL
    return Asked(LIST_GAME, (), level, numbers[0] if numbers else None, " ".join(typed))


def typed_words(contest: Contest) -> str:
    """Return what a contest is about as it would be typed."""
    own = GAMES[contest.game].own_words
    if own is None:  # a list, with no other game's name first
        others = {name for name, game in GAMES.items() if game.own_words is not None}
        return " ".join(sorted(contest.words, key=others.__contains__))
    if not own:  # nobody has one of their own
        return contest.drawn or contest.game
    return " ".join((contest.game, *contest.words))


def unknown_words(
    words: Iterable[str], lexicon: Lexicon, server_words: Mapping[str, bool]
) -> list[str]:
    """Return the words, as typed, that neither the lexicon nor the server has, in lower case."""
    return [word for word in words if word not in server_words and word not in lexicon]


def check_options(plan: Plan, at: datetime | None) -> tuple[str, ...]:
    """Return a sentence for each thing that is wrong, the words left aside.

    With `at`, the contest must open later than that.
    """
    return (
        *_check_title(plan),
        *_check_times(plan, at),
        *_check_end(plan),
        *_check_limits(plan),
    )


def plan_of(contest: Contest) -> Plan:
    """Return the plan that a contest follows."""
    return Plan(
        title=contest.title,
        words=contest.words,
        lasts=timedelta(seconds=contest.lasts_seconds),
        rule=contest.rule,
        opens=contest.opens_at,
        sealed_minutes=contest.sealed_minutes,
        most_tries=contest.most_tries,
        cooldown=timedelta(seconds=contest.cooldown_seconds),
        board=contest.board,
        drawn=contest.drawn,
        percents=contest.percents,
        freeze_minutes=contest.freeze_minutes,
        talk=contest.talk,
        remind_minutes=contest.remind_minutes,
        ties=contest.ties,
        role_id=contest.role_id,
        days_here=contest.days_here,
        event=contest.event,
        game=contest.game,
    )


def plan_of_all(lists: Sequence[Contest]) -> Plan:
    """Return the plan of a contest, or the one that rounds share.

    What the first list's game has not, as `suited` says, is the first's that has it.
    """
    rules = (one.rule for one in lists if GAMES[one.game].arranges)
    limited = next((one for one in lists if GAMES[one.game].limits_tries), lists[0])
    return replace(
        plan_of(lists[0]),
        rule=next(rules, DEFAULT_RULE),
        most_tries=limited.most_tries,
        cooldown=timedelta(seconds=limited.cooldown_seconds),
    )


def suited(plan: Plan) -> Plan:
    """Return a plan without what its game has not: a rule, or limits on tries."""
    if not GAMES[plan.game].arranges:
        plan = replace(plan, rule=DEFAULT_RULE)
    if not GAMES[plan.game].limits_tries:
        plan = replace(plan, most_tries=None, cooldown=timedelta())
    return plan


def fitted(plan: Plan) -> Plan:
    """Return a plan without the reminder and the freeze that would come before it opens.

    A sealed clock is as long as the contest at most.
    """

    def inside(minutes: int | None) -> int | None:
        return None if minutes is None or timedelta(minutes=minutes) >= plan.lasts else minutes

    sealed = plan.sealed_minutes
    if sealed is not None:
        sealed = max(1, min(sealed, plan.lasts // timedelta(minutes=1)))
    return replace(
        plan,
        sealed_minutes=sealed,
        freeze_minutes=inside(plan.freeze_minutes),
        remind_minutes=inside(plan.remind_minutes),
    )


def given_up(before: Contest, after: Contest) -> Iterable[str]:
    """Yield a sentence for each thing that a new end has changed besides; see `fitted`."""
    if before.remind_minutes is not None and after.remind_minutes is None:
        yield "There’s no reminder any more: it would have come before the opening."
    if before.freeze_minutes is not None and after.freeze_minutes is None:
        yield "The board doesn’t stand still at the end any more: it would have from the opening."
    if before.sealed_minutes != after.sealed_minutes and after.sealed_minutes is not None:
        yield f"Each player’s clock has {many(after.sealed_minutes, 'minute')} now, as the contest."


def columns_of(plan: Plan) -> dict[str, Any]:
    """Return a contest's columns that hold its plan, without words and rule."""
    return {
        "title": tidy(plan.title),
        "game": plan.game,
        "opens_at": plan.opens and this_second(plan.opens),
        "lasts_seconds": round(plan.lasts.total_seconds()),
        "sealed_minutes": plan.sealed_minutes,
        "most_tries": plan.most_tries,
        "cooldown_seconds": round(plan.cooldown.total_seconds()),
        "board": plan.board,
        "drawn": plan.drawn,
        "percents": plan.percents,
        "freeze_minutes": plan.freeze_minutes,
        "talk": plan.talk,
        "remind_minutes": plan.remind_minutes,
        "ties": plan.ties,
        "role_id": plan.role_id,
        "days_here": plan.days_here,
        "event": plan.event,
    }


def times_of(contest: Contest, plan: Plan, at: datetime) -> dict[str, datetime | None]:
    """Return the columns of a confirmed contest that follow from its changed plan."""
    if contest.confirmed_at is None:
        return {}
    opens = this_second(plan.opens or at)
    closes = opens + timedelta(seconds=round(plan.lasts.total_seconds()))
    due = opens if contest.state == "draft" else closes
    freezes = freeze_of(closes, plan.freeze_minutes)
    return {"opens_at": opens, "closes_at": closes, "due_at": due, "freezes_at": freezes}


def freeze_of(closes: datetime, minutes: int | None) -> datetime | None:
    """Return from when on a board stands still, if it does."""
    return None if minutes is None else closes - timedelta(minutes=minutes)


def differences(before: Plan, after: Plan) -> Iterable[str]:
    """Yield each difference between two plans of the same words, as text for the audit."""
    for field in fields(Plan):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if old != new:
            yield f"{field.name.replace('_', ' ')}: {_shown(old)} → {_shown(new)}"


def _shown(value: object) -> str:
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    return "none" if value is None or value == timedelta() else str(value)


def _check_title(plan: Plan) -> Iterable[str]:
    title = tidy(plan.title)  # it may be longer than what was typed, as letters are taken apart
    if not title:
        yield "Give the contest a title."
    elif len(title) > LONGEST_TITLE:
        yield f"The title is too long: it can have {LONGEST_TITLE} characters."


def _check_times(plan: Plan, at: datetime | None) -> Iterable[str]:
    if not SHORTEST <= plan.lasts <= LONGEST:
        yield f"A contest can last from 1 minute to {LONGEST.days} days."
    if at and plan.opens is not None and not at < plan.opens <= at + FARTHEST:
        yield f"A contest has to open within the next {FARTHEST.days} days."
    if plan.sealed_minutes is not None:
        if not 1 <= plan.sealed_minutes <= MOST_SEALED_MINUTES:
            yield f"The sealed clock can have 1 to {MOST_SEALED_MINUTES:,} minutes."
        elif timedelta(minutes=plan.sealed_minutes) > plan.lasts:
            yield "The sealed clock is longer than the contest itself. Make it shorter."


def _check_end(plan: Plan) -> Iterable[str]:
    if plan.remind_minutes is not None:
        if not 1 <= plan.remind_minutes <= MOST_SEALED_MINUTES:
            yield f"The reminder can come 1 to {MOST_SEALED_MINUTES:,} minutes before the end."
        elif timedelta(minutes=plan.remind_minutes) >= plan.lasts:
            yield "The reminder would come before the contest opens. Make it later."
    if plan.freeze_minutes is not None:
        if not 1 <= plan.freeze_minutes <= MOST_SEALED_MINUTES:
            yield f"The freeze can have 1 to {MOST_SEALED_MINUTES:,} minutes."
        elif timedelta(minutes=plan.freeze_minutes) >= plan.lasts:
            yield "The freeze is as long as the contest itself. Make it shorter."
        elif plan.board == "hidden":
            yield "A hidden board has nothing to freeze. Show scores or places, or leave it empty."


def _check_limits(plan: Plan) -> Iterable[str]:
    if plan.rule not in RULES:
        yield f"The rule has to be {' or '.join(RULES)}."
    if plan.board not in BOARD_MODES:
        yield f"The board has to show {', '.join(BOARD_MODES[:-1])} or be {BOARD_MODES[-1]}."
    if plan.ties not in TIES:
        yield f"Ties can be {', '.join(TIES[:-1])} or {TIES[-1]}."
    elif plan.ties == "opening" and plan.sealed_minutes is not None:
        yield (
            "With a sealed clock, each player’s time starts with their own first look. Break ties "
            "by that, or let players share the place."
        )
    if plan.days_here is not None and not 1 <= plan.days_here <= MOST_DAYS_HERE:
        yield f"You can ask for 1 to {MOST_DAYS_HERE} days in the server."
    if plan.most_tries is not None and not 1 <= plan.most_tries <= MOST_TRIES:
        yield f"Players can have 1 to {MOST_TRIES:,} tries. Leave it empty for no limit."
    if not timedelta() <= plan.cooldown <= LONGEST_COOLDOWN:
        yield "The wait between two tries can be a day at most."


def _check_words(
    words: tuple[str, ...],
    plan: Plan,
    lexicon: Lexicon,
    server_words: Mapping[str, bool],
    close: Mapping[str, Sequence[str]],
) -> Iterable[str]:
    denied = [word for word in words if server_words.get(word) is False]
    if denied:
        yield f"This server doesn’t allow {listed(denied, NAMED)}. Please choose other words."
    game = GAMES[plan.game]
    if not game.gives_words:
        return
    # No other answer is found by words that the server allows: solvers know a tier's alone.
    unknown = unknown_words(words, lexicon, server_words if game.arranges else {})
    if unknown:

        def named(word: str) -> str:
            meant = close.get(word)
            return quoted(word) + (f" (did you mean “{meant[0]}”?)" if meant else "")

        allow = ", or allow these in /settings" if game.arranges else ""
        yield f"I don’t know {listed(unknown, NAMED, named)}. Try other words{allow}."
    room = 1 + (POSITION_LETTERS if plan.rule == "containment" else 0)
    if sum(len(word) + room for word in words) > FORM_LETTERS:
        yield f"That’s too long for a form of {FORM_LETTERS:,} letters. Please take some words out."
