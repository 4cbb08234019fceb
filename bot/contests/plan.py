"""A contest as an organiser asks for it, and everything that can be wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.contests.options import OPTIONS, ContestOption, options_of
from bot.contests.times import FARTHEST, LONGEST, SHORTEST, this_second
from bot.errors import BadPlan
from bot.names import tidy
from bot.options import differences, problems
from bot.puzzles import GAMES, LIST_GAME
from bot.store.schema import Contest, ContestOptions
from solvers.errors import BadInput
from solvers.lexicon import Lexicon
from solvers.reading import bare, read_tokens, read_words
from solvers.text import listed, quoted
from solvers.wordsnake import LEVELS, checked

LONGEST_TITLE = 100
MOST_WORDS = 250
FORM_LETTERS = 4000
"""How many characters the form for sending a snake holds."""
POSITION_LETTERS = 5
UNFINISHED_AT_ONCE = 10
"""Contests that may be announced or running in one server at a time."""
DRAFTS_OF_GUILD = 25
DRAFTS_OF_PERSON = 10
"""Drafts that may wait to be confirmed at a time."""
DEFAULT_LEVEL = "medium"
NUMBER = re.compile(r"[+-]?\d{1,9}")
FEWEST_WORDS = 2
SLIPPED = 3
"""Up to this many words after a game's name count as a mistake, not as a snake's list."""
NAMED = 8
"""How many wrong words a message names at most."""


@dataclass(frozen=True, slots=True)
class Plan(ContestOptions):
    """A contest as an organiser asks for it. `opens` None: as soon as it is confirmed.

    words  a snake's list; in another game what players are given (`Puzzle.given`)
    drawn  how they were asked for, such as “generate 20 hard”, if they were not given
    """

    title: str
    words: tuple[str, ...]
    lasts: timedelta
    opens: datetime | None = None
    drawn: str | None = None
    game: str = LIST_GAME


def validate(
    plan: Plan,
    lexicon: Lexicon,
    server_words: Mapping[str, bool],
    at: datetime,
    close: Mapping[str, Sequence[str]],
) -> tuple[str, ...]:
    """Return the plan's words in lower case, a snake's in alphabetical order.

    `server_words` are words that the server allows (True) or denies (False), whatever the lexicon
    says; `close` has similar words for some unknown ones. Raises BadPlan, which lists everything
    that is wrong.
    """
    wrong = [*check_options(plan, at)]
    words: tuple[str, ...] = plan.words
    if GAMES[plan.game].arranges:
        try:
            words = tuple(sorted(checked(plan.words, MOST_WORDS)))
        except BadInput as error:
            words = ()
            wrong.append(error.message)
    wrong += _check_words(words, plan, lexicon, server_words, close)
    if wrong:
        raise BadPlan(tuple(wrong))
    return words


@dataclass(frozen=True, slots=True)
class Asked:
    """What a contest is about: the organiser's own words, or how to draw them.

    `number` is the length of a snake's list; None: as many words as suit the level. `drawn` is the
    text that asked for drawing.
    """

    game: str
    words: tuple[str, ...] = ()
    level: str = DEFAULT_LEVEL
    number: int | None = None
    drawn: str | None = None


_GAME = re.compile(r"\W*([a-z]+)[^\w\s,;|/]*(?:\s|$)")
"""The first word, without a comma behind it, since that would be a list."""


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


def usual_options(texts: Sequence[str]) -> Mapping[str, Any]:
    """Return the options that suit what was asked for, where they differ from the defaults.

    In games where many players find everything, the time from the first look decides.
    """
    games = (GAMES[read_asked(text).game] for text in texts)
    return {"ties": "look"} if all(game.often_equal for game in games) else {}


def suited_to(plan: Plan, before: Sequence[str], texts: Sequence[str]) -> Plan:
    """Adapt a plan to a new request: a tie rule that was usual becomes the new usual one."""
    was, suits = (usual_options(one).get("ties", ContestOptions().ties) for one in (before, texts))
    return replace(plan, ties=suits) if plan.ties == was else plan


def typed_words(contest: Contest) -> str:
    """Return a contest's words or request as they would be typed."""
    own = GAMES[contest.game].own_words
    if own is None:  # a list; it must not begin with another game's name
        others = {name for name, game in GAMES.items() if game.own_words is not None}
        return " ".join(sorted(contest.words, key=others.__contains__))
    if not own:  # puzzles of this game are always drawn
        return contest.drawn or contest.game
    return " ".join((contest.game, *contest.words))


def drawn_again(contest: Contest) -> str:
    """Return, as it would be typed, the request that draws other words like a contest's."""
    if not GAMES[contest.game].arranges:
        return contest.drawn or f"{contest.game} {DEFAULT_LEVEL}"
    return contest.drawn or f"generate {len(contest.words)} {DEFAULT_LEVEL}"


