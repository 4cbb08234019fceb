"""What snakes store: cards and rejected words, the ids of their buttons, and their pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from bot.ui.custom_ids import CustomId, Key
from bot.ui.picture import MOST_LETTERS, Sketch
from solvers.text import many
from solvers.wordsnake import Rule, Scored, ScoreRequest, SnakeResult, score

DRAWN_AT_ONCE = 40
"""Most words of a snake whose picture can be read at a glance, even on a phone."""


class SnakeId(CustomId, prefix="snake"):
    """A button of a snake card."""

    action: Literal["explain", "picture"]
    key: Key


class SnakeEditId(CustomId, prefix="snake:edit"):
    """The button under refused words."""

    key: Key


class SnakeFormId(CustomId, prefix="snake:form"):
    """The form that words are pasted into, and who sees its answer."""

    seen: Literal["public", "private"]


@dataclass(frozen=True, slots=True)
class SnakeCard:
    """What an answer shows, and everything its buttons need. Stored as JSON.

    `words` are in the order typed; `numbers` are their indices in the order of the snake.
    `positions` say where these words lie under containment; under pairs the order is enough.
    `typed` is the score of the order typed.
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
        """Return the card of a result, or of the order as typed if that is better.

        It may be better if the search ran out of time early.
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
        """Whether no snake of the same words can score more."""
        return self.score == self.bound

    @property
    def caption(self) -> str:
        """The card in one plain line."""
        return caption(len(self.words), self.score, self.bound)

    def scored(self) -> Scored:
        """Score the snake again."""
        return score(ScoreRequest(self.order, self.positions, self.rule))


@dataclass(frozen=True, slots=True)
class RejectedWords:
    """Words that were typed and refused, and why. Stored as JSON."""

    version: ClassVar[int] = 1

    text: str
    rule: Rule
    private: bool
    fault: str = ""


def can_be_drawn(scored: Scored) -> bool:
    """Return whether a picture of a snake would be legible."""
    return len(scored.snake) <= MOST_LETTERS


def caption(words: int, score: int, bound: int) -> str:
    """Say in one plain line how many words a snake has, what it scores, and how sure that is."""
    sure = "proven best" if score == bound else f"best found, at most {bound:,}"
    return f"{many(words, 'word')} · {many(score, 'point')} · {sure}"


def sketch(shown: SnakeCard) -> Sketch:
    """Return what to draw of a card."""
    return Sketch(shown.scored(), shown.caption)


def sketches(shown: SnakeCard) -> Sequence[Sketch]:
    """Return the picture that comes with the answer; a longer snake has one only on request."""
    at_once = len(shown.words) <= DRAWN_AT_ONCE and can_be_drawn(shown.scored())
    return [sketch(shown)] if at_once else []
