"""Where indexes are kept: built once, built again when damaged, in memory if nowhere else."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

import numpy as np
import pytest

from solvers import library
from solvers.lexicon import Part
from solvers.lexicon.cache import open_index
from solvers.lexicon.wordlist import read_given
from tests.patience import PATIENCE

ANOTHERS = pytest.param("another's", marks=pytest.mark.root)

WORDS = b"cat\ncot\ndog\n"


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


def opened(reads: list[str], source: bytes = WORDS, parts=(), name: str = "pets.txt"):
    def read():
        reads.append(name)
        return read_given(source, name)

    return open_index(name, source, None, parts, read)


def files(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_it_is_built_once(cache) -> None:
    reads = []
    assert opened(reads).meta["words"] == opened(reads).meta["words"] == 3
    assert len(reads) == len(files(cache)) == 1


def test_other_words_another_name_or_another_part_make_another_index() -> None:
    reads = []
    part = Part("game", 1, lambda table: {"twice": np.arange(len(table)) * 2})
    newer = Part("game", 2, part.build)
    prints = {
        opened(reads).meta["fingerprint"],
        opened(reads, b"cat\ncot\n").meta["fingerprint"],
        opened(reads, name="other.txt").meta["fingerprint"],
        opened(reads, parts=(part,)).meta["fingerprint"],
        opened(reads, parts=(newer,)).meta["fingerprint"],
    }
    assert len(prints) == len(reads) == 5
    assert opened(reads, parts=(newer,)).table("game.twice").tolist() == [0, 2, 4]


@pytest.mark.parametrize("damage", [b"", b"junk", None])
def test_a_damaged_index_is_built_again(cache, damage) -> None:
    reads = []
    opened(reads)
    (path,) = files(cache)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + b"\xff" if damage is None else damage)
    assert opened(reads).view("links").tolist() == [1, 0]
    assert len(reads) == 2
    assert path.read_bytes() == whole


def test_without_a_cache_folder_it_lies_among_temporary_files(cache, tmp_path, monkeypatch) -> None:
    cache.write_text("a file where the folder should be")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    reads = []
    opened(reads)
    opened(reads)
    assert len(reads) == 1
    assert [path.suffix for path in files(tmp_path)] == ["", ".index"]


def test_with_a_cache_folder_there_is_nothing_among_temporary_files(tmp_path, monkeypatch) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    opened([])
    opened([])
    assert list(temporary.iterdir()) == []


def test_where_nothing_can_be_kept_it_lies_in_memory(cache, monkeypatch) -> None:
    cache.write_text("a file where the folder should be")
    monkeypatch.setattr(tempfile, "tempdir", str(cache))
    reads = []
    for _ in range(2):
        assert opened(reads).view("links").tolist() == [1, 0]
    assert len(reads) == 2


@pytest.mark.root
def test_the_temporary_folder_of_somebody_else_is_not_trusted(cache, tmp_path, monkeypatch) -> None:
    cache.write_text("a file where the folder should be")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    theirs = tmp_path / "snakes-and-ladders-0"
    theirs.mkdir()
    os.chown(theirs, 12345, 12345)
    assert opened([]).meta["words"] == 3
    assert files(theirs) == []


@pytest.mark.parametrize("how", ["a link", "open to all"])
def test_a_temporary_folder_that_others_can_reach_is_not_trusted(
    cache, tmp_path, monkeypatch, how
) -> None:
    cache.write_text("a file where the folder should be")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder, elsewhere = tmp_path / f"snakes-and-ladders-{os.getuid()}", tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    if how == "a link":
        folder.symlink_to(elsewhere)
    else:
        folder.mkdir()
        folder.chmod(0o777)
    assert opened([]).meta["words"] == 3
    assert files(elsewhere) == files(folder) == []


@pytest.mark.parametrize("how", [ANOTHERS, "open to a group", "under a link"])
def test_a_cache_folder_that_others_can_write_to_is_not_trusted(
    cache, tmp_path, monkeypatch, how
) -> None:
    opened([])
    (path,) = files(cache)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    if how == "another's":
        os.chown(path.parent, 12345, 12345)
    else:
        path.parent.chmod(0o775)
    if how == "under a link":
        cache.rename(tmp_path / "elsewhere")
        cache.symlink_to(tmp_path / "elsewhere")
    reads = []
    for _ in range(2):
        assert opened(reads).meta["words"] == 3
    assert len(reads) == 1
    assert len(files(tmp_path / f"snakes-and-ladders-{os.getuid()}")) == 1


def test_a_cache_folder_of_ones_own_may_be_a_link_and_is_made_for_no_group(cache, tmp_path) -> None:
    (tmp_path / "elsewhere").mkdir()
    cache.symlink_to(tmp_path / "elsewhere")
    reads, mask = [], os.umask(0o002)
    try:
        opened(reads)
    finally:
        os.umask(mask)
    opened(reads)
    assert len(reads) == len(files(tmp_path / "elsewhere")) == 1


@pytest.mark.parametrize("how", [ANOTHERS, "open to all", "open to a group", "a link"])
def test_an_index_that_others_may_have_written_is_built_again(cache, tmp_path, how) -> None:
    reads = []
    opened(reads)
    (path,) = files(cache)
    if how.startswith("open"):
        path.chmod(0o666 if how == "open to all" else 0o664)
    elif how == "a link":
        path.rename(tmp_path / "elsewhere")
        path.symlink_to(tmp_path / "elsewhere")
    else:
        os.chown(path, 12345, 12345)
    opened(reads)
    assert len(reads) == 2
    assert path.lstat().st_uid == os.getuid()
    assert not path.is_symlink()
    opened(reads)
    assert len(reads) == 2


def test_old_indexes_are_forgotten(cache) -> None:
    for number in range(8):
        opened([], b"cat\ncot\n" + b"a" * (number + 1))
    assert len(files(cache)) == 4
    reads = []
    opened(reads, b"cat\ncot\n" + b"a" * 8)
    assert reads == []


def test_many_processes_may_build_at_once(cache, tmp_path) -> None:
    path = tmp_path / "pets.txt"
    path.write_bytes(WORDS)
    program = (
        "import sys, pathlib, solvers.library as library\n"
        "sys.stdin.read(1)\n"
        "print(library.open_word_list(pathlib.Path(sys.argv[1])).links.tolist())\n"
    )
    builders = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for builder in builders:  # all are waiting for this
        builder.stdin.write("!")
        builder.stdin.flush()
    assert [builder.communicate(timeout=PATIENCE)[0] for builder in builders] == ["[1, 0]\n"] * 3
    assert [path.suffix for path in files(cache)] == [".index"]


def test_a_list_from_a_file(tmp_path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("Cat\t3\ncot\t300\ndog\n")
    mine = library.open_word_list(path)
    assert mine.name == "mine.txt"
    assert list(mine) == ["cat", "cot", "dog"]
    assert mine.rareness.tolist() == [3, 300, 2_000_001]
    assert list(library.open_word_list(path, "common")) == ["cat", "cot"]
