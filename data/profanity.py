"""Collect profanity.txt, the words of public lists: `python -m data.profanity FOLDER`.

FOLDER is where `npm install` put the packages of NPM, and `pip install --target` the others.
Many of their entries are phrases, or spellings that evade filters; only words on our list are kept.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from data import build
from data.command import SetupError, run
from data.flags import HERE
from solvers import files

NPM = {
    "badwords-list": ("1.0.0", "lib/array.js"),
    "cuss": ("2.2.0", "index.js"),
    "naughty-words": ("1.2.0", "en.json"),
    "profane-words": ("2.1.0", "words.json"),
}
PYPI = {"better-profanity": ("0.7.0", "profanity_wordlist.txt")}
_HEAD = """\
# Words of public lists of profanity, each with the lists that have it; made by data/profanity.py.
# Not all are flagged: flagged.txt takes back what is innocent. Licences: data/licences/README.md.
"""


def read_lists(modules: Path) -> dict[str, set[str]]:
    """Return the entries of every list. Raises SetupError for a package of the wrong version."""
    lists = {}
    for name, (version, file) in NPM.items():
        found = json.loads((modules / name / "package.json").read_text())["version"]
        if found != version:
            raise SetupError(f"{name} {version} is needed, not {found}")
        text = (modules / name / file).read_text(encoding="utf-8")
        entry = r"^\s+['\"]?([^'\":]+)['\"]?: \d" if name == "cuss" else r'"([^"]+)"'
        lists[name] = set(re.findall(entry, text, re.MULTILINE))
    for name, (_, file) in PYPI.items():
        text = (modules / name.replace("-", "_") / file).read_text(encoding="utf-8")
        lists[name] = set(text.split("\n"))
    return lists


def main(*folder: str) -> str:
    """Write the file; return a line that reports it."""
    if len(folder) != 1:
        raise SetupError("Name one folder: python -m data.profanity NODE_MODULES")
    lists = {
        name: {entry.strip().lower() for entry in entries}
        for name, entries in read_lists(Path(*folder)).items()
    }
    words = build.read_words()
    rows = [
        " ".join((word, *(name for name in sorted(lists) if word in lists[name])))
        for word in words
        if any(word in entries for entries in lists.values())
    ]
    files.write(HERE / "profanity.txt", (_HEAD + "\n".join((*rows, ""))).encode("ascii"))
    return f"profanity.txt: {len(rows):,} words."


if __name__ == "__main__":
    sys.exit(run(main, sys.argv[1:], most=1))
