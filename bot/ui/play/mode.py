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
"""The modes by the name that ids have."""


@dataclass(frozen=True, slots=True)
class News:
    """A sentence about what has just happened."""

    said: str
    tone: Tone = Tone.NOTE


@dataclass(frozen=True, slots=True)
class Around:
    """What a mode shows around an unfinished puzzle.

    head    above the puzzle
    task    what to do before the first word; `task_on`: afterwards, if it is different
    small   below the puzzle, in small print
    prices  what to say about the cost of each hint; empty if there are no hints
    more    more buttons: Share, Board, Refresh; if there are none, `rules` take their place
    end     the label of the button that ends the play, if there is one; `asks`: it asks first;
            `sends`: it sends in this number of words
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
        if name:  # otherwise it is a base that several modes share
            CARD_MODES[name] = cls()

    name: ClassVar[str]

    @abstractmethod
    def playing(self, services: Services) -> Playing[KeyT, StateT]:
        """Return the service that plays the mode's puzzles."""

    @abstractmethod
    def key(self, interaction: Interaction, name: str) -> KeyT:
        """Return the key of a play, by its name in ids, for the person who pressed."""

    @abstractmethod
    def target(self, state: StateT) -> Target:
        """Return the target that a play's custom ids carry."""

    @abstractmethod
    def title(self, state: StateT) -> str:
        """Return a puzzle's title, for forms and refusals."""

    @abstractmethod
    async def around(self, interaction: Interaction, state: StateT) -> Around:
        """Return what the card shows around an unfinished puzzle."""

    @abstractmethod
    async def result(
        self, interaction: Interaction, receipt: Receipt[StateT], news: News | None
    ) -> Page:
        """Return the result of a puzzle that has ended."""

    @abstractmethod
    async def ending(self, interaction: Interaction, state: StateT) -> str:
        """Say what giving up means, before the player confirms it."""

    @abstractmethod
    def meant(self, state: StateT) -> Sequence[str]:
        """Return the words that the card shows, to be defined."""

    def said(self, _receipt: Receipt[StateT]) -> News | None:
        """Describe the result of an action other than a try or a hint, if there is one."""
        return None

    def right(self, receipt: Receipt[StateT], far: Far = (), /) -> News:
        """Describe the latest right words while the puzzle is unfinished.

        `far`: the distance of each word so far to the target, if players see it.
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
        """Say how a new solution of a puzzle that goes on compares with earlier ones."""
        return ""
