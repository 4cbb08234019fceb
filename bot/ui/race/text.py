"""Texts about a race: its name, how it is played, bars, times."""

from __future__ import annotations

from collections.abc import Iterator

from bot.durations import clock
from bot.races import MODES, Race, RacePlay, RaceStatus
from bot.ui.games.faces import FACES
from bot.ui.layout import who
from solvers.daily import DIFFICULTIES
from solvers.text import many

BAR = 8
"""Characters of a bar; with a name and a time it fits a phone."""


def title(race: Race) -> str:
    """Return "🪜 Ladder race"."""
    what = "duel" if race.duel else "race"
    return f"{FACES[race.game].icon} {race.game.capitalize()} {what}"


def heading(race: Race) -> str:
    """Return a race's name, with the round if there are several."""
    of = (
        f" · round\N{NO-BREAK SPACE}{race.round}\N{NO-BREAK SPACE}of\N{NO-BREAK SPACE}{race.rounds}"
        if race.rounds > 1
        else ""
    )
    return f"{title(race)}{of}"


def about(race: Race) -> str:
    """Return in a line how a race is played."""
    return " · ".join(_facts(race))


def _facts(race: Race) -> Iterator[str]:
    yield "a list of your own" if race.words else DIFFICULTIES[race.level]
    yield many(race.seconds // 60, "minute")
    yield MODES[race.mode]
    if race.duel and race.rounds > 1:
        yield f"best of {race.rounds}"
    if race.sealed:
        yield "your clock starts when you look"


def bar(share: int) -> str:
    """Return a bar that shows how far somebody is.

    >>> bar(50), bar(1), bar(99)
    ('████░░░░', '█░░░░░░░', '███████░')
    """
    full = min(BAR, max(int(share > 0), share * BAR // 100))
    return "█" * full + "░" * (BAR - full)


def outcome(race: Race, play: RacePlay | None, *, over: bool) -> str:
    """Say how far somebody is, without showing a word."""
    if play is None:
        return "not in this round"
    if race.mode == "first":
        if play.solved_ms is not None:
            return f"solved in **{clock(play.solved_ms, tenths=True)}**"
        if play.share or not (play.done or over):
            return f"{play.share} %"
        return "not solved" if over else "gave up"
    if play.result:
        since = f" in {clock(play.reached_ms or 0, tenths=True)}" if over else ""
        return f"**{FACES[race.game].amount(play.result)}**{since}"
    return f"{play.share} %" if play.share else ("nothing" if over else "thinking…")


def names(status: RaceStatus) -> str:
    """Name the players of a race."""
    return ", ".join(who(player.user_id) for player in status.playing) or "nobody yet"
