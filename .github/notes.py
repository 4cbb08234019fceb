"""Prints a version's section of CHANGELOG.md; fails if it is missing or pyproject.toml differs."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def notes(version: str) -> str:
    """Return the section of a version; raises SystemExit."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    if project["version"] != version:
        raise SystemExit(f"pyproject.toml has version {project['version']}, not {version}")
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    section = rf"^## {re.escape(version)}\b[^\n]*\n(.*?)(?=^## |\Z)"
    found = re.search(section, text, re.MULTILINE | re.DOTALL)
    if found is None or not found[1].strip():
        raise SystemExit(f"CHANGELOG.md says nothing of {version}")
    return found[1].strip()


if __name__ == "__main__":
    sys.stdout.write(notes(sys.argv[1]) + "\n")
