"""The answer to a ladder: how it is found, what of it is stored, and its buttons' ids."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from bot.services import Services
from bot.ui.cards import redraw
from bot.ui.custom_ids import CustomId, Key
from bot.ui.server_rules import ServerRules
from bot.ui.words import Rarest, gloss, rarest_of
from solvers import ladder as solver
from solvers.ladder import Ladder, LadderRequest, LadderResult
from solvers.lexicon import Group

Reveal = Literal["full", "next word", "length"]
QUICK_SECONDS = 5.0
"""Far more than any ladder takes, but for one of an exact number of steps."""


class LadderId(CustomId, prefix="ladder"):
    """A button of a ladder card."""

    action: Literal["another", "definitions", "next", "all"]
    key: Key


@dataclass(frozen=True, slots=True)
class LadderCard:
    """What one answer shows, and all that its buttons need. Stored as JSON.

    `known` words after the start are given away when the reveal is "next word". The rarest are
    among the words after the start. `glosses` has the first sense of each word that has one.
    """

    version: ClassVar[int] = 1

    request: LadderRequest
    tier: str
    reveal: Reveal
    group: Group | None
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
        """The shortest ladder or, where only that is known, the one of the commonest words."""
        ladder = self.shortest or self.common
        if ladder is None:
            raise ValueError("a card without a ladder")
        return ladder

    @property
    def title(self) -> str:
        """The first word and the last."""
        return f"{self.start} → {self.target}"

    @property
    def words(self) -> tuple[str, ...]:
        """Every word that a full card shows, once each, in order."""
        ladders = (self.shortest, self.common)
        return tuple(dict.fromkeys(w for ladder in ladders if ladder for w in ladder.words))

    @property
    def is_only_one(self) -> bool:
        """Whether another draw is known to give the same."""
        return all(each.count == 1 for each in (self.shortest, self.common) if each)

    def hint_on(self) -> LadderCard:
        """Return the card that gives one more word away, or everything once all are."""
        if self.reveal == "length":
            return replace(self, reveal="next word", known=1)
        if self.known + 1 >= self.any_ladder.steps:
            return replace(self, reveal="full")
        return replace(self, known=self.known + 1)


async def draw(
    services: Services,
    request: LadderRequest,
    tier: str,
    reveal: Reveal,
    user: int,
    *,
    rules: ServerRules,
) -> LadderCard:
    """Solve the request; raises PuzzleError, SolvingError, or BadOption for a denied word."""
    rules.check((request.start, request.target, *request.via))
    seconds = QUICK_SECONDS if request.steps is None else None
    lexicon = services.lexicons[tier]
    # The card stores the request as it was made: denied words must not be readable in it.
    denied = rules.denied_in(lexicon)
    asked = replace(request, avoid=tuple(dict.fromkeys((*request.avoid, *denied))))
    result: LadderResult = await services.solving.run(
        solver.solve, asked, tier=tier, seconds=seconds, user=user
    )
    shortest, common = result.shortest, result.common
    words = {word for each in (shortest, common) if each for word in each.words}
    glosses = {word: gloss(senses) for word in words if (senses := lexicon.define(word))}
    return LadderCard(
        request=request,
        tier=tier,
        reveal=reveal,
        group=result.group,
        shortest=shortest,
        common=common,
        rarest_of_shortest=rarest_of(shortest.words[1:], lexicon) if shortest else None,
        rarest_of_common=rarest_of(common.words[1:], lexicon) if common else None,
        gave_up=result.gave_up,
        glosses=glosses,
    )


async def another(
    services: Services, shown: LadderCard, user: int, rules: ServerRules
) -> LadderCard:
    """Return the card drawn again, until both of its ladders are others if there are such."""
    return await redraw(
        lambda: draw(services, shown.request, shown.tier, shown.reveal, user, rules=rules),
        lambda drawn: (
            _is_other(drawn.shortest, shown.shortest) and _is_other(drawn.common, shown.common)
        ),
    )


def _is_other(drawn: Ladder | None, shown: Ladder | None) -> bool:
    """Return whether a ladder is another one, or no other is available."""
    return drawn is None or shown is None or drawn.count == 1 or drawn.words != shown.words
