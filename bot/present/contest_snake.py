"""A snake as contests show it: its letters and its joins with their points, or a file of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.present.layout import Attachment, attached
from bot.present.snake_text import as_file, ordered, rungs, spelled, wrapped

if TYPE_CHECKING:
    from discord import ui

    from solvers.wordsnake import Scored

MOST_LETTERS = 600
"""Of a longer snake only the beginning is shown."""
BEGINNING = 240
WIDTH = 32
"""Signs of a line of code that phones show whole."""
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


def show_snake(
    scored: Scored, claim: str, name: str, *, brief: bool = False, room: int = ROOM
) -> Shown:
    """Show a snake within so many characters; `claim` heads the file of that name.

    If it is to be brief, its order runs on in lines, however short it is.
    """
    spelling = spelled(scored)
    letters = spelling if len(spelling) <= MOST_LETTERS else spelling[:BEGINNING] + "…"
    text = f"```\n{wrapped(letters, WIDTH)}\n```"
    order = running(scored) if brief else f"```\n{ordered(scored)}\n```"
    if len(spelling) <= MOST_LETTERS and len(text) + len(order) < room:
        return Shown(f"{text}\n{order}")
    what = "All of it" if len(spelling) > MOST_LETTERS else "Its order"
    file = Attachment(name, as_file(scored, spelling, claim))
    return Shown(f"{text}\n{what}, join by join, is in the file.", (file,))


def running(scored: Scored) -> str:
    """Return the order in a line, points after the words that score any: run → Nausea 1."""
    return " → ".join(
        f"{word} {points.removeprefix('+')}" if points and points != "+0" else word
        for word, points in rungs(scored)
    )
