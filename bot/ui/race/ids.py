"""The custom ids of races: in their posts, and in each player's own card."""

from __future__ import annotations

from typing import Annotated, Literal

from bot.dailies import HintKind
from bot.puzzles import ARRANGING, GAMES
from bot.ui.custom_ids import CustomId, Field, Key
from bot.ui.tapping import TapId

Number = Annotated[int, Field(r"\d{1,3}", int)]
"""The number of a round, or how many words."""
Game = Annotated[str, Field("|".join(GAMES))]
LineGame = Annotated[str, Field("|".join(name for name in GAMES if name not in ARRANGING))]
"""One in which words follow from one another."""
Puzzle = Annotated[int, Field(r"\d{1,9}", int)]
"""The number of a puzzle in somebody's training."""


class RaceId(CustomId, prefix="race"):
    """A button for all: Join, Leave, Start now, Cancel; Accept, Decline; Play; Rematch."""

    action: Literal["join", "leave", "start", "cancel", "accept", "play", "rematch"]
    race: Key


class RoundId(CustomId, prefix="race"):
    """Next round, which is `number`; Review one that is over, or its Proof."""

    action: Literal["next", "review", "proof"]
    race: Key
    number: Number


class RacePlayId(CustomId, prefix="race:play"):
    """A button of a player's own card: Next word or Type, Undo, I’m done, Refresh, Remove somebody.

    `seen`: how many words the card shows.
    """

    action: Literal["write", "undo", "done", "refresh", "remove"]
    race: Key
    number: Number
    seen: Number


class RaceFormId(CustomId, prefix="race:form"):
    """The form that words are written into."""

    race: Key
    number: Number


class RaceRemoveId(CustomId, prefix="race:remove"):
    """The form in which whoever began a race chooses whom to remove."""

    race: Key
    number: Number


class RaceTapId(TapId, prefix="race:tap"):
    """A button of a snake that is tapped."""

    race: Key
    number: Number


class TrainId(CustomId, prefix="train"):
    """Next word, Give up and what it asks, Definitions, Next puzzle."""

    action: Literal["write", "ask", "quit", "back", "words", "next"]
    game: Game
    number: Puzzle


class TrainUndoId(CustomId, prefix="train:undo"):
    """Undo; `left`: how many of the words stay. What is arranged is tapped."""

    game: LineGame
    number: Puzzle
    left: Number


class TrainHintId(CustomId, prefix="train:hint"):
    """Letter, Word; `seen`: how many hints the player had when the button was shown."""

    kind: HintKind
    game: Game
    number: Puzzle
    seen: Number


class TrainFormId(CustomId, prefix="train:form"):
    """The form that words are written into."""

    game: Game
    number: Puzzle


class TrainTapId(TapId, prefix="train:tap"):
    """A button of a snake that is tapped."""

    number: Puzzle
