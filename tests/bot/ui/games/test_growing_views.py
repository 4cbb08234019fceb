"""How players see growing words: marks, columns, counts, and Discord's limits."""

from string import ascii_lowercase

import pytest

from bot.ui.games.anigram import present_anigram, present_stage
from bot.ui.games.truncate import present_truncate
from bot.ui.layout import PHONE_WIDTH
from bot.ui.words import Meanings, as_stack, as_stairs
from solvers.anigram import AnigramRequest, Stage
from solvers.lexicon import Definition
from solvers.truncate import align
from tests.bot.examples.growing import CHAIN, grown, walked
from tests.bot.pages import buttons_of, check_limits, check_says, text_of

KEY = "A1b2C3d4E5_-"
LONGEST = 60  # the most letters of a word in any list


def enabled(page):
    return [
        item.label
        for item in page.view.walk_children()
        if getattr(item, "custom_id", None) and not item.disabled
    ]


def test_a_step_for_each_stage_with_its_new_letter_and_its_other_words():
    assert as_stairs(CHAIN) == (
        "```\n 4  team  mate meat tame meta\n 5  Steam  teams mates +3\n 6  masteR  stream\n```"
    )


@pytest.mark.parametrize("words", [1, 2, 3, 14])
def test_a_step_is_no_wider_than_a_phone_and_hides_no_word_uncounted(words):
    for letters in range(4, LONGEST + 1):
        spelled = tuple(ascii_lowercase[n] * letters for n in range(words))
        line = as_stairs([Stage("a" * letters, "a", spelled)]).splitlines()[1]
        shown = line.split()[1:]
        hidden = int(shown.pop()[1:]) if shown[-1].startswith("+") else 0
        assert len(shown) + hidden == words
        assert len(line) <= max(PHONE_WIDTH, letters + 4 + len("  +13"))


def test_letters_keep_their_column_and_the_new_one_is_a_capital():
    assert as_stack(align(["a", "la", "lap", "laps", "lapse", "elapse"])) == (
        "```\n  a\n La\n laP\n lapS\n lapsE\nElapse\n```"
    )
    assert as_stack(align(["sing", "sting"])) == "```\ns·ing\nsTing\n```"


def test_the_whole_answer_its_stages_letters_and_games():
    page = present_anigram(walked(), KEY)
    text = text_of(page)
    assert "## team → master" in text
    assert "**Longest from your letters** · 3 stages · 4 to 6 letters · 12 ways" in text
    assert "word list" not in text
    assert "common word list" in text_of(present_anigram(walked(tier="common"), KEY))
    assert buttons_of(page) == {
        f"anigram:shorter:{KEY}": "One shorter",
        f"anigram:longer:{KEY}": "One longer",
        f"anigram:another:{KEY}": "Another",
        f"anigram:words:{KEY}": "All words",
    }
    assert "One longer" not in enabled(page)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        (AnigramRequest(), "Longest of all"),
        (AnigramRequest(start="team"), "Longest from your letters"),
        (AnigramRequest(familiar=True), "Only words people know"),
        (AnigramRequest(end="master"), "To your word"),
        (AnigramRequest(start="team", end="master"), "From start to end"),
        (AnigramRequest(start="team", length=6), "As long as you asked"),
    ],
)
def test_what_was_asked_is_named(question, name):
    assert f"**{name}**" in text_of(present_anigram(walked(question=question, drawn=question), KEY))


def test_a_step_back_and_on_again():
    first = walked().shorter().shorter()
    page = present_anigram(first, KEY)
    assert "## team\n" in text_of(page) + "\n"
    assert "**On the way** · 1 stage · goes on to 6 letters" in text_of(page)
    assert enabled(page) == ["One longer", "All words"]
    free = walked(1, question=AnigramRequest(), drawn=AnigramRequest())
    assert "Another" in enabled(present_anigram(free, KEY))
    assert first.shorter() == first
    assert "Steam" not in text_of(page)


def test_the_letters_shown_are_kept_when_the_next_are_asked_for():
    second = walked(2)
    assert second.onward() == AnigramRequest(start="aemt", added="s")
    assert second.instead() == AnigramRequest(start="aemt", length=5)
    assert walked().instead() == AnigramRequest(start="team")
    assert walked(1).instead() == AnigramRequest(start="team", length=4)
    to_end = AnigramRequest(end="master")
    assert walked(2, question=to_end, drawn=to_end).instead() == AnigramRequest(
        start="aemt", end="master"
    )
    assert walked(1, question=to_end, drawn=to_end).instead() == to_end


def test_how_far_it_can_grow_is_said():
    assert "can grow to 9" in text_of(present_anigram(walked(reach=9), KEY))
    done = walked(drawn=AnigramRequest(start="aemt", added="s"))
    page = present_anigram(done, KEY)
    assert "the end of the line" in text_of(page)
    assert "One longer" not in enabled(page)
    assert "Another" not in enabled(present_anigram(walked(games=1), KEY))


def test_all_words_of_a_stage_with_their_new_letter_and_what_they_mean():
    senses = dict.fromkeys(CHAIN[2].words, ())
    senses["master"] = (Definition("master", "noun", "one who commands"),)
    text = text_of(present_stage(walked(), Meanings(senses, known=True)))
    check_says(text, "### a e m r s t", "**2 words**: maste**r**, st**r**eam")
    assert "**master** one who commands" in text
    unknown = text_of(present_stage(walked(1), Meanings({}, known=False)))
    assert "**5 words**: team, mate, meat, tame, meta" in unknown
    assert "data.setup" in unknown


def test_a_sequence_its_length_and_count():
    page = present_truncate(grown(through="lap"), KEY)
    text = text_of(page)
    check_says(text, "## a → lapse", "**Longest through lap: 5 words** · 3 ways")
    assert " La\n laP\n" not in text  # nothing is added in front: no column is left free
    check_says(text, "\n a\nLa\nlaP\nlapS\nlapsE\n", "-# letters join at the ends")
    assert list(buttons_of(page).values()) == ["Another", "Definitions"]
    assert list(buttons_of(present_truncate(grown(count=1), KEY)).values()) == ["Definitions"]
    assert "anywhere" in text_of(present_truncate(grown(mode="anywhere"), KEY))


def test_the_longest_answers_keep_within_the_limits():
    words = 40
    chain = tuple(
        Stage("w" * size, "w", tuple("w" * size for _ in range(words)))
        for size in range(4, LONGEST + 1)
    )
    for shown in (1, len(chain)):
        wide = walked(shown, chain=chain, games=10**60, reach=LONGEST + 1)
        check_limits(present_anigram(wide, KEY))
        senses = (Definition("x", "noun", "y" * 500),) * 2
        meanings = Meanings({f"{n}{'w' * LONGEST}": senses for n in range(words)}, known=True)
        page = present_stage(wide, meanings)
        check_limits(page)
        (file,) = page.files
        assert f"{words - 1}www" in file.content.decode()
    for grow in (lambda size: "w" * size, lambda size: "a" * (size - 1) + "w"):
        sequence = " ".join(grow(size) for size in range(1, LONGEST + 1))
        longest = "w" * LONGEST
        asked = {"start": longest, "through": longest, "end": longest}
        for mode in ("ends", "anywhere"):
            check_limits(present_truncate(grown(sequence, 10**60, mode=mode, **asked), KEY))
