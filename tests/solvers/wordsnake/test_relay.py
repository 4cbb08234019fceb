"""Laying the same letters with other words: compared with every way to spell them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bench.hard.__main__ import LISTS, Known
from solvers.deadline import Deadline
from solvers.wordsnake import ScoreRequest, score
from solvers.wordsnake.decode import lay
from solvers.wordsnake.relay import relay

WORDS = st.lists(st.text("ab", min_size=1, max_size=4), min_size=2, max_size=6, unique=True)


def best(words: tuple[str, ...], text: str) -> int:
    """The most points that a snake with this text can have, by scoring every order."""
    most = 0

    def go_on(order: tuple[str, ...], positions: tuple[int, ...], end: int) -> None:
        nonlocal most
        if end == len(text):
            rest = tuple(word for word in words if word not in order)
            inside = tuple(text.index(word) for word in rest)
            request = ScoreRequest(order + rest, positions + inside, "containment")
            most = max(most, score(request).score)
        for word in words:
            for at in range(end + 1):
                grows = at + len(word) > end and text[at : at + len(word)] == word
                if grows and word not in order:
                    go_on((*order, word), (*positions, at), at + len(word))

    go_on((), (), 0)
    return most


@settings(max_examples=150, deadline=None)
@given(words=WORDS.map(tuple))
def test_the_letters_of_a_snake_are_laid_as_well_as_they_can_be(words: tuple[str, ...]) -> None:
    text = score(ScoreRequest(words, rule="containment")).snake
    plan = relay(words, text, Deadline.never())
    assert plan is not None
    snake = lay(words, "containment", plan)
    assert snake.snake == text
    assert snake.score == best(words, text)


def test_letters_that_the_words_do_not_spell_are_left_alone() -> None:
    assert relay(("ab", "ba"), "aab", Deadline.never()) is None
    assert relay(("ab", "ba"), "aba", Deadline.after(0)) is None


def test_no_hard_list_is_laid_better_by_other_words() -> None:
    """The stored best snakes are as good as their letters allow."""
    for path in sorted(LISTS.glob("*.txt")):
        known = Known.read(path)
        text = score(ScoreRequest(known.order, known.positions, "containment")).snake
        plan = relay(known.order, text, Deadline.never())
        assert plan is not None
        assert lay(known.order, "containment", plan).score <= known.best, path.stem
