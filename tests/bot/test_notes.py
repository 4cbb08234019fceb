"""What players see around the games: meanings, failures, help."""

from __future__ import annotations

from bot.ui.layout import escape
from bot.ui.replies import present_failure
from bot.ui.server.help import Entry, present_help
from bot.ui.words import Meanings, present_meanings
from solvers.lexicon import Definition
from tests.bot.pages import check_limits, text_of


def test_definitions_name_their_lemma_and_what_is_not_known():
    meanings = {
        "cats": (Definition("cat", "noun", "a feline"), Definition("cat", "verb", "to vomit")),
        "cot": (),
    }
    text = text_of(present_meanings("cat → dog", Meanings(meanings, known=True)))
    assert "**cats** (cat) _noun_ a feline; _verb_ to vomit" in text
    assert "**cot** – no definition to show" in text


def test_without_definitions_the_fix_is_named():
    page = present_meanings("cat → dog", Meanings({"cat": ()}, known=False))
    assert "data.setup" in text_of(page)


def test_long_definitions_go_into_a_file():
    senses = (Definition("x", "noun", "y" * 500),) * 2
    meanings = {f"word{n}": senses for n in range(60)}
    page = present_meanings("cat → dog", Meanings(meanings, known=True))
    check_limits(page)
    (file,) = page.files
    assert "word59" in file.content.decode()


def test_a_failure_shows_what_was_typed_as_typed_and_short():
    page = present_failure("“**@everyone** `x`” is not a word.", "abcd")
    assert "\\*\\*@everyone\\*\\*" in text_of(page)
    assert "error abcd" in text_of(page)
    check_limits(present_failure("<@1>*" * 5000, "abcd"))


def test_escaping_leaves_plain_words_alone():
    assert escape("“catt” is not in the word list. Did you mean cat or cart?") == (
        "“catt” is not in the word list. Did you mean cat or cart?"
    )


def test_help_lists_commands_that_can_be_pressed():
    page = present_help([Entry("ladder", "Turn", 12), Entry("about", "Show", None)])
    assert "`/about` – Show\n</ladder:12> – Turn" in text_of(page)
    check_limits(page)


def test_help_names_the_commands_of_a_group_in_a_line():
    known = present_help([Entry("privacy", "What I keep", 12, ("show", "export"))])
    assert "**/privacy** – What I keep\n</privacy export:12> </privacy show:12>" in text_of(known)
    unknown = present_help([Entry("privacy", "What I keep", None, ("show",))])
    assert "`/privacy show`" in text_of(unknown)
