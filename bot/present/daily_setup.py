"""What organisers are shown of daily puzzles: what is set up, what was done."""

from __future__ import annotations

from bot.present.layout import Page, Tone, card


def present_off() -> Page:
    """Say that nothing more will be posted."""
    told = (
        "Daily puzzles are off in this server. One that is open stays open until its time is "
        "over; `/daily setup` turns them on again as they were."
    )
    return Page(card(Tone.ANSWER, [told]))
