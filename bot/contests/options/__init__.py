"""The options of contests and seasons; see `docs/architecture.md` for how to add one."""

from bot.contests.options.contest import (
    BOARDS,
    MOST_MINUTES,
    MOST_SUBMISSIONS,
    OPTIONS,
    TIES,
    fitted,
    given_up,
    options_of,
    suited,
    who_plays,
)
from bot.contests.options.forms import OPTION_FORMS
from bot.contests.options.option import ContestOption
from bot.contests.options.season import PLACES, SEASON_OPTIONS

__all__ = [
    "BOARDS",
    "MOST_MINUTES",
    "MOST_SUBMISSIONS",
    "OPTIONS",
    "OPTION_FORMS",
    "PLACES",
    "SEASON_OPTIONS",
    "TIES",
    "ContestOption",
    "fitted",
    "given_up",
    "options_of",
    "suited",
    "who_plays",
]
