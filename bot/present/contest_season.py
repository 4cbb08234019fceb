"""A season: the standings over a server's last contests, by % of par."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.present.contest_text import medal, who
from bot.present.layout import Page, Tone, card, escape, many, shorten
from bot.present.moments import on

if TYPE_CHECKING:
    from bot.contests import Contest, Season, Standing

LINES = 25
NAMED = 5
"""Contests of the season that are named, the newest."""
COUNTED = 5
"""Shares of par that a line shows, the best."""


def present_season(season: Season, viewer: int) -> Page:
    """Return the standings, and the viewer's own line where it is further down."""
    if not season.contests:
        return Page(card(Tone.NOTE, ["No contest is over yet: a season begins with the first."]))
    held = len(season.contests)
    shown = season.lines[:LINES]
    told = "\n".join(_line(line, season.best) for line in shown)
    more = len(season.lines) - len(shown)
    own = next((line for line in season.lines[LINES:] if line.user_id == viewer), None)
    blocks = [
        "## The season",
        f"{_counting(season)}\n{told or 'Nobody sent in a snake.'}"
        + (f"\nand {more:,} more" if more else ""),
        f"**You**\n{_line(own, season.best)}" if own else None,
        "\n".join(["**Its contests**", *map(_contest, season.contests[:NAMED])])
        + (f"\nand {held - NAMED:,} before" if held > NAMED else ""),
        "-# The mean % of par; a contest not played counts 0. Ties go to more contests won.",
    ]
    return Page(card(Tone.NOTE, blocks))


def _counting(season: Season) -> str:
    held = len(season.contests)
    if season.best == held:
        return f"All of {many(held, 'contest')} count." if held > 1 else "One contest so far."
    return f"The best {season.best} of {many(held, 'contest')} count."


def _line(line: Standing, best: int) -> str:
    said = [f"{medal(line.place)} {who(line.user_id)} **{line.percent:g} %**"]
    if best > 1:
        more = " …" if len(line.counted) > COUNTED else ""
        said.append(" + ".join(f"{share:g}" for share in line.counted[:COUNTED]) + more)
    said.append(f"{line.played:,} played" + (f", {line.won:,} won" if line.won else ""))
    return " · ".join(said)


def _contest(contest: Contest) -> str:
    when = f", {on(contest.closes_at)}" if contest.closes_at else ""
    return f"- {escape(shorten(contest.title, 50))}{when}: par {contest.par or 0:,}"
