"""A file of named arrays that many processes map into memory: the index, and the definitions.

8 bytes    magic
4 + 4      length and CRC-32 of the header
arrays     each at a multiple of 64 bytes
header     JSON: {"meta": {…}, "tables": {name: [dtype, shape, offset]}, "size", "crc"}

The header lies at the end, so that arrays are written one by one and never all in memory; "crc"
covers everything before it except the first 16 bytes.
"""

from __future__ import annotations

import io
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

from solvers.files import AnyPath, path_of, replacing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import BinaryIO

Array = NDArray[Any]
Buffer = bytes | mmap.mmap

_MAGIC = b"SNLTABL2"
_PREFIX = struct.Struct("<8sII")
_ALIGNMENT = 64
_CHUNK = 4 << 20


class DamagedFileError(Exception):
    """A file that `pack` did not make, or that was changed since."""


@dataclass(frozen=True, slots=True)
class IndexFile:
    """An open file of arrays. Reading makes no copies: pages are shared with other readers."""

    buffer: Buffer
    meta: Mapping[str, Any]
    entries: Mapping[str, tuple[str, tuple[int, ...], int]]

    @classmethod
    def open(cls, path: AnyPath) -> IndexFile:
        """Map a file. Raises DamagedFileError, or OSError if it cannot be read at all."""
        with path_of(path).open("rb") as file:
            return cls.map(file)

    @classmethod
    def map(cls, file: BinaryIO) -> IndexFile:
        """Map an open file, like `open`; the file may be closed afterwards."""
        if os.fstat(file.fileno()).st_size < _PREFIX.size:
            raise DamagedFileError("the file is too short")
        return cls.parse(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))

    @classmethod
    def parse(cls, buffer: Buffer) -> IndexFile:
        """Read the header of packed arrays and check them all. Raises DamagedFileError."""
        if len(buffer) < _PREFIX.size:
            raise DamagedFileError("the file is too short")
        magic, length, header_crc = _PREFIX.unpack_from(buffer)
        end = len(buffer) - length
        if magic != _MAGIC or end < _PREFIX.size or crc32(text := buffer[end:]) != header_crc:
            raise DamagedFileError("the header is damaged")
        header = json.loads(text)
        if header["size"] != len(buffer) or header["crc"] != _checksum(buffer, end):
            raise DamagedFileError("the tables are damaged")
        entries = {
            name: (dtype, tuple(shape), offset)
            for name, (dtype, shape, offset) in header["tables"].items()
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
        """Return an array as a memoryview, which reads single numbers several times faster."""
        array: Any = self.table(name)
        return memoryview(array)

    def offset(self, name: str) -> int:
        """Return where an array begins in the buffer."""
        return self.entries[name][2]


def _checksum(buffer: Buffer, end: int) -> int:
    """Return the CRC-32 of everything after the prefix.

    This reads every page of a file; pages that are not used again need not stay in memory.
    """
    crc = 0
    for start in range(0, end, _CHUNK):
        stop = min(start + _CHUNK, end)
        with memoryview(buffer) as whole, whole[max(start, _PREFIX.size) : stop] as part:
            crc = crc32(part, crc)
        if isinstance(buffer, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):  # not on Windows
            buffer.madvise(mmap.MADV_DONTNEED, start, stop - start)
    return crc


def write_tables(
    file: BinaryIO, tables: Iterable[tuple[str, Array]], meta: Mapping[str, Any]
) -> None:
    """Write arrays and JSON metadata in the file's format, one array after the other."""
    file.write(bytes(_PREFIX.size))
    size, crc = _PREFIX.size, 0
    entries: dict[str, tuple[str, tuple[int, ...], int]] = {}
    for name, array in tables:
        padding = bytes(-size % _ALIGNMENT)
        entries[name] = array.dtype.str, array.shape, size + len(padding)
        for data in (padding, np.ascontiguousarray(array).reshape(-1).view(np.uint8).data):
            file.write(data)
            crc = crc32(data, crc)
            size += len(data)
    described = {"meta": dict(meta), "tables": entries, "crc": crc}
    # The header contains the total size, including itself, so it is padded to a fixed width.
    width = len(json.dumps(described | {"size": 0})) + 20
    text = json.dumps(described | {"size": size + width}).ljust(width).encode("ascii")
    file.write(text)
    file.seek(0)
    file.write(_PREFIX.pack(_MAGIC, len(text), crc32(text)))


def pack(tables: Mapping[str, Array], meta: Mapping[str, Any]) -> bytes:
    """Return arrays and JSON metadata in the file's format."""
    file = io.BytesIO()
    write_tables(file, tables.items(), meta)
    return file.getvalue()


def write(path: Path, packed: bytes) -> None:
    """Replace a file atomically: readers see the old one or the whole new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, 0o644) as file:  # another user's bot may read it
        file.write(packed)
