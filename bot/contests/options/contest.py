"""The options of contests: how a contest is played, and what its organiser sees of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, TypeVar

from bot.contests.options.option import (
    ContestOption,
    Terms,
    count,
    minutes,
    read_seconds,
    unless,
    where,
    written,
)
from bot.durations import length
from bot.options import Choice, Line, Role, Said, columns_in
from bot.puzzles import GAMES
from bot.store.schema import (
    BoardMode,
    Contest,
    ContestOptions,
    Ties,
)
from solvers.text import many
from solvers.wordsnake import REMINDERS

Played = TypeVar("Played", bound=ContestOptions)
MOST_MINUTES = 24 * 60
MOST_DAYS_HERE = 365
MOST_SUBMISSIONS = 1000
"""The limit for one player in a contest, even if its organiser sets none, and in its practices."""
LONGEST_COOLDOWN = timedelta(days=1)


def _inside(minutes: int | None, lasts: timedelta) -> int | None:
    """Return `minutes` before the end, or None if that is before the contest opens."""
    return None if minutes is None or timedelta(minutes=minutes) >= lasts else minutes


def _at_most(minutes: int | None, lasts: timedelta) -> int | None:
    return None if minutes is None else max(1, min(minutes, lasts // timedelta(minutes=1)))


def _check_sealed(plan: Any) -> Iterable[str]:
    if plan.sealed_minutes is None:
        return
    if not 1 <= plan.sealed_minutes <= MOST_MINUTES:
        yield f"The sealed clock can have 1 to {MOST_MINUTES:,} minutes."
    elif timedelta(minutes=plan.sealed_minutes) > plan.lasts:
        yield "The sealed clock is longer than the contest itself. Make it shorter."


def _say_clock(contest: Contest) -> str | None:
    if contest.sealed_minutes is not None:
        minutes = many(contest.sealed_minutes, "minute")
        return f"**Your time** {minutes} after you press *Start* to see the words"
    if contest.is_sealed:
        return "**Your time** runs from when you press *Start* to see the words"
    return None


def _say_tries(contest: Contest) -> str | None:
    if not GAMES[contest.game].limits_tries:
        return "**Tries** as many as you like: each word counts as it’s found"
    if contest.most_tries is None and not contest.cooldown_seconds:
        return None
    most = "as many as you like" if contest.most_tries is None else f"{contest.most_tries:,} each"
    apart = f", {length(contest.cooldown_seconds)} apart" if contest.cooldown_seconds else ""
    return f"**Tries** {most}{apart}"


def _say_board(contest: Contest) -> str:
    frozen = ""
    if contest.freeze_minutes is not None:
        frozen = f"; it stands still for the last {many(contest.freeze_minutes, 'minute')}"
    return f"**Board** {BOARDS[contest.board].short}{frozen}"


def who_plays(contest: ContestOptions) -> str | None:
    """Return who may play, or None for everybody; role id 0 stands for a deleted role."""
    said = []
    if contest.role_id is not None:
        said.append(f"with <@&{contest.role_id}>" if contest.role_id else "with a deleted role")
    if contest.days_here is not None:
        said.append(f"who have been here for {many(contest.days_here, 'day')}")
    return f"members {' '.join(said)}" if said else None


def _restricted(name: str) -> Callable[[Any], str | None]:
    return where(name, lambda _: "not for everybody")


BOARDS: Mapping[BoardMode, Said] = {
    "scores": Said(
        "everybody’s scores",
        "everybody’s place and score show while it runs",
        "The board shows everybody’s score.",
    ),
    "places": Said(
        "places only, scores at the end",
        "you see who’s ahead, but not by how much",
        "The board shows places; scores come at the end.",
    ),
    "hidden": Said(
        "hidden until the end",
        "nobody sees anything until the results are out",
        "The board stays hidden until the end.",
    ),
}
TIES: Mapping[Ties, Said] = {
    "shared": Said(
        "share the place",
        "everybody with the same score has the same place",
        "Same score? You share the place.",
    ),
    "look": Said(
        "time from your first look",
        "players press Start to see the words; less time is ahead",
        "Same score? The one who took less time from their *Start* is ahead.",
    ),
    "opening": Said(
        "time from the opening",
        "the first to have it is ahead",
        "Same score? The first to have it is ahead.",
    ),
}


def _check_most_tries(plan: ContestOptions) -> Iterable[str]:
    if plan.most_tries is not None and not 1 <= plan.most_tries <= MOST_SUBMISSIONS:
        yield f"Players can have 1 to {MOST_SUBMISSIONS:,} tries. Leave it empty for no limit."


def _check_cooldown(plan: ContestOptions) -> Iterable[str]:
    if not 0 <= plan.cooldown_seconds <= LONGEST_COOLDOWN.total_seconds():
        yield "The wait between two tries can be a day at most."


def _check_freeze(plan: Any) -> Iterable[str]:
    if plan.freeze_minutes is None:
        return
    if not 1 <= plan.freeze_minutes <= MOST_MINUTES:
        yield f"The board can freeze 1 to {MOST_MINUTES:,} minutes before the end."
    elif timedelta(minutes=plan.freeze_minutes) >= plan.lasts:
        yield "The freeze is as long as the contest itself. Make it shorter."
    elif plan.board == "hidden":
        yield "A hidden board has nothing to freeze. Show scores or places, or leave it empty."


def _check_ties(plan: ContestOptions) -> Iterable[str]:
    if plan.ties == "opening" and plan.sealed_minutes is not None:
        yield (
            "With a sealed clock, each player’s time starts with their own first look. Break ties "
            "by that, or let players share the place."
        )


def _check_reminder(plan: Any) -> Iterable[str]:
    if plan.remind_minutes is None:
        return
    if not 1 <= plan.remind_minutes <= MOST_MINUTES:
        yield f"The reminder can come 1 to {MOST_MINUTES:,} minutes before the end."
    elif timedelta(minutes=plan.remind_minutes) >= plan.lasts:
        yield "The reminder would come before the contest opens. Make it later."


def _check_days(plan: ContestOptions) -> Iterable[str]:
    if plan.days_here is not None and not 1 <= plan.days_here <= MOST_DAYS_HERE:
        yield f"You can ask for 1 to {MOST_DAYS_HERE} days in the server."


def _clock_term(contest: Contest) -> Terms:
    return {
        "clock": "from each player's start" if contest.is_sealed else "from the opening",
        "minutes each": contest.sealed_minutes or "no limit",
    }


def _sealed_sentence(contest: Contest) -> str | None:
    what = "the words" if GAMES[contest.game].arranges else f"the {contest.game}"
    if contest.sealed_minutes is not None:
        return (
            f"You see {what} when you press *Start*. From then on you have "
            f"{many(contest.sealed_minutes, 'minute')}."
        )
    if contest.is_sealed:
        return f"You see {what} when you press *Start*, and your time runs from then on."
    return None


OPTIONS: tuple[ContestOption[Any], ...] = (
    ContestOption(
        name="rule",
        label="Rule",
        field=Choice({rule: Said(rule, about) for rule, about in REMINDERS.items()}),
        form="options",
        suits=lambda game: game.arranges,
        brief=lambda options: options.rule,
        terms=lambda contest: {
            "scoring": contest.rule if GAMES[contest.game].arranges else contest.game
        },
        decides_best=True,
    ),
    ContestOption(
        name="sealed_minutes",
        label="Sealed clock",
        field=minutes(
            "Minutes that each player has after pressing Start to see it. Empty: no clock."
        ),
        form="options",
        check=_check_sealed,
        says=_say_clock,
        sentence=_sealed_sentence,
        brief=where("sealed_minutes", lambda one: f"{many(one.sealed_minutes, 'minute')} each"),
        fit=_at_most,
        given_up=where(
            "sealed_minutes",
            lambda contest: (
                f"Each player’s clock has {many(contest.sealed_minutes, 'minute')} now, as the "
                "contest."
            ),
        ),
        terms=_clock_term,
    ),
    ContestOption(
        name="most_tries",
        label="Most tries",
        field=Line(
            "How many tries each player has. Empty: as many as they like.",
            count("tries", 5, more=", or leave it empty"),
            written,
        ),
        form="options",
        suits=lambda game: game.limits_tries,
        check=_check_most_tries,
        says=_say_tries,
        sentence=lambda contest: (
            (
                "Try as often as you like."
                if contest.most_tries is None
                else f"Everybody has {many(contest.most_tries, 'try', 'tries')}."
            )
            + " Your best one counts."
        ),
        brief=where("most_tries", lambda one: many(one.most_tries, "try", "tries")),
        terms=lambda contest: {"tries each": contest.most_tries or "any number"},
    ),
    ContestOption(
        name="cooldown_seconds",
        label="Cooldown",
        field=Line(
            "How long to wait between two tries: “30 s” or “2 min”. Empty: no wait.",
            read_seconds,
            length,
        ),
        form="options",
        suits=lambda game: game.limits_tries,
        check=_check_cooldown,
        sentence=lambda contest: (
            f"After a try, wait {length(contest.cooldown_seconds)} before the next."
            if contest.cooldown_seconds
            else None
        ),
        terms=lambda contest: {"seconds between tries": contest.cooldown_seconds},
    ),
    ContestOption(
        name="board",
        label="Board",
        field=Choice(BOARDS),
        form="options",
        says=_say_board,
        sentence=lambda contest: BOARDS[contest.board].sentence,
        while_open=True,
    ),
    ContestOption(
        name="freeze_minutes",
        label="Freeze",
        field=minutes("Minutes before the end from which the board stands still. Empty: never."),
        form="more",
        check=_check_freeze,
        sentence=where(
            "freeze_minutes",
            lambda contest: (
                f"For the last {many(contest.freeze_minutes, 'minute')} the board stands still. At "
                "the end the places are revealed one by one."
            ),
        ),
        fit=_inside,
        given_up=unless(
            "freeze_minutes",
            "The board doesn’t stand still at the end any more: it would have from the opening.",
        ),
    ),
    ContestOption(
        name="role_id",
        label="Role",
        field=Role("Only members with this role can play. Empty: everybody."),
        form="people",
        says=lambda contest: (who := who_plays(contest)) and f"**Who can play** {who}",
        sentence=lambda contest: (who := who_plays(contest)) and f"It’s for {who}.",
        brief=_restricted("role_id"),
        while_open=True,  # if it was deleted, as nobody could play then
    ),
    ContestOption(
        name="days_here",
        label="Days in the server",
        field=Line(
            "For how many days they must have been in the server. Empty: it doesn’t matter.",
            count("days", 7, "day"),
            written,
        ),
        form="people",
        check=_check_days,
        brief=_restricted("days_here"),
        terms=lambda contest: {"days in the server": contest.days_here or 0},
    ),
    ContestOption(
        name="ties",
        label="Same score",
        field=Choice(TIES),
        form="more",
        check=_check_ties,
        says=lambda contest: f"**Same score** {TIES[contest.ties].short}",
        sentence=lambda contest: TIES[contest.ties].sentence,
        terms=lambda contest: {"equal scores": contest.ties},
    ),
    ContestOption(
        name="percents",
        label="% of best while it runs",
        field=Choice(
            {
                True: Said("shown", "players see at once how close they get"),
                False: Said("at the end", "players see only their own result"),
            }
        ),
        form="more",
        says=lambda contest: None if contest.percents else "**% of best** at the end",
        sentence=lambda contest: (
            None if contest.percents else "How close you got to the best shows at the end."
        ),
    ),
    ContestOption(
        name="talk",
        label="Thread",
        field=Choice(
            {
                False: Said("none", "players talk where they like"),
                True: Said("a thread", "it names new leaders, and opens for talk at the end"),
            }
        ),
        form="more",
        says=lambda contest: (
            "**Thread** for new leaders, and for talk at the end" if contest.talk else None
        ),
    ),
    ContestOption(
        name="remind_minutes",
        label="Reminder",
        field=minutes(
            "Minutes before the end at which the role of /settings contest-ping is pinged again."
        ),
        form="more",
        check=_check_reminder,
        planned=where(
            "remind_minutes",
            lambda contest: (
                f"**Reminder** {many(contest.remind_minutes, 'minute')} before the end, for the "
                "role of `/settings contest-ping`"
            ),
        ),
        fit=_inside,
        given_up=unless(
            "remind_minutes",
            "There’s no reminder any more: it would have come before the opening.",
        ),
    ),
    ContestOption(
        name="event",
        label="Server event",
        field=Choice(
            {
                True: Said(
                    "yes", "in the server’s list of events until it ends; I need Create Events"
                ),
                False: Said("no", "the announcement is enough"),
            }
        ),
        form="people",
        planned=lambda contest: (
            "**Server event** until it ends, if I may create events here"
            if contest.event and contest.opens_at is not None
            else None
        ),
    ),
)
DEFAULTS = ContestOptions()


def options_of(record: ContestOptions) -> dict[str, Any]:
    """Return a record's options by column."""
    return columns_in(record, ContestOptions)


def suited(plan: Played, game: str) -> Played:
    """Return a record with defaults for options that a game lacks, such as limits on tries."""
    unfit = (option for option in OPTIONS if not option.suits(GAMES[game]))
    return replace(plan, **{option.name: option.of(DEFAULTS) for option in unfit})


def fitted(plan: Played, lasts: timedelta) -> Played:
    """Return a record with options that suit the contest's length.

    A reminder or freeze that would come before the opening is dropped; a sealed clock is cut.
    """
    return replace(plan, **{one.name: one.fit(one.of(plan), lasts) for one in OPTIONS})


def given_up(before: Contest, after: Contest) -> Iterable[str]:
    """Yield a sentence for each option that a new end changed; see `fitted`."""
    for option in OPTIONS:
        if option.of(before) != option.of(after) and (sentence := option.given_up(after)):
            yield sentence
