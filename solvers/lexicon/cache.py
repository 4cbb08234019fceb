"""Where index files are kept between runs, and how one is opened or built."""

from __future__ import annotations

import contextlib
import hashlib
import io
import logging
import os
import stat
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from solvers import files
from solvers.files import require_own
from solvers.lexicon.build import FORMAT, write_index
from solvers.lexicon.choice import LEFT_OUT
from solvers.lexicon.indexfile import DamagedFileError, IndexFile
from solvers.lexicon.table import WordTable
from solvers.lexicon.tiers import TIERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import BinaryIO

    from solvers.lexicon.parts import Part
    from solvers.lexicon.wordlist import WordList

_LOG = logging.getLogger(__name__)

MOST_BYTES = 400_000_000
MOST_FILES = 64
"""Limits for each tier's indexes, and for all other lists' indexes together."""
_OWN = "own"
_VERSION = FORMAT, sys.byteorder, sorted(LEFT_OUT)
_MINUTE = 60
_SHARED = "SNAKES_AND_LADDERS_INDEX_"
"""Prefix of the variables that tell child processes where an unnamed index lies."""


def open_index(
    name: str, source: bytes, how: object, parts: Sequence[Part], read: Callable[[], WordList]
) -> IndexFile:
    """Return the index of a word list, from the cache, or built (using `read`) and cached.

    A missing or damaged index is built. It is identified by its content and how that is read, so
    lists with different names may share one. If no folder can be trusted and written to, it lies in
    an unnamed file, which child processes share.
    """
    fingerprint = fingerprint_of(source, how, parts)
    troubles: list[str] = []
    found = _find(name, fingerprint, troubles)
    if found is None:
        table = WordTable(read())

        def build(file: BinaryIO) -> None:
            write_index(file, table, parts, name, fingerprint)

        found = _keep(name, fingerprint, build, troubles) or _unnamed(name, fingerprint, build)
    if troubles:
        _complain(troubles[0])
    return replace(found, meta={**found.meta, "name": name})


def find_index(name: str, fingerprint: str) -> IndexFile | None:
    """Return a cached index by its fingerprint, or None."""
    found = _find(name, fingerprint, [])
    return found and replace(found, meta={**found.meta, "name": name})


def keep_index(index: IndexFile) -> bool:
    """Put an index into the cache unless it is there; return whether it is now.

    It is not if nothing can be cached, or the index is too large.
    """
    name, fingerprint = index.meta["name"], index.meta["fingerprint"]
    if _find(name, fingerprint, []) is None:
        _keep(name, fingerprint, lambda file: file.write(index.buffer), [])
    return any(_path(folder, name, fingerprint).exists() for folder in _folders([], make=False))


def fingerprint_of(source: bytes, how: object, parts: Sequence[Part]) -> str:
    """Return a short hash of everything that an index is built from, including format versions."""
    versions = sorted((part.name, part.version) for part in parts)
    key = hashlib.sha256(repr((*_VERSION, how, versions)).encode())
    key.update(source)
    return key.hexdigest()[:16]


def _find(name: str, fingerprint: str, troubles: list[str]) -> IndexFile | None:
    for folder in _folders(troubles, make=False):
        path = _path(folder, name, fingerprint)
        with contextlib.suppress(OSError, DamagedFileError):
            require_own(path, stat.S_ISREG)
            found = _checked(IndexFile.open(path), fingerprint)
            _note_use(path)
            return found
    shared = os.environ.get(_SHARED + fingerprint, "")
    if shared and not shared.startswith(_ours()):
        with contextlib.suppress(OSError, DamagedFileError), Path(shared).open("rb") as file:
            if os.fstat(file.fileno()).st_uid == os.getuid():
                return _checked(IndexFile.map(file), fingerprint)
    return None


def _keep(
    name: str, fingerprint: str, build: Callable[[BinaryIO], object], troubles: list[str]
) -> IndexFile | None:
    """Build an index where it can be cached, and open it; None if it cannot be cached."""
    for folder in _folders(troubles, make=True):
        path = _path(folder, name, fingerprint)
        files.forget_parts(folder)
        try:
            with files.replacing(path, 0o644) as file:  # another user's bot may read it
                build(file)
            opened = IndexFile.open(path)
        except (OSError, DamagedFileError) as error:
            troubles.append(_trouble(folder, error))
            continue
        _forget_old(folder, path)
        return opened
    return None


