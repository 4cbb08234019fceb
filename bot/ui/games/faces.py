"""The faces of all games; each is a module `<game>_face` that has it as `FACE`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from bot.puzzles import GAMES
from bot.ui.games.face import Face
from solvers.daily import Puzzle


def _find(name: str) -> Face:
    """Return the face of a game; anything it lacks raises at once, not only when it is shown."""
    face: Face = import_module(f"{__package__}.{name}_face").FACE
    missing = [said for said in Face.__annotations__ if not hasattr(face, said)]
    if missing or face.name != name:
        raise TypeError(f"The face of {name} needs that name, and all of it: {missing}.")
    return face


FACES: Mapping[str, Face] = {name: _find(name) for name in GAMES}
"""By name, in the order of the games."""


def face_of(puzzle: Puzzle) -> Face:
    """Return the face of a puzzle's game."""
    return FACES[puzzle.game]
