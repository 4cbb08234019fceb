"""A player's own contest, looked back on: their best snake, and how it could have gained most."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from bot.contests import par_snake
from bot.present.contest_snake import show_snake
from bot.present.contest_text import closeness, share, title
from bot.present.layout import Page, Tone, card, many, shorten
from solvers.wordsnake import ScoreRequest, score

if TYPE_CHECKING:
    from bot.contests import Review
    from solvers.wordsnake import Scored

FILE = "my-snake.txt"
SENTENCE = 500
JOINS = 5
"""Joins of the best snake that are named."""


def present_review(review: Review) -> Page:
    """Return the review."""
    contest, scored = review.contest, review.scored
    points = many(scored.score, "point")
    mine = show_snake(scored, f"{contest.title}: {points}", FILE)
    blocks = [
        f"## {title(contest)}: your review",
        f"**{points}** · {share(review.percent)}. Your snake {closeness(contest, scored.score)}",
        mine.text,
        _change(review),
        _missed(review),
    ]
    return Page(card(Tone.NOTE, blocks, media=mine.media), mine.files)


def _change(review: Review) -> str | None:
    told, contest = review.explanation, review.contest
    sentence = shorten(told.sentence, SENTENCE)
    if told.kind is None:
        best = review.scored.score >= (contest.par or 0)
        return None if best else f"**What one change could have gained**\n{sentence}"
    after = score(ScoreRequest(told.order, None, contest.rule)).score
    return (
        f"**The one change that gains most**\n{sentence} That would have made it "
        f"**{many(after, 'point')}**."
    )


def _missed(review: Review) -> str | None:
    """Name the joins of the best snake that this one has not, the most valuable first."""
    par = par_snake(review.contest)
    if par is None or review.scored.score >= par.score:
        return None
    mine = _joins(review.scored)
    missed = sorted(
        (join for join in _joins(par).items() if mine.get(join[0], 0) < join[1]),
        key=lambda join: (-join[1], join[0]),
    )
    named = [f"{name} +{points:,}" for name, points in missed if points][:JOINS]
    return f"**What the best snake has that yours lacks**\n{' · '.join(named)}" if named else None


def _joins(scored: Scored) -> dict[str, int]:
    """Return what each join (a word with the one before it) or, under containment, word scored."""
    if scored.rule == "containment":
        return {placed.word: placed.score for placed in scored.order}
    return {f"{a.word} {b.word}": b.score for a, b in pairwise(scored.order)}
