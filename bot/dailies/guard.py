"""No spoilers from the bot: it does not answer the question of a puzzle that is open."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate, product

from bot.dailies.hours import live_somewhere, over_everywhere
from bot.errors import LiveEdition, Unread
from bot.overlap import Legs, letters_apart, overlaps_enough
from bot.puzzles import letters_of
from bot.store import Database, dailies
from solvers.daily import Game, Puzzle

WHY = (
    "That’s a daily puzzle people are playing right now, so I’m keeping its answer to myself. Ask "
    "again when it’s over everywhere."
)
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

    async def refuse_ladder(self, at: datetime, *words: str, legs: Legs = ()) -> None:  # noqa: ARG002 - of a person
        """Refuse a ladder that passes a puzzle's words, or near them."""
        await self._refuse(at, "ladder", lambda puzzle: passes_ends(words, puzzle))

    async def refuse_given(self, at: datetime, game: Game, given: Sequence[str]) -> None:
        """Refuse a puzzle of somebody's own by what its players are given (`Puzzle.given`)."""
        match game:
            case "ladder":
                await self.refuse_ladder(at, *given)
            case "snake":
                await self.refuse_snake(at, given)
            case "anigram":
                await self.refuse_anigram(at, *accumulate(given))
            case "truncate":
                await self.refuse_truncate(at, *given)

    async def refuse_snake(self, at: datetime, words: Iterable[str]) -> None:
        """Refuse a list that is half made of a puzzle's words, or has half of them."""
        asked = set(words)

        def is_own(puzzle: Puzzle) -> bool:
            shared = len(asked & set(puzzle.given))
            return overlaps_enough(shared, len(asked), len(puzzle.given))

        await self._refuse(at, "snake", is_own)

    async def refuse_anigram(self, at: datetime, *letters: str | None) -> None:
        """Refuse a game from, through or to the letters of any of a puzzle's stages."""
        asked = {"".join(sorted(some)) for some in letters if some}

        def is_own(puzzle: Puzzle) -> bool:
            stages = range(len(puzzle.given))
            return any("".join(sorted(letters_of(puzzle, stage))) in asked for stage in stages)

        await self._refuse(at, "anigram", is_own)

    async def refuse_truncate(self, at: datetime, *words: str | None, drawn: bool = False) -> None:
        """Refuse a sequence with a word of a puzzle's answer, or its start and a letter more.

        From a word before the start the answer leads through it, if it helps at all. Of somebody's
        own puzzle every longest line is best: any word counts that may be in one, unless the words
        were `drawn` and nobody chose what to ask.
        """
        asked = {word for word in words if word}

        def is_own(puzzle: Puzzle) -> bool:
            start = puzzle.given[0]
            more = 1 if drawn or puzzle.level else puzzle.par - 1
            return any(
                word in puzzle.solution or (start in word and len(word) <= len(start) + more)
                for word in asked
            )

        await self._refuse(at, "truncate", is_own)

    async def _refuse(
        self, at: datetime, game: Game, is_own: Callable[[Puzzle], bool]
    ) -> list[Played]:
        """Return what is played of a game; raises LiveEdition if one of it is asked for."""
        played = [one for one in await self.played(at) if one.puzzle.game == game]
        for one in played:
            if is_own(one.puzzle):
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


def passes_ends(words: Sequence[str], puzzle: Puzzle) -> bool:
    """Return whether a ladder has both words of a puzzle's, or gives its answer nearly away.

    That does one with words a step from them, unless it goes a longer way between them than the
    best: a ladder of a hundred steps passes near everything.
    """
    if set(puzzle.given) <= set(words):
        return True
    near = (
        [place for place, word in enumerate(words) if letters_apart(word, end) <= 1]
        for end in puzzle.given
    )
    return any(0 < abs(one - other) <= puzzle.par for one, other in product(*near))
