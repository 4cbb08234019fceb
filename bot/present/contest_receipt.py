"""The receipt for a snake that was sent in: what it scores, join by join, and where that leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.present.contest_play import Seat, play_buttons
from bot.present.contest_snake import show_snake
from bot.present.contest_text import closeness, share, title, tries
from bot.present.layout import Page, Tone, button, card, many
from bot.present.moments import relative
from solvers.wordsnake import REMINDERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discord import ui

    from bot.contests import PracticeReceipt, Receipt

FILE = "snake.txt"


def present_receipt(receipt: Receipt) -> Page:
    """Return the receipt of a try that has been stored."""
    contest = receipt.contest
    buttons = []
    if receipt.tries_left != 0:
        buttons = play_buttons(Seat("contest", contest.id), len(contest.words), "Try again")
    buttons.append(button("Board", f"contest:board:{contest.id}"))
    return _page(receipt, " · ".join(_standing(receipt)), buttons)


def present_practice_receipt(receipt: PracticeReceipt) -> Page:
    """Return the receipt of a try in a practice."""
    close = closeness(receipt.contest, receipt.scored.score)
    facts = f"This snake {close} Time is up {relative(receipt.practice.ends_at)}."
    seat = Seat("practice", str(receipt.practice.id))
    return _page(receipt, facts, play_buttons(seat, len(receipt.contest.words), "Try again"))


def _page(
    receipt: Receipt | PracticeReceipt, facts: str, buttons: list[ui.Button[ui.LayoutView]]
) -> Page:
    contest, scored = receipt.contest, receipt.scored
    points = many(scored.score, "point")
    shown = show_snake(scored, f"{contest.title}: {points}", FILE)
    if receipt.is_best:
        best = "your best so far"
    else:
        best = f"your best stays {receipt.best_score:,} ({share(receipt.best_percent)})"
    blocks = [
        f"## {points} · {share(receipt.percent)}",
        f"Try {receipt.number} in **{title(contest)}** is stored: {best}.\n{facts}",
        shown.text,
        f"-# CAPITALS are shared letters · {contest.rule}: {REMINDERS[contest.rule]}",
    ]
    return Page(card(Tone.ANSWER, blocks, buttons, shown.media), shown.files)


def _standing(receipt: Receipt) -> Iterator[str]:
    if receipt.place is not None:
        yield f"Place **{receipt.place:,}** of {receipt.ranked:,} now"
    if receipt.tries_left is not None:
        yield f"{tries(receipt.tries_left)} left"
    if receipt.again_at is not None and receipt.tries_left != 0:
        yield f"the next can come {relative(receipt.again_at)}"
