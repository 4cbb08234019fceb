"""The recipe for a game, carried out: three files more in a copy of the tree."""

from __future__ import annotations

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
    """It is played as the daily puzzle, trained, raced, held, guarded, shared, scored and found."""
    tree.add_chain(number_of(datetime.fromisoformat(USUAL).date()) + 1)
    playing = f"{HERE.replace('.', '/')}/playing.py"
    assert passed(tree, playing)


def test_it_changes_nothing_that_was(tree):
    """What was played before it joined, and what a bot that came to know of it late had made."""
    days_before, database = f"{HERE}.days_before", str(tree.path / "bot.sqlite3")
    tree.run(days_before, "play", database)
    before = tree.run(days_before, "show", database)
    assert f"#{TODAY}" in before
    tree.add_chain(TOMORROW)
    assert tree.run(days_before, "show", database) == before
    lines = golden.read()
    public = "".join(f"{lines[number]}\n" for number in range(1, TOMORROW))
    assert tree.run(days_before, "make") == public
    # Now most of what was made is another game's turn, and chains are among those played.
    tree.add_chain(FIRST - 1)
    late = tree.run(days_before, "show", database)
    assert late.count(" · 🔗 0") == 3
    assert late.replace(" · 🔗 0", "") == before
    posts = tree.run(days_before, "go_on", database).splitlines()
    # The first of them had been made, and is what it was.
    coming = [f"{game} [{GUILD}]" for game in ("snake", "snake", "anigram", "truncate", "chain")]
    assert posts == [*coming, f"ladder [{GUILD}, {OTHER}]"]
