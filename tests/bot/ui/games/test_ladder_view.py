"""The ladder card: marks on rungs, words for counts, and Discord's limits in the worst case."""

from dataclasses import replace
from random import Random

import pytest

from bot.errors import CardExpired
from bot.ui.cards import dump, load
from bot.ui.games.ladder_card import LadderCard, best_known
from bot.ui.games.ladder_view import present_ladder, sketches
from bot.ui.words import Rarest, in_words, ladder_block, mark_step
from solvers.deadline import Deadline
from solvers.errors import PuzzleError
from solvers.ladder import MOVES, Ladder, LadderRequest, solve
from solvers.library import open_lexicon
from tests.bot.examples.ladders import make
from tests.bot.pages import buttons_of, check_limits, check_says, text_of
from tests.sweeps import by_turns, examples

KEY = "A1b2C3d4E5_-"


@pytest.mark.parametrize(
    ("before", "word", "marked"),
    [
        ("cat", "cot", "cOt"),
        ("cat", "cart", "caRt"),
        ("at", "cat", "Cat"),
        ("cart", "cat", "cat  −r"),
        ("seed", "sed", "sed  −e"),
        ("form", "from", "fROm"),
        ("silent", "listen", "listen  anagram"),
    ],
)
def test_the_changed_letter_is_seen_at_a_glance(before, word, marked):
    assert mark_step(before, word) == marked


def test_a_ladder_stands_in_a_block_one_rung_a_line():
    assert ladder_block(("cat", "cot", "dot", "dog")) == "```\n   cat\n1  cOt\n2  Dot\n3  doG\n```"


def test_hidden_rungs_are_not_given_away():
    block = ladder_block(("cat", "cot", "dog"), hidden=2)
    assert block == "```\n   cat\n1  cOt\n:  ???\n4  dog\n```"


def test_a_tall_ladder_runs_on_in_lines():
    words = ["aa", "ab"] * 13
    assert ladder_block(words).count("\n") == 2
    assert " → " in ladder_block(words)


def test_after_a_ladder_with_a_strange_word_one_that_people_know():
    page = present_ladder(make(), KEY)
    text = text_of(page)
    for part in (
        "## cat → dog",
        "**Shortest: 3 steps** · 2 ways · rarest: cot (rare)",
        "**In words people know: 3 steps**",
        "2  Dot",
        "2  coG",
    ):
        assert part in text
    expected = {f"ladder:another:{KEY}": "Another", f"ladder:definitions:{KEY}": "Definitions"}
    assert buttons_of(page) == expected


def test_one_ladder_that_is_both_is_shown_once():
    text = text_of(present_ladder(make(common="cat cot dot dog"), KEY))
    assert "**Shortest: 3 steps** · 2 ways" in text
    assert text.count("cOt") == 1


@pytest.mark.parametrize("known", ["rare", "very rare"])
def test_no_second_ladder_is_shown_whose_words_are_no_better_known(known):
    text = text_of(present_ladder(make(rarest_of_common=Rarest("cog", known)), KEY))
    assert text.count("```") == 2
    better = make(rarest_of_shortest=Rarest("cot", "known"))
    assert text_of(present_ladder(better, KEY)).count("```") == 2


def test_a_second_ladder_of_less_rare_words_says_so():
    rarest = {"rarest_of_shortest": Rarest("cot", "very rare")}
    text = text_of(present_ladder(make(**rarest, rarest_of_common=Rarest("cog", "rare")), KEY))
    assert "**In commoner words: 3 steps** · rarest: cog (rare)" in text


def test_the_ladder_of_known_words_comes_first_where_it_is_as_short():
    shown = best_known(make())
    assert shown.ladders == (shown.shortest,)
    assert shown.shortest.words == ("cat", "cot", "cog", "dog")
    assert "2 ways" in text_of(present_ladder(shown, KEY))


def test_each_ladder_has_its_picture():
    shown = make()
    assert [len(sketch.rows) for sketch in sketches(shown)] == [4, 4]
    page = present_ladder(shown, KEY, b"one", b"two")
    assert [file.content for file in page.files] == [b"one", b"two"]
    check_limits(page)
    (hint,) = sketches(make(reveal="next word"))
    assert [row.word for row in hint.rows] == ["cat", "cot", "???", "dog"]
    check_limits(present_ladder(make(reveal="next word"), KEY, b"one"))
    assert sketches(make(reveal="length")) == ()


def test_no_other_is_offered_where_there_is_none():
    page = present_ladder(make(shortest=None, common="cat cot dot dog"), KEY)
    assert list(buttons_of(page)) == [f"ladder:definitions:{KEY}"]


def test_what_was_not_settled_is_said():
    page = present_ladder(make(common=None, gave_up=("common",)), KEY)
    assert "I ran out of time for one in commoner words" in text_of(page)


