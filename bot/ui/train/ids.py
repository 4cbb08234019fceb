"""The custom ids of training."""

from __future__ import annotations

from typing import Annotated

from bot.puzzles import GAMES
from bot.ui.custom_ids import CustomId, Field

Game = Annotated[str, Field("|".join(GAMES))]


class NextId(CustomId, prefix="train:next"):
    """Next puzzle, after that number."""

    game: Game
    number: Annotated[int, Field(r"\d{1,9}", int)]
