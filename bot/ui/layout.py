"""The parts that every card is built from, within Discord's limits for a message."""

from __future__ import annotations

import enum
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

import discord
from discord import ui

from bot.ui.custom_ids import CustomId

TEXT_LIMIT = 4000
"""Most characters in a message of components."""
ROW = 5
"""Buttons that Discord shows side by side."""
OPTIONS = 25
"""Most options that Discord allows in a menu."""
OPTION_LENGTH = 100
FIELD_LENGTH = 4000
"""Most characters that Discord allows in a form's field."""
PHONE_WIDTH = 29
"""Monospaced letters that a phone of 360 pixels shows in a line of a code block."""
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
UNATTACHED = (
    "There’s a file with this, and I’m not allowed to attach files here. Ask me in a channel where "
    "I am, or in a direct message."
)
SOMEBODY = "somebody who asked to be forgotten"
Block = str | ui.Item[ui.LayoutView]
"""A part of a card: markdown, or a picture."""
Pressed = ui.Button[ui.LayoutView] | ui.Select[ui.LayoutView]
"""A button, or a menu to choose from."""


class Tone(enum.Enum):
    """The colour of a card's edge."""

    ANSWER = discord.Colour(0x3BA55D)
    HINT = discord.Colour(0xF0B232)
    NOTE = discord.Colour(0x5865F2)
    TROUBLE = discord.Colour(0xDA373C)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a card."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Page:
    """What is sent: a layout and its files."""

    view: ui.LayoutView
    files: tuple[Attachment, ...] = ()


def card(
    tone: Tone,
    blocks: Sequence[Block | None],
    buttons: Iterable[Pressed] = (),
    media: Iterable[ui.Item[ui.LayoutView]] = (),
) -> ui.LayoutView:
    """Build a card of blocks, a line between them, media, and buttons; a menu has its own row.

    The text must keep within TEXT_LIMIT; `fits` checks that.
    """
    view = ui.LayoutView(timeout=None)
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=tone.value)
    for number, block in enumerate(block for block in blocks if block):
        if number:
            container.add_item(ui.Separator(visible=False))
        container.add_item(ui.TextDisplay(block) if isinstance(block, str) else block)
    for item in media:
        container.add_item(item)
    for row in _rows(buttons):
        container.add_item(ui.ActionRow(*row))
    view.add_item(container)
    return view


def _rows(buttons: Iterable[Pressed]) -> Iterator[list[Pressed]]:
    for is_menu, some in groupby(buttons, key=lambda one: isinstance(one, ui.Select)):
        shown, size = list(some), 1 if is_menu else ROW
        yield from (shown[start : start + size] for start in range(0, len(shown), size))


def without_buttons(page: Page, why: str) -> Page:
    """Remove a card's buttons, and say why, if there is room for that."""
    for container in page.view.children:
        assert isinstance(container, ui.Container)
        for item in container.children:
            if isinstance(item, ui.ActionRow):
                container.remove_item(item)
        if page.view.content_length() + len(why) + 3 <= TEXT_LIMIT:
            container.add_item(ui.TextDisplay(f"-# {why}"))
    return page


def without_files(page: Page) -> Page:
    """Put a picture's words in its place, and say of other files that they cannot be attached."""
    room = TEXT_LIMIT - page.view.content_length()
    for container in page.view.children:
        assert isinstance(container, ui.Container)
        items = list(container.children)
        container.clear_items()
        for item in items:
            if not isinstance(item, (ui.MediaGallery, ui.File)):
                container.add_item(item)
            elif (instead := _instead_of(item)) and len(instead) <= room:
                container.add_item(ui.TextDisplay(instead))
                room -= len(instead)
    return Page(page.view)


def _instead_of(item: ui.MediaGallery[Any] | ui.File[Any]) -> str:
    if isinstance(item, ui.File):
        return f"-# {UNATTACHED}"
    heard = (shown.description for shown in item.items if shown.description)
    return "\n".join(f"-# 🖼️ {escape(words)}" for words in heard)


def button(
    label: str,
    custom_id: CustomId,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
) -> ui.Button[ui.LayoutView]:
    """Make a button; the PersistentButton of the id's class handles its presses."""
    return ui.Button(label=label, custom_id=str(custom_id), style=style, disabled=disabled)


def menu(
    placeholder: str, custom_id: CustomId, options: Iterable[tuple[str, str, str]]
) -> ui.Select[ui.LayoutView]:
    """Make a menu of choices, each given by its value, its name, and what it means.

    The PersistentMenu of the id's class handles it.
    """
    shown = [
        discord.SelectOption(
            label=shorten(name, OPTION_LENGTH),
            value=value,
            description=shorten(about, OPTION_LENGTH) or None,
        )
        for value, name, about in options
    ]
    return ui.Select(custom_id=str(custom_id), placeholder=placeholder, options=shown[:OPTIONS])


def picture(file: Attachment, words: str) -> ui.MediaGallery[ui.LayoutView]:
    """Show a picture that goes with the card; `words` are for those who cannot see it."""
    item = discord.MediaGalleryItem(f"attachment://{file.name}", description=shorten(words, 1024))
    return ui.MediaGallery(item)


def attached(file: Attachment) -> ui.File[ui.LayoutView]:
    """Show a file that goes with the card; Discord hides files that nothing shows."""
    return ui.File(f"attachment://{file.name}")


def fits(blocks: Iterable[Block | None]) -> bool:
    """Return whether blocks keep within Discord's limit of text."""
    return sum(len(block) for block in blocks if isinstance(block, str)) <= TEXT_LIMIT


def escape(text: str) -> str:
    """Return what a person typed so that Discord shows it as typed."""
    return re.sub(r"([\\*_~`|<>\[\]()#-])", r"\\\1", text)


def shorten(text: str, limit: int, *, whole_words: bool = False) -> str:
    """Cut a text to `limit` characters, with an ellipsis; `whole_words`: between words."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    if whole_words and " " in cut and text[limit - 1] != " ":
        cut = cut.rpartition(" ")[0]
    return cut.rstrip(" ,") + "…"


def on(moment: datetime) -> str:
    """Return a moment as date and time, which everybody sees in their own zone."""
    return discord.utils.format_dt(moment, "f")


def relative(moment: datetime) -> str:
    """Return a moment as Discord counts down to it: “in 2 hours”, “3 minutes ago”."""
    return discord.utils.format_dt(moment, "R")


def wrap_words(words: Iterable[str], width: int = PHONE_WIDTH) -> str:
    """Return words separated by spaces, in lines that fit a phone."""
    return textwrap.fill(" ".join(words), width, break_long_words=False, break_on_hyphens=False)


def who(user_id: int | None) -> str:
    """Name a person, without pinging them."""
    return SOMEBODY if user_id is None else f"<@{user_id}>"


def and_more(count: int, what: str = "more") -> str:
    """Return "and 1,234 more", which ends a cut list; "" if nothing is left out."""
    return f"and {count:,} {what}" if count > 0 else ""


def medal(place: int) -> str:
    """Return a place as a medal, or as a number."""
    return MEDALS.get(place, f"{place:,}\\.")