def test_a_request_of_exact_steps_claims_no_shortest():
    request = LadderRequest(start="cat", target="dog", steps=3, via=("cot",), avoid=("cog",))
    text = text_of(present_ladder(make(request=request), KEY))
    assert "Shortest" not in text
    check_says(text, "**3 steps, as asked** · 2 ways", "via cot · without cog")


def test_hints_give_one_word_more_each_time_and_everything_in_the_end():
    shown = make(reveal="length")
    text = text_of(present_ladder(shown, KEY))
    check_says(text, "3 steps", "(2 ways)")
    assert not {"cot", "dot", "cog"} & set(text.lower().split())
    shown = shown.hint_on()
    assert "cOt" in text_of(present_ladder(shown, KEY))
    assert "Dot" not in text_of(present_ladder(shown, KEY))
    shown = shown.hint_on()
    assert "Dot" in text_of(present_ladder(shown, KEY))
    shown = shown.hint_on()
    assert shown.reveal == "full"


def test_its_legs_lead_from_each_word_that_was_asked_for_to_the_next():
    assert make(common=None).legs == (("cat", "cot", "dot", "dog"),)
    request = LadderRequest(start="cat", target="dog", via=("cot", "dot"))
    assert make("cat cot dot dog", "cat cot cog cot dot dog", request=request).legs == (
        *(("cat", "cot"), ("cot", "dot"), ("dot", "dog")),
        *(("cat", "cot"), ("cot", "cog", "cot", "dot"), ("dot", "dog")),
    )


def test_a_ladder_of_one_step_has_nothing_to_hide():
    shown = make(shortest="cat cot", common="cat cot", reveal="next word")
    page = present_ladder(shown, KEY)
    assert "???" not in text_of(page)
    assert shown.hint_on().reveal == "full"


@pytest.mark.parametrize("reveal", ["full", "next word", "length"])
@pytest.mark.parametrize("length", [3, 45])
@pytest.mark.parametrize("count", [17, 60, 101])
def test_the_longest_answers_keep_within_the_limits(reveal, length, count):
    words = tuple("ab"[n % 2] + "x" * (length - 1) for n in range(count))
    wide, moves = ("w" * 60,) * 30, ("change", "insert", "delete", "swap", "anagram")
    ends = {"start": words[0], "target": words[-1]}
    request = LadderRequest(**ends, avoid=wide, via=wide, moves=moves)
    big = Ladder(words=words, count=10**60, rareness=10**9, cost=10**9)
    shown = make(request=request, shortest=big, common=big, reveal=reveal, known=count // 2)
    other = replace(big, words=(*words[:-1], "z" * length), cost=1)
    for card in (shown, make(request=request, shortest=big, common=other, reveal=reveal)):
        page = present_ladder(card, KEY)
        check_limits(page)
        if page.files:
            (file,) = page.files
            assert all(word in file.content.decode() for word in words)


def test_a_card_is_the_same_after_it_was_kept():
    shown = make(reveal="next word", known=2)
    assert load(LadderCard, dump(shown)) == shown


def test_a_card_of_an_older_form_has_expired():
    with pytest.raises(CardExpired, match="has expired"):
        load(LadderCard, {"words": ["cat"]})


def test_how_well_a_ladders_words_are_known():
    assert in_words(Rarest("cat", "everyday")) == "everyday words only"
    assert in_words(Rarest("hove", "known")) == "no rare words"
    assert in_words(Rarest("zax", "very rare")) == "rarest: zax (very rare)"


@pytest.mark.parametrize(
    "moves",
    [
        ("change",),
        ("change", "swap", "anagram"),
        *by_turns(("insert", "delete"), MOVES, marks=[pytest.mark.slow]),
    ],
)
def test_whatever_the_solver_finds_can_be_shown(moves):
    lexicon = open_lexicon("common")
    random = Random(5)
    shown = 0
    while shown < examples(100):
        ids = lexicon.ids_of_length(random.randint(3, 7))
        request = LadderRequest(
            start=lexicon.word(random.choice(ids)),
            target=lexicon.word(random.choice(ids)),
            moves=moves,
        )
        try:
            result = solve(request, lexicon, Deadline.after(10))
        except PuzzleError:
            continue
        shown += 1
        for reveal in ("full", "next word", "length"):
            card = make(
                request=request, shortest=result.shortest, common=result.common, reveal=reveal
            )
            page = present_ladder(card, KEY)
            check_limits(page)
            assert load(LadderCard, dump(card)) == card
        full = present_ladder(make(shortest=result.shortest, common=result.common), KEY)
        assert all(word in text_of(full).lower() for word in card.words)


def test_meanings_stand_below_the_ladders_a_line_each():
    glosses = {"cot": "a bed", "cog": "a *tooth*"}
    text = text_of(present_ladder(make(glosses=glosses), KEY))
    assert text.endswith("-# **cot** a bed\n-# **cog** a \\*tooth\\*")
    assert "```\n   cat\n1  cOt\n2  Dot\n3  doG\n```" in text
