"""A snake tapped together: a button for each word, pressed in the order they are laid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle, ui

from bot.contests import pack
from bot.present.contest_text import title
from bot.present.layout import Page, Tone, button
from bot.present.moments import relative

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.contests import Turn
    from bot.present.contest_play import Seat

IN_A_ROW = 5


def present_tapping(turn: Turn, seat: Seat, tapped: Sequence[int]) -> Page:
    """Return a button for each word, and the order so far; `tapped` are the words' numbers.

    They stand in the buttons' ids, too, so that nothing is lost in a restart.
    """
    words, state = turn.words, pack(tapped)
    view = ui.LayoutView(timeout=None)
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=Tone.NOTE.value)
    for block in (
        f"### {title(turn.contest)}: tap the words in order",
        # What it would score is not told: that takes a try.
        " → ".join(words[n] for n in tapped) or "Which word comes first?",
        f"-# {len(tapped)} of {len(words)} words · time is up {relative(turn.deadline)}",
    ):
        container.add_item(ui.TextDisplay(block))
    for start in range(0, len(words), IN_A_ROW):
        row = range(start, min(start + IN_A_ROW, len(words)))
        container.add_item(ui.ActionRow(*(_word(words[n], seat, state, n, tapped) for n in row)))
    container.add_item(
        ui.ActionRow(
            button(
                "Send it",
                seat.id("send", state),
                style=ButtonStyle.success,
                disabled=len(tapped) < len(words),
            ),
            button("Undo", seat.id("undo", state), disabled=not tapped),
            button("Start over", seat.id("reset", state), disabled=not tapped),
        )
    )
    view.add_item(container)
    return Page(view)


def _word(
    word: str, seat: Seat, state: str, number: int, tapped: Sequence[int]
) -> ui.Button[ui.LayoutView]:
    """Make a word's button. It stays in its place when it is tapped, so that no other slips."""
    gone = number in tapped
    style = ButtonStyle.secondary if gone else ButtonStyle.primary
    return button(word, seat.id("tap", state, number), style=style, disabled=gone)