def _unnamed(name: str, fingerprint: str, build: Callable[[BinaryIO], object]) -> IndexFile:
    """Build an index in an unnamed file: a temporary one, or else in memory.

    Child processes find a tier's index through this process, so it exists only once.
    """
    for make in (tempfile.TemporaryFile, _memory_file):
        with contextlib.suppress(OSError, AttributeError), make() as file:
            build(file)
            file.flush()
            opened = IndexFile.map(file)
            if name in TIERS and sys.platform == "linux":
                _share(fingerprint, file)
            return opened
    packed = io.BytesIO()
    build(packed)
    return IndexFile.parse(packed.getvalue())


def _share(fingerprint: str, file: BinaryIO) -> None:
    """Leave a file open for child processes, and tell them where it is."""
    before = os.environ.get(_SHARED + fingerprint, "")
    if before.startswith(_ours()):
        os.close(int(before.removeprefix(_ours())))
    os.environ[_SHARED + fingerprint] = f"{_ours()}{os.dup(file.fileno())}"


def _ours() -> str:
    """Return the folder where other processes find this process's open files."""
    return f"/proc/{os.getpid()}/fd/"


def _memory_file() -> BinaryIO:
    return os.fdopen(os.memfd_create("index"), "w+b")


def _checked(index: IndexFile, fingerprint: str) -> IndexFile:
    if index.meta.get("fingerprint") != fingerprint:
        raise DamagedFileError("the index of another list")
    return index


def _path(folder: Path, name: str, fingerprint: str) -> Path:
    return folder / f"{name if name in TIERS else _OWN}-{fingerprint}.index"


def _folders(troubles: list[str], *, make: bool) -> Iterator[Path]:
    """Yield folders for indexes: the cache folder, then one for temporary files.

    They are created only with `make`, so that a mere look leaves nothing behind. Reasons against
    using one, except that it is missing, are added to `troubles`.
    """
    for place in (_cache_folder, _temporary_folder):
        folder = None
        try:
            folder = place()
            if make:
                folder.mkdir(
                    mode=0o700 if place is _temporary_folder else 0o755, parents=True, exist_ok=True
                )
            require_own(folder, stat.S_ISDIR)
        except FileNotFoundError as error:
            if not make:
                continue
            troubles.append(_trouble(folder, error))
        except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
            troubles.append(_trouble(folder, error))
        else:
            if place is _cache_folder:
                troubles.clear()  # the other one is not needed then
            yield folder


def _cache_folder() -> Path:
    return platformdirs.user_cache_path("snakes-and-ladders", appauthor=False).resolve()


def _temporary_folder() -> Path:
    """Return this user's temporary folder."""
    mine = "" if sys.platform == "win32" else f"-{os.getuid()}"
    return Path(tempfile.gettempdir()) / f"snakes-and-ladders{mine}"


def _trouble(folder: Path | None, error: Exception) -> str:
    reason = getattr(error, "strerror", None) or str(error)
    return f"{folder or 'The folder for caches'}: {reason[:1].lower()}{reason[1:]}"


@cache
def _complain(trouble: str) -> None:
    """Log once why the index cannot be cached where it should be."""
    _LOG.warning(
        "%s. So the word index is not kept there, and may be built at each start. Mend that, or "
        "name another folder in XDG_CACHE_HOME.",
        trouble,
    )


def _note_use(path: Path) -> None:
    with contextlib.suppress(OSError):
        if abs(path.stat().st_mtime - time.time()) > _MINUTE:
            os.utime(path)


def _forget_old(folder: Path, new: Path) -> None:
    """Remove the least recently used indexes beyond the limits.

    The new one is removed only if it alone is too large. An index that is open elsewhere stays
    readable there; another process may do the same at the same time.
    """
    bytes_, files_ = Counter[str](), Counter[str]()
    latest = sorted(folder.glob("*.index"), key=_used_at, reverse=True)
    for path in sorted(latest, key=lambda path: path != new):
        tier = path.name.rpartition("-")[0]
        kind = tier if tier in TIERS else _OWN
        with contextlib.suppress(OSError):
            size = path.stat().st_size
            if bytes_[kind] + size > MOST_BYTES or files_[kind] == MOST_FILES:
                path.unlink()
            else:
                bytes_[kind] += size
                files_[kind] += 1


def _used_at(path: Path) -> float:
    """Return a file's time of use; 0 for one in the future, which comes from a wrong clock."""
    try:
        used = path.stat().st_mtime
    except OSError:  # another process removed it
        return 0.0
    return used if used <= time.time() + _MINUTE else 0.0
