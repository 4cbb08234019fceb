"""A snake of a contest tapped together: a button for each word, pressed in the order they lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.present.contest_text import title
from bot.present.moments import relative
from bot.present.tapping import present_taps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.contests import Turn
    from bot.present.contest_play import Seat
    from bot.present.layout import Page


def present_tapping(turn: Turn, seat: Seat, tapped: Sequence[int]) -> Page:
    """Return a button for each word, and the order so far; `tapped` are the words' numbers."""
    until = f"time is up {relative(turn.deadline)}"
    return present_taps(title(turn.contest), turn.words, tapped, until, id_of=seat.id)
