"""Where index files are kept between runs, and how one is opened or built."""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from solvers.lexicon import indexfile
from solvers.lexicon.build import FORMAT, build_index
from solvers.lexicon.indexfile import DamagedFileError, IndexFile
from solvers.lexicon.table import WordTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from solvers.lexicon.parts import Part
    from solvers.lexicon.wordlist import WordList

_FORGET_AFTER_DAYS = 30


def open_index(
    name: str, source: bytes, tier: str | None, parts: Sequence[Part], read: Callable[[], WordList]
) -> IndexFile:
    """Return the index of a word list, from the cache or built (by way of `read`) and kept there.

    An index that is missing or damaged is built; where no folder can be written it is kept in
    memory alone.
    """
    fingerprint = _fingerprint(source, tier, parts)
    stem = re.sub(r"\W+", "-", name)[:40]
    for folder in _folders():
        with contextlib.suppress(OSError, DamagedFileError):
            return IndexFile.open(folder / f"{stem}-{fingerprint}.index")
    packed = build_index(WordTable(read()), parts, name, fingerprint)
    for folder in _folders():
        with contextlib.suppress(OSError, DamagedFileError):
            path = folder / f"{stem}-{fingerprint}.index"
            indexfile.write(path, packed)
            _forget_old(folder, stem)
            return IndexFile.open(path)
    return IndexFile.parse(packed)


def _fingerprint(source: bytes, tier: str | None, parts: Sequence[Part]) -> str:
    versions = sorted((part.name, part.version) for part in parts)
    key = hashlib.sha256(repr((FORMAT, sys.byteorder, tier, versions)).encode())
    key.update(source)
    return key.hexdigest()[:16]


def _folders() -> Iterator[Path]:
    """Yield where indexes may be kept: the folder for caches, then one for temporary files."""
    yield platformdirs.user_cache_path("snakes-and-ladders", appauthor=False)
    with contextlib.suppress(OSError, KeyError):  # a user id without a name has no temporary one
        own = Path(tempfile.gettempdir()) / f"snakes-and-ladders-{getpass.getuser()}"
        own.mkdir(mode=0o700, exist_ok=True)
        if own.owner() == getpass.getuser():  # else somebody else's file would be trusted
            yield own


def _forget_old(folder: Path, stem: str) -> None:
    """Remove what older versions left of this list: indexes that were built long ago."""
    oldest = time.time() - _FORGET_AFTER_DAYS * 86_400
    for path in folder.glob(f"{stem}-*.index"):
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < oldest:
                path.unlink()
