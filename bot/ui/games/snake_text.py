"""A snake in letters, with shared ones in capitals: as a string, as an order, as a file."""

from __future__ import annotations

from collections.abc import Iterator

from bot.ui.layout import PHONE_WIDTH
from bot.ui.picture.marks import mark
from solvers.wordsnake import REMINDERS, Placed, Scored

APART = "·"
TALL = 20
"""A longer order is running text instead of one word a line."""


def spelled(scored: Scored) -> str:
    """Return the snake with shared letters in capitals and a dot where words only touch.

    `run nausea test` under pairs gives ruNausea·test.
    """
    marks = mark(scored)
    written = []
    for i, (letter, depth) in enumerate(zip(marks.letters, marks.depth, strict=True)):
        if i in marks.seams:
            written.append(APART)
        written.append(letter.upper() if depth > 1 else letter)
    return "".join(written)


def wrapped(text: str, width: int = PHONE_WIDTH) -> str:
    """Break a text without spaces into lines, if possible between words that share nothing."""
    lines = []
    while len(text) > width:
        cut = text.rfind(APART, width // 2, width) + 1 or width
        lines.append(text[:cut])
        text = text[cut:]
    return "\n".join([*lines, text])


def rungs(scored: Scored) -> list[tuple[str, str]]:
    """Return each word, its shared letters in capitals, and what it scored."""
    length = 0
    lines = []
    for placed in scored.order:
        taken = max(0, min(len(placed.word), length - placed.position))
        word = placed.word[:taken].upper() + placed.word[taken:]
        within = " inside" if taken == len(placed.word) else ""
        lines.append((word, f"+{placed.score:,}{within}" if length else ""))
        length = max(length, placed.position + len(placed.word))
    return lines


def ordered(scored: Scored) -> str:
    """Return the order with each join's points, one word a line if there are not too many."""
    if len(scored.order) > TALL:
        return " → ".join(f"{word} {points}".rstrip() for word, points in rungs(scored))
    return "\n".join(in_lines(scored))


def in_lines(scored: Scored) -> list[str]:
    """Return a line for each word, with its points below one another."""
    width = max((len(placed.word) for placed in scored.order), default=0)
    return [f"{word:{width}}  {points}".rstrip() for word, points in rungs(scored)]


def snake_file(scored: Scored, spelling: str, claim: str) -> bytes:
    """Return everything as a text file: the claim, the snake, and the order in columns."""
    lines = [
        claim,
        f"Rule: {scored.rule}: {REMINDERS[scored.rule]}.",
        "",
        "The snake:",
        scored.snake,
        "",
        "The same, shared letters in capitals:",
        spelling,
        "",
        "The order (word, the letter of the snake it begins at, points):",
        *_columns(scored.order),
    ]
    return ("\n".join(lines) + "\n").encode()


def _columns(order: tuple[Placed, ...]) -> Iterator[str]:
    for placed in order:
        yield f"{placed.word}\t{placed.position}\t{placed.score}"
