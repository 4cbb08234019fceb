"""Writes a fragment of CHANGELOG.md: what players, hosts or puzzle makers notice in a change.

    python -m tools.changelog players "A ladder shows how many steps are left."
    python -m tools.changelog nothing    # of what has changed in texts or settings

A release gathers the fragments (`towncrier build`). Run one of the commands after a change to
docs/texts.md or a setting: changelog.d/seen.json has a digest of both, and a test compares it.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from pathlib import Path

from bot.config import SETTINGS

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "changelog.d"
SEEN = FOLDER / "seen.json"
KINDS = ("players", "hosts", "makers")


def state() -> dict[str, str]:
    """Return a digest of every text that people see, and of the table of settings."""
    readme = (ROOT / "README.md").read_text("utf-8")
    rows = [row for row in readme.splitlines() if re.match(r"\| `(\w+)`", row)]
    settings = [row for row in rows if any(f"`{name}`" in row for name in SETTINGS)]
    texts = (ROOT / "docs" / "texts.md").read_text("utf-8")
    parts = {"texts": texts, "settings": "\n".join(settings)}
    return {name: hashlib.sha256(text.encode()).hexdigest()[:16] for name, text in parts.items()}


def seen() -> dict[str, str]:
    """Return the digests from when the last fragment was written."""
    found: dict[str, str] = json.loads(SEEN.read_text("utf-8"))
    return found


def main(kind: str, text: str = "") -> None:
    """Write a fragment, or none, and note what has been seen."""
    if kind in KINDS and text:
        name = "-".join(re.findall(r"\w+", text.lower())[:5])
        (FOLDER / f"+{name}.{kind}.md").write_text(f"{text}\n", "utf-8")
    elif kind != "nothing":
        sys.exit(__doc__)
    SEEN.write_text(json.dumps(state(), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:3] or [""])
