"""How many words of a list another list shares."""

from __future__ import annotations

ENOUGH = 4
"""Fewer shared words than this reveal little, and may be a coincidence."""


def is_suspicious(shared: int, played: int) -> bool:
    """Return whether a list shares enough words with `played` ones to reveal much of them."""
    return shared >= min(ENOUGH, played)


def has_most(shared: int, played: int) -> bool:
    """Return whether a list has three quarters of the words `played`, so it is hardly guessed."""
    return 4 * shared >= 3 * played


def has_half(shared: int, played: int) -> bool:
    """Return whether a list has half of the words `played`."""
    return is_suspicious(shared, played) and 2 * shared >= played


def overlaps_enough(shared: int, asked: int, played: int) -> bool:
    """Return whether a list of `asked` words with `shared` of the `played` ones would solve it.

    It would if at least half of it are shared words, or if it has half of the words `played`,
    whatever other words are added.
    """
    return is_suspicious(shared, played) and (2 * shared >= played or 2 * shared >= asked)
