"""Words tapped in order: a button for each, those that are gone where they were."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle, ui

from bot.contests import pack
from bot.present.layout import Page, Tone, button

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

IN_A_ROW = 5


def present_taps(
    heading: str,
    words: Sequence[str],
    tapped: Sequence[int],
    until: str,
    *,
    id_of: Callable[..., str],
    more: Sequence[ui.Button[ui.LayoutView]] = (),
) -> Page:
    """Return a button for each word, and the order so far; `tapped` are the words' numbers.

    They stand in the buttons' ids, too, so that nothing is lost in a restart: `id_of` makes those
    of an action and what follows it. `more`: up to two buttons that come last.
    """
    state = pack(tapped)
    view = ui.LayoutView(timeout=None)
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=Tone.NOTE.value)
    for block in (
        f"### {heading}: tap the words in order",
        # What it would score is not told: that takes a try.
        " → ".join(words[n] for n in tapped) or "Which word comes first?",
        f"-# {len(tapped)} of {len(words)} words · {until}",
    ):
        container.add_item(ui.TextDisplay(block))
    for start in range(0, len(words), IN_A_ROW):
        row = range(start, min(start + IN_A_ROW, len(words)))
        container.add_item(
            ui.ActionRow(*(_word(words[n], id_of("tap", state, n), gone=n in tapped) for n in row))
        )
    container.add_item(
        ui.ActionRow(
            button(
                "Send it",
                id_of("send", state),
                style=ButtonStyle.success,
                disabled=len(tapped) < len(words),
            ),
            button("Undo", id_of("undo", state), disabled=not tapped),
            button("Start over", id_of("reset", state), disabled=not tapped),
            *more,
        )
    )
    view.add_item(container)
    return Page(view)


def _word(word: str, custom_id: str, *, gone: bool) -> ui.Button[ui.LayoutView]:
    """Make a word's button. It stays in its place when it is tapped, so that no other slips."""
    style = ButtonStyle.secondary if gone else ButtonStyle.primary
    return button(word, custom_id, style=style, disabled=gone)
