"""The snake card in all its states, within Discord's limits; lists as people hand them in."""

import random
import re

import pytest

from bot.ui.cards import dump, load
from bot.ui.games.snake import MOST_WORDS
from bot.ui.games.snake_card import RejectedWords, SnakeCard, sketch
from bot.ui.games.snake_explain import present_explanation
from bot.ui.games.snake_text import TALL, ordered, rungs, spelled, wrapped
from bot.ui.games.snake_view import SnakeModal, present_rejected, present_snake
from bot.ui.picture import MOST_LETTERS
from bot.ui.progress import SearchStatus, present_search
from solvers.wordsnake import ScoreRequest, SnakeResult, score
from solvers.wordsnake.words import LONGEST_WORD
from tests.bot.examples.snake_cards import NONE_MISSED, laid, make
from tests.bot.pages import buttons_of, check_limits, check_says, text_of

KEY = "A1b2C3d4E5_-"


def labels(page):
    return list(buttons_of(page).values())


def test_a_proven_snake_says_so_with_its_bound_rule_and_order():
    page = present_snake(make("run nausea seasick"), KEY)
    text = text_of(page)
    check_says(text, "**10 points** – the best possible (proven).", "ruNauSEAsick")
    assert "run\nNausea   +1\nSEAsick  +9" in text
    assert "pairs: nausEA + EArn share 2 letters, so 2 × 2 = 4 points" in text
    assert labels(page) == ["Explain", "Picture"]


def test_an_unproven_snake_never_says_proven():
    text = text_of(present_snake(make("run nausea seasick", slack=5), KEY))
    assert "**10 points** – the best I found; no snake can beat **15**." in text
    assert "proven" not in text


def test_what_the_typed_order_scores_is_shown():
    page = present_snake(make("run nausea seasick", typed="seasick run nausea"), KEY)
    assert "Your order scores 1." in text_of(page)
    assert "just as good" in text_of(present_snake(make("run nausea"), KEY))


@pytest.mark.parametrize(
    ("words", "rule", "spelling"),
    [
        ("run nausea test", "pairs", "ruNausea·test"),
        ("street test", "pairs", "streeTest"),
        ("aba bab abab", "pairs", "aBABab"),
        ("aab baab ab", "containment", "aaBaab"),
        ("a b", "containment", "a·b"),
    ],
)
def test_the_snake_in_letters(words, rule, spelling):
    assert spelled(laid(words, rule)) == spelling


def test_spelling_capitals_are_the_letters_two_words_are_laid_on():
    draw = random.Random(7)
    for _ in range(200):
        pool = ["".join(draw.choices("ab", k=draw.randint(1, 5))) for _ in range(6)]
        words = list(dict.fromkeys(pool))
        if len(words) < 2:
            continue
        rule = draw.choice(["pairs", "containment"])
        found = laid(" ".join(words), rule)
        text = spelled(found)
        assert text.replace("·", "").lower() == found.snake
        length, cover, seams = 0, [0] * len(found.snake), 0
        for placed in found.order:
            end = placed.position + len(placed.word)
            if end > length:
                seams += placed.position == length > 0
                for i in range(placed.position, end):
                    cover[i] += 1
                length = end
        upper = [c.isupper() for c in text.replace("·", "")]
        assert upper == [count > 1 for count in cover]
        assert text.count("·") == seams


def test_words_inside_are_named_as_such():
    assert rungs(laid("therein here", "containment")) == [("therein", ""), ("HERE", "+16 inside")]


def test_long_orders_run_on():
    words = " ".join(f"a{chr(97 + n)}" for n in range(TALL + 1))
    assert "\n" not in ordered(laid(words))
    assert " → " in ordered(laid(words))
    assert ordered(laid(words.rsplit(" ", 1)[0])).count("\n") == TALL - 1


def test_lines_fit_a_phone():
    assert [len(line) for line in wrapped("x" * 95).splitlines()] == [29, 29, 29, 8]
    assert wrapped("nausea·run·seasick·streeTesTone") == "nausea·run·seasick·\nstreeTesTone"


def random_words(count, length):
    draw = random.Random(count * length)
    words = set()
    while len(words) < count:
        words.add("".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=length)))
    return " ".join(sorted(words))


