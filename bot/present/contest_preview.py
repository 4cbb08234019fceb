"""A draft as its organiser sees it: with par, before anybody else knows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.present.contest_announcement import words_block
from bot.present.contest_options import options_of, rule_of
from bot.present.contest_text import par_claim, title
from bot.present.layout import Attachment, Page, Tone, attached, button, card, escape, fits, many
from bot.present.moments import length, on, relative

if TYPE_CHECKING:
    from discord import ui

    from bot.contests import Contest

FILE = "words.txt"


def present_preview(contest: Contest) -> Page:
    """Return a draft whose par is known, with all that can be done about it."""
    blocks = [
        f"## {title(contest)}\n-# A draft that only you see, kept for a day",
        words_block(contest),
        f"{par_claim(contest)} Players are not told it before the end.",
        f"{_when(contest)}\n{rule_of(contest)}\n{options_of(contest)}",
    ]
    label = "Confirm and open" if contest.opens_at is None else "Confirm and announce"
    confirm = button(label, f"draft:confirm:{contest.id}", style=ButtonStyle.success)
    buttons = [confirm, button("Options", f"draft:options:{contest.id}"), *_buttons(contest)]
    if fits(blocks):
        return Page(card(Tone.NOTE, blocks, buttons))
    file = Attachment(FILE, ("\n".join(contest.words) + "\n").encode())
    blocks[1] = f"**{many(len(contest.words), 'word')}**, in the attached file"
    return Page(card(Tone.NOTE, blocks, buttons, media=(attached(file),)), (file,))


def present_without_par(contest: Contest, fault: str) -> Page:
    """Return a draft whose par could not be found, and why."""
    again = button("Work out par", f"draft:open:{contest.id}", style=ButtonStyle.primary)
    kept = "-# The draft is kept for a day; it can open once its par is known."
    blocks = [f"## {title(contest)}", escape(fault), kept]
    return Page(card(Tone.HINT, blocks, [again, *_buttons(contest)]))


def present_confirmed(contest: Contest) -> Page:
    """Say what becomes of a draft that has been confirmed."""
    assert contest.opens_at is not None
    when = "is open" if contest.state == "open" else f"opens {relative(contest.opens_at)}"
    told = f"**{title(contest)}** {when}; it is announced in <#{contest.channel_id}>."
    later = "-# /contest change moves its end, /contest close ends it, /contest cancel drops it."
    return Page(card(Tone.ANSWER, [told, later]))


def present_discarded(contest: Contest) -> Page:
    """Say that a draft is gone."""
    return Page(card(Tone.NOTE, [f"The draft **{title(contest)}** is discarded."]))


def present_drawing() -> Page:
    """Say that words are being drawn."""
    return Page(card(Tone.NOTE, ["Drawing words that are worth playing…"]))


def _when(contest: Contest) -> str:
    lasts = length(contest.lasts_seconds)
    opens = contest.opens_at
    if opens is None:
        return f"**Opens** when you confirm it, and lasts {lasts}"
    return f"**Opens** {on(opens)}, {relative(opens)}, and lasts {lasts}"


def _buttons(contest: Contest) -> list[ui.Button[ui.LayoutView]]:
    return [
        button("Edit", f"draft:edit:{contest.id}"),
        button("Discard", f"draft:discard:{contest.id}", style=ButtonStyle.danger),
    ]
