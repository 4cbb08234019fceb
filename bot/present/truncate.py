"""The truncate card: words over one another, so that the growth is seen."""

from __future__ import annotations

from dataclasses import dataclass

from discord import ButtonStyle

from bot.present.layout import Page, Tone, button, card, many, shorten
from bot.present.stairs import as_stack
from solvers.truncate import TruncateRequest, align

NAME_LENGTH = 24
"""Letters of a word above the stack, which has it whole."""
MODES = {"ends": "letters join at the ends", "anywhere": "letters join anywhere"}


@dataclass(frozen=True, slots=True)
class TruncateCard:
    """What one answer shows, and all that its buttons need: it is kept in the store.

    `count` is that of a TruncateResult.
    """

    request: TruncateRequest
    tier: str
    sequence: tuple[str, ...]
    count: int

    @property
    def title(self) -> str:
        """The first word and the last, or the only one."""
        ends = dict.fromkeys((self.sequence[0], self.sequence[-1]))
        return " → ".join(shorten(word, NAME_LENGTH) for word in ends)


def present_truncate(shown: TruncateCard, key: str) -> Page:
    """Return the page of a card kept under a key."""
    buttons = [button("Definitions", f"truncate:definitions:{key}")]
    if shown.count > 1:
        buttons.insert(0, button("Another", f"truncate:another:{key}", style=ButtonStyle.primary))
    blocks = [
        f"## {shown.title}",
        f"{_facts(shown)}\n{as_stack(align(shown.sequence))}",
        f"-# {MODES[shown.request.mode]} · {shown.tier} word list",
    ]
    return Page(card(Tone.ANSWER, blocks, buttons))


def _facts(shown: TruncateCard) -> str:
    said = [f"**{_name(shown.request)}**", many(len(shown.sequence), "word")]
    if len(shown.sequence) == 1:
        said.append(_why_alone(shown.request))
    else:
        said.append("the only one" if shown.count == 1 else f"one of {shown.count:,} such")
    return " · ".join(said)


def _why_alone(request: TruncateRequest) -> str:
    if request.end is not None and request.end == request.start:
        return "it begins and ends with the same word"
    if request.end is None:
        more = " or taken away" if request.start is None else ""
        return f"no letter can be added{more} so that a word is left"
    return "no letter can be taken away so that a word is left"


def _name(request: TruncateRequest) -> str:
    asked = {"from": request.start, "through": request.through, "to": request.end}
    given = [f"{how} {shorten(word, NAME_LENGTH)}" for how, word in asked.items() if word]
    return " ".join(["Longest", *(given or ["of all"])])
