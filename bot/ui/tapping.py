"""Buttons for tapping words in order; their custom ids carry what has been tapped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from typing import Annotated, Literal, TypeVar

from discord import ButtonStyle, ui

from bot.errors import CardExpired
from bot.ui import rate_limit, replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import Interaction
from bot.ui.custom_ids import CustomId, Field, optional
from bot.ui.layout import Page, button
from bot.ui.taps import UNTAPPED, TapHistory, Tapped

IN_A_ROW = 5
MOST_SHOWN = 20
"""Words with a button in a message: Discord takes 40 components, a phone shows four rows."""
MOST_TAPPED = 50
"""Words that can be tapped in order: each takes a character in ids, which have 100 in all."""
PICKED = "▸"
"""The mark of the picked word: others are laid before it."""
TapAction = Literal["tap", "undo", "reset", "more", "send"]
_LAID = rf"[0-9a-zA-Z]{{0,{MOST_TAPPED}}}"
Order = Annotated[Tapped, Field(f"{_LAID}(?:_{_LAID})?", Tapped.read, str)]


class TapId(CustomId):
    """A word, Undo or Take out, Start over, More words, Submit.

    tapped  what was tapped when the button was shown
    word    the button's word; for other buttons a word on the page that they show
    """

    action: TapAction
    tapped: Order = field(kw_only=True, default=UNTAPPED)
    word: Annotated[int | None, optional(Field(r"\d{1,2}", int))] = field(
        kw_only=True, default=None
    )


TapIdT = TypeVar("TapIdT", bound=TapId)


class TappingButton(PersistentButton[TapIdT]):
    """Shows the words after each tap, and sends the snake in once all are tapped.

    A tapped word is laid at the end. Tapped again, it is picked: it can then be taken out, and
    others are laid before it.
    """

    cost = 0.2  # people tap four words a second

    async def press(self, interaction: Interaction) -> None:
        """Show what is tapped after this press, or send it in."""
        assert interaction.message is not None
        async with interaction.client.taps.lock(
            interaction.message.id, self.params.tapped
        ) as history:
            if self.params.action == "send":
                await self._send_once(interaction, history)
                return
            history.sent = None
            seen = history.shown[-1]
            history.shown.append(await self.answer(interaction, self._after(seen), seen))

    async def _send_once(self, interaction: Interaction, history: TapHistory) -> None:
        """Send in exactly what the player saw; pressed twice before the answer, it is one try."""
        if history.sent == self.params.tapped:
            await replies.defer_edit(interaction)
            return
        rate_limit.begin(interaction)
        await self.send(interaction)
        history.sent = self.params.tapped

    def _after(self, last: Tapped) -> Tapped:
        """Return what is tapped after this press; `last`: what was tapped before it.

        A press means what the player saw: a word pressed twice at once is laid, and not picked.
        """
        seen, word = self.params.tapped, self.params.word
        match self.params.action:
            case "reset":
                return UNTAPPED
            case "more":
                return last
            case "undo":
                out = last.picked if seen.picked is None else seen.picked
                return replace(last, order=last.order[:-1]) if out is None else last.remove(out)
        if word is None:  # Play: the words are shown again
            return seen
        if word in seen.order and word in last.order:
            return last.pick(None if word == seen.picked else word)
        return last.add(word)

    async def answer(self, interaction: Interaction, tapped: Tapped, _seen: Tapped) -> Tapped:
        """Show the words with these tapped, in one answer; return what is shown as tapped.

        `_seen`: what the card showed. The result is remembered only if the answer arrives.
        """
        await replies.replace(interaction, await self.show(interaction, tapped))
        return tapped

    async def show(self, interaction: Interaction, tapped: Tapped) -> Page:
        """Return the words with these tapped; raises if the player cannot go on."""
        raise NotImplementedError

    async def send(self, interaction: Interaction) -> None:
        """Send in what is tapped, and show the result."""
        raise NotImplementedError


def laid(words: Sequence[str], tapped: Tapped) -> list[str]:
    """Return the words that were tapped; raises CardExpired if they cannot have been."""
    order = tapped.order
    fit = len(words) <= MOST_TAPPED and all(number < len(words) for number in order)
    if not fit or len(set(order)) < len(order):
        raise CardExpired(
            "These words can’t be tapped any more. Press Type and write your snake instead."
        )
    return [words[number] for number in order]


def kept(words: Sequence[str], order: Sequence[str], tapped: Tapped) -> Tapped:
    """Return what to show as tapped when `order` is kept, which may come from elsewhere."""
    if list(order) == laid(words, tapped):
        return tapped
    return Tapped(tuple(words.index(word) for word in order))


def guide(words: Sequence[str], tapped: Tapped) -> str:
    """Say in small print what to do next, always in one line, so that nothing moves."""
    if not tapped.order:
        return "-# Tap the words in the order of your snake."
    if tapped.picked is None:
        return "-# To move a word, tap it again."
    word = f"{PICKED}**{words[tapped.picked]}**"
    if len(tapped.order) == len(words):
        return f"-# *Take out* {word}, or tap it again."
    return f"-# The next goes before {word}, or *Take out*."


def pages_of(words: Sequence[str]) -> list[range]:
    """Return the numbers of the words on each page: as few pages as possible, evenly filled.

    >>> pages_of(["cat"] * 30), pages_of(["cat"] * 20)
    ([range(0, 15), range(15, 30)], [range(0, 20)])
    """
    count = -(-len(words) // MOST_SHOWN)
    size = -(-len(words) // count)
    return [range(at, min(at + size, len(words))) for at in range(0, len(words), size)]


def page_with(pages: Sequence[range], word: int | None) -> int:
    """Return which page, from 0, has a word; the first if none has it."""
    return next((number for number, page in enumerate(pages) if word in page), 0)


def tap_rows(
    words: Sequence[str], state: TapId, more: Sequence[ui.Button[ui.LayoutView]] = ()
) -> list[ui.ActionRow[ui.LayoutView]]:
    """Return rows with a button for each word, and below them Submit, Undo, Start over and `more`.

    While a word is picked, Undo is Take out. Many words are shown by pages: the page is the one of
    `state.word`, and More words comes before `more`, which can then have one button instead of two.

    The ids carry the order so far, `state.tapped`, so that a restart loses nothing.
    """
    tapped, pages = state.tapped, pages_of(words)
    page = pages[page_with(pages, state.word)]
    rows = [
        ui.ActionRow(*(_word(words[n], replace(state, action="tap", word=n)) for n in some))
        for some in (page[at : at + IN_A_ROW] for at in range(0, len(page), IN_A_ROW))
    ]
    state = replace(state, word=page[0] if len(pages) > 1 else None)
    send = button(
        "Submit",
        replace(state, action="send"),
        style=ButtonStyle.success,
        disabled=len(tapped.order) < len(words),
    )
    takes = "Undo" if tapped.picked is None else "Take out"
    undo = button(takes, replace(state, action="undo"), disabled=not tapped.order)
    reset = button("Start over", replace(state, action="reset"), disabled=not tapped.order)
    if len(pages) > 1:
        more = [_more_words(pages, state), *more]
    return [*rows, ui.ActionRow(send, undo, reset, *more)]


def _more_words(pages: Sequence[range], state: TapId) -> ui.Button[ui.LayoutView]:
    """Make the button to the next page with words to lay, or to the next page if none has any.

    It stands out if this page has none left.
    """
    laid, here = set(state.tapped.order), page_with(pages, state.word)
    others = [*pages[here + 1 :], *pages[:here]]
    left = [page for page in others if not laid.issuperset(page)]
    style = ButtonStyle.primary if left and laid.issuperset(pages[here]) else ButtonStyle.secondary
    then = replace(state, action="more", word=(left or others)[0][0])
    return button("More words", then, style=style)


def _word(word: str, custom_id: TapId) -> ui.Button[ui.LayoutView]:
    """Make a word's button, which is always equally wide, so that no other button moves."""
    number, tapped = custom_id.word, custom_id.tapped
    if number is not None and number == tapped.picked:
        return button(word, custom_id, style=ButtonStyle.success)
    style = ButtonStyle.secondary if number in tapped.order else ButtonStyle.primary
    return button(word, custom_id, style=style)
