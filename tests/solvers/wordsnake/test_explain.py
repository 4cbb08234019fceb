"""What an order missed, compared with trying every change."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.deadline import Deadline
from solvers.errors import BadInput
from solvers.wordsnake import RULES, Explanation, ScoreRequest, explain, score


def explained(words: str, rule: str = "pairs") -> Explanation:
    return explain(ScoreRequest(tuple(words.split()), rule=rule), None, Deadline.never())


def changed(order: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Return every order that one move, one swap or one reversal makes of an order."""
    found = set()
    for i, j in itertools.combinations(range(len(order)), 2):
        listed = list(order)
        listed[i], listed[j] = listed[j], listed[i]
        found.add(tuple(listed))
        found.add((*order[:i], *order[i : j + 1][::-1], *order[j + 1 :]))
        found.add((*order[:i], *order[i + 1 : j + 1], order[i], *order[j + 1 :]))
        found.add((*order[:i], order[j], *order[i:j], *order[j + 1 :]))
    return found


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=60, deadline=None)
@given(words=st.lists(st.text("abc", min_size=1, max_size=4), min_size=2, max_size=7, unique=True))
def test_no_change_gains_more(rule: str, words: list[str]) -> None:
    order = tuple(words)

    def points(of: tuple[str, ...]) -> int:
        return score(ScoreRequest(of, rule=rule)).score

    found = explain(ScoreRequest(order, rule=rule), None, Deadline.never())
    best = max(points(other) for other in changed(order)) - points(order)
    assert found.gain == max(0, best)
    assert points(found.order) - points(order) == found.gain
    assert (found.kind is None) == (found.gain == 0)
    assert found.order in changed(order) | {order}


def test_sentences() -> None:
    assert explained("seasick run nausea").sentence == "Put *seasick* after *nausea* to gain 9."
    assert explained("run nausea seasick").sentence == ("No single change gains anything.")
    front = explained("nausea seasick run")
    assert (front.kind, front.sentence) == ("move", "Put *run* first to gain 1.")
    swap = explained("xxa bbc cxx aab xx")
    assert swap.gain > 0


def test_a_placed_list_is_compared_as_it_lies() -> None:
    request = ScoreRequest(("wombat", "bats"), (0, 6), "containment")
    found = explain(request, None, Deadline.never())
    assert found.gain == 0 or score(ScoreRequest(found.order, rule="containment")).score == 9


def test_out_of_time_it_says_so() -> None:
    request = ScoreRequest(("nausea", "run", "seasick"), rule="containment")
    found = explain(request, None, Deadline.after(0))
    assert (found.gain, "time" in found.sentence) == (0, True)


def test_with_little_time_it_looks_where_most_is_to_be_gained() -> None:
    class Once(Deadline):
        """A deadline that allows one look only."""

        looks = iter([False])

        def passed(self) -> bool:
            return next(self.looks, True)

    order = (*(2 * a + 3 * b for a, b in itertools.permutations("cdefg", 2)), "nausea")
    order = ("seasick", *order)
    found = explain(ScoreRequest(order, rule="containment"), None, Once(0))
    whole = explain(ScoreRequest(order, rule="containment"), None, Deadline.never())
    assert found == whole
    assert found.gain > 0


def test_a_list_too_long_is_refused() -> None:
    words = tuple("".join(letters) for letters in itertools.product("abcdefg", repeat=5))
    with pytest.raises(BadInput, match=r"at most 4,000 words can be explained"):
        explain(ScoreRequest(words), None, Deadline.never())


def test_a_placed_list_that_gains_by_being_laid_where_it_fits() -> None:
    order = ("wombat", "bats")
    found = explain(ScoreRequest(order, (0, 6), "containment"), None, Deadline.never())
    assert (found.kind, found.gain, found.order) == ("lay", 9, order)
    assert found.sentence == "Lay each word where it fits best, in the same order, to gain 9."
    found = explain(ScoreRequest(order, (0, 3), "containment"), None, Deadline.never())
    assert found.kind is None
