"""What snakes store: cards and rejected words, the ids of their buttons, and their pictures."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import ClassVar, Literal

from bot.errors import SolvingError
from bot.services import Services
from bot.solving import SHORT_SECONDS, Requester
from bot.ui import picture
from bot.ui.custom_ids import CustomId, Key
from bot.ui.picture import MOST_LETTERS, RowSketch, Sketch
from solvers.errors import NoAnswer
from solvers.text import many
from solvers.wordsnake import Rule, Scored, ScoreRequest, SnakeResult, score

log = logging.getLogger(__name__)

DRAWN_AT_ONCE = 40
"""Words of a snake whose picture is legible at a glance, on a phone too."""


class SnakeId(CustomId, prefix="snake"):
    """A button of a snake card."""

    action: Literal["explain", "picture"]
    key: Key


class SnakeEditId(CustomId, prefix="snake:edit"):
    """The button of words that could not be taken."""

    key: Key


class SnakeFormId(CustomId, prefix="snake:form"):
    """The form that words are pasted into, and who sees its answer."""

    seen: Literal["public", "private"]


@dataclass(frozen=True, slots=True)
class SnakeCard:
    """What one answer shows, and all that its buttons need. Stored as JSON.

    `words` are in the order they were typed, and `numbers` says which of them comes when in the
    snake. `positions` are where these lie, under containment; under pairs the order says it all.
    `typed` is what the words score in the order they were typed.
    """

    version: ClassVar[int] = 2

    rule: Rule
    words: tuple[str, ...]
    numbers: tuple[int, ...]
    positions: tuple[int, ...] | None
    score: int
    bound: int
    typed: int
    seconds: float

    @classmethod
    def of(cls, result: SnakeResult) -> SnakeCard:
        """Return the card of a result, or of the order as typed where that is better.

        It may be, if the time was up early.
        """
        typed = score(ScoreRequest(result.words, rule=result.rule))
        best = typed if typed.score > result.score else result
        positions = tuple(placed.position for placed in best.order)
        number = {word: at for at, word in enumerate(result.words)}
        return cls(
            rule=result.rule,
            words=result.words,
            numbers=tuple(number[placed.word] for placed in best.order),
            positions=positions if result.rule == "containment" else None,
            score=best.score,
            bound=result.bound,
            typed=typed.score,
            seconds=result.seconds,
        )

    @property
    def order(self) -> tuple[str, ...]:
        """The words as they come in the snake."""
        return tuple(self.words[number] for number in self.numbers)

    @property
    def proven(self) -> bool:
        """Whether no snake of these words can score more."""
        return self.score == self.bound

    @property
    def caption(self) -> str:
        """The card in one plain line."""
        return caption(len(self.words), self.score, self.bound)

    def scored(self) -> Scored:
        """Lay the snake once more."""
        return score(ScoreRequest(self.order, self.positions, self.rule))


@dataclass(frozen=True, slots=True)
class RejectedWords:
    """What was typed and could not be taken, and why. Stored as JSON."""

    version: ClassVar[int] = 1

    text: str
    rule: Rule
    private: bool
    fault: str = ""


def can_be_drawn(scored: Scored) -> bool:
    """Return whether a picture of it could be read."""
    return len(scored.snake) <= MOST_LETTERS


def is_drawn_at_once(shown: SnakeCard) -> bool:
    """Return whether the answer brings the picture along; of a longer snake it is asked for."""
    return len(shown.words) <= DRAWN_AT_ONCE and can_be_drawn(shown.scored())


def caption(words: int, score: int, bound: int) -> str:
    """Say in one plain line how many words a snake has, what it scores, and how sure that is."""
    sure = "proven best" if score == bound else f"best found, at most {bound:,}"
    return f"{many(words, 'word')} · {many(score, 'point')} · {sure}"


def sketch(shown: SnakeCard) -> Sketch:
    """Return what to draw of a card."""
    return Sketch(shown.scored(), shown.caption)


async def draw(
    services: Services, snake: Sketch | RowSketch, *, requester: Requester | None
) -> bytes:
    """Draw a picture in a worker, as that takes a while; raises NoAnswer or a SolvingError."""
    if isinstance(snake, Sketch) and not can_be_drawn(snake.scored):
        raise NoAnswer(f"That’s too long for a picture: it can show {MOST_LETTERS} letters.")
    content: bytes = await services.pictures.run(
        picture.draw, snake, seconds=SHORT_SECONDS, quick=True, requester=requester
    )
    return content


async def draw_or_none(
    services: Services, snake: Sketch | RowSketch, *, requester: Requester | None
) -> bytes | None:
    """Draw a picture; None if that fails or it is too long: an answer does without."""
    try:
        return await draw(services, snake, requester=requester)
    except (NoAnswer, SolvingError) as error:
        log.warning("answered without the picture: %s", error)
        return None
