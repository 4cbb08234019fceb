"""Copies of the tree for carrying out recipes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.moment import USUAL
from tests.paths import ROOT
from tests.patience import PATIENCE

COPIED = ("bot", "solvers", "tests", "bench", "docs", "deploy", "tools", "changelog.d")
COPIED_FILES = ("README.md", "compose.yaml", "compose.scale.yaml", "CHANGELOG.md", "pyproject.toml")


class Copy:
    """A copy of the tree."""

    def __init__(self, path):
        self.path = path
        left_out = shutil.ignore_patterns("__pycache__", "node_modules", "*.png", "*.gif")
        for name in COPIED:
            shutil.copytree(ROOT / name, path / name, ignore=left_out)
        for name in COPIED_FILES:
            shutil.copy2(ROOT / name, path / name)
        for name in ("data", "playground"):
            (path / name).symlink_to(ROOT / name)

    def touched(self):
        """Return the files that have changed."""
        here = {
            path.relative_to(self.path)
            for name in COPIED
            for path in (self.path / name).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        every = sorted(here | set(map(Path, COPIED_FILES)))
        return {
            str(name)
            for name in every
            if not (ROOT / name).exists()
            or (ROOT / name).read_bytes() != (self.path / name).read_bytes()
        }

    def write(self, name, text):
        """Write a new file."""
        assert not (self.path / name).exists()
        (self.path / name).write_text(text, "utf-8")

    def replace(self, name, before, after):
        """Replace a text that occurs once by another."""
        path = self.path / name
        there = path.read_text("utf-8")
        assert there.count(before) == 1, f"{name} has no single “{before}”"
        path.write_text(there.replace(before, after), "utf-8")

    def insert(self, name, before, text):
        """Insert a text into a file before one that occurs once."""
        self.replace(name, before, text + before)

    def run(self, *module):
        """Run a module in the copy; return its output."""
        # It gets none of this run's pytest options, such as a report in a file, and caches no
        # bytecode: a file rewritten within a second at the same length would count as compiled.
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


def passed(copy, playing):
    """Run a file of tests in a copy; return whether all passed."""
    said = copy.run("pytest", "-q", "-p", "no:cacheprovider", playing)
    tests = re.findall("^async def test_", (ROOT / playing).read_text("utf-8"), re.MULTILINE)
    return re.search(rf"^{len(tests)} passed in ", said, re.MULTILINE) is not None
