"""The library's front: what `solvers` exports, and lexicons made from a caller's words."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
import tempfile

import pytest

import solvers
from solvers import BadInput, lexicon_of, open_word_list
from solvers.lexicon import Definitions, lexicon
from solvers.lexicon.indexfile import DamagedFileError, IndexFile


def test_every_public_name_is_there_and_no_other() -> None:
    for name in solvers.__all__:
        value = getattr(solvers, name)
        assert name == "TIERS" or value.__name__ in {name, f"solvers.{name}"}
        assert name in dir(solvers)
    with pytest.raises(AttributeError, match="no attribute 'open_lexicons'"):
        solvers.open_lexicons  # noqa: B018


def test_importing_costs_nothing_until_a_name_is_used() -> None:
    code = (
        "import sys, solvers, solvers.errors\n"
        "assert not {'numpy', 'highspy', 'solvers.library'} & set(sys.modules)\n"
        "assert solvers.truncate.solve and 'numpy' in sys.modules and 'highspy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_words_in_memory_are_read_as_a_file_is(tmp_path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("cat\t4\nCot\t20\n\ncat\t1\n")
    read, made = open_word_list(path), lexicon_of(path.read_text().splitlines())
    assert [*read] == [*made] == ["cat", "cot"]
    assert [*read.rareness] == [*made.rareness] == [1, 20]
    assert [*lexicon_of({"cat": 1, "cot": 20}).rareness] == [1, 20]
    with pytest.raises(BadInput, match="words, line 2: expected a word"):
        lexicon_of(["cat", "c-t"])


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def in_another_process(pickled: bytes) -> str:
    """Return another process's output about a pickled lexicon."""
    code = (
        "import pickle, sys\n"
        "words = pickle.load(sys.stdin.buffer)\n"
        "print(words.name, len(words), words.policy, words.word(0), words.has_definitions)\n"
    )
    line = [sys.executable, "-c", code]
    return subprocess.run(line, input=pickled, capture_output=True, check=True).stdout.decode()


def test_a_lexicon_pickles_by_the_name_of_its_content(cache, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(lexicon, "SMALL", 0)
    path = tmp_path / "mine.txt"
    path.write_text("".join(f"cat{chr(97 + n % 26) * (n // 26 + 1)}\n" for n in range(1000)))
    words = open_word_list(str(path))
    pickled = pickle.dumps(words.showing("family"))
    assert len(pickled) < 500
    known = f"{words.name} {len(words)} family {words.word(0)} {words.has_definitions}\n"
    assert in_another_process(pickled) == known
    again = pickle.loads(pickled)
    assert (again.fingerprint, [*again]) == (words.fingerprint, [*words])
    for file in cache.rglob("*.index"):
        file.unlink()
    with pytest.raises(BadInput, match=r"mine\.txt: its index is no longer in the cache"):
        pickle.loads(pickled)
    cache.rename(tmp_path / "gone")
    cache.write_text("nothing can be kept here")
    (tmp_path / "temporary").write_text("nor there")
    saved, tempfile.tempdir = tempfile.tempdir, str(tmp_path / "temporary")
    try:
        whole = pickle.dumps(words)
    finally:
        tempfile.tempdir = saved
    assert [*pickle.loads(whole)] == [*words]


def test_what_is_small_or_in_memory_only_pickles_with_its_content(cache, tmp_path, monkeypatch):
    path = tmp_path / "mine.txt"
    path.write_text("dog\ncat\n")
    small = pickle.dumps(open_word_list(path))
    shutil.rmtree(cache)
    assert [*pickle.loads(small)] == ["cat", "dog"]
    monkeypatch.setattr(lexicon, "SMALL", 0)
    made = pickle.dumps(lexicon_of(["dog", "cat"], "pets").showing("family"))
    for pickled in (made, pickle.dumps(pickle.loads(small)), pickle.dumps(pickle.loads(made))):
        assert [*pickle.loads(pickled)] == ["cat", "dog"]
    assert in_another_process(made).startswith("pets 2 family cat ")
    assert not cache.exists()


def test_a_tier_pickles_by_its_name() -> None:
    common = solvers.open_lexicon("common")
    pickled = pickle.dumps(common)
    assert len(pickled) < 300
    assert in_another_process(pickled).startswith(f"common {len(common)} standard ")


def test_a_list_is_opened_by_any_kind_of_path(cache, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "w.txt"
    path.write_text("cat\ncot\n")

    class InBytes:
        def __fspath__(self) -> bytes:
            return bytes(path)

    for name in ("w.txt", str(path), path, bytes(path), InBytes()):
        assert open_word_list(name).name == "w.txt"
        assert Definitions.open(name) is None
        with pytest.raises(DamagedFileError):
            IndexFile.open(name)
    for empty in ("", b""):
        with pytest.raises(BadInput, match="this name is empty"):
            open_word_list(empty)
    for name in ("none.txt", "", "a\0b", "."):
        with pytest.raises(BadInput):
            open_word_list(name)
