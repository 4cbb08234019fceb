"""Makes, once, the definitions and the index of every tier: `python -m data.setup`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from data import definitions, wordnet
from data.command import SetupError, run
from solvers import files
from solvers.lexicon.definitions import Definitions
from solvers.library import DEFINITIONS, TIERS, open_lexicon

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


DEBIAN_WORDNET = Path("/usr/share/wordnet")
PACKAGE = "wordnet-base"

HOW_TO_GET_THEM = (
    "Definitions are not set up; the games run without them. To get them: "
    f"sudo apt install {PACKAGE} && {sys.executable} -m data.setup"
    "  (or unpack WordNet anywhere and name its folder in WORDNET_DIR)"
)


def set_up_definitions(environment: Mapping[str, str], output: Path = DEFINITIONS) -> str:
    """Make the definitions if missing or out of date; return a line that reports it.

    Raises SetupError when WORDNET_DIR names a folder without WordNet.
    """
    folder = find_wordnet(environment)
    if folder is not None:
        return _make(folder, output)
    if _made(output) is not None:
        return "Definitions: kept as they are (there is no WordNet to compare them with)."
    with tempfile.TemporaryDirectory() as place:
        fetched = fetch_wordnet(Path(place))
        return HOW_TO_GET_THEM if fetched is None else _make(fetched, output)


def find_wordnet(environment: Mapping[str, str]) -> Path | None:
    """Return the folder of WordNet's files: the one WORDNET_DIR names, else Debian's."""
    if named := environment.get("WORDNET_DIR"):
        if (folder := wordnet.find(Path(named))) is None:
            raise SetupError(
                f"WORDNET_DIR is “{named}”, where there are no WordNet files (index.noun …); "
                "name the folder that holds them, or unset it."
            )
        return folder
    return wordnet.find(DEBIAN_WORDNET)


def fetch_wordnet(place: Path) -> Path | None:
    """Fetch Debian's package into an empty folder and unpack it there; no root is needed."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        return None
    download = ["apt-get", "-q", "-o", "APT::Sandbox::User=root", "download", PACKAGE]
    if not _run(download, place):
        # A fresh system has no package lists yet. Fetch them too, to a folder of our own.
        for folder in ("lists/partial", "cache/archives/partial"):
            (place / folder).mkdir(parents=True)
        own = ["-o", f"Dir::State::Lists={place}/lists", "-o", f"Dir::Cache={place}/cache"]
        update = ["apt-get", "-q", *own, "-o", "APT::Sandbox::User=root", "update"]
        if not (_run(update, place) and _run([*download, *own], place)):
            return None
    package = next(place.glob("*.deb"), None)
    if package is None or not _run(["dpkg-deb", "-x", str(package), "unpacked"], place):
        return None
    return wordnet.find(place / "unpacked" / DEBIAN_WORDNET.relative_to("/"))


def _run(command: Sequence[str], folder: Path) -> bool:
    try:
        done = subprocess.run(  # noqa: S603 - every word of it is written above
            command, cwd=folder, capture_output=True, check=False, timeout=300
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _made(output: Path) -> Mapping[str, object] | None:
    """Return the metadata of the look-up on disk, or None if there is none in this format."""
    opened = Definitions.open(output)
    return None if opened is None else opened.meta


def _make(folder: Path, output: Path) -> str:
    made = _made(output)
    if made is not None and made["source"] == definitions.fingerprint(folder):
        return "Definitions: up to date."
    files.check_writable(output)  # making them takes seconds
    definitions.build(folder, output)
    return f"Definitions: made, {output.stat().st_size / 1e6:.1f} MB."


def main() -> str:
    """Set up definitions and indexes; return two lines that report it."""
    made = set_up_definitions(os.environ)
    counts = [f"{tier} {len(open_lexicon(tier)):,}" for tier in TIERS]
    return f"{made}\nWords: {', '.join(counts)}."


if __name__ == "__main__":
    sys.exit(run(main))
