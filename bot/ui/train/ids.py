"""The custom ids of training."""

from __future__ import annotations

from typing import Annotated, Literal

from bot.puzzles import ARRANGING, GAMES, HintKind
from bot.ui.custom_ids import CustomId, Field
from bot.ui.tapping import TapId

Count = Annotated[int, Field(r"\d{1,3}", int)]
"""How many words or hints."""
Game = Annotated[str, Field("|".join(GAMES))]
LineGame = Annotated[str, Field("|".join(name for name in GAMES if name not in ARRANGING))]
"""One in which words follow from one another."""
Puzzle = Annotated[int, Field(r"\d{1,9}", int)]
"""The number of a puzzle in somebody's training."""


class TrainId(CustomId, prefix="train"):
    """Next word, Give up and what it asks, Definitions, Next puzzle."""

    action: Literal["write", "ask", "quit", "back", "words", "next"]
    game: Game
    number: Puzzle


class TrainUndoId(CustomId, prefix="train:undo"):
    """Undo; `left`: how many of the words stay. What is arranged is tapped."""

    game: LineGame
    number: Puzzle
    left: Count


class TrainHintId(CustomId, prefix="train:hint"):
    """Letter, Word; `seen`: how many hints the player had when the button was shown."""

    kind: HintKind
    game: Game
    number: Puzzle
    seen: Count


class TrainFormId(CustomId, prefix="train:form"):
    """The form that words are written into."""

    game: Game
    number: Puzzle


class TrainTapId(TapId, prefix="train:tap"):
    """A button of a snake that is tapped."""

    number: Puzzle
