"""A way to play puzzles, as its cards show it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic

from discord import ui

from bot.play import KeyT, Playing, Receipt, StateT
from bot.puzzles import HintKind, next_move
from bot.services import Services
from bot.ui.client import Interaction
from bot.ui.games.faces import face_of
from bot.ui.games.rows import Far
from bot.ui.layout import Page, Tone
from bot.ui.play.ids import Target

Buttons = Sequence[ui.Button[ui.LayoutView]]
CARD_MODES: dict[str, CardMode[Any, Any]] = {}
"""By the name that ids have."""


@dataclass(frozen=True, slots=True)
class News:
    """What has just happened, as it is said."""

    said: str
    tone: Tone = Tone.NOTE


@dataclass(frozen=True, slots=True)
class Around:
    """What a mode shows around a puzzle that goes on.

    head    above it
    task    what is to be done, as long as there is no word; `task_on`, if it is another, then
    small   below it, in small print
    prices  what is said of the cost of each hint; empty where there are none
    more    buttons besides: Share, Board, Refresh; `rules` in their place where there are none
    end     what the button says that ends it, if one does; `asks`: it asks first;
            `sends`: it sends in so many words
    """

    head: str
    task: str
    small: tuple[str | None, ...]
    prices: Mapping[HintKind, str] = field(default_factory=dict)
    more: Buttons = ()
    rules: Buttons = ()
    end: str = "Give up"
    asks: bool = True
    task_on: str | None = None
    sends: int | None = None


class CardMode(ABC, Generic[KeyT, StateT]):
    """What is particular to the cards of a mode."""

    def __init_subclass__(cls, *, name: str = "") -> None:
        super().__init_subclass__()
        cls.name = name
        if name:  # else it is what several modes share
            CARD_MODES[name] = cls()

    name: ClassVar[str]

    @abstractmethod
    def playing(self, services: Services) -> Playing[KeyT, StateT]:
        """Return what plays it."""

    @abstractmethod
    def key(self, interaction: Interaction, name: str) -> KeyT:
        """Return what names a play where somebody pressed."""

    @abstractmethod
    def target(self, state: StateT) -> Target:
        """Return what ids of a play have."""

    @abstractmethod
    def title(self, state: StateT) -> str:
        """Return what a puzzle is called, for forms and refusals."""

    @abstractmethod
    async def around(self, interaction: Interaction, state: StateT) -> Around:
        """Return what stands around a puzzle that goes on."""

    @abstractmethod
    async def result(
        self, interaction: Interaction, receipt: Receipt[StateT], news: News | None
    ) -> Page:
        """Return what came of a puzzle that has ended."""

    @abstractmethod
    async def ending(self, interaction: Interaction, state: StateT) -> str:
        """Say what giving up means, after asking for it."""

    @abstractmethod
    def meant(self, state: StateT) -> Sequence[str]:
        """Return the words that the card shows, to be defined."""

    def said(self, _receipt: Receipt[StateT]) -> News | None:
        """Say what a gesture came to that is neither a try nor a hint, if anything."""
        return None

    def right(self, receipt: Receipt[StateT], far: Far = (), /) -> News:
        """Say what right words came to, where the puzzle goes on.

        `far`: how far each word that there is leads to the target, where that is told.
        """
        state, verdict = receipt.state, receipt.verdict
        assert verdict is not None
        if verdict.solved:
            return News(self.compared(receipt), Tone.ANSWER)
        onward = next_move(state.puzzle, state.progress)
        before = len(receipt.before.line)
        if not far or state.line[-1:] != verdict.words[-1:] or before >= len(far):
            far = ()  # they have gone on elsewhere, or taken words back before
        else:
            far = far[before - 1 :]
        said = face_of(state.puzzle).right(state.puzzle, verdict, onward, far)
        return News(said, Tone.HINT if state.arranges else Tone.ANSWER)

    def compared(self, _receipt: Receipt[StateT]) -> str:
        """Say how what solves a puzzle that goes on compares with what did before."""
        return ""
