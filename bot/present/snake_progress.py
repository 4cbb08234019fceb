"""What is shown while a snake is sought for longer than a moment."""

from __future__ import annotations

from dataclasses import dataclass

from bot.present.layout import Page, Tone, card, many

CELLS = 20


@dataclass(frozen=True, slots=True)
class Search:
    """How far a search has got. `first_gap` is how far bound and best were apart at first."""

    heading: str
    best: int
    bound: int
    first_gap: int
    seconds: float


def present_search(search: Search) -> Page:
    """Return the page: the best so far, the bound, and a bar of how much of the gap is closed."""
    gap = search.bound - search.best
    closed = 1 - gap / search.first_gap if search.first_gap else 1.0
    full = round(CELLS * closed)
    bar = "█" * full + "░" * (CELLS - full)
    blocks = [
        f"## {search.heading}",
        f"Best so far **{search.best:,}**, at most **{search.bound:,}**",
        f"`{bar}` {many(gap, 'point')} apart",
        f"-# {search.seconds:.0f} s so far; it ends when the two meet or the time is up.",
    ]
    return Page(card(Tone.NOTE, blocks))


def present_waiting(heading: str) -> Page:
    """Return the page of a search that has not begun: others are before it."""
    return Page(card(Tone.NOTE, [f"## {heading}", "Waiting for a solver to be free…"]))
