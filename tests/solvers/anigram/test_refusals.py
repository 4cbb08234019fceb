"""The anigram solver's messages when no game exists."""

from __future__ import annotations

import pytest

from solvers.anigram import AnigramCountRequest, AnigramRequest, count, solve
from solvers.deadline import Deadline
from solvers.errors import BadInput, GaveUp, NoAnswer, PuzzleError, UnknownWord
from solvers.lexicon import Lexicon
from tests.solvers.growth.lists import lexicon_of

WORDS = "east seat least steal slates stable unstable lazy quiz quizzical planet platen plate"


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return lexicon_of(WORDS.split())


REFUSED = {
    (BadInput, "not_letters"): {
        AnigramRequest(start="c4t"): "Words can only have the letters a to z. Please change “c4t”.",
        AnigramRequest(start=" "): "Type at least one letter.",
    },
    (BadInput, "too_many_letters"): {
        AnigramRequest(end="x" * 61): f"“{'x' * 40}…” has 61 letters; no word has more than 60.",
    },
    (BadInput, "too_few_letters"): {
        AnigramRequest(start="Sea"): "An anigram game starts from 4 letters; “sea” has only 3.",
        AnigramRequest(end="sea"): "An anigram game starts from 4 letters; “sea” has only 3.",
        AnigramRequest(length=3): (
            "A game starts from 4 letters, so it can’t end with 3; ask for a length of 4 or more."
        ),
    },
    (UnknownWord, "unknown_letters"): {
        AnigramRequest(start="ezst"): (
            "The letters “ezst” spell no word. With one letter changed: east."
        ),
        AnigramRequest(start="east", added="q"): (
            "The letters “eastq” spell no word. With one letter changed: least."
        ),
    },
    (BadInput, "bad_input"): {
        AnigramRequest(added="q"): "“q” can only be added to a start; give its letters too.",
        AnigramRequest(end="planet", length=9): (
            "“planet” has 6 letters, not 9; leave the length out."
        ),
        AnigramRequest(start="stale", length=4): (
            "“least” already has 5 letters; ask for a length of 5 or more, not 4."
        ),
    },
    (NoAnswer, "no_answer"): {
        AnigramRequest(end="tenalp"): (
            "No game leads from 4 letters to “planet”: the longest that ends there starts from 5, "
            "for example from “plate”."
        ),
        AnigramRequest(start="seat", end="unstable"): (
            "No game leads from “seat” to “unstable”: from “seat” you get as far as “stable”, and "
            "“unstable” leaves no word on the way when it loses a letter."
        ),
        AnigramRequest(start="quiz", end="quizzical"): (
            "No game leads from “quiz” to “quizzical”: “quiz” can’t grow towards it, and "
            "“quizzical” leaves no word on the way when it loses a letter."
        ),
        AnigramRequest(start="east", length=9): (
            "No game from “east” gets to 9 letters: the longest from there ends with 6, for "
            "example with “{top}”."
        ),
        AnigramRequest(start="lazy", length=5): (
            "No letter can be added to “lazy”: there is no longer game from there."
        ),
        AnigramRequest(length=9): (
            "No game gets to 9 letters: the longest ends with 6, for example from “east” to "
            "“{top}”."
        ),
        AnigramRequest(end="quizzical"): (
            "No game leads to “quizzical”: whichever letter is taken away, no word is left."
        ),
        AnigramRequest(end="planet"): (
            "No game leads from 4 letters to “planet”: the longest that ends there starts from 5, "
            "for example from “plate”."
        ),
    },
    (BadInput, "not_part"): {
        AnigramRequest(start="seat", end="quizzical"): (
            "No game leads from “seat” to “quizzical”: letters are only ever added, and "
            "“quizzical” has no s."
        ),
        AnigramRequest(start="slates", end="stable"): (
            "No game leads from “slates” to “stable”: letters are only ever added, and “slates” "
            "has 2 × s, “stable” only 1 ×."
        ),
    },
}
"""What is refused how: requests with their sentences."""


@pytest.mark.parametrize(
    ("request_", "refusal", "message"),
    [(asked, how, said) for how, some in REFUSED.items() for asked, said in some.items()],
    ids=lambda value: repr(value) if isinstance(value, AnigramRequest) else "",
)
def test_one_sentence_says_what_is_wrong(request_, refusal, message, lexicon) -> None:
    with pytest.raises(PuzzleError) as caught:
        solve(request_, lexicon, Deadline.never())
    assert (type(caught.value), caught.value.code) == refusal
    assert caught.value.message in {message.format(top=top) for top in ("slates", "stable")}


def test_an_end_that_is_no_word_brings_close_ones(lexicon: Lexicon) -> None:
    with pytest.raises(UnknownWord, match="“plamet” is not in the word list") as caught:
        solve(AnigramRequest(end="plamet"), lexicon, Deadline.never())
    assert "planet" in caught.value.close


def test_a_list_without_starts() -> None:
    with pytest.raises(NoAnswer, match="has no words of 4 letters"):
        solve(AnigramRequest(), lexicon_of(["cat", "apple"]), Deadline.never())


def test_counting_backwards(lexicon: Lexicon) -> None:
    for first, last in ((5, 4), (0, 4)):
        with pytest.raises(BadInput, match=f"from {first} to {last} letters"):
            count(AnigramCountRequest(first, last), lexicon, Deadline.never())


def test_no_time_is_no_wrong_answer(lexicon: Lexicon) -> None:
    with pytest.raises(GaveUp):
        solve(AnigramRequest(start="east", end="stable"), lexicon, Deadline.after(0))
