"""The cache of indexes: built once, built again when damaged, in memory if nowhere else."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

import numpy as np
import pytest

from solvers import library
from solvers.lexicon import Part, WordTable
from solvers.lexicon import cache as module
from solvers.lexicon.build import build_index
from solvers.lexicon.cache import keep_index, open_index
from solvers.lexicon.wordlist import read_given
from tests.paths import ROOT
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


def test_other_words_or_another_part_make_another_index(cache) -> None:
    reads = []
    part = Part("game", 1, lambda table: {"twice": np.arange(len(table)) * 2})
    newer = Part("game", 2, part.build)
    prints = {
        opened(reads).meta["fingerprint"],
        opened(reads, b"cat\ncot\n").meta["fingerprint"],
        opened(reads, parts=(part,)).meta["fingerprint"],
        opened(reads, parts=(newer,)).meta["fingerprint"],
    }
    assert len(prints) == len(reads) == 4
    assert opened(reads, parts=(newer,)).table("game.twice").tolist() == [0, 2, 4]


def test_the_same_words_under_another_name_are_the_same_index(cache) -> None:
    reads = []
    assert opened(reads).meta["name"] == "pets.txt"
    assert opened(reads, name="other.txt").meta["name"] == "other.txt"
    assert len(reads) == len(files(cache)) == 1


def another(whole: bytes) -> bytes:
    """Put another list's intact index in place of this one's."""
    table = WordTable(read_given(b"dog\n", "other"))
    return build_index(table, (), "other", "0123456789abcdef")


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"",
        lambda whole: b"junk",
        lambda whole: bytes(len(whole)),
        lambda whole: whole[:-1],
        lambda whole: whole[: len(whole) // 2],
        lambda whole: whole[:-1] + b"\xff",
        lambda whole: whole + b" ",
        lambda whole: whole[:200] + bytes([whole[200] ^ 4]) + whole[201:],
        another,
    ],
)
def test_a_damaged_index_is_built_again(cache, damage) -> None:
    reads = []
    opened(reads)
    (path,) = files(cache)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
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
def test_a_temporary_folder_that_others_can_reach_is_not_trusted(cache, tmp_path, monkeypatch, how):
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
def test_a_cache_folder_that_others_can_write_to_is_not_trusted(cache, tmp_path, monkeypatch, how):
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


@pytest.mark.parametrize("bound", ["MOST_FILES", "MOST_BYTES"])
def test_what_was_not_used_for_longest_is_forgotten(cache, monkeypatch, bound) -> None:
    lists = [b"cat\ncot\n" + b"a" * (number + 1) for number in range(8)]
    names = []
    for number, words in enumerate(lists):
        opened([], words, name=f"list-{number}.txt")
        (new,) = {*files(cache)} - {*names}
        names.append(new)
        os.utime(new, (number * 1000, number * 1000))
    opened([], lists[0])  # so it is in use
    size = max(path.stat().st_size for path in names)
    older = cache / "snakes-and-ladders" / "pets-txt-0123456789abcdef.index"  # an old version's
    older.write_bytes(bytes(size))
    os.utime(older, (0, 0))
    monkeypatch.setattr(module, bound, 4 if bound == "MOST_FILES" else 4 * size)
    opened([], b"cat\nrat\n")
    kept = {*files(cache)}
    assert len(kept) == 4
    assert {names[0], names[7], names[6]} <= kept
    assert not kept & {*names[1:6], older}


def test_what_is_larger_than_all_that_is_kept_is_used_all_the_same(cache, monkeypatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 10)
    assert opened([]).view("links").tolist() == [1, 0]
    assert files(cache) == []


def test_what_is_too_large_makes_no_other_go(cache, monkeypatch) -> None:
    opened([])
    (kept,) = files(cache)
    monkeypatch.setattr(module, "MOST_BYTES", kept.stat().st_size)
    large = opened([], b"cat\n" + b"a" * 30 + b"\n" + b"b" * 60)
    assert files(cache) == [kept]
    assert not keep_index(large)
    assert files(cache) == [kept]


def test_a_file_from_a_time_to_come_is_the_first_to_go(cache, monkeypatch) -> None:
    opened([])
    (old,) = files(cache)
    ahead = time.time() + 1000
    os.utime(old, (ahead, ahead))
    monkeypatch.setattr(module, "MOST_FILES", 1)
    reads = []
    for _ in range(2):
        opened(reads, b"cat\nrat\n")
    assert len(reads) == 1
    (new,) = files(cache)
    assert new != old
    os.utime(new, (ahead, ahead))
    opened([], b"cat\nrat\n")
    assert new.stat().st_mtime < ahead - 500


@pytest.mark.parametrize("how", ["open to all", "a file in its place", "under a file"])
def test_what_keeps_it_from_being_kept_is_one_line(cache, tmp_path, monkeypatch, caplog, how):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    module._complain.cache_clear()
    folder = cache / "snakes-and-ladders"
    if how == "open to all":
        folder.mkdir(parents=True)
        folder.chmod(0o777)
    elif how == "under a file":
        cache.write_text("")
    else:
        cache.mkdir()
        folder.write_text("")
    for _ in range(2):
        opened([])
    (record,) = caplog.records
    reason = {
        "open to all": "others may write to it, which chmod go-w mends",
        "under a file": "not a directory",
        "a file in its place": "something else is there, or a link",
    }[how]
    assert record.message.startswith(f"{folder}: {reason}. So the word index is not kept there")


def test_nothing_is_said_of_a_folder_that_is_not_needed(cache, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    module._complain.cache_clear()
    (tmp_path / f"snakes-and-ladders-{os.getuid()}").mkdir()
    (tmp_path / f"snakes-and-ladders-{os.getuid()}").chmod(0o777)
    opened([])
    assert len(files(cache)) == 1
    assert caplog.records == []


OPENING = """
import subprocess, sys
from solvers.lexicon.cache import keep_index, open_index
from solvers.lexicon.wordlist import read_given
def read():
    print("read", flush=True)
    return read_given(b"cat cot".replace(b" ", bytes([10])), "full")
index = open_index("full", b"cat", None, (), read)
assert index.view("links").tolist() == [1, 0]
print(type(index.buffer).__name__, flush=True)
if len(sys.argv) == 1:
    subprocess.run([sys.executable, __file__, "child"], check=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="finds it by way of /proc")
def test_where_nothing_can_be_kept_processes_share_one(cache, tmp_path) -> None:
    cache.write_text("a file where the folder should be")
    folder = tmp_path / f"snakes-and-ladders-{os.getuid()}"
    folder.mkdir()
    folder.chmod(0o777)  # so the cache is not kept there either
    program = tmp_path / "opening.py"
    program.write_text(OPENING)
    line = [sys.executable, program]
    there = os.environ | {"TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    run = subprocess.run(line, capture_output=True, text=True, check=True, env=there)
    assert run.stdout.split() == ["read", "mmap", "mmap"]


def test_many_processes_may_build_at_once(cache, tmp_path) -> None:
    path = tmp_path / "pets.txt"
    path.write_bytes(WORDS)
    program = (
        "import sys, pathlib, solvers.library as library\n"
        "sys.stdin.read(1)\n"
        "print(library.open_word_list(pathlib.Path(sys.argv[1])).links.tolist())\n"
    )
    line = [sys.executable, "-c", program, str(path)]
    builders = [subprocess.Popen(line, stdin=-1, stdout=-1, text=True) for _ in range(3)]
    for builder in builders:  # all wait for this
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
