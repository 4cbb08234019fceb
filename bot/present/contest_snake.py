"""A snake as contests show it: its letters and its joins with their points, or a file of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.present.layout import Attachment, attached
from bot.present.snake_text import as_file, ordered, spelled, wrapped

if TYPE_CHECKING:
    from discord import ui

    from solvers.wordsnake import Scored

MOST_LETTERS = 600
"""Of a longer snake only the beginning is shown."""
BEGINNING = 240
ROOM = 1600
"""Characters that a snake and its order may take up; with more, the order is in the file alone."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a card shows of a snake: its text and, where that is not all of it, a file."""

    text: str
    files: tuple[Attachment, ...] = ()

    @property
    def media(self) -> tuple[ui.File[ui.LayoutView], ...]:
        """The file as the card shows it."""
        return tuple(attached(file) for file in self.files)


def show_snake(scored: Scored, claim: str, name: str, room: int = ROOM) -> Shown:
    """Show a snake within so many characters; `claim` heads the file of that name."""
    spelling = spelled(scored)
    order = ordered(scored)
    letters = wrapped(spelling if len(spelling) <= MOST_LETTERS else spelling[:BEGINNING] + "…")
    text = f"```\n{letters}\n```"
    whole = f"{text}\n```\n{order}\n```"
    if len(spelling) <= MOST_LETTERS and len(whole) <= room:
        return Shown(whole)
    what = "All of it" if len(spelling) > MOST_LETTERS else "Its order"
    file = Attachment(name, as_file(scored, spelling, claim))
    return Shown(f"{text}\n{what}, join by join, is in the file.", (file,))
