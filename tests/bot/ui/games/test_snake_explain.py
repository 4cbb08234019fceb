"""What Explain says of a snake: why it is the best, where its points are from, what was missed."""

import itertools
import random

from bot.ui.games.snake_explain import by_hand, present_explanation
from solvers.wordsnake import Explanation, ScoreRequest, score
from tests.bot.examples.snake_cards import NONE_MISSED, make
from tests.bot.pages import check_says, text_of


def test_a_proof_that_can_be_checked_by_hand():
    shown = make("run nausea seasick")
    assert by_hand(shown.words)[0] == 10
    text = text_of(present_explanation(shown, None))
    check_says(text, "Why nothing beats this snake", "You can check it yourself")
    assert "1 join for +9: nausea seasick" in text


def test_the_limit_by_hand_is_never_below_the_best():
    draw = random.Random(3)
    tight = 0
    for _ in range(150):
        words = list({"".join(draw.choices("ab", k=draw.randint(1, 4))) for _ in range(5)})
        if len(words) < 2:
            continue
        orders = itertools.permutations(words)
        best = max(score(ScoreRequest(order)).score for order in orders)
        limit, _ = by_hand(words)
        assert limit >= best
        tight += limit == best
    assert tight > 10


def test_an_unproven_snake_is_explained_as_one():
    text = text_of(present_explanation(make("run nausea seasick", slack=5), None))
    check_says(text, "How good this snake is", "nothing can score more than 15")
    assert "yourself" not in text


def test_what_the_typed_order_missed():
    shown = make("run nausea seasick", typed="seasick run nausea")
    missed = Explanation("move", "seasick", None, 9, "Put *seasick* after *nausea* to gain 9.", ())
    text = text_of(present_explanation(shown, missed))
    check_says(text, "Your order scores 1, 9 less", "Put *seasick* after *nausea* to gain 9.")
    text = text_of(present_explanation(shown, NONE_MISSED))
    assert "9 less. Nothing gains." in text
    same = text_of(present_explanation(make("run nausea seasick"), None))
    assert "nothing was missed" in same
