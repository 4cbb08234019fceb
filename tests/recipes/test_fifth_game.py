"""The recipe for a game, carried out: it adds three files to a copy of the tree."""

from datetime import datetime
from pathlib import Path

import pytest

from solvers.daily import number_of
from tests.moment import USUAL
from tests.recipes.copying import Copy, passed
from tests.recipes.fifth_game.days_before import (
    FIRST,
    GUILD,
    OTHER,
    TODAY,
    TOMORROW,
)
from tests.solvers.daily import golden

RECIPE = Path(__file__).parent / "fifth_game"
HOMES = {
    "maker": "solvers/daily/chain.py",
    "game": "bot/puzzles/games/chain.py",
    "face": "bot/ui/games/chain_face.py",
}
HERE = "tests.recipes.fifth_game"

pytestmark = [pytest.mark.slow, pytest.mark.long]


class Tree(Copy):
    """A copy of the tree without chains."""

    def __init__(self, path):
        super().__init__(path)
        assert not any((path / home).exists() for home in HOMES.values())

    def add_chain(self, since):
        """Write the three files; chains take turns from an edition on."""
        for part, home in HOMES.items():
            text = (RECIPE / f"{part}.py").read_text("utf-8")
            (self.path / home).write_text(text.replace("SINCE", str(since)), "utf-8")


@pytest.fixture
def tree(tmp_path):
    return Tree(tmp_path)


def test_a_game_is_three_files(tree):
    """The game works in daily puzzles, training, races, contests, guards, shares and searches."""
    tree.add_chain(number_of(datetime.fromisoformat(USUAL).date()) + 1)
    playing = f"{HERE.replace('.', '/')}/playing.py"
    assert tree.touched() == set(HOMES.values())
    tree.check(*HOMES.values())
    assert passed(tree, playing)


def test_it_changes_nothing_that_was(tree):
    """Earlier plays stay, and so do editions that a bot made before it knew the game."""
    days_before, database = f"{HERE}.days_before", str(tree.path / "bot.sqlite3")
    tree.run(days_before, "play", database)
    before = tree.run(days_before, "show", database)
    assert f"#{TODAY}" in before
    tree.add_chain(TOMORROW)
    assert tree.run(days_before, "show", database) == before
    lines = golden.read()
    public = "".join(f"{lines[number]}\n" for number in range(1, TOMORROW))
    assert tree.run(days_before, "make") == public
    # Now most editions made early are another game's turn, and chains are among those played.
    tree.add_chain(FIRST - 1)
    late = tree.run(days_before, "show", database)
    assert late.count(" · 🔗 0") == 3
    assert late.replace(" · 🔗 0", "") == before
    posts = tree.run(days_before, "go_on", database).splitlines()
    # The first of them had been made before, and is unchanged.
    coming = [f"{game} [{GUILD}]" for game in ("snake", "snake", "anigram", "truncate", "chain")]
    assert posts == [*coming, f"ladder [{GUILD}, {OTHER}]"]
