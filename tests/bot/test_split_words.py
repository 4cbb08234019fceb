"""Lists of words as people hand them in."""

from __future__ import annotations

import pytest

from bot.contests import read_try
from bot.errors import BadOption
from bot.puzzles import read_words
from bot.ui.games.snake import MOST_WORDS
from bot.ui.options import BYTES, decode, last_of_list, list_option
from solvers.text import split_words
from solvers.wordsnake.words import LONGEST_WORD


def test_words_are_separated_by_spaces_commas_and_lines():
    text = "  Run, nausea;seasick\r\n\tstreet\u00a0test,,\n"
    assert split_words(text) == ("Run", "nausea", "seasick", "street", "test")
    assert split_words(" ,;\n") == ()


def test_options_are_split_as_forms_and_tries_are():
    text = "1. Run|nausea -> seasick → street\n2) test"
    words = ("run", "nausea", "seasick", "street", "test")
    assert list_option("avoid", text) == read_words(text) == read_try(text.lower()).order == words
    assert list(last_of_list("run|nau", lambda last: [f"{last}sea"])) == ["run|nausea"]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "isn’t a text file"),
        (b"\xff\xfer\0u\0n\0", "UTF-16"),
        ("r\u00e9sum\u00e9".encode("latin-1"), "UTF-8"),
        (b" \n ", "empty"),
    ],
)
def test_files_that_are_no_lists_are_refused_by_name(content, why):
    with pytest.raises(BadOption, match=why) as refused:
        decode("list.txt", content)
    assert refused.value.message.startswith("list.txt")


def test_a_byte_order_mark_is_not_a_letter():
    assert split_words(decode("list.txt", b"\xef\xbb\xbfrun nausea")) == ("run", "nausea")


def test_a_file_may_hold_as_many_of_the_longest_words_as_are_taken():
    assert (LONGEST_WORD + 2) * MOST_WORDS <= BYTES
