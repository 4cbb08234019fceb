"""The answer to /ladder: how it is found, what is stored, and the ids of its buttons."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar, Literal

from bot.errors import SolvingError, TimeLimit
from bot.services import Services
from bot.solving import SHORT_SECONDS, Requester
from bot.ui.cards import TRIES
from bot.ui.custom_ids import CustomId, Key
from bot.ui.server_rules import ServerRules
from bot.ui.words import Rarest, how_strange, rarest_of, unfamiliar_glosses
from solvers import ladder as solver
from solvers.errors import GaveUp
from solvers.ladder import Ladder, LadderRequest, LadderResult

Reveal = Literal["full", "next word", "length"]
QUICK_SECONDS = 0.5
"""Seconds of a ladder's first search, a quick job; nearly all need a twentieth of it.

Ladders via given words, with moves that change a word's length, may need all of SHORT_SECONDS.
"""
EXACT_SECONDS = 1.5
"""Seconds of the first search for an exact number of steps, a short job; few need a fifth of it.

With SHORT_SECONDS, two such searches could hold every worker of a small bot for that time.
"""
LONG_SECONDS = 10.0
"""Seconds of their second search; what it does not settle, thirty seconds rarely do either."""
LONG_PATIENCE = 12.0
"""Seconds that a second search may take, including its wait for a worker."""
KNOWN_TRIES = TRIES // 2
"""Draws of another ladder that prefer known words; later draws take any."""


class LadderId(CustomId, prefix="ladder"):
    """A button of a ladder card."""

    action: Literal["another", "definitions", "next", "all"]
    key: Key


@dataclass(frozen=True, slots=True)
class LadderCard:
    """What an answer shows, and everything its buttons need. Stored as JSON.

    `known` words after the start are shown when the reveal is "next word". `rarest_of_…` are among
    the words after the start. `glosses` explains the words that few people know.
    """

    version: ClassVar[int] = 3

    request: LadderRequest
    tier: str
    reveal: Reveal
    shortest: Ladder | None
    common: Ladder | None
    rarest_of_shortest: Rarest | None = None
    rarest_of_common: Rarest | None = None
    gave_up: tuple[str, ...] = ()
    known: int = 1
    glosses: dict[str, str] = field(default_factory=dict)

    @property
    def start(self) -> str:
        """The first word."""
        return self.any_ladder.words[0]

    @property
    def target(self) -> str:
        """The last word."""
        return self.any_ladder.words[-1]

    @property
    def any_ladder(self) -> Ladder:
        """The shortest ladder or, if only that is known, the one with commoner words."""
        ladder = self.shortest or self.common
        if ladder is None:
            raise ValueError("a card without a ladder")
        return ladder

    @property
    def title(self) -> str:
        """The first word and the last."""
        return f"{self.start} → {self.target}"

    @property
    def ladders(self) -> tuple[Ladder, ...]:
        """The ladders that a full card shows.

        If the shortest one has a word that few people know, the one with commoner words follows,
        provided its words are better known.
        """
        first, second = self.any_ladder, self.common
        strange = how_strange(self.rarest_of_shortest)
        if second is None or second.words == first.words or not strange:
            return (first,)
        return (first, second) if how_strange(self.rarest_of_common) < strange else (first,)

    @property
    def words(self) -> tuple[str, ...]:
        """Every word that a full card shows, once each, in order."""
        return tuple(dict.fromkeys(word for ladder in self.ladders for word in ladder.words))

    @property
    def legs(self) -> tuple[tuple[str, ...], ...]:
        """Each ladder in parts: from each requested word to the next, both included."""
        found = []
        for ladder in self.ladders:
            start, words = 0, ladder.words
            for via in (*self.request.via, words[-1]):
                stop = words.index(via, start)
                found.append(words[start : stop + 1])
                start = stop
        return tuple(found)

    @property
    def is_only_one(self) -> bool:
        """Whether another draw is known to give the same."""
        return all(ladder.count == 1 for ladder in self.ladders)

    def hint_on(self) -> LadderCard:
        """Return the card with one more word shown, or everything once no word is left."""
        if self.reveal == "length":
            return replace(self, reveal="next word", known=1)
        if self.known + 2 >= self.any_ladder.steps:
            return replace(self, reveal="full")
        return replace(self, known=self.known + 1)


async def draw(
    services: Services,
    request: LadderRequest,
    tier: str,
    reveal: Reveal,
    requester: Requester,
    *,
    rules: ServerRules,
) -> LadderCard:
    """Solve the request; raises PuzzleError, SolvingError, or BadOption for a denied word."""
    rules.check((request.start, request.target, *request.via))
    lexicon = rules.lexicon(services, tier)
    # The card stores the original request: denied words must not be readable in it.
    avoid = tuple(dict.fromkeys((*request.avoid, *rules.denied_in(lexicon))))
    asked = replace(request, avoid=avoid, policy=rules.policy)
    result = await _solve(services, asked, tier, requester)
    shortest, common = result.shortest, result.common
    card = LadderCard(
        request=request,
        tier=tier,
        reveal=reveal,
        shortest=shortest,
        common=common,
        rarest_of_shortest=rarest_of(shortest.words[1:], lexicon) if shortest else None,
        rarest_of_common=rarest_of(common.words[1:], lexicon) if common else None,
        gave_up=result.gave_up,
    )
    return replace(card, glosses=unfamiliar_glosses(card.words, lexicon))


def best_known(card: LadderCard) -> LadderCard:
    """Return a card whose shortest ladder is the one with commoner words, if it is as short."""
    shortest, common = card.shortest, card.common
    if shortest is None or common is None or shortest.steps != common.steps:
        return card
    known = replace(common, count=shortest.count)
    card = replace(card, shortest=known, rarest_of_shortest=card.rarest_of_common)
    shown = {word: gloss for word, gloss in card.glosses.items() if word in card.words}
    return replace(card, glosses=shown)


async def _solve(
    services: Services, request: LadderRequest, tier: str, requester: Requester
) -> LadderResult:
    """Search briefly; if that does not settle it, search again as a job that others wait for less.

    If the second search has to wait too long, the first result is the answer.
    """
    run = partial(services.solving.run, solver.solve, request, requester=requester, tier=tier)
    exact = request.steps is not None
    moment, more = (EXACT_SECONDS, LONG_SECONDS) if exact else (QUICK_SECONDS, SHORT_SECONDS)
    first: LadderResult | GaveUp | TimeLimit
    try:
        first = await run(seconds=moment, quick=not exact)
    except (GaveUp, TimeLimit) as error:
        first = error
    if isinstance(first, Exception) or first.gave_up:
        try:
            async with asyncio.timeout(LONG_PATIENCE):
                first = await run(seconds=more)
        except (GaveUp, TimeLimit) as error:
            first = error if isinstance(first, Exception) else first
        except (SolvingError, TimeoutError):
            pass
    if isinstance(first, Exception):
        raise first
    return first


async def another(
    services: Services, shown: LadderCard, requester: Requester, rules: ServerRules
) -> LadderCard:
    """Return the card drawn again, until each ladder differs from the one shown, if it can."""
    card, words = shown, None if shown.shortest is None else shown.shortest.words
    for number in range(TRIES):
        drawn = await draw(
            services, shown.request, shown.tier, shown.reveal, requester, rules=rules
        )
        known = drawn.common  # if it is the only one and shown, any other has rarer words
        shows_it = known is not None and known.count == 1 and known.words == words
        if number < KNOWN_TRIES and not shows_it:
            drawn = best_known(drawn)
        card = replace(card, known=1)
        if not _is_other(card.shortest, shown.shortest):
            card = replace(
                card, shortest=drawn.shortest, rarest_of_shortest=drawn.rarest_of_shortest
            )
        if not _is_other(card.common, shown.common):
            card = replace(card, common=drawn.common, rarest_of_common=drawn.rarest_of_common)
        if _is_other(card.shortest, shown.shortest) and _is_other(card.common, shown.common):
            break
    return replace(
        card, glosses=unfamiliar_glosses(card.words, rules.lexicon(services, shown.tier))
    )


def _is_other(drawn: Ladder | None, shown: Ladder | None) -> bool:
    """Return whether a ladder differs from the one shown, or there is no other."""
    return drawn is None or shown is None or drawn.count == 1 or drawn.words != shown.words
