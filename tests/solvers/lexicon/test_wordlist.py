"""Reading a person's list: what is folded, and what is refused with which message."""

from __future__ import annotations

import importlib
import re

import pytest

from solvers.errors import BadInput
from solvers.lexicon.wordlist import NUMBERS, read_given
from solvers.library import open_lexicon, open_word_list


@pytest.fixture(autouse=True)
def _cache(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def costs(text: str, tier: str | None = None) -> dict[str, int]:
    read = read_given(text.encode(), "mine.txt", tier)
    return dict(zip(read.words, read.rareness.tolist(), strict=True))


def test_what_a_list_may_look_like() -> None:
    read = costs("cat\nDOG\t20\r\n\n  \nox \nemu\t 7 \na\n")
    assert read == {"cat": 2_000_001, "dog": 20, "ox": 2_000_001, "emu": 7, "a": 2_000_001}
    assert costs("\ufeffcat") == {"cat": 2_000_001}


def test_the_lowest_rareness_of_duplicates_counts() -> None:
    assert costs("cat\nCat\t9\ncat\t5\ncat\t70") == {"cat": 5}


def test_a_tier_keeps_what_is_within_it() -> None:
    text = "cat\t1\ncot\t20000\ncow\t20001\nox\t2000000\nyak"
    assert list(costs(text, "common")) == ["cat", "cot"]
    assert list(costs(text, "standard")) == ["cat", "cot", "cow"]
    assert list(costs(text, "full")) == ["cat", "cot", "cow", "ox"]


@pytest.mark.parametrize("blank", [" ", "\t", "\u00a0", "\x0c", "\x85", "\u2028", "\x1c", "\ufeff"])
def test_what_stands_around_a_word_is_no_part_of_it(blank) -> None:
    read = costs(f"{blank}cat\n{blank}cot{blank}\t 5{blank}\r\ndog{blank}\r{blank}\n")
    assert read == {"cat": 2_000_001, "cot": 5, "dog": 2_000_001}


@pytest.mark.parametrize("end", [*"\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"])
def test_only_line_ends_end_a_line(end) -> None:
    for text in (f"cat{end}\rcot\r\n{end}\nc-t", f"cat{end}dog\n"):
        number = 4 if "c-t" in text else 1
        with pytest.raises(BadInput, match=f"line {number}: expected a word"):
            costs(text)
    with pytest.raises(BadInput, match="line 3: not UTF-8"):
        read_given(f"cat{end}\rcot\r\n".encode() + b"\xff", "mine.txt")


@pytest.mark.parametrize(
    "text",
    [
        "1234 the\n900 of\n",
        "  1234\tthe\n   12\tcat\n",
        "the 1234\nof 900\n",
        "the\t23135851162\nof\t13151942776\nand\t12997637966\nzebra\t500000\n",
        "the\t1234\nof\t900\nzebra\t3\n",
        "and\t800\ncat\t12\nthe\t1234\n",
    ],
)
def test_counts_are_asked_about_and_understood(tmp_path, text) -> None:
    path = tmp_path / "counts.txt"
    path.write_text(text)
    for skip in (False, True):
        with pytest.raises(BadInput, match="numbers look like counts") as caught:
            open_word_list(path, skip_invalid=skip)
        assert caught.value.code == "counts"
        assert "--numbers count or --numbers rareness" in caught.value.message
    counted = open_word_list(path, numbers="count")
    assert counted.rareness[counted.find("the")] == 1
    assert all(cost > 1 for cost in counted.rareness if counted.word(0) != "the" and cost != 1)
    if text.startswith("the\t1234"):
        assert counted.rareness[counted.find("zebra")] == 412  # 1,234 / 3, rounded up


def test_rareness_is_not_taken_for_counts(tmp_path) -> None:
    path = tmp_path / "rare.txt"
    for text in ("the\t1\nof\t1\nzebra\t900\n", "yak\t9\nox\t3\n", "cat\nox\t5\nemu\t4\n"):
        path.write_text(text)
        assert len(open_word_list(path)) == text.count("\n")
    path.write_text("yak\t9\nox\t3\nemu\t1\n")
    assert open_word_list(path, numbers="rareness").rareness.tolist() == [3, 1, 9]
    path.write_text("cat\ncot\ncatch 22\n")  # one count makes no list of counts
    with pytest.raises(BadInput, match="line 3: expected a word"):
        open_word_list(path)


def test_a_system_dictionary_is_read_without_what_is_no_word(tmp_path) -> None:
    path = tmp_path / "words"
    path.write_bytes(b"A\nA's\nAA\n\xc5ngstr\xf6m\ncat\ncat's\n" + b"x" * 61 + b"\n3\n")
    for _ in range(2):  # from the cache, too
        listed = open_word_list(path, skip_invalid=True)
        assert ([*listed], listed.skipped) == (["a", "aa", "cat"], 5)
    assert open_word_list(path, skip_invalid=True).showing("all").skipped == 5
    with pytest.raises(BadInput, match="line 4: not UTF-8"):
        open_word_list(path)


@pytest.mark.parametrize("kind", ["gzip", "bz2", "lzma", "zipfile"])
def test_a_compressed_list_is_named_as_one(tmp_path, kind) -> None:
    path = tmp_path / "words.txt"
    module = importlib.import_module(kind)
    if kind == "zipfile":
        with module.ZipFile(path, "w") as packed:
            packed.writestr("words.txt", "cat")
    else:
        path.write_bytes(module.compress(b"cat\ncot\n"))
    name = {"bz2": "bzip2", "lzma": "xz", "zipfile": "zip"}.get(kind, kind)
    with pytest.raises(BadInput, match=rf"words.txt: this is compressed \({name}\); give the file"):
        open_word_list(path)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("cat\n\u0441at", "line 2: expected a word.*, not “\u0441at” (“\u0441” is U+0441)"),
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
    assert re.search(re.escape(complaint).replace(r"\.\*", ".*"), caught.value.message)
    assert "mine.txt" in caught.value.message
    assert "\n" not in caught.value.message
    assert caught.value.code == "bad_word_list"


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


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("the,220", "this is a word and a number with “,” between them; write WORD, a tab and"),
        ("the; 220", "this is a word and a number with “;” between them; write WORD, a tab and"),
        ('"the",220', "this is a word and a number with “,” between them; write WORD, a tab and"),
        ('"the"\t220', "this is a word and a number in quotation marks; write WORD, a tab and"),
        ("the\t220.5", "the number beside a word is a whole one; round it"),
        ("the,of", "expected a word of the letters a to z"),
    ],
)
def test_a_table_of_another_program_is_recognised(line, said) -> None:
    for numbers in (None, *NUMBERS):
        with pytest.raises(BadInput, match=f"list, line 2: {said}"):
            read_given(f"cat\n{line}\n".encode(), "list", numbers=numbers)


def test_numbers_of_a_kind_that_was_named_stand_on_either_side() -> None:
    text = b"cat 4\n2 dog\nyak\t1\n"
    for numbers, costs in (("rareness", [4, 2, 1]), ("count", [1, 2, 4])):
        assert read_given(text, "list", numbers=numbers).rareness.tolist() == costs


@pytest.mark.parametrize(("length", "asked"), [(9, False), (10, True)])
def test_a_few_numbers_that_descend_are_rareness(length, asked) -> None:
    text = "".join(f"{chr(97 + n) * 3}\t{99 - n}\n" for n in range(length)).encode()
    if asked:
        with pytest.raises(BadInput, match="look like counts"):
            read_given(text, "list", numbers=None)
    else:
        assert len(read_given(text, "list", numbers=None)) == length