@pytest.mark.parametrize("rule", ["pairs", "containment"])
@pytest.mark.parametrize("length", [3, 10, LONGEST_WORD])
@pytest.mark.parametrize("count", [2, 20, 40, 150, MOST_WORDS])
@pytest.mark.parametrize("slack", [0, 123_456_789])
def test_every_card_keeps_within_the_limits(rule, length, count, slack):
    shown = make(random_words(count, length), rule, slack)
    page = present_snake(shown, KEY)
    check_limits(page)
    letters = len(shown.scored().snake)
    assert ("Picture" in labels(page)) is (letters <= MOST_LETTERS)
    assert ("Too long for a picture" in text_of(page)) is (letters > MOST_LETTERS)
    check_limits(present_explanation(shown, NONE_MISSED))
    if letters <= MOST_LETTERS:
        pictured = present_snake(shown, KEY, b"png")
        check_limits(pictured)
        assert "Picture" not in labels(pictured)


def test_a_long_answer_goes_into_a_file_with_all_of_it():
    shown = make(random_words(200, 30), slack=7)
    page = present_snake(shown, KEY)
    (file,) = page.files
    text = file.content.decode()
    assert shown.scored().snake in text
    rows = [line.split("\t") for line in text.splitlines() if "\t" in line]
    assert [row[0] for row in rows] == list(shown.order)
    assert sum(int(row[2]) for row in rows) == shown.scored().score
    assert "best found, at most" in text


@pytest.mark.parametrize(
    ("words", "rule", "reply"),
    [
        ("cat dog", "pairs", None),
        ("run nausea", "pairs", "In the picture yellow letters are shared by two words."),
        ("timber beret", "containment", "In the picture yellow letters are shared by two words."),
        ("animals an", "containment", "In the picture blue lines run under words that lie inside."),
        (
            "abab babb abbb an a",
            "containment",
            "yellow letters are shared by two words; orange letters by more; blue lines run",
        ),
    ],
)
def test_the_legend_names_the_colours_that_are_there(words, rule, reply):
    text = text_of(present_snake(make(words, rule), KEY, b"png"))
    assert (reply in text) if reply else ("picture" not in text)
    assert "In the picture" not in text_of(present_snake(make(words, rule), KEY))


def test_the_picture_is_described_in_words():
    page = present_snake(make("run nausea seasick"), KEY, b"png")
    (gallery,) = [item for item in page.view.walk_children() if hasattr(item, "items")]
    spoken = gallery.items[0].description
    assert "spells runauseasick" in spoken
    assert "run, nausea +1, seasick +9" in spoken
    assert "proven best" in spoken
    assert page.files[0].content == b"png"


@pytest.mark.parametrize("rule", ["pairs", "containment"])
def test_cards_come_back_from_the_store_as_they_were(rule):
    shown = make("therein innate here the", rule, slack=2, typed="the here innate therein")
    assert load(SnakeCard, dump(shown)) == shown
    rejected = RejectedWords("run run", rule, True, "twice")
    assert load(RejectedWords, dump(rejected)) == rejected


def test_a_placed_snake_keeps_its_places():
    found = score(ScoreRequest(("abab", "ab"), (0, 2), "containment"))
    result = SnakeResult(
        "containment", ("abab", "ab"), 4, 4, True, 0.1, found.snake, found.order, 1
    )
    assert SnakeCard.of(result).scored() == found
    assert sketch(SnakeCard.of(result)).scored.order[1].position == 2


def test_the_order_as_typed_is_taken_where_it_is_better():
    shown = make("seasick run nausea", slack=20, typed="run nausea seasick")
    assert shown.order == ("run", "nausea", "seasick")
    assert (shown.score, shown.bound) == (10, 21)
    assert shown.scored().score == 10


# During the search


def test_the_bar_fills_as_best_and_bound_meet():
    bars = []
    for best, bound in [(0, 100), (50, 90), (70, 72), (71, 71)]:
        page = present_search(SearchStatus("A snake", best, bound, 100, 3.4))
        assert f"Best so far **{best}**, at most **{bound}**" in text_of(page)
        bars.append(text_of(page).count("█"))
    assert bars == sorted(bars)
    assert bars[0] == 0
    assert bars[-1] == 20


# The form


def test_the_form_opens_with_what_was_written():
    sent = SnakeModal("containment", private=True, text="run run").to_dict()
    assert sent["custom_id"] == "snake:form:private"
    words, rules = (label["component"] for label in sent["components"])
    assert words["value"] == "run run"
    assert words["max_length"] == 4000
    assert [o["value"] for o in rules["options"] if o["default"]] == ["containment"]
    rejected = RejectedWords("run run", "pairs", False, "Each word may be used once: “*run*”.")
    page = present_rejected(rejected, KEY)
    assert labels(page) == ["Edit and resend"]
    assert re.search(r"“\\\*run\\\*”", text_of(page))
