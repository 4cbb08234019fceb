"""No spoilers from the bot: it does not answer the question of a puzzle that is open."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from bot.dailies.hours import live_somewhere, over_everywhere
from bot.errors import LiveEdition, Unread
from bot.puzzles.games import GAMES, Legs
from bot.store import Database, dailies
from solvers.daily import Puzzle

WHY = (
    "That’s a daily puzzle people are playing right now, so I’m keeping its answer to myself. Ask "
    "again when it’s over everywhere."
)
Spoils: TypeAlias = Callable[[Puzzle], bool]
"""Whether what is asked would give a puzzle away."""
AHEAD = timedelta(hours=3)
"""How long before its hour an edition is known here."""


@dataclass(frozen=True, slots=True)
class Played:
    """A puzzle that is being played: by what it is known, and why and until when it is refused."""

    key: Hashable
    puzzle: Puzzle
    why: str
    until: datetime

    def refusal(self) -> LiveEdition:
        """Return what is raised instead of an answer."""
        return LiveEdition(self.why, self.until)


class DailyGuard:
    """Refuses, everywhere, the questions of editions that are open somewhere.

    Each method raises a LiveEdition that says until when. It is called with what was typed, and
    again with the answer before it is shown: the answer to another question may contain it.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        # By number; editions never change. None: there was none when it was last looked for.
        self._live: dict[int, Played | None] = {}

    async def refuse(
        self,
        game: str,
        at: datetime,
        *words: str | None,
        drawn: bool = False,
        legs: Legs = (),  # noqa: ARG002 - of a person
    ) -> None:
        """Refuse what would give away a puzzle of this game that is played.

        `words`: what was typed, or the answer; see `Game.spoils`, also for `drawn`.
        """
        await self._refuse(game, at, spoiling(game, words, drawn=drawn))

    async def refuse_given(self, game: str, at: datetime, given: tuple[str, ...]) -> None:
        """Refuse a puzzle of somebody's own by what its players are given (`Puzzle.given`)."""
        await self.refuse(game, at, *GAMES[game].question(given))

    async def _refuse(self, game: str, at: datetime, spoils: Spoils) -> list[Played]:
        """Return what is played of a game; raises LiveEdition if one of it would be given away."""
        played = [one for one in await self.played(at) if one.puzzle.game == game]
        for one in played:
            if spoils(one.puzzle):
                raise one.refusal()
        return played

    async def played(self, at: datetime) -> list[Played]:
        """Return what is refused: the editions that are open somewhere; they are cached.

        Raises Unread while nothing can be read, unless `remember` had looked for all of them.
        """
        numbers = live_somewhere(at)
        if missing := [number for number in numbers if self._live.get(number) is None]:
            try:
                found = await self._look_for(missing)
            except Unread:
                if any(number not in self._live for number in missing):
                    raise
            else:
                self._live |= dict.fromkeys(missing) | found
        return [one for number in numbers if (one := self._live.get(number)) is not None]

    async def remember(self, at: datetime) -> None:
        """Read what is refused now and in the next hours, for when nothing can be read."""
        await self.played(at)
        coming = live_somewhere(at + AHEAD)
        if missing := [number for number in coming if number not in self._live]:
            self._live |= await self._look_for(missing)  # what is not there yet may come
        kept = {*live_somewhere(at), *coming}
        self._live = {number: one for number, one in self._live.items() if number in kept}

    async def _look_for(self, numbers: Sequence[int]) -> dict[int, Played | None]:
        async with self._database.read() as tx:
            found = await dailies.some_editions(tx, numbers)
        return {
            number: Played(number, Puzzle.of(content), WHY, over_everywhere(number))
            for number, content in found.items()
        }


def spoiling(game: str, words: Iterable[str | None], *, drawn: bool) -> Spoils:
    """Return what says whether words that were typed, or told, would give a puzzle away."""
    asked = [word for word in words if word]
    return lambda puzzle: GAMES[game].spoils(puzzle, asked, drawn=drawn)
