"""Rules of the repository that no linter knows: docstrings, a clean lock, a true README."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def tracked_files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_every_python_module_says_what_it_is_for() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in tracked_files()
        if path.suffix == ".py" and not re.match(r'\s*(#.*\n)*\s*r?"""', path.read_text("utf-8"))
    ]
    assert silent == []


def test_the_lock_pins_every_dependency_and_holds_no_address() -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    assert "://" not in lock
    pinned = {
        re.sub(r"[-_.]+", "-", line.split("==")[0]).lower()
        for line in lock.splitlines()
        if "==" in line
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    required = list(project["dependencies"])
    for extra in project["optional-dependencies"].values():
        required += extra
    names = {re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", want)[0]).lower() for want in required}
    assert names - pinned == set()


def test_the_readme_names_only_commands_that_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    # As code, a line of its own or between backticks; not the package in `apt install make …`.
    command = r"(?:^ {4,}|`)(?:[A-Z_]+=\S+ )*make ([a-z-]+)"
    named = set(re.findall(command, (ROOT / "README.md").read_text("utf-8"), re.MULTILINE))
    assert {"run", "test", "check"} <= named
    assert named - targets == set()


def test_what_the_documents_link_to_is_there() -> None:
    missing = {
        f"{path.relative_to(ROOT)}: {link}"
        for path in tracked_files()
        if path.suffix == ".md"
        for link in re.findall(r"\]\((?!\w+:|#)([^)#\s]+)", path.read_text("utf-8"))
        if not (path.parent / link).exists()
    }
    assert missing == set()
