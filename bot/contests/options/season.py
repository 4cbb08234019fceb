"""The options of seasons: how contests are counted together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.contests.options.option import count, where, written
from bot.options import Choice, Line, Option, Role, Said
from bot.store.entrants import POINTS
from bot.store.schema import (
    Scoring,
    SeasonOptions,
)
from solvers.text import many


def _check_counted(plan: SeasonOptions) -> Iterable[str]:
    if plan.best is not None and plan.dropped is not None:
        yield "Choose either how many contests count or how many are dropped."


def _say_counting(season: SeasonOptions) -> str:
    if season.best is not None:
        return f"**Counting** everybody’s best {many(season.best, 'contest')}"
    if season.dropped is not None:
        return f"**Counting** all but everybody’s worst {many(season.dropped, 'contest')}"
    return "**Counting** all of them"


PLACES = f"{', '.join(map(str, POINTS[:-1]))} and {POINTS[-1]}"
"""The points for places, from the first on."""
ABOUT_SCORING = "average % of best, or points for places, 10 for the first (default: percent)"
SCORINGS: Mapping[Scoring, Said] = {
    "percent": Said("% of best", "the average of all contests that count"),
    "points": Said("points", "points for places"),
}
SEASON_OPTIONS: tuple[Option[Any], ...] = (
    Option(
        name="best",
        label="Best",
        field=Line(
            "how many of each player’s contests count, the best ones (default: all)",
            count("contests", 5),
            written,
        ),
        check=_check_counted,
        says=_say_counting,
    ),
    Option(
        name="dropped",
        label="Drop",
        field=Line(
            "or how many of each player’s worst contests don’t count", count("contests", 2), written
        ),
    ),
    Option(
        name="scoring",
        label="Scoring",
        field=Choice(SCORINGS, ABOUT_SCORING),
        says=lambda season: (
            f"**Points** for places: {PLACES}" if season.scoring == "points" else None
        ),
    ),
    Option(
        name="role_id",
        label="Champion’s role",
        field=Role("a role for the champion, until the next season ends (default: none)"),
        says=where(
            "role_id",
            lambda season: (
                f"**Champion** gets <@&{season.role_id}> until the next season with it ends"
            ),
        ),
    ),
)
