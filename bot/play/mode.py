"""A way to play puzzles: where they come from, what is stored, what solving one leads to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from bot.errors import NotPlayable
from bot.play.state import PlayState, Taken
from bot.puzzles import Accepted, Progress, Verdict
from bot.store import Transaction
from bot.store.schema import Act

NO_GESTURE = "That can’t be done with this puzzle."
"""The answer to custom ids that no card shows."""
MOST_TRIES = 200
"""Tries that are kept of one play."""


class Key(Protocol):
    """Identifies what is played, and where: in a server, or (None) elsewhere."""

    @property
    def guild_id(self) -> int | None:
        """The server."""


KeyT = TypeVar("KeyT", bound=Key)
StateT = TypeVar("StateT", bound=PlayState)
Opener: TypeAlias = Callable[[Transaction], Awaitable[StateT]]
"""Opens a play in a transaction, beginning it if needed; raises if it may not be seen."""


class Tried(NamedTuple):
    """A try to store: its words from the first on, up to the first mistake; `points` if any."""

    words: tuple[str, ...]
    verdict: Verdict
    points: int | None


class Known(NamedTuple):
    """A stored try: its interaction, its words from the first on, its points, if any."""

    interaction: int
    words: tuple[str, ...]
    points: int | None = None


class Mode(ABC, Generic[KeyT, StateT]):
    """One way to play, as `Playing` uses it; `KeyT` identifies what is played, and where.

    A method with `tx` is one step in the transaction of a player's action.
    """

    @abstractmethod
    async def find(self, key: KeyT, act: Act) -> Opener[StateT]:
        """Return an opener of a person's play; runs before any transaction, to make the puzzle."""

    async def begin(self, key: KeyT, act: Act) -> Opener[StateT]:
        """Return an opener that also lets somebody begin, if that takes more than `find`."""
        return await self.find(key, act)

    async def opened(self, _key: KeyT, _act: Act) -> StateT | None:
        """Return a play that was begun, if opening it again changes nothing; else None."""
        return None

    @abstractmethod
    async def look(self, key: KeyT, act: Act) -> StateT:
        """Return a person's play without writing anything."""

    @abstractmethod
    async def again(self, tx: Transaction, state: StateT, act: Act) -> StateT:
        """Return a play's current state, or `state` if the play is gone."""

    @abstractmethod
    async def accepted(self, tx: Transaction, key: KeyT, state: StateT) -> Accepted:
        """Return the words that count where somebody plays."""

    def typed(self, _state: StateT, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the typed words that count."""
        return words

    @abstractmethod
    async def get_try(self, tx: Transaction, state: StateT, interaction: int) -> Known | None:
        """Return the stored try of an interaction, if there is one."""

    async def repeated(self, _tx: Transaction, state: StateT, _act: Act, _known: Known) -> StateT:
        """Return a play with what to say about a try that is already stored."""
        return state

    @abstractmethod
    async def add_try(self, tx: Transaction, state: StateT, act: Act, tried: Tried) -> StateT:
        """Store a try. Raises BotError for one too many, or out of turn."""

    def worth(self, _state: StateT, _verdict: Verdict) -> int | None:
        """Return the points of a try; None if tries have no points."""
        return None

    @abstractmethod
    async def keep(
        self, tx: Transaction, state: StateT, act: Act, verdict: Verdict, points: int | None
    ) -> StateT:
        """Store what is right, and what solving leads to: points, a place, a rating."""

    @abstractmethod
    async def lay(self, tx: Transaction, state: StateT, progress: Progress) -> StateT:
        """Store changed words."""

    async def take(self, _tx: Transaction, _state: StateT, _hint: Taken) -> StateT:
        """Store a hint that was taken; raises NotPlayable if the mode has no hints."""
        raise NotPlayable("no gesture", NO_GESTURE)

    async def send(self, _tx: Transaction, _state: StateT, _act: Act) -> StateT:
        """Send in the words so far; raises NotPlayable if tries are judged as they come."""
        raise NotPlayable("no gesture", NO_GESTURE)

    async def end(self, _tx: Transaction, _state: StateT, _act: Act) -> StateT:
        """End the play, so that the answer may be shown; raises NotPlayable if nobody may."""
        raise NotPlayable("no gesture", NO_GESTURE)

    async def check_telling(self, _key: KeyT, _act: Act) -> None:
        """Raise BotError if nothing about the answer may be revealed at the moment."""
