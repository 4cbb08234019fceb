"""Loops that Numba compiles."""

from __future__ import annotations

import hashlib
import logging
import pickle
import stat
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import numba
from numba import njit
from numba.core.caching import FunctionCache
from numba.core.serialize import dumps

from solvers.files import replacing, require_own

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
R = TypeVar("R")

_LOG = logging.getLogger(__name__)


def compiled(loop: Callable[P, R]) -> Callable[P, R]:
    """Let Numba compile a loop, and cache the result on disk if possible."""
    # Numba has no types. With NumPy's error model a division by zero does not stop a search.
    dispatcher = njit(error_model="numpy")(loop)
    try:
        dispatcher._cache = _Cache(loop)  # noqa: SLF001 - as its enable_caching does
    except Exception as error:  # noqa: BLE001 - usually there is no folder for it
        _advise(str(error))
    return dispatcher  # type: ignore[no-any-return]


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba's cache, where a bad file can neither end nor mislead a search: we compile again."""

    def __init__(self, loop: Callable[..., Any]) -> None:
        super().__init__(loop)
        locator = self._impl.locator
        stamp = numba.__version__, locator.get_source_stamp()
        self._cache_file = _Files(Path(self.cache_path), self._impl.filename_base, stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception as error:  # noqa: BLE001 - a damaged pickle may raise any
            _LOG.debug("%s: compiled again (%s)", self.cache_path, error)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except Exception as error:  # noqa: BLE001 - the compiled loop still works
            _advise(f"{self.cache_path}: {getattr(error, 'strerror', None) or error}")


class _Files:
    """Numba's results for one loop: a file for each signature, beginning with a hash."""

    def __init__(self, folder: Path, name: str, stamp: object) -> None:
        self._folder = folder
        self._name = name
        self._stamp = stamp

    def load(self, key: tuple[object, ...]) -> Any:
        """Return what was saved under a key; None if the file is missing, old or damaged."""
        path = self._path(key)
        try:
            require_own(path, stat.S_ISREG)
            content = path.read_bytes()
        except OSError:
            return None
        digest, packed = content[:32], content[32:]
        # Unpickling is safe: `require_own` has made sure that we wrote this file.
        return pickle.loads(packed) if digest == self._digest(key, packed) else None  # noqa: S301

    def save(self, key: tuple[object, ...], data: Any) -> None:
        """Save a compiled loop. Raises OSError."""
        packed = dumps(data)
        with replacing(self._path(key), 0o644) as file:
            file.write(self._digest(key, packed) + packed)

    def _path(self, key: tuple[object, ...]) -> Path:
        signature = hashlib.sha256(repr(key[:2]).encode()).hexdigest()[:12]
        return self._folder / f"{self._name}.{signature}.compiled"

    def _digest(self, key: tuple[object, ...], packed: bytes) -> bytes:
        return hashlib.sha256(repr((self._stamp, key)).encode() + packed).digest()


@cache
def _advise(reason: str) -> None:
    """Log once that nothing can be cached."""
    _LOG.warning("What Numba compiles cannot be kept, and takes seconds each time. %s", reason)
