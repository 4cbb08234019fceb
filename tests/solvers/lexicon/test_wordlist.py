"""Reading a person's list: what is folded, what is refused and how."""

from __future__ import annotations

import pytest

from solvers.errors import BadInput
from solvers.lexicon.wordlist import read_given
from solvers.library import open_lexicon, open_word_list


def costs(text: str, tier: str | None = None) -> dict[str, int]:
    read = read_given(text.encode(), "mine.txt", tier)
    return dict(zip(read.words, read.rareness.tolist(), strict=True))


def test_what_a_list_may_look_like() -> None:
    assert costs("cat\nDOG\t20\r\n\n  \nox \nemu\t 7 \na\n") == {
        "cat": 2_000_001,
        "dog": 20,
        "ox": 2_000_001,
        "emu": 7,
        "a": 2_000_001,
    }
    assert costs("\ufeffcat") == {"cat": 2_000_001}


def test_of_duplicates_the_lowest_rareness_counts() -> None:
    assert costs("cat\nCat\t9\ncat\t5\ncat\t70") == {"cat": 5}


def test_a_tier_keeps_what_is_within_it() -> None:
    text = "cat\t1\ncot\t20000\ncow\t20001\nox\t2000000\nyak"
    assert list(costs(text, "common")) == ["cat", "cot"]
    assert list(costs(text, "standard")) == ["cat", "cot", "cow"]
    assert list(costs(text, "full")) == ["cat", "cot", "cow", "ox"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("cat\nit's\n", "line 2: expected a word of the letters a to z"),
        ("cat dog", "line 1: expected a word"),
        ("cat\t1\t2", "line 1: expected a word"),
        ("cat\tfew", "line 1: expected a word"),
        ("cat\t-1", "line 1: expected a word"),
        ("ok\ncafé", "line 2: expected a word"),
        ("ok\n\t5", "line 2: expected a word"),
        ("cat\t1000000001", "line 1: a rareness is at most 1,000,000,000"),
        ("a" * 61, "line 1: a word has at most 60 letters"),
        ("", "holds no words"),
        ("\n \n", "holds no words"),
    ],
)
def test_a_bad_line_is_named(text, complaint) -> None:
    with pytest.raises(BadInput) as caught:
        costs(text)
    assert complaint in caught.value.message
    assert "mine.txt" in caught.value.message
    assert "\n" not in caught.value.message
    assert caught.value.code == "bad_word_list"


def test_what_is_not_text_is_refused() -> None:
    with pytest.raises(BadInput, match="line 3: not UTF-8"):
        read_given(b"cat\ndog\n\xff\xfe\n", "mine.txt")


def test_a_list_without_rareness_has_no_tiers() -> None:
    with pytest.raises(BadInput, match="no words of the tier “common”"):
        costs("cat\ndog", "common")


def test_a_file_that_is_not_there(tmp_path) -> None:
    with pytest.raises(BadInput, match="No such file"):
        open_word_list(tmp_path / "nowhere.txt")
    with pytest.raises(BadInput, match="Is a directory"):
        open_word_list(tmp_path)


def test_a_tier_that_is_not_there(tmp_path) -> None:
    with pytest.raises(BadInput, match="no tier “huge”; choose common, standard, full"):
        open_lexicon("huge")
    with pytest.raises(BadInput, match="no tier “huge”"):
        open_word_list(tmp_path / "any", "huge")
