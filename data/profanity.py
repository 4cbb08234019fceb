"""Collect profanity.txt, the words of public lists: `python -m data.profanity NODE_MODULES`.

NODE_MODULES is where `npm install` put the packages of NPM; better-profanity is Python's. Of their
entries, many of them phrases and spellings that evade filters, only words of our list are kept.
"""

from __future__ import annotations

import json
import re
import sys
from importlib.resources import files
from pathlib import Path

from data import build
from data.flags import HERE

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
    """Return the entries of every list. Raises ValueError for another version of a package."""
    lists = {}
    for name, (version, file) in NPM.items():
        found = json.loads((modules / name / "package.json").read_text())["version"]
        if found != version:
            raise ValueError(f"{name} {version} is needed, not {found}")
        text = (modules / name / file).read_text(encoding="utf-8")
        entry = r"^\s+['\"]?([^'\":]+)['\"]?: \d" if name == "cuss" else r'"([^"]+)"'
        lists[name] = set(re.findall(entry, text, re.MULTILINE))
    for name, (_, file) in PYPI.items():
        text = files(name.replace("-", "_")).joinpath(file).read_text(encoding="utf-8")
        lists[name] = set(text.split("\n"))
    return lists


def main(modules: Path) -> None:
    """Write the file."""
    lists = {
        name: {entry.strip().lower() for entry in entries}
        for name, entries in read_lists(modules).items()
    }
    words = build.read_words()
    rows = [
        " ".join((word, *(name for name in sorted(lists) if word in lists[name])))
        for word in words
        if any(word in entries for entries in lists.values())
    ]
    (HERE / "profanity.txt").write_text(_HEAD + "\n".join((*rows, "")), encoding="ascii")
    print(f"profanity.txt: {len(rows):,} words.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
