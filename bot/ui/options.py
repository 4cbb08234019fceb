"""Reads what was typed into options, and completes it while it is typed."""

from __future__ import annotations

import functools
import logging
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeAlias

import discord
from discord import Attachment, app_commands

from bot.errors import BadOption
from bot.ui.client import Interaction
from bot.ui.server_rules import rules_of
from bot.zones import find_zones
from solvers.lexicon import TIERS, Lexicon
from solvers.reading import last_word, read_word, read_words

log = logging.getLogger(__name__)

CHOICES = 25
"""Most choices that Discord takes for an option."""
CHOICE_LENGTH = 100
WORD_LENGTH = 60
LIST_LENGTH = 500
LIST_WORDS = 30

BYTES = 128 * 1024
"""How large a file of words may be: far more than the most words taken can need."""

Choices = list[app_commands.Choice[str]]
Completer: TypeAlias = Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, Choices]]


def word_option(name: str, value: str) -> str:
    """Return the word typed; raise BadOption if there is none."""
    word = read_word(value)
    if not word or len(word) > WORD_LENGTH:
        raise BadOption(f"`{name}` takes one word of up to {WORD_LENGTH} letters.")
    return word


def letters_option(name: str, value: str | None) -> str | None:
    """Return a word or letters with nothing between them; None if none were typed."""
    return None if value is None else word_option(name, value).replace(" ", "")


def list_option(name: str, value: str | None) -> tuple[str, ...]:
    """Return the words of a list."""
    words = read_words(value or "")
    if len(words) > LIST_WORDS or len(value or "") > LIST_LENGTH:
        raise BadOption(f"`{name}` takes up to {LIST_WORDS} words.")
    return words


def choices(values: Iterable[str]) -> Choices:
    """Return the choices for Discord to offer: at most 25, none twice, none too long."""
    fitting = (value for value in dict.fromkeys(values) if 0 < len(value) <= CHOICE_LENGTH)
    return [
        app_commands.Choice(name=value, value=value)
        for value, _ in zip(fitting, range(CHOICES), strict=False)
    ]


def quietly(complete: Callable[[Interaction, str], Iterable[str]]) -> Completer:
    """Make a function a completer, which offers nothing if the function fails."""

    @functools.wraps(complete)
    async def completer(interaction: discord.Interaction[Any], typed: str) -> Choices:
        try:
            return choices(complete(interaction, typed))
        except Exception:
            log.exception("nothing to complete an option with")
            return []

    return completer


def playable_here(complete: Callable[[Interaction, str, Lexicon], Iterable[str]]) -> Completer:
    """Make a completer like `quietly`, which offers nothing before a letter is typed.

    It offers words that the server shows, from the tier that was chosen or else the server's.
    Anything that ends in a word denied by the server is left out.
    """

    async def completer(interaction: discord.Interaction[Any], typed: str) -> Choices:
        try:
            rules, tier = await rules_of(interaction), str(interaction.namespace.tier)
            lexicon = rules.lexicon(interaction.client.services, tier if tier in TIERS else None)
            found = complete(interaction, typed, lexicon) if read_words(typed) else ()
            return choices(value for value in found if read_words(value)[-1] not in rules.denied)
        except Exception:
            log.exception("nothing to complete an option with")
            return []

    return completer


@quietly
def complete_zone(_interaction: Interaction, typed: str) -> Iterable[str]:
    """Complete the name of a time zone."""
    return find_zones(typed)


def last_of_list(typed: str, complete: Callable[[str], Iterable[str]]) -> Iterable[str]:
    """Complete the last word of a list, keeping those before it."""
    last = last_word(typed)
    head = typed.removesuffix(last)
    return (f"{head}{word}" for word in complete(last))


async def read_file(file: Attachment) -> str:
    """Fetch an attached file and return its text; raises BadOption if it cannot be used."""
    name = file.filename
    if file.size > BYTES:
        raise BadOption(
            f"{name} is too big ({-(-file.size // 1024):,} KB); "
            f"a list of words can have up to {BYTES // 1024} KB."
        )
    try:
        content = await file.read()
    except discord.HTTPException as error:
        raise BadOption(f"I couldn’t get {name} from Discord; attach it again.") from error
    return decode(name, content)


def decode(name: str, content: bytes) -> str:
    """Return a file's text, in UTF-8 or as Excel writes it; raise BadOption if it is no text."""
    wide = content.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    if not content.strip():
        raise BadOption(
            f"{name} is empty; put some words in it, with spaces or new lines between them."
        )
    if b"\0" in content and not wide:
        raise BadOption(f"{name} isn’t a text file; attach plain text, one word a line.")
    try:
        return content.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise BadOption(
            f"{name} isn’t plain text in UTF-8; save it as that, or paste the words instead."
        ) from None
