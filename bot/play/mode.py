"""A way to play puzzles: where they come from, what is kept of a play, what a solved one starts."""

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
"""Said to ids that no card shows."""
MOST_TRIES = 200
"""Tries that are kept of one play."""


class Key(Protocol):
    """Names what is played, and where: in a server, or (None) elsewhere."""

    @property
    def guild_id(self) -> int | None:
        """The server."""


KeyT = TypeVar("KeyT", bound=Key)
StateT = TypeVar("StateT", bound=PlayState)
Opener: TypeAlias = Callable[[Transaction], Awaitable[StateT]]
"""Opens a play, begun if need be, in a transaction; raises where it may not be seen."""


class Tried(NamedTuple):
    """A try to be kept: its words from the first on, up to the first mistake; `points` if any."""

    words: tuple[str, ...]
    verdict: Verdict
    points: int | None


class Known(NamedTuple):
    """A try that is kept: its interaction, its words from the first on, its points, if any."""

    interaction: int
    words: tuple[str, ...]
    points: int | None = None


class Mode(ABC, Generic[KeyT, StateT]):
    """One way to play, as `Playing` uses it; `KeyT` names what is played, and where.

    What has `tx` is one step of the transaction of a gesture.
    """

    @abstractmethod
    async def find(self, key: KeyT, act: Act) -> Opener[StateT]:
        """Return what opens somebody's play; before any transaction, so it may make the puzzle."""

    async def begin(self, key: KeyT, act: Act) -> Opener[StateT]:
        """Return what lets somebody begin, where that takes more than `find`."""
        return await self.find(key, act)

    async def opened(self, _key: KeyT, _act: Act) -> StateT | None:
        """Return a play that was begun, where to look at it changes nothing; else None."""
        return None

    @abstractmethod
    async def look(self, key: KeyT, act: Act) -> StateT:
        """Return somebody's play as it is; nothing is written."""

    @abstractmethod
    async def again(self, tx: Transaction, state: StateT, act: Act) -> StateT:
        """Return a play as it is by now; as it was, where it is gone."""

    @abstractmethod
    async def accepted(self, tx: Transaction, key: KeyT, state: StateT) -> Accepted:
        """Return the words that count where somebody plays."""

    def typed(self, _state: StateT, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return what is taken of the words that were typed."""
        return words

    @abstractmethod
    async def get_try(self, tx: Transaction, state: StateT, interaction: int) -> Known | None:
        """Return a try that is kept."""

    async def repeated(self, _tx: Transaction, state: StateT, _act: Act, _known: Known) -> StateT:
        """Return a play with what there is to say of a try that is kept."""
        return state

    @abstractmethod
    async def add_try(self, tx: Transaction, state: StateT, act: Act, tried: Tried) -> StateT:
        """Keep a try. Raises BotError for one that is too much, or out of turn."""

    def worth(self, _state: StateT, _verdict: Verdict) -> int | None:
        """Return the points of a try, where tries have points."""
        return None

    @abstractmethod
    async def keep(
        self, tx: Transaction, state: StateT, act: Act, verdict: Verdict, points: int | None
    ) -> StateT:
        """Keep what is right, and what a solved puzzle starts: points, a place, a rating."""

    @abstractmethod
    async def lay(self, tx: Transaction, state: StateT, progress: Progress) -> StateT:
        """Keep other words than there were."""

    async def take(self, _tx: Transaction, _state: StateT, _hint: Taken) -> StateT:
        """Keep a hint that was taken; raises NotPlayable where there are none."""
        raise NotPlayable("no gesture", NO_GESTURE)

    async def send(self, _tx: Transaction, _state: StateT, _act: Act) -> StateT:
        """Send in the words there are; raises NotPlayable where tries are judged as they come."""
        raise NotPlayable("no gesture", NO_GESTURE)

    async def end(self, _tx: Transaction, _state: StateT, _act: Act) -> StateT:
        """End the play, so that the answer may be shown; raises NotPlayable where nobody may."""
        raise NotPlayable("no gesture", NO_GESTURE)

    async def check_telling(self, _key: KeyT, _act: Act) -> None:
        """Raise BotError where nothing of the answer may be told just now."""
