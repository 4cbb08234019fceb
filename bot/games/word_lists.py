"""Lists of words as people hand them in: typed, pasted or in a file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import discord

from bot.errors import BadOption

if TYPE_CHECKING:
    from discord import Attachment

BYTES = 128 * 1024
"""How large a file of words may be: far more than as many words as are taken need."""


def split_words(text: str) -> tuple[str, ...]:
    """Return words that blanks, new lines, commas or semicolons part."""
    return tuple(word for word in re.split(r"[\s,;]+", text) if word)


async def read_file(file: Attachment) -> str:
    """Fetch an attached file and return its text; BadOption says why it cannot be used."""
    name = file.filename
    if file.size > BYTES:
        raise BadOption(
            f"{name} is too large with {-(-file.size // 1024):,} KB; "
            f"a list of words may have {BYTES // 1024} KB."
        )
    try:
        content = await file.read()
    except discord.HTTPException as error:
        raise BadOption(f"{name} could not be fetched from Discord; attach it again.") from error
    return decode(name, content)


def decode(name: str, content: bytes) -> str:
    """Return the text of a file in UTF-8; raise BadOption if it is none."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadOption(f"{name} is in UTF-16; save it as UTF-8, or paste the words instead.")
    if not content.strip():
        raise BadOption(f"{name} is empty; put words into it, parted by blanks or new lines.")
    if b"\0" in content:
        raise BadOption(f"{name} is not a text file; attach plain text with a word a line.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadOption(
            f"{name} is not plain text in UTF-8; save it as that, or paste the words instead."
        ) from None
