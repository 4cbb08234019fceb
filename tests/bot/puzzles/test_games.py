"""Games are found by their makers' names; what a game fails to define is reported at once."""

from importlib import import_module
from types import SimpleNamespace

import pytest

from bot.puzzles import GAMES, games
from bot.ui.games import faces
from bot.ui.games.ladder_face import LadderFace
from solvers import daily

finding = import_module("solvers.daily.makers")  # `solvers.daily` has a function of that name


def test_each_maker_has_a_game_and_a_face():
    assert list(daily.makers()) == list(GAMES) == list(faces.FACES)
    assert all(face.game is GAMES[name] for name, face in faces.FACES.items())


class Nameless(type(GAMES["snake"])):
    own_asked = ""


@pytest.mark.parametrize(
    ("game", "says"), [(GAMES["truncate"], "that name"), (Nameless(), "own_asked")]
)
def test_a_game_that_lacks_something_is_refused(monkeypatch, game, says):
    monkeypatch.setattr(games, "import_module", lambda name: SimpleNamespace(GAME=game))
    with pytest.raises(TypeError, match=says):
        games._find("snake")


def test_a_game_that_nobody_can_solve_is_refused(monkeypatch):
    maker = SimpleNamespace(best=None, departure=None)
    monkeypatch.setattr(games, "makers", lambda: {"ladder": maker})
    with pytest.raises(TypeError, match="`best` and `departure`"):
        games._find("ladder")


def test_a_face_that_lacks_something_is_refused(monkeypatch):
    class Silent(LadderFace):
        @property
        def wins(self):
            raise AttributeError

    for face, says in ((Silent(), "wins"), (faces.FACES["snake"], "that name")):
        monkeypatch.setattr(
            faces, "import_module", lambda name, face=face: SimpleNamespace(FACE=face)
        )
        with pytest.raises(TypeError, match=says):
            faces._find("ladder")


@pytest.mark.parametrize("twice", ["game", "place"])
def test_two_makers_that_are_in_each_others_way_are_refused(monkeypatch, twice):
    one = daily.makers()["ladder"]
    other = {"game": ("ladder", 5), "place": ("other", 0)}[twice]
    found = [one, finding.Maker(other[0], 0, other[1], one.in_turn)]
    modules = {f"solvers.daily.m{n}": SimpleNamespace(MAKER=maker) for n, maker in enumerate(found)}
    modules["solvers.daily"] = SimpleNamespace(__path__=[])
    monkeypatch.setattr(finding, "import_module", modules.__getitem__)
    named = [SimpleNamespace(name=f"m{n}") for n in range(2)]
    monkeypatch.setattr(finding.pkgutil, "iter_modules", lambda path: named)
    with pytest.raises(TypeError, match="Two makers"):
        finding.makers.__wrapped__()