def unknown_words(
    words: Iterable[str], lexicon: Lexicon, server_words: Mapping[str, bool]
) -> list[str]:
    """Return the words, in lower case, that neither the lexicon nor the server has."""
    return [word for word in words if word not in server_words and word not in lexicon]


def filtered_words(
    words: Iterable[str], lexicon: Lexicon, server_words: Mapping[str, bool]
) -> list[str]:
    """Return the words that the lexicon's policy hides and the server does not allow."""
    found = ((word, lexicon.find(word)) for word in words if word not in server_words)
    return [word for word, id_ in found if id_ >= 0 and lexicon.hidden(id_)]


def check_options(plan: Plan, at: datetime | None) -> tuple[str, ...]:
    """Return a sentence for everything that is wrong, apart from the words.

    With `at`, the contest must open later than that.
    """
    return (*_check_title(plan), *_check_times(plan, at), *problems(OPTIONS, plan))


def plan_of(contest: Contest) -> Plan:
    """Return the plan that a contest follows."""
    return Plan(
        title=contest.title,
        words=contest.words,
        lasts=timedelta(seconds=contest.lasts_seconds),
        opens=contest.opens_at,
        drawn=contest.drawn,
        game=contest.game,
        **options_of(contest),
    )


def plan_of_all(lists: Sequence[Contest]) -> Plan:
    """Return the plan of a contest, or the one that rounds share.

    An option that the first list's game lacks (see `suited`) comes from the first list that has it.
    """

    def shared(option: ContestOption[Any]) -> Any:
        having = (one for one in lists if option.suits(GAMES[one.game]))
        return option.of(next(having, lists[0]))

    return replace(plan_of(lists[0]), **{option.name: shared(option) for option in OPTIONS})


def following(contest: Contest, plan: Plan) -> Contest:
    """Apply a plan for the same words to a contest, except for its times once announced."""
    return replace(
        contest,
        title=tidy(plan.title),
        game=plan.game,
        opens_at=plan.opens and this_second(plan.opens),
        lasts_seconds=round(plan.lasts.total_seconds()),
        drawn=plan.drawn,
        **options_of(plan),
    )


def timed(contest: Contest, plan: Plan, at: datetime) -> Contest:
    """Return a contest with the times that follow from its plan, if it has been confirmed."""
    if contest.confirmed_at is None:
        return contest
    opens = this_second(plan.opens or at)
    closes = opens + timedelta(seconds=round(plan.lasts.total_seconds()))
    return replace(
        contest,
        opens_at=opens,
        closes_at=closes,
        due_at=opens if contest.state == "draft" else closes,
        freezes_at=freeze_of(closes, plan.freeze_minutes),
    )


def freeze_of(closes: datetime, minutes: int | None) -> datetime | None:
    """Return from when on a board is frozen, or None."""
    return None if minutes is None else closes - timedelta(minutes=minutes)


def changes(before: Plan, after: Plan) -> Iterable[str]:
    """Yield each difference between two plans of the same words, as text for the audit."""
    for name in ("title", "opens", "lasts"):
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            yield f"{name}: {_shown(old)} → {_shown(new)}"
    yield from differences(OPTIONS, before, after)


def _shown(value: datetime | timedelta | str | None) -> str:
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    return "none" if value is None else str(value)


def refuse_filtered(words: Sequence[str]) -> str:
    """Return why words are not posted in a server with the “family” filter."""
    return (
        f"The filter of this server, “family”, leaves out {listed(words, NAMED)}. Please choose "
        "other words."
    )


def _check_title(plan: Plan) -> Iterable[str]:
    title = tidy(plan.title)  # may be longer than typed, as letters are decomposed
    if not title:
        yield "Give the contest a title."
    elif len(title) > LONGEST_TITLE:
        yield f"The title is too long: it can have {LONGEST_TITLE} characters."


def _check_times(plan: Plan, at: datetime | None) -> Iterable[str]:
    if not SHORTEST <= plan.lasts <= LONGEST:
        yield f"A contest can last from 1 minute to {LONGEST.days} days."
    if at and plan.opens is not None and not at < plan.opens <= at + FARTHEST:
        yield f"A contest has to open within the next {FARTHEST.days} days."


def _check_words(
    words: tuple[str, ...],
    plan: Plan,
    lexicon: Lexicon,
    server_words: Mapping[str, bool],
    close: Mapping[str, Sequence[str]],
) -> Iterable[str]:
    if lexicon.policy == "family":
        said = [*read_words(plan.title), *(words if GAMES[plan.game].gives_words else ())]
        if filtered := filtered_words(said, lexicon, server_words):
            yield refuse_filtered(filtered)
    denied = [word for word in words if server_words.get(word) is False]
    if denied:
        yield f"This server doesn’t allow {listed(denied, NAMED)}. Please choose other words."
    game = GAMES[plan.game]
    if not game.gives_words:
        return
    # For other games, words that the server allows do not count: solvers know only a tier's words.
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
