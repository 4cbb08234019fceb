"""The games. Each is a module named like its maker, with the game as `GAME`.

game = GAMES["ladder"]
game.why_not(puzzle, ["cord"], "card")  # None: it may follow
game_of(puzzle).next_move(puzzle, progress.words)
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from bot.puzzles.games.game import DONE, FULL_SHARE, NEW, OPEN, STEP, Game, Legs
from bot.puzzles.games.way import Way
from solvers.daily import Puzzle, makers


def _find(name: str) -> Game:
    """Return a maker's game; anything it lacks raises at once, not only when it is played."""
    game: Game = import_module(f"{__name__}.{name}").GAME
    maker = makers()[name]
    if game.name != name or not game.own_asked:
        raise TypeError(f"The game {name} needs that name, and `own_asked`.")
    if not game.arranges and (maker.best is None or maker.departure is None):
        raise TypeError(f"The maker of {name} needs `best` and `departure`.")
    return game


GAMES: Mapping[str, Game] = {name: _find(name) for name in makers()}
"""The games by name, in the order in which they joined the daily puzzles."""
ARRANGING = tuple(name for name, game in GAMES.items() if game.arranges)
"""The names of the games in which players put the given words in order."""
LIST_GAME = ARRANGING[0]
"""The game that is played with a list of words."""
FEWEST = tuple(name for name, game in GAMES.items() if game.fewest)
"""The names of the games in which a smaller result is better."""


def game_of(puzzle: Puzzle) -> Game:
    """Return the game of a puzzle."""
    return GAMES[puzzle.game]


__all__ = [
    "ARRANGING",
    "DONE",
    "FEWEST",
    "FULL_SHARE",
    "GAMES",
    "LIST_GAME",
    "NEW",
    "OPEN",
    "STEP",
    "Game",
    "Legs",
    "Way",
    "game_of",
]
