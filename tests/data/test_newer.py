"""Comparing the list with word frequencies and with other lists."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from data import build, familiarity, newer

NEEDED = find_spec("msgspec") and build.SCOWL.is_dir()
AIM = 0.995


@pytest.mark.slow
@pytest.mark.skipif(not NEEDED, reason="msgspec or scowl is not installed")
def test_nearly_all_frequent_words_are_known() -> None:
    often = newer.zipfs(familiarity.frequencies())
    found = newer.coverage(often, newer.read_familiarity(), newer.no_words(build.SCOWL))
    assert found.known > 20_000
    assert found.share >= AIM, found.missing


def test_what_was_judged_no_word_is_none() -> None:
    judged = newer.read_no_words()
    assert set(judged.values()) == {"abbreviation", "foreign", "fragment", "name"}
    assert judged.keys() & build.read_words().keys() == set()


def test_names_count_neither_way_and_rare_words_not_at_all() -> None:
    often = {"house": 55, "ted": 45, "ipad": 40, "kbps": 40, "vlog": 31, "blog": 30, "skunk": 29}
    known = {"house": 55, "ted": 27, "blog": 30}
    found = newer.coverage(often, known, {"ipad"})
    assert (found.known, found.missing) == (2, ["vlog"])
    assert found.share == 2 / 3


def test_what_another_list_has_by_frequency(tmp_path) -> None:
    path = tmp_path / "list.dic"
    path.write_bytes(
        b"\xef\xbb\xbfselfie\tpo:noun\n3\nblog/MS\ncaf\xe9\nvlog/DGS\nTed\nqat\nhouse\n"
    )
    often = {"blog": 40, "selfie": 30, "vlog": 31, "qat": 12, "ted": 45, "house": 55}
    assert newer.brought(path, often, {"house"}, {"blog"}) == ["vlog", "selfie"]
