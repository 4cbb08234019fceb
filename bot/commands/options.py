"""Reading what was typed into options, and completing it while it is typed."""

from __future__ import annotations

import functools
import logging
import re
from typing import TYPE_CHECKING, Any, TypeAlias

from discord import app_commands

from bot.errors import BadOption
from bot.games.house_rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable

    from discord import Interaction

    from bot.client import Ask

log = logging.getLogger(__name__)

CHOICES = 25
"""Choices that Discord takes for one option."""
CHOICE_LENGTH = 100
WORD_LENGTH = 60
LIST_LENGTH = 500
LIST_WORDS = 30

Choices = list[app_commands.Choice[str]]
Completer: TypeAlias = "Callable[[Interaction[Any], str], Coroutine[Any, Any, Choices]]"


def word_option(name: str, value: str) -> str:
    """Return one word as typed, without blanks around it; raise BadOption if it cannot be one."""
    word = value.strip().lower()
    if not word or len(word) > WORD_LENGTH:
        raise BadOption(f"`{name}` takes one word of at most {WORD_LENGTH} letters.")
    return word


def letters_option(name: str, value: str | None) -> str | None:
    """Return a word or letters without blanks among them, if any were typed."""
    return None if value is None else "".join(word_option(name, value).split())


def list_option(name: str, value: str | None) -> tuple[str, ...]:
    """Return words that blanks, commas or semicolons part."""
    words = tuple(word for word in re.split(r"[\s,;]+", (value or "").lower()) if word)
    if len(words) > LIST_WORDS or len(value or "") > LIST_LENGTH:
        raise BadOption(f"`{name}` takes at most {LIST_WORDS} words.")
    return words


def range_option(name: str, value: int | None, low: int, high: int) -> int | None:
    """Return a number after checking what Discord should have checked."""
    if value is not None and not low <= value <= high:
        raise BadOption(f"`{name}` takes a number from {low} to {high}.")
    return value


def choices(values: Iterable[str]) -> Choices:
    """Return what Discord offers: at most 25, none twice, none too long."""
    fitting = (value for value in dict.fromkeys(values) if 0 < len(value) <= CHOICE_LENGTH)
    return [
        app_commands.Choice(name=value, value=value)
        for value, _ in zip(fitting, range(CHOICES), strict=False)
    ]


def quietly(complete: Callable[[Ask, str], Iterable[str]]) -> Completer:
    """Make a completer of a function; while somebody types, a failure offers nothing."""

    @functools.wraps(complete)
    async def completer(ask: Interaction[Any], typed: str) -> Choices:
        try:
            return choices(complete(ask, typed))
        except Exception:
            log.exception("nothing to complete %r with", typed)
            return []

    return completer


def in_house(complete: Callable[[Ask, str], Iterable[str]]) -> Completer:
    """Make a completer as `quietly` does, that offers only what ends in a word that counts here.

    That is a word of the tier that was chosen, or of the server's, that the server does not deny.
    """

    @functools.wraps(complete)
    async def completer(ask: Interaction[Any], typed: str) -> Choices:
        try:
            rules, lexicons = await rules_of(ask), ask.client.kit.lexicons
            lexicon = lexicons.get(str(ask.namespace.tier), lexicons[rules.tier])
            found = ((value, value.split()[-1]) for value in complete(ask, typed))
            return choices(
                value for value, word in found if word in lexicon and word not in rules.denied
            )
        except Exception:
            log.exception("nothing to complete %r with", typed)
            return []

    return completer


def last_of_list(typed: str, complete: Callable[[str], Iterable[str]]) -> Iterable[str]:
    """Complete the last word of a list, keeping those before it."""
    head, blank, last = typed.rpartition(" ")
    return (f"{head}{blank}{word}" for word in complete(last))
