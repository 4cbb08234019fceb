"""The library's front: what `solvers` exports, and lexicons of one's own words."""

from __future__ import annotations

import subprocess
import sys

import pytest

import solvers
from solvers import BadInput, lexicon_of, open_word_list


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
