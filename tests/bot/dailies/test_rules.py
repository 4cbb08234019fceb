"""Judging, points, hints and the share line: the pure rules of play."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dailies import Edition, share
from bot.dailies.hints import next_hint
from bot.dailies.judging import judge, letters_of, points_of, reaches_par, read_words, share_of_par
from bot.dailies.ranking import Streak
from bot.errors import NotPlayable
from bot.store.records import DailyPlay

LADDER = Edition(
    4, "ladder", 1, 1.5, ("cold", "warm"), 4, 0, ("cold", "cord", "card", "ward", "warm"), 6
)
SNAKE = Edition(
    1, "snake", 1, 1.5, ("nausea", "run", "seasick"), 10, 6, ("run", "nausea", "seasick"), 0
)
ANIGRAM = Edition(
    2,
    "anigram",
    1,
    1.5,
    ("gins", "l", "e", "h", "s", "t"),
    6,
    6,
    ("sign", "sling", "single", "shingle", "shingles", "lightness"),
    96,
)
TRUNCATE = Edition(
    3, "truncate", 1, 1.5, ("laps",), 5, 4, ("laps", "lapse", "elapse", "relapse", "relapses"), 2
)
PLAY = DailyPlay(
    1, 4, 77, True, datetime(2026, 1, 4, tzinfo=UTC), (), (), 1, None, None, None, None, False, None
)


@pytest.fixture(scope="module")
def full(lexicons):
    return lexicons["full"]


# Judging


@pytest.mark.parametrize(
    ("typed", "words", "result", "step", "says"),
    [
        ("cold cord card ward warm", 5, 4, None, None),
        ("CORD\ncard, ward", 5, 4, None, None),  # the ends need not be typed
        ("1. cord 2. word 3. ward", 5, 4, None, None),
        ("cord corm worm", 5, 4, None, None),
        ("cord cork card ward", 3, None, 3, "“cork” to “card” changes 2 letters"),
        ("cord core card", 3, None, 3, "changes 2 letters"),
        ("cord cart", 2, None, 2, "“cord” to “cart” changes 2 letters. Change just one."),
        ("cord cord", 2, None, 2, "is the same word again"),
        ("cord cards", 2, None, 2, "“cards” is too long: change one letter of “cord”"),
        ("colx", 1, None, 1, "Step 1: “colx” isn’t in my word list"),
        ("c*ld", 1, None, 1, "“c*ld” isn’t in my word list"),
        ("", 1, None, 1, "Now change one letter of “cold”"),
        ("cord card", 3, None, 3, "Good so far! Now change one letter of “card”"),
    ],
)
def test_ladders(full, typed, words, result, step, says):
    verdict = judge(LADDER, read_words(typed), full)
    assert len(verdict.words) == words
    assert (verdict.result, verdict.solved) == (result, result is not None)
    if step is None:
        assert verdict.mistake is None
    else:
        assert verdict.mistake.step == step
        assert says in verdict.mistake.message


def test_a_longer_ladder_counts_and_words_of_the_solution_always_do(full):
    longer = judge(LADDER, read_words("bold bolt boot boor door moor moon"), full)
    assert longer.mistake.step == 8  # and then on to the target
    around = judge(LADDER, read_words("gold cold cord card ward"), full)
    assert (around.result, around.solved) == (6, True)

    assert judge(LADDER, LADDER.solution, ()).result == 4


def test_snakes(full):
    best = judge(SNAKE, ("run", "nausea", "seasick"), full)
    assert (best.result, best.solved, best.joins) == (10, True, (0, 1, 3))
    poor = judge(SNAKE, ("nausea", "run", "seasick"), full)
    assert (poor.result, poor.solved, poor.mistake) == (0, False, None)
    missing = judge(SNAKE, ("run",), full)
    assert missing.result is None
    assert missing.mistake.message == "Good so far! Still to come: “nausea”, “seasick”."
    assert judge(SNAKE, ("run", "run"), full).mistake.message.endswith("is there twice.")
    assert "isn’t one of the words" in judge(SNAKE, ("run", "test"), full).mistake.message
    assert "isn’t a word I know" in judge(SNAKE, ("runx",), full).mistake.message
    assert judge(SNAKE, (), full).mistake.step == 1


def test_anigrams_go_on_from_where_they_are_and_take_any_word_of_the_letters(full):
    first = judge(ANIGRAM, ("sing",), full)
    assert (first.words, first.result, first.solved) == (("sing",), 1, False)
    then = judge(ANIGRAM, ("lings", "ingels"), full, first.words)
    assert then.words == ("sing", "lings")
    assert then.mistake.step == 3
    assert "“ingels” isn’t in my word list" in then.mistake.message
    wrong = judge(ANIGRAM, ("singes",), full, then.words)
    assert wrong.mistake.message == (
        "Stage 3: “singes” is missing l and has no room for s. Use exactly e i s n l g."
    )
    done = judge(ANIGRAM, ANIGRAM.solution[2:], full, then.words)
    assert (done.result, done.solved, done.mistake) == (6, True, None)
    assert judge(ANIGRAM, ("more",), full, done.words).result == 6
    assert letters_of(ANIGRAM, 5) == "eitssnlhg"


def test_truncates_count_as_far_as_they_are_right(full):
    all_of_it = judge(TRUNCATE, TRUNCATE.solution, full)
    assert (all_of_it.result, all_of_it.solved) == (5, True)
    partly = judge(TRUNCATE, ("lapse", "elapse", "elapsxe"), full)
    assert (partly.words, partly.result, partly.solved) == (("laps", "lapse", "elapse"), 3, False)
    assert partly.mistake.step == 3
    nothing = judge(TRUNCATE, ("slap",), full)
    assert nothing.result is None
    assert "isn’t “laps” plus one letter" in nothing.mistake.message


@given(st.text(max_size=300))
def test_whatever_is_typed_is_judged(full, text):
    for edition in (LADDER, SNAKE, ANIGRAM, TRUNCATE):
        verdict = judge(edition, read_words(text), full)
        assert verdict.mistake is None or verdict.mistake.message.isprintable()


# Points


def test_points_are_the_share_of_par_less_the_hints():
    assert [points_of(LADDER, steps, ()) for steps in (3, 4, 5, 8, 40)] == [100, 100, 80, 50, 10]
    assert points_of(LADDER, 4, ("letter", "word", "word")) == 65
    assert points_of(LADDER, 40, ("word",) * 9) == 1
    assert [points_of(SNAKE, score, ()) for score in (5, 6, 9, 10)] == [None, 60, 90, 100]
    assert [points_of(TRUNCATE, words, ()) for words in (3, 4, 5, 6, 7)] == [
        None,
        75,
        100,
        105,
        110,
    ]
    assert [points_of(ANIGRAM, stages, ()) for stages in (5, 6)] == [None, 100]
    assert [points_of(ANIGRAM, 6, ("letter",), tries) for tries in (5, 6, 9, 99)] == [95, 92, 83, 1]
    assert points_of(LADDER, 4, (), tries=99) == 100


@given(st.sampled_from([LADDER, SNAKE, ANIGRAM, TRUNCATE]), st.integers(2, 200))
def test_a_hundred_per_cent_is_par_and_nothing_else(edition, result):
    assert (share_of_par(edition, result) == 100) == reaches_par(edition, result)


# Hints


def test_hints_follow_the_solution_and_end_with_it():
    taken, said = [], []
    for kind in ("letter", "word", "word", "letter", "word"):
        hint = next_hint(LADDER, kind, taken)
        taken.append((kind, hint.step))
        said.append(hint.reveals)
    assert said == ["r", "cord", "card", "w", "ward"]  # and the target is known
    with pytest.raises(NotPlayable, match="No hints left"):
        next_hint(LADDER, "word", taken)
    with pytest.raises(NotPlayable, match="already have that letter"):
        next_hint(LADDER, "letter", [("letter", 1)])
    assert next_hint(SNAKE, "letter", []).reveals == "r"
    assert next_hint(SNAKE, "word", [("word", 0)]).reveals == "nausea"
    assert next_hint(TRUNCATE, "letter", []).reveals == "e"
    assert next_hint(TRUNCATE, "letter", [("word", 1), ("word", 2)]).reveals == "r"


def test_an_anigrams_hints_are_about_the_stage_one_is_at():
    taken = []
    for begun in ("s", "sl", "sli", "slin"):
        hint = next_hint(ANIGRAM, "letter", taken, ("sing",))
        assert (hint.step, hint.reveals) == (1, begun)
        taken.append(("letter", 1))
    with pytest.raises(NotPlayable, match="Take the word"):
        next_hint(ANIGRAM, "letter", taken, ("sing",))
    assert next_hint(ANIGRAM, "word", taken, ("sing",)).reveals == "sling"
    with pytest.raises(NotPlayable):
        next_hint(ANIGRAM, "word", [("word", 1)], ("sing",))
    with pytest.raises(NotPlayable):
        next_hint(ANIGRAM, "word", [], ANIGRAM.solution)


# Sharing


def test_the_share_line_shows_how_well_and_nothing_of_the_puzzle():
    solved = replace(PLAY, points=80, best_result=5, first_ms=151_000, hints=(("letter", 1, 9),))
    assert (
        share(LADDER, solved, Streak(12, 12, 1, done=True))
        == "🪜 Daily ladder #4 🟩🟩🟩🟩🟨 5/4 steps ⏱️2:31 💡1 🔥12"
    )
    par = replace(PLAY, points=100, best_result=10, first_ms=3_700_000, at_par=True, live=False)
    assert share(SNAKE, par, Streak(12, 12, 1, done=True)) == (
        "🐍 Daily snake #1 🟩🟩🟩🟩🟩 10/10 points ⭐ ⏱️1:01:40 🗄️"
    )
    given_up = replace(PLAY, given_up_at=PLAY.started_at)
    assert share(ANIGRAM, given_up) == "🔤 Daily anigram #2 ⬛⬛⬛⬛⬛ 🏳️"
    for edition in (LADDER, SNAKE, ANIGRAM, TRUNCATE):
        line = share(edition, replace(solved, best_result=edition.par))
        assert not set(line.lower().split()) & {*edition.solution, *edition.given}
