"""Where index files are kept between runs, and how one is opened or built."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import stat
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from solvers.files import require_own
from solvers.lexicon import indexfile
from solvers.lexicon.build import FORMAT, build_index
from solvers.lexicon.choice import LEFT_OUT
from solvers.lexicon.indexfile import DamagedFileError, IndexFile
from solvers.lexicon.table import WordTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from solvers.lexicon.parts import Part
    from solvers.lexicon.wordlist import WordList

_KEPT = 4
_VERSION = FORMAT, sys.byteorder, sorted(LEFT_OUT)


def open_index(
    name: str, source: bytes, tier: str | None, parts: Sequence[Part], read: Callable[[], WordList]
) -> IndexFile:
    """Return the index of a word list, from the cache or built (by way of `read`) and kept there.

    An index that is missing or damaged is built; where no folder can be written it is kept in
    memory only.
    """
    fingerprint = fingerprint_of(name, source, tier, parts)
    stem = re.sub(r"\W+", "-", name)[:40]
    for folder in _folders(make=False):
        with contextlib.suppress(OSError, DamagedFileError):
            path = folder / f"{stem}-{fingerprint}.index"
            require_own(path, stat.S_ISREG)
            return IndexFile.open(path)
    packed = build_index(WordTable(read()), parts, name, fingerprint)
    for folder in _folders(make=True):
        with contextlib.suppress(OSError, DamagedFileError):
            path = folder / f"{stem}-{fingerprint}.index"
            indexfile.write(path, packed)
            _forget_old(folder, stem)
            return IndexFile.open(path)
    return IndexFile.parse(packed)


def fingerprint_of(name: str, source: bytes, tier: str | None, parts: Sequence[Part]) -> str:
    """Return a short hash of all that an index is built from, the versions of its format too."""
    versions = sorted((part.name, part.version) for part in parts)
    key = hashlib.sha256(repr((*_VERSION, name, tier, versions)).encode())
    key.update(source)
    return key.hexdigest()[:16]


def _folders(*, make: bool) -> Iterator[Path]:
    """Yield where indexes may be kept: the folder for caches, then one for temporary files.

    The latter is made only if asked for: a mere look leaves nothing behind.
    """
    with contextlib.suppress(OSError, RuntimeError):  # RuntimeError: links in a circle
        folder = platformdirs.user_cache_path("snakes-and-ladders", appauthor=False).resolve()
        if make:
            folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        require_own(folder, stat.S_ISDIR)
        yield folder
    with contextlib.suppress(OSError):
        yield _temporary_folder(make=make)


def _temporary_folder(*, make: bool) -> Path:
    """Return this user's temporary folder.

    Raises OSError if it is a link, another user's, or one that others may write to.
    """
    if sys.platform == "win32":
        return Path(tempfile.gettempdir()) / "snakes-and-ladders"
    folder = Path(tempfile.gettempdir()) / f"snakes-and-ladders-{os.getuid()}"
    if make:
        folder.mkdir(mode=0o700, exist_ok=True)
    require_own(folder, stat.S_ISDIR)
    return folder


def _forget_old(folder: Path, stem: str) -> None:
    """Remove what older versions left: all but the latest few indexes of lists of this name."""
    latest = sorted(folder.glob(f"{stem}-*.index"), key=_built_at, reverse=True)
    unfinished = (path for path in folder.glob("*.part") if _built_at(path) < time.time() - 86_400)
    for path in (*latest[_KEPT:], *unfinished):
        with contextlib.suppress(OSError):
            path.unlink()


def _built_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # another process removed it
        return 0.0
