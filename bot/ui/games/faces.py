"""The faces of all games; each is a module `<game>_face` that has it as `FACE`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from bot.puzzles import GAMES
from bot.ui.games.face import Face
from solvers.daily import Puzzle

FACES: Mapping[str, Face] = {
    name: import_module(f"{__package__}.{name}_face").FACE for name in GAMES
}


def face_of(puzzle: Puzzle) -> Face:
    """Return the face of a puzzle's game."""
    return FACES[puzzle.game]
