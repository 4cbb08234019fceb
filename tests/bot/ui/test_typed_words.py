"""Every reader of words understands alike what people type, paste and copy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.contests import read_asked, read_try, split_lists
from bot.errors import BadOption, BadTry
from bot.puzzles import judge
from bot.puzzles.judging import EMPTY
from bot.ui.games.snake import MOST_WORDS
from bot.ui.options import BYTES, decode, last_of_list, list_option, word_option
from solvers.daily import Puzzle
from solvers.reading import fold, read_tokens, read_word, read_words, strange
from solvers.wordsnake.words import LONGEST_WORD
from tests import spellings

ANIGRAM = Puzzle("anigram", 1, 0.0, ("s", "o", "n", "c"), 4, 4, ("s", "so", "son", "cons"), 4)
UNSEEN = (
    "\u200b\u200c\u200d\u200e\u2060\ufeff\u00ad\ufe0e\ufe0f\u034f\u202a\u202c"
    "\u2066\u2069\u061c\U000e0020\u3164\u115f\u180e\ufffc\u0301\u20dd"
)


def test_every_spelling_is_read_alike_by_every_reader():
    table = spellings.table()
    assert spellings.FILE.read_text(encoding="utf-8") == table, "run python -m tests.spellings"
    assert "✗" not in table
    assert len({text for _, text in spellings.SPELLINGS}) == len(spellings.SPELLINGS) >= 60


@given(st.data())
def test_what_cannot_be_seen_makes_no_difference(data):
    word = "cons"
    for _ in range(data.draw(st.integers(1, 5))):
        place = data.draw(st.integers(0, len(word)))
        word = word[:place] + data.draw(st.sampled_from(UNSEEN)) + word[place:]
    progress = EMPTY._replace(words=("s", "so", "son"))
    verdict = judge(ANIGRAM, read_words(word), {"cons"}, progress)
    assert verdict.progress.words[-1] == "cons"
    assert verdict.progress.missed == 0
    assert read_word(word) == word_option("word", word) == "cons"


@given(st.text())
def test_any_text_is_read(text):
    words = read_words(text)
    assert read_words(" ".join(words)) == words
    assert not set(words) - set(read_tokens(text))
    assert strange(words) is None or any(not word.isascii() or not word.isalpha() for word in words)


@given(st.text(alphabet=st.characters(codec="ascii")))
def test_plain_text_is_folded_as_any_other(text):
    kept = "".join(char for char in text if char.isprintable() or char.isspace())
    assert fold(text) == kept.lower()


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("c4rd", "“c4rd”"),
        ("don’t", "“don't”"),
        ("c@t c@t", "“c@t”"),
        ("саt", "“саt” (“с” is U+0441)"),
    ],
)
def test_what_stays_unreadable_is_named_once_and_is_no_miss(typed, named):
    progress = EMPTY._replace(words=("s", "so", "son"))
    verdict = judge(ANIGRAM, read_words(typed), {"cons"}, progress)
    assert verdict.mistake.message.count(named) == 1
    assert "letters a to z" in verdict.mistake.message
    assert verdict.progress.missed == 0
    assert strange(read_words(f"{typed} {typed}")).count(named) == 1


def test_options_are_completed_after_whatever_separates():
    assert list(last_of_list("run|nau", lambda last: [f"{last}sea"])) == ["run|nausea"]
    assert list(last_of_list("run → nau", lambda last: [f"{last}sea"])) == ["run → nausea"]


def test_words_of_a_contest_may_be_copied_from_an_answer():
    assert read_asked("ladder cold → warm").words == ("cold", "warm")
    assert read_asked("Ladder: cold, warm").words == ("cold", "warm")
    assert read_asked("“Generate” 20, hard.").number == 20
    assert read_asked("ladder, snake, house").words == ("ladder", "snake", "house")
    assert read_asked("1. ladder\n2. cold\n3. warm").game == "snake"


@pytest.mark.parametrize(
    "between", ["\n\n", "\r\n\r\n", "\r\r", "\n \u200b\n", "\n---\n", "\u2029\u2029"]
)
def test_lists_stand_apart_by_a_line_without_words(between):
    assert split_lists(f"run nausea{between}street test") == ["run nausea", "street test"]


def test_positions_stay_apart_from_numbers_that_count():
    assert read_try("1. timber 0\n2. beret 3").positions == (0, 3)
    assert read_try("timber, 0; beret, 3").positions == (0, 3)
    assert read_try("timber 0.\nberet 3.").positions == (0, 3)
    assert read_try("timber ０ beret ３").positions == (0, 3)
    assert read_try("1 timber\n2 beret").positions is None
    assert read_try("timber 0 beret\n3 rat 5").positions == (0, 3, 5)
    for counted in ("0 timber\n3 beret", "0: timber, 3: beret"):
        with pytest.raises(BadTry, match="position"):
            read_try(counted)


def test_emoji_never_become_letters():
    assert read_words("cod🇪🇸 no🇩🇪 bat🅱️ cord 🇬🇧") == ("cod", "no", "bat", "cord")
    assert read_words("don`t") == ("don`t",)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "isn’t a text file"),
        (b"PK\0\0\0", "isn’t a text file"),
        (b"\xff\xfer\0u\0n", "isn’t plain text"),
        ("r\u00e9sum\u00e9".encode("latin-1"), "UTF-8"),
        (b" \n ", "empty"),
    ],
)
def test_files_that_are_no_lists_are_refused_by_name(content, why):
    with pytest.raises(BadOption, match=why) as refused:
        decode("list.txt", content)
    assert refused.value.message.startswith("list.txt")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_read_as_excel_and_editors_write_it(encoding):
    expected = ("run", "nausea")
    assert list_option("list", decode("list.txt", "run\r\nnausea".encode(encoding))) == expected


def test_a_file_may_hold_as_many_of_the_longest_words_as_are_taken():
    assert (LONGEST_WORD + 2) * MOST_WORDS <= BYTES
