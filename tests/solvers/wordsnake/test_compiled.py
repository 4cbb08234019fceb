"""Numba's compiled code is kept on disk, and no file there can end or mislead a search."""

from __future__ import annotations

import logging
import os

import pytest

numba = pytest.importorskip("numba", exc_type=ImportError)
from solvers.wordsnake.large import compiled as module  # noqa: E402
from solvers.wordsnake.large.compiled import compiled  # noqa: E402


def total(numbers):
    found = 0
    for number in range(numbers):
        found += number * number
    return found


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    module._advise.cache_clear()
    return tmp_path


def run() -> bool:
    """Run a loop as a new process would; return whether it had to be compiled."""
    loop = compiled(total)
    assert loop(10) == 285
    return not loop.stats.cache_hits


def test_what_is_damaged_is_compiled_again(folder, caplog) -> None:
    assert run()
    assert not run()
    (path,) = folder.rglob("*.compiled")
    whole = path.read_bytes()
    middle = len(whole) // 2
    flipped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    for damaged in (b"", b"\0" * len(whole), whole[:-1], whole[:40], flipped, b"\0" + whole[1:]):
        path.write_bytes(damaged)
        assert run()
        assert not run()
    path.chmod(0o666)  # anybody could have written it
    assert run()
    path.unlink()
    path.mkdir()
    assert run()
    path.rmdir()
    with path.open("wb") as file:
        file.write(whole)
    os.truncate(path, 10)
    assert run()
    assert len(caplog.records) <= 1  # about the folder in its place


def test_where_nothing_can_be_kept_one_line_says_so(folder, caplog) -> None:
    with caplog.at_level(logging.WARNING):
        loop, another = compiled(total), compiled(total)
        for path in folder.iterdir():  # gone, or full, by the time it is used
            path.rmdir()
        folder.chmod(0o700)
        folder.rename(folder.with_name("gone"))
        folder.write_text("a file in its place")
        assert loop(10) == another(10) == 285
    (record,) = caplog.records
    assert "What Numba compiles cannot be kept" in record.message
    assert str(folder) in record.message
