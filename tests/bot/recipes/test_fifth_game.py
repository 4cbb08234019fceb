"""The recipe for a game, carried out: three files more in a copy of the tree."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from solvers.daily import number_of
from tests.bot.recipes.fifth_game.days_before import (
    FIRST,
    GUILD,
    OTHER,
    TODAY,
    TOMORROW,
)
from tests.moment import USUAL
from tests.patience import PATIENCE
from tests.solvers.daily import golden

ROOT, RECIPE = Path(__file__).parents[3], Path(__file__).parent / "fifth_game"
HOMES = {
    "maker": "solvers/daily/chain.py",
    "game": "bot/puzzles/games/chain.py",
    "face": "bot/ui/games/chain_face.py",
}
HERE = "tests.bot.recipes.fifth_game"

pytestmark = [pytest.mark.slow, pytest.mark.long]


class Tree:
    """A copy of the tree."""

    def __init__(self, path):
        self.path = path
        for name in ("bot", "solvers", "tests"):
            left_out = shutil.ignore_patterns("__pycache__", "node_modules")
            shutil.copytree(ROOT / name, path / name, ignore=left_out)
        for name in ("data", "playground", "pyproject.toml", "README.md"):
            (path / name).symlink_to(ROOT / name)
        assert not any((path / home).exists() for home in HOMES.values())

    def add_chain(self, since):
        """Write the three files; chains take turns from an edition on."""
        for part, home in HOMES.items():
            text = (RECIPE / f"{part}.py").read_text("utf-8")
            (self.path / home).write_text(text.replace("SINCE", str(since)), "utf-8")

    def run(self, *module):
        """Run a module there; return what it writes."""
        # What this run was asked for, such as a report in a file, is not that one's. A file that is
        # written twice in a second, as long as before, would pass for what was compiled of it.
        ours = {name: text for name, text in os.environ.items() if not name.startswith("PYTEST_")}
        done = subprocess.run(
            [sys.executable, "-m", *module],
            cwd=self.path,
            env=ours | {"TEST_MOMENT": USUAL, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=6 * PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture
def tree(tmp_path):
    return Tree(tmp_path)


def test_a_game_is_three_files(tree):
    """It is played as the daily puzzle, trained, raced, held, guarded, shared, scored and found."""
    tree.add_chain(number_of(datetime.fromisoformat(USUAL).date()) + 1)
    playing = f"{HERE.replace('.', '/')}/playing.py"
    said = tree.run("pytest", "-q", "-p", "no:cacheprovider", playing)
    tests = re.findall("^async def test_", (RECIPE / "playing.py").read_text("utf-8"), re.MULTILINE)
    assert re.search(rf"^{len(tests)} passed in ", said, re.MULTILINE), said


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
