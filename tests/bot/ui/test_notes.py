"""What players see around the games: meanings, failures, help."""

import re
import textwrap

from bot.ui.games.faces import FACES
from bot.ui.replies import present_failure
from bot.ui.server.help import LINES, TOPICS, present_help
from bot.ui.words import Meanings, present_meanings
from solvers.lexicon import Definition
from tests.bot.examples.every_page import commands
from tests.bot.pages import buttons_of, check_limits, text_of

LINES_ON_A_PHONE = 20
LETTERS_ON_A_LINE = 42


def wrapped(line):
    """Return the lines that a line takes on a phone, which shows commands by name."""
    return len(textwrap.wrap(re.sub(r"<(/[^:]+):12>", r" \1 ", line), LETTERS_ON_A_LINE)) or 1


def test_definitions_name_their_lemma_and_what_is_not_known():
    meanings = {
        "cats": (Definition("cat", "noun", "a feline"), Definition("cat", "verb", "to vomit")),
        "shone": (Definition("shine", "verb", "be bright by casting light", "be bright"),),
        "shine": (Definition("shine", "verb", "be bright by casting light", "be bright"),),
        "cot": (),
    }
    text = text_of(present_meanings("cat → dog", Meanings(meanings, known=True)))
    assert "**cats** (cat) a feline\n**shone** → shine\n**shine** be bright\n" in text
    assert "**cot** – no definition here" in text


def test_without_definitions_the_fix_is_named():
    page = present_meanings("cat → dog", Meanings({"cat": ()}, known=False))
    assert "data.setup" in text_of(page)


def test_long_definitions_go_into_a_file():
    meanings = {f"word{n}": (Definition("x", "noun", f"{n} " * 200),) for n in range(60)}
    page = present_meanings("cat → dog", Meanings(meanings, known=True))
    check_limits(page)
    (file,) = page.files
    assert "word59" in file.content.decode()


def test_a_failure_shows_what_was_typed_as_typed_and_short():
    page = present_failure("“**@everyone** `x`” is not a word.", "abcd")
    assert "\\*\\*@everyone\\*\\*" in text_of(page)
    assert "error abcd" in text_of(page)
    check_limits(present_failure("<@1>*" * 5000, "abcd"))


def test_help_names_the_main_commands_once_and_fits_a_phone():
    names = commands()
    pages = [present_help(topic, {name: f"</{name}:12>" for name in names}) for topic in TOPICS]
    shown = re.findall(r"</([^:]+):12>", "".join(map(text_of, pages)))
    assert len(shown) == len(set(shown))
    assert {name.split()[0] for name in names} == {name.split()[0] for name in [*shown, "help"]}
    listed = [name for about in LINES.values() for names_ in about for name in names_.split(", ")]
    without = {name for name, face in FACES.items() if not face.command}  # played all the same
    assert sorted(set(listed) - without) == sorted(shown)
    said = set(re.findall(r"`(?:/contest )?(\w+)`", "".join(map(text_of, pages))))
    contest = [name for name in names if name.startswith("contest ")]
    assert [name for name in contest if name not in shown and name.split()[-1] not in said] == []
    for page in pages:
        assert list(buttons_of(page).values()) == ["Play", "Contests", "Organisers"]
        assert sum(map(wrapped, text_of(page).splitlines())) <= LINES_ON_A_PHONE
