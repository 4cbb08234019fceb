"""Transport compression: one context for each connection, flushed after every message."""

from __future__ import annotations

import importlib
import zlib
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable


class Compressor(Protocol):
    """Turns one message into one binary frame."""

    def pack(self, data: bytes) -> bytes:
        """Return the frame."""


class ZlibStream:
    """`compress=zlib-stream`: every message ends with a sync flush (00 00 ff ff)."""

    def __init__(self) -> None:
        self._context = zlib.compressobj(level=1)

    def pack(self, data: bytes) -> bytes:
        """Return the frame."""
        return self._context.compress(data) + self._context.flush(zlib.Z_SYNC_FLUSH)


class ZstdStream:
    """`compress=zstd-stream`: every message ends a block of one endless frame."""

    def __init__(self, pack: Callable[[bytes], bytes]) -> None:
        self._pack = pack

    def pack(self, data: bytes) -> bytes:
        """Return the frame."""
        return self._pack(data)


def compressor(kind: str | None) -> Compressor | None:
    """Return the compressor a client asked for; None means plain text frames.

    Clients accept text frames under any setting, so a Python without zstd sends those.
    """
    if kind == "zlib-stream":
        return ZlibStream()
    if kind == "zstd-stream":
        pack = _zstd()
        return None if pack is None else ZstdStream(pack)
    return None


def _zstd() -> Callable[[bytes], bytes] | None:
    """Return a packing function from the standard library, its backport or `zstandard`."""
    for name in ("compression.zstd", "backports.zstd"):
        try:
            module: Any = importlib.import_module(name)
        except ImportError:
            continue
        context = module.ZstdCompressor()
        return lambda data: context.compress(data, mode=context.FLUSH_BLOCK)
    try:
        library: Any = importlib.import_module("zstandard")
    except ImportError:
        return None
    stream = library.ZstdCompressor().compressobj()
    return lambda data: stream.compress(data) + stream.flush(library.COMPRESSOBJ_FLUSH_BLOCK)
