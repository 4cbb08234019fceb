"""What a player has before them: the words, the clock, and the ways to send in a snake."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import ButtonStyle, ui

from bot.present.contest_text import title, tries
from bot.present.layout import (
    Attachment,
    Page,
    Tone,
    attached,
    button,
    card,
    escape,
    fits,
    many,
    shorten,
)
from bot.present.moments import on, relative
from solvers.wordsnake import REMINDERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.contests import Try, Turn

Kind = Literal["contest", "practice"]

SNAKE = "snake"
LONGEST = 4000
"""Characters that Discord lets a form's field hold; a contest's words always fit."""
LONGEST_TITLE = 45
MOST_TAPPED = 20
"""Words that can be tapped in order: each needs a button."""
WIDTH = 32
"""Signs of a line of code that phones show whole."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Where somebody plays: a contest, or a practice of theirs, and its id."""

    kind: Kind
    key: str

    def id(self, action: str, *more: object) -> str:
        """Return the custom_id of a button or form of this seat."""
        return ":".join((self.kind, action, self.key, *map(str, more)))


@dataclass(frozen=True, slots=True)
class Draft:
    """What was sent in and could not be taken, and why."""

    kind: Kind
    key: str
    text: str
    fault: str

    @property
    def seat(self) -> Seat:
        """Where it was sent in."""
        return Seat(self.kind, self.key)


def present_turn(turn: Turn, seat: Seat) -> Page:
    """Return the words and the clock of somebody who may play."""
    contest = turn.contest
    what = "practice" if seat.kind == "practice" else "your turn"
    facts = [f"Send your snake in before {on(turn.deadline)}, {relative(turn.deadline)}."]
    if turn.tries_left is not None:
        facts.append(f"You have {tries(turn.tries_left)} left.")
    if seat.kind == "practice":
        facts.append("It is not ranked, and nobody else sees it.")
    if turn.again_at is not None:
        facts.append(f"Your next try can come {relative(turn.again_at)}.")
    blocks = [
        f"## {title(contest)}: {what}",
        " ".join(facts),
        f"```\n{in_lines(turn.words)}\n```",
        f"-# {many(len(turn.words), 'word')} · {REMINDERS[contest.rule]}",
    ]
    buttons = play_buttons(seat, len(turn.words))
    if fits(blocks):
        return Page(card(Tone.NOTE, blocks, buttons))
    file = Attachment("words.txt", ("\n".join(turn.words) + "\n").encode())
    blocks[2] = "The words are in the file, and in the form that *Write it* opens."
    return Page(card(Tone.NOTE, blocks, buttons, (attached(file),)), (file,))


def play_buttons(seat: Seat, words: int, label: str = "Write it") -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons by which a snake is sent in: written or, if it is short, tapped."""
    buttons = [button(label, seat.id("submit"), style=ButtonStyle.primary)]
    if words <= MOST_TAPPED:
        buttons.append(button("Tap it", seat.id("tap")))
    return buttons


def in_lines(words: Sequence[str], width: int = WIDTH) -> str:
    """Return words with blanks between them, in lines that phones show whole."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)


def as_typed(turn: Turn) -> str:
    """Return what the form holds from the start: the player's best snake, or the words."""
    return "\n".join(_lines(turn.best) if turn.best else turn.words)


def _lines(tried: Try) -> Sequence[str]:
    if tried.positions is None:
        return tried.order
    return [f"{word} {at}" for word, at in zip(tried.order, tried.positions, strict=True)]


class SnakeEntry(ui.Modal):
    """The form that a snake is written into; `text` is what it holds from the start."""

    def __init__(self, turn: Turn, seat: Seat, text: str) -> None:
        super().__init__(
            title=shorten(turn.contest.title, LONGEST_TITLE), custom_id=seat.id("form")
        )
        field: ui.TextInput[Any] = ui.TextInput(
            custom_id=SNAKE,
            style=discord.TextStyle.paragraph,
            max_length=LONGEST,
            default=text[:LONGEST],
        )
        about = (
            "One word a line, in the order of your snake."
            if turn.contest.rule == "pairs"
            else "One word a line, as you lay them; after each, if you like, its position: bats 3"
        )
        self.add_item(ui.Label(text="Your snake", description=about, component=field))


def present_draft(draft: Draft, key: str) -> Page:
    """Say what is wrong, with a button that opens the form as it was sent in."""
    fault = shorten(escape(draft.fault), 2000)
    blocks = [fault, "-# Nothing was counted; the form is kept as you sent it."]
    mend = button("Mend it", f"contest:mend:{key}", style=ButtonStyle.primary)
    return Page(card(Tone.HINT, blocks, [mend]))


def present_lost(fault: str, text: str) -> Page:
    """Say why nothing could be kept, and give what was sent in back as a file."""
    file = Attachment("my-snake.txt", text.encode())
    blocks = [
        shorten(escape(fault), 2000),
        "-# What you sent in is in the file; try it again soon.",
    ]
    return Page(card(Tone.TROUBLE, blocks, media=(attached(file),)), (file,))
