"""What somebody has made of daily puzzles: how many, how well, and their streak."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.dailies import BANDS, FACES
from bot.present.layout import Page, Tone, card, many

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.dailies import Stats, Streak

BAR = 14
"""Signs of the longest bar; a line with its name and number fits a phone."""
NAMES = {
    "par": "par",
    "80+": "80 or more",
    "60+": "60 to 79",
    "below": "below 60",
    "unsolved": "unsolved",
}


def present_stats(stats: Stats) -> Page:
    """Return somebody's stats."""
    if not stats.played:
        told = "Nothing to count yet: play the one of today with `/daily play`."
        return Page(card(Tone.NOTE, ["## Your daily puzzles", told]))
    games = " · ".join(f"{FACES[game]} {stats.games[game]:,}" for game in FACES)
    blocks = [
        "## Your daily puzzles",
        f"**{stats.played:,}** played · **{stats.solved:,}** solved · **{stats.at_par:,}** at par",
        _streak(stats.streak),
        "```\n" + "\n".join(_bars(stats)) + "\n```",
        f"Solved: {games}",
        "-# By points; par: reached without a hint. Those from the archive are not counted.",
    ]
    return Page(card(Tone.NOTE, blocks))


def _streak(streak: Streak) -> str:
    """Tell of a streak, and what it takes to keep it."""
    said = [f"🔥 Streak **{streak.current:,}**", f"longest **{streak.longest:,}**"]
    said.append(f"🧊 {many(streak.freezes, 'freeze')} left")
    todo = "" if streak.done or not streak.current else "\nSolve today's to go on."
    return " · ".join(said) + todo


def _bars(stats: Stats) -> Iterator[str]:
    most = max(*stats.bands.values(), 1)
    width = max(map(len, NAMES.values()))
    for band in BANDS:
        count = stats.bands[band]
        bar = "█" * max(round(BAR * count / most), min(count, 1))
        yield f"{NAMES[band]:<{width}} {bar or '·'} {count:,}"
