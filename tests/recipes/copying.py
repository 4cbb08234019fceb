"""Copies of the tree for carrying out recipes."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.moment import USUAL
from tests.paths import ROOT
from tests.patience import PATIENCE

LINKED = {"data", "playground"}
LEFT_OUT = {".git", ".venv", ".ruff_cache", ".pytest_cache", *LINKED}


class Copy:
    """A copy of the tree."""

    def __init__(self, path):
        self.path = path
        unneeded = shutil.ignore_patterns("__pycache__", "node_modules", "*.png", "*.gif")
        for there in ROOT.iterdir():
            if there.is_dir() and there.name not in LEFT_OUT:
                shutil.copytree(there, path / there.name, ignore=unneeded)
            elif there.is_file() and there.name not in LEFT_OUT:
                shutil.copy2(there, path / there.name)
        for name in LINKED:
            (path / name).symlink_to(ROOT / name)
        self._before = self._content()

    def _content(self):
        """Return what is in each file."""
        return {
            str(path.relative_to(self.path)): path.read_bytes()
            for path in self.path.rglob("*")
            if path.is_file()
            and "__pycache__" not in path.parts
            and ".mypy_cache" not in path.parts
        }

    def touched(self):
        """Return the files that are not as they were."""
        now = self._content()
        return {name for name in now | self._before if now.get(name) != self._before.get(name)}

    def _own(self, name):
        """Return the path of a file, which must not be one of the tree that was copied."""
        assert name.partition("/")[0] not in LINKED
        return self.path / name

    def write(self, name, text):
        """Write a new file."""
        assert not self._own(name).exists()
        self._own(name).write_text(text, "utf-8")

    def replace(self, name, before, after):
        """Replace a text that occurs once by another."""
        path = self._own(name)
        there = path.read_text("utf-8")
        assert there.count(before) == 1, f"{name} has no single “{before}”"
        path.write_text(there.replace(before, after), "utf-8")

    def insert(self, name, before, text):
        """Insert a text into a file before one that occurs once."""
        self.replace(name, before, text + before)

    def run(self, *module):
        """Run a module in the copy; return its output."""
        return self._call([sys.executable, "-m", *module])

    def check(self, *files):
        """Format these files, and check them as `make check` does; it caches types in the copy."""
        self.run("ruff", "check", "--fix", "--no-cache", *files)
        self.run("ruff", "format", "--no-cache", *files)
        self.run("mypy", "bot", "bench")
        self._call([Path(sys.executable).with_name("lint-imports"), "--no-cache"])
        self.run("tools.plain", *files)

    def _call(self, command):
        # It gets none of this run's pytest options, such as a report in a file, and caches no
        # bytecode: a file rewritten within a second at the same length would count as compiled.
        ours = {name: text for name, text in os.environ.items() if not name.startswith("PYTEST_")}
        done = subprocess.run(
            command,
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
