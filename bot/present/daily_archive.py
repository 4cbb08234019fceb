"""Daily puzzles that are over, a week a page, each with a button to play it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import ui

from bot.present.daily_text import amount, daily_id, on_day, title
from bot.present.layout import Page, Tone, button, card

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.dailies import DailyPlay, Shelved

A_PAGE = 7


def present_archive(shelf: Sequence[Shelved], skip: int, *, more: bool) -> Page:
    """Return editions that have closed, `skip` newer ones left out; `more`: there are older."""
    blocks: list[str | ui.Item[ui.LayoutView]] = ["## Daily puzzles that are over"]
    blocks += [_row(one) for one in shelf]
    if not shelf:
        blocks.append("There are none yet.")
    else:
        blocks.append("-# Played for yourself: they count for no streak and no board.")
    buttons = []
    if skip:
        buttons.append(button("Newer", daily_id("shelf", max(0, skip - A_PAGE))))
    if more:
        buttons.append(button("Older", daily_id("shelf", skip + A_PAGE)))
    return Page(card(Tone.NOTE, blocks, buttons))


def _row(one: Shelved) -> ui.Section[Any]:
    said = [f"**{title(one.number)}**", on_day(one.day)]
    made = [_made(one, one.live, "when it was new"), _made(one, one.again, "later")]
    told = " · ".join(part for part in made if part) or "not played"
    text = f"{said[0]}\n-# {said[1]} · {told}"
    return ui.Section(text, accessory=button("Play", daily_id("play", one.number)))


def _made(one: Shelved, play: DailyPlay | None, when: str) -> str | None:
    if play is None:
        return None
    if play.points is not None and play.best_result is not None:
        result = "" if one.game == "anigram" else f"{amount(one.game, play.best_result)}, "
        return f"{result}{play.points} points {when}"
    return f"given up {when}" if play.given_up_at else f"begun {when}"
