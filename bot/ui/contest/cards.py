"""What contests store of refused forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from bot.contests import (
    BETWEEN_LISTS,
    OPTION_FORMS,
    READY,
    Contest,
    ContestTemplate,
    ReadyName,
    drawn_again,
    plan_from,
    plan_of_all,
    typed_words,
)
from bot.durations import length
from bot.puzzles import GAMES, LIST_GAME
from bot.ui.contest.ids import Asked
from bot.ui.play.ids import Target
from bot.zones import stored_zone
from solvers.wordsnake import Rule


@dataclass(frozen=True, slots=True)
class RejectedSnake:
    """A snake that was refused, and why, or one that is not finished yet. Stored as JSON."""

    version: ClassVar[int] = 1

    target: Target
    text: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class PlanTyped:
    """The plan of a contest as it was typed. Stored as JSON.

    `rule` applies to lists. `draft` is the contest that the plan changes; None for a new one, which
    may follow another contest (`like`), a `template`, or a `ready` one. `fault`: why the plan was
    refused.
    """

    version: ClassVar[int] = 3

    title: str = ""
    words: str = "generate 12 medium"
    opens: str = "now"
    lasts: str = "1 hour"
    rule: Rule = "pairs"
    draft: str | None = None
    like: str | None = None
    template: str | None = None
    ready: ReadyName | None = None
    fault: str = ""

    @classmethod
    def new(cls, at: datetime, zone: str) -> PlanTyped:
        """Return a plan that can be used unchanged, titled by the day."""
        return cls(day_title(at, zone, LIST_GAME))

    @classmethod
    def of_ready(cls, name: ReadyName, at: datetime, zone: str) -> PlanTyped:
        """Return the plan of a ready-made contest."""
        ready = READY[name]
        opens = ready.opens(at, stored_zone(zone))
        return cls(
            day_title(at, zone, ready.what),
            ready.words,
            "now" if opens is None else local_text(opens, zone),
            length(ready.lasts.total_seconds()),
            ready=name,
        )

    @classmethod
    def again(cls, lists: Sequence[Contest], at: datetime, zone: str) -> PlanTyped:
        """Return a plan to hold a contest, or rounds, again with the same number of other words."""
        contest = lists[0]
        return cls(
            day_title(at, zone, contest.game),
            BETWEEN_LISTS.join(map(drawn_again, lists)),
            lasts=length(contest.lasts_seconds),
            rule=contest.rule,
            like=contest.id,
        )

    @classmethod
    def from_template(cls, template: ContestTemplate) -> PlanTyped:
        """Return the plan that a template stands for."""
        plan = plan_from(template)
        lasts = length(plan.lasts.total_seconds())
        name, words = template.name, template.words
        return cls(name, words, lasts=lasts, rule=plan.rule, template=template.id)

    @classmethod
    def of(cls, lists: Sequence[Contest], zone: str) -> PlanTyped:
        """Return a draft as it would be typed, its opening in the server's zone."""
        contest = lists[0]
        return cls(
            contest.title,
            BETWEEN_LISTS.join(map(typed_words, lists)),
            "now" if contest.opens_at is None else local_text(contest.opens_at, zone),
            length(contest.lasts_seconds),
            rule=contest.rule,
            draft=contest.id,
        )


@dataclass(frozen=True, slots=True)
class OptionsTyped:
    """Some options of a draft as they were typed, by column; `form` is the form. Stored as JSON."""

    version: ClassVar[int] = 3

    draft: str
    form: str
    texts: dict[str, str]
    fault: str = ""

    @classmethod
    def of(cls, form: str, lists: Sequence[Contest]) -> OptionsTyped:
        """Return a draft's options as they would be typed: those that suit any of its lists."""
        plan, games = plan_of_all(lists), {GAMES[one.game] for one in lists}
        options = OPTION_FORMS[form].options
        texts = {one.name: one.written(plan) for one in options if any(map(one.suits, games))}
        return cls(lists[0].id, form, texts)


@dataclass(frozen=True, slots=True)
class AskTyped:
    """A form of an organiser's panel as it was filled in, by its fields' names. Stored as JSON.

    `key`: the id of its subject. `fault`: why it was refused.
    """

    version: ClassVar[int] = 1

    form: Asked
    key: str | None
    texts: dict[str, str]
    fault: str = ""


def day_title(at: datetime, zone: str, game: str) -> str:
    """Return a contest title made from the day: “Friday’s snake, 4 May”."""
    local = at.astimezone(stored_zone(zone))
    return f"{local:%A}’s {game}, {local.day} {local:%B}"


def local_text(moment: datetime, zone: str) -> str:
    """Return a moment as it would be typed, by a zone's clocks.

    When the clocks show a time twice, its second occurrence has the offset.
    """
    local = moment.astimezone(stored_zone(zone))
    return local.isoformat(timespec="minutes") if local.fold else f"{local:%Y-%m-%d %H:%M}"
