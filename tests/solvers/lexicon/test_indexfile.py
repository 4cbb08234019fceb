"""The file of arrays: packed arrays come back, and damage is noticed."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest

from solvers.lexicon import indexfile
from solvers.lexicon.indexfile import DamagedFileError, IndexFile

TABLES = {
    "numbers": np.arange(10, dtype=np.int64),
    "grid": np.arange(12, dtype=np.uint16).reshape(3, 4),
    "none": np.empty((0, 5), np.uint8),
    "flags": np.array([1, 0, 1], np.uint8),
}


@pytest.fixture
def packed() -> bytes:
    return indexfile.pack(TABLES, {"name": "täst"})


def test_what_is_packed_comes_back(packed, tmp_path) -> None:
    path = tmp_path / "deep" / "test.index"
    indexfile.write(path, packed)
    opened = IndexFile.open(path)
    assert opened.meta == {"name": "täst"}
    for name, table in TABLES.items():
        read = opened.table(name)
        assert read.dtype == table.dtype
        np.testing.assert_array_equal(read, table)
        assert not len(read) or opened.offset(name) % 64 == 0
    assert opened.view("numbers")[7] == 7
    assert opened.view("grid")[2, 3] == 11
    with pytest.raises(ValueError, match="read-only"):
        opened.table("numbers")[0] = 1
    with pytest.raises(KeyError):
        opened.table("missing")


def test_every_damaged_byte_is_noticed(packed) -> None:
    for position in range(len(packed)):
        damaged = bytearray(packed)
        damaged[position] ^= 0x20
        with pytest.raises(DamagedFileError):
            IndexFile.parse(bytes(damaged))


def test_every_truncation_is_noticed(packed, tmp_path) -> None:
    path = tmp_path / "short.index"
    for length in range(len(packed)):
        path.write_bytes(packed[:length])
        with pytest.raises(DamagedFileError):
            IndexFile.open(path)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_check_leaves_no_pages_in_memory(tmp_path) -> None:
    numbers = np.arange(1 << 20)
    indexfile.write(tmp_path / "large", indexfile.pack({"numbers": numbers}, {}))
    opened = IndexFile.open(tmp_path / "large")
    maps = Path("/proc/self/smaps").read_text()
    (resident,) = re.findall(rf"{tmp_path}/large\n(?:.*\n)*?Rss: *(\d+) kB", maps)
    assert int(resident) < 1024
    assert np.array_equal(opened.table("numbers"), numbers)


def test_writing_leaves_no_other_file(packed, tmp_path) -> None:
    for _ in range(2):
        indexfile.write(tmp_path / "one.index", packed)
    assert [path.name for path in tmp_path.iterdir()] == ["one.index"]


def test_a_failed_write_leaves_nothing(packed, tmp_path) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "inside").touch()
    with pytest.raises(OSError, match="taken"):
        indexfile.write(tmp_path / "taken", packed)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
