"""The recipe for a game, carried out: three files more in a copy of the tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from solvers.daily import number_of
from tests.moment import USUAL
from tests.patience import PATIENCE

ROOT, RECIPE = Path(__file__).parents[3], Path(__file__).parent / "fifth_game"
HOMES = {
    "maker": "solvers/daily/chain.py",
    "game": "bot/puzzles/games/chain.py",
    "face": "bot/ui/games/chain_face.py",
}


@pytest.mark.slow
@pytest.mark.long
def test_a_game_is_three_files(tmp_path):
    """It is played as the daily puzzle, trained, raced, held, guarded, shared, scored and found."""
    for name in ("bot", "solvers", "tests"):
        left_out = shutil.ignore_patterns("__pycache__", "node_modules")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=left_out)
    for name in ("data", "playground", "pyproject.toml", "README.md"):
        (tmp_path / name).symlink_to(ROOT / name)
    tomorrow = number_of(datetime.fromisoformat(USUAL).date()) + 1
    for part, home in HOMES.items():
        text = (RECIPE / f"{part}.py").read_text("utf-8")
        assert not (tmp_path / home).exists()
        (tmp_path / home).write_text(text.replace("SINCE", str(tomorrow)), "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    # What this run was asked for, such as a report in a file, is not that one's.
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    run = subprocess.run(
        [*command, "tests/bot/recipes/fifth_game/playing.py"],
        cwd=tmp_path,
        env=ours | {"TEST_MOMENT": USUAL},
        capture_output=True,
        text=True,
        timeout=6 * PATIENCE,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
