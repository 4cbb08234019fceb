"""A file of named arrays that many processes map into memory: the index, and the definitions.

8 bytes    magic
4 + 4      length and CRC-32 of the header
header     JSON: {"meta": {…}, "tables": {name: {"dtype", "shape", "offset"}}, "size", "crc"}
arrays     each at a multiple of 64 bytes; "crc" is that of everything behind the header
"""

from __future__ import annotations

import json
import mmap
import os
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from solvers.files import replacing

if TYPE_CHECKING:
    from collections.abc import Mapping

Array = NDArray[Any]
Buffer = bytes | mmap.mmap

_MAGIC = b"SNLTABLE"
_PREFIX = struct.Struct("<8sII")
_ALIGNMENT = 64


class DamagedFileError(Exception):
    """A file that is not, or is no longer, what `pack` made."""


@dataclass(frozen=True, slots=True)
class IndexFile:
    """An open file of arrays. Reading keeps no copy: pages are shared with every other reader."""

    buffer: Buffer
    meta: Mapping[str, Any]
    entries: Mapping[str, tuple[str, tuple[int, ...], int]]

    @classmethod
    def open(cls, path: Path) -> IndexFile:
        """Map a file. Raises DamagedFileError, or OSError when it cannot be read at all."""
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size < _PREFIX.size:
                raise DamagedFileError(f"{path} is too short")
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        opened = cls.parse(mapped)
        if hasattr(mmap, "MADV_DONTNEED"):  # not on Windows
            # The check has read every page. What is not used again need not stay in memory.
            mapped.madvise(mmap.MADV_DONTNEED)
        return opened

    @classmethod
    def parse(cls, buffer: Buffer) -> IndexFile:
        """Read the header of packed arrays and check all of them. Raises DamagedFileError."""
        magic, length, header_crc = _PREFIX.unpack_from(buffer)
        end = _PREFIX.size + length
        text = buffer[_PREFIX.size : end]
        if magic != _MAGIC or len(text) != length or crc32(text) != header_crc:
            raise DamagedFileError("the header is damaged")
        header = json.loads(text)
        if header["size"] != len(buffer) or header["crc"] != crc32(memoryview(buffer)[end:]):
            raise DamagedFileError("the tables are damaged")
        entries = {
            name: (entry["dtype"], tuple(entry["shape"]), _aligned(end) + entry["offset"])
            for name, entry in header["tables"].items()
        }
        return cls(buffer, header["meta"], entries)

    def table(self, name: str) -> Array:
        """Return an array, read-only, without copying it. Raises KeyError."""
        dtype, shape, offset = self.entries[name]
        count = int(np.prod(shape, dtype=np.int64))
        if not count:
            return np.empty(shape, dtype)
        return np.frombuffer(self.buffer, dtype, count, offset).reshape(shape)

    def view(self, name: str) -> memoryview:
        """Return an array as a memoryview: several times faster to read single numbers from."""
        array: Any = self.table(name)
        return memoryview(array)

    def offset(self, name: str) -> int:
        """Return where an array begins in the buffer."""
        return self.entries[name][2]


def pack(tables: Mapping[str, Array], meta: Mapping[str, Any]) -> bytes:
    """Return arrays and JSON metadata in the file's format."""
    body = bytearray()
    described = {}
    for name, array in tables.items():
        body.extend(bytes(_aligned(len(body)) - len(body)))
        described[name] = {
            "dtype": array.dtype.str,
            "shape": array.shape,
            "offset": len(body),
        }
        body.extend(np.ascontiguousarray(array).tobytes())
    # The size and the checksum depend on the header's length: they are written to a fixed width.
    header = {"meta": dict(meta), "tables": described}
    width = len(json.dumps(header | {"size": 0, "crc": 0})) + 32
    padding = bytes(_aligned(_PREFIX.size + width) - _PREFIX.size - width)
    size = _PREFIX.size + width + len(padding) + len(body)
    crc = crc32(body, crc32(padding))
    text = json.dumps(header | {"size": size, "crc": crc}).ljust(width).encode("ascii")
    return _PREFIX.pack(_MAGIC, len(text), crc32(text)) + text + padding + bytes(body)


def write(path: Path, packed: bytes) -> None:
    """Put a file in its place at once: readers see the old one or the whole new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, 0o644) as file:  # another user's bot may read it
        file.write(packed)


def _aligned(offset: int) -> int:
    return -(-offset // _ALIGNMENT) * _ALIGNMENT
