"""Explains in sentences why a snake is the best possible."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from bot.ui.games.snake_card import SnakeCard
from bot.ui.layout import Page, Tone, card, shorten
from solvers.text import listed, many
from solvers.wordsnake import Explanation, Scored, overlap

BY_HAND_WORDS = 40
LEVELS = 6
EXAMPLES = 3


def present_explanation(shown: SnakeCard, missed: Explanation | None) -> Page:
    """Return the page; `missed`: the best change of the order as typed, if it was searched for."""
    scored = shown.scored()
    why = "Why nothing beats this snake"
    blocks = [
        f"### {why if shown.proven else 'How good this snake is'}",
        _proof(shown),
        f"**Where the {many(shown.score, 'point')} come from**\n{_sources(scored)}",
        f"**Your order**\n{_typed(shown, missed)}",
    ]
    return Page(card(Tone.NOTE, blocks))


def _proof(shown: SnakeCard) -> str:
    if not shown.proven:
        return (
            f"This snake scores {shown.score:,}, and nothing can score more than {shown.bound:,}. "
            "I ran out of time before I knew which score in between is the best."
        )
    limit, side = by_hand(shown.words) if shown.rule == "pairs" else (None, "")
    if limit == shown.bound:
        return (
            "You can check it yourself. For each word find the one that scores most right "
            f"{side} it, even if several pick the same. Add those scores up without the lowest, "
            f"as one word has nothing {side} it. That makes {limit:,}: no snake can score more, "
            "and this one gets there."
        )
    said = f"My solver has proved that no order of these words scores more than {shown.bound:,}."
    if limit is None:
        return said
    return f"Give every word its best neighbour, and you can’t get past {limit:,}. {said}"


def by_hand(words: Sequence[str]) -> tuple[int | None, str]:
    """Return a simple bound on what `words` can score under pairs; None if there are too many.

    The second value is the side of a word on which its best neighbour is sought, "after" or
    "before".

    Every word except the last has a follower, and shares at most as much with it as with its best
    follower; the same goes for every word except the first and the word before it.
    """
    if len(words) > BY_HAND_WORDS:
        return None, ""
    shared = {a: {b: overlap(a, b) ** 2 for b in words if b != a} for a in words}
    onward = [max(row.values()) for row in shared.values()]
    backward = [max(shared[a][b] for a in words if a != b) for b in words]
    sides = ((onward, "after"), (backward, "before"))
    return min((sum(gains) - min(gains), side) for gains, side in sides)


def _sources(scored: Scored) -> str:
    levels: defaultdict[int, list[str]] = defaultdict(list)
    for before, placed in pairwise(scored.order):
        name = f"{before.word} {placed.word}" if scored.rule == "pairs" else placed.word
        levels[placed.score].append(name)
    what = "join" if scored.rule == "pairs" else "word"
    return "\n".join(_levels(levels, what))


def _levels(levels: dict[int, list[str]], what: str) -> Iterator[str]:
    ranked = sorted(levels, reverse=True)
    for points in ranked[:LEVELS]:
        names = levels[points]
        examples = f": {listed(names, EXAMPLES, str)}" if points else ""
        yield f"- {many(len(names), what)} for +{points:,}{examples}"
    if len(ranked) > LEVELS:
        rest = sum(len(levels[points]) for points in ranked[LEVELS:])
        yield f"- {many(rest, what)} for less"


def _typed(shown: SnakeCard, missed: Explanation | None) -> str:
    if shown.typed == shown.score:
        return f"Your order scores {shown.typed:,} too: nothing was missed."
    behind = shown.score - shown.typed
    said = f"Your order scores {shown.typed:,}, {behind:,} less."
    if missed is None:
        return said
    return f"{said} {shorten(missed.sentence, 500)}"
