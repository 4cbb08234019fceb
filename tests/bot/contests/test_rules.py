"""The pure rules for plans, typed tries and the guard."""

import contextlib
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.contests import Plan, Try, pack, read_try, unpack
from bot.contests.plan import validate
from bot.contests.tries import is_order_of, wrong_words
from bot.errors import BadPlan, BadTry
from tests.bot.world import T0, WORDS, after

HOUR = timedelta(hours=1)


def problems(lexicons, own=(), **options):
    plan = Plan(**{"title": "Spring", "words": WORDS, "lasts": HOUR} | options)
    with pytest.raises(BadPlan) as error:
        validate(plan, lexicons["full"], dict(own), T0, {"seasik": ("seasick",)})
    return error.value.problems


def test_words_are_folded_and_sorted(lexicons):
    plan = Plan("Spring", (" Tone ", "STREET"), HOUR)
    assert validate(plan, lexicons["full"], {}, T0, {}) == ("street", "tone")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"title": " "}, "title"),
        ({"title": "x" * 101}, "100 characters"),
        ({"words": ("one",)}, "at least two"),
        ({"words": ("one", "One")}, "once"),
        ({"words": ("one", "tw0")}, "letters a to z"),
        ({"lasts": timedelta(seconds=5)}, "1 minute"),
        ({"opens": T0}, "has to open within"),
        ({"opens": after(days=366)}, "365 days"),
        ({"sealed_minutes": 0}, "1 to 1,440 minutes"),
        ({"sealed_minutes": 61}, "longer than the contest"),
        ({"most_tries": 0}, "tries"),
        ({"cooldown_seconds": 2 * 86_400}, "a day"),
        ({"ties": "odd"}, "shared, look or opening"),
        ({"ties": "opening", "sealed_minutes": 9}, "their own first look"),
        ({"rule": "odd"}, "pairs or containment"),
        ({"board": "odd"}, "hidden"),
        ({"words": ("street", "qwzzk", "seasik")}, "“seasik” \\(did you mean “seasick”"),
    ],
)
def test_each_thing_that_is_wrong_has_a_sentence(lexicons, options, says):
    (problem,) = problems(lexicons, **options)
    with pytest.raises(AssertionError, match=says):
        raise AssertionError(problem)


def test_everything_wrong_is_reported_at_once(lexicons):
    assert len(problems(lexicons, title="", lasts=timedelta(), words=("qwzzk", "street"))) == 3


def test_a_server_has_its_own_words(lexicons):
    plan = Plan("Spring", ("street", "qwzzk"), HOUR)
    assert validate(plan, lexicons["full"], {"qwzzk": True}, T0, {}) == ("qwzzk", "street")
    (problem,) = problems(lexicons, own={"street": False})
    assert "doesn’t allow “street”" in problem


def test_a_list_too_long_for_the_form_is_refused(lexicons):
    words = tuple(lexicons["full"].word(i) for i in list(lexicons["full"].ids_of_length(15))[:250])
    validate(Plan("Long", words, HOUR), lexicons["full"], {}, T0, {})
    (problem,) = problems(lexicons, words=words, rule="containment")
    assert "too long for a form" in problem


@pytest.mark.parametrize(
    ("typed", "tried"),
    [
        ("street\ntest", Try(("street", "test"))),
        ("  Street,  TEST ;\n\n", Try(("street", "test"))),
        ("1. street\n2) test", Try(("street", "test"))),
        ("street -> test → tone", Try(("street", "test", "tone"))),
        ("wombat 0\nbats 3", Try(("wombat", "bats"), (0, 3))),
        ("", Try(())),
    ],
)
def test_snakes_as_they_are_typed(typed, tried):
    assert read_try(typed) == tried


@pytest.mark.parametrize("typed", ["wombat 0 1", "wombat bats 3", "wombat 0 bats"])
def test_numbers_that_belong_to_no_word_are_refused(typed):
    with pytest.raises(BadTry, match="position"):
        read_try(typed)


@given(st.text(max_size=60))
def test_any_text_is_a_try_or_a_sentence(typed):
    with contextlib.suppress(BadTry):
        tried = read_try(typed)
        if is_order_of(tried.order, WORDS):
            assert sorted(tried.order) == sorted(WORDS)
        else:
            message = wrong_words(tried.order, WORDS, lambda word: False).message
            assert len(message) < 2000


@given(st.permutations(WORDS))
def test_a_permutation_is_right(order):
    assert is_order_of(order, WORDS)
    assert not is_order_of(order[1:], WORDS)
    assert not is_order_of((*order, order[0]), WORDS)
    assert not is_order_of((*order[1:], order[1]), WORDS)


def test_many_wrong_words_are_named_in_part():
    message = wrong_words([f"w{n}" for n in range(100)], WORDS, lambda word: False).message
    assert "and 92 more" in message
    assert "Missing: “street”" in message
    assert len(message) < 2000


@pytest.mark.parametrize("typed", ["stret", "streeet", "strett", "streat", "stereet", "treets"])
def test_a_word_of_the_contest_is_known_in_spite_of_a_slip(typed):
    rest = [word for word in WORDS if word != "street"]
    message = wrong_words([typed, *rest], WORDS, lambda word: word == "treets").message
    assert message.endswith(f"“{typed}” (did you mean “street”?).")


@given(st.lists(st.integers(0, 35), max_size=20))
def test_taps_travel_in_a_buttons_id(numbers):
    assert unpack(pack(numbers)) == tuple(numbers)
    assert len(pack(numbers)) == len(numbers)
