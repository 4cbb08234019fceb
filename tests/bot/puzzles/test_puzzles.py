"""Playing word by word: the pure rules of the games."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.puzzles import (
    Hint,
    HintRequest,
    Progress,
    find_hint,
    game_of,
    has_hint,
    judge,
    masked,
    next_move,
    points_of,
    reaches_par,
    shape,
    share_of_par,
    undo,
)
from bot.puzzles.games.anigram import letters_of
from bot.puzzles.judging import joined
from bot.ui.games.snake_face import FACE as SNAKE_FACE
from solvers.library import open_lexicon
from solvers.reading import read_words
from tests.bot.examples.puzzles import ANIGRAM, GAMES, LADDER, RESIZE, SNAKE, TRUNCATE


@pytest.fixture(scope="module")
def full():
    return open_lexicon("full")


def word_by_word(puzzle, words, lexicon):
    """The progress and the verdicts of a player who sends one word at a time."""
    progress, verdicts = Progress(), []
    for word in words:
        verdicts.append(judge(puzzle, [word], lexicon, progress))
        progress = Progress.of(json.loads(json.dumps(verdicts[-1].progress)))
    return progress, verdicts


# Word by word


@pytest.mark.parametrize("puzzle", GAMES, ids=lambda puzzle: puzzle.game)
def test_a_solution_sent_word_by_word_or_at_once_is_the_same(full, puzzle):
    words = puzzle.solution[puzzle.game in {"ladder", "truncate", "resize"} :]
    progress, verdicts = word_by_word(puzzle, words, full)
    at_once = judge(puzzle, puzzle.solution, full)
    assert verdicts[-1] == at_once
    assert (at_once.result, at_once.solved, at_once.mistake) == (puzzle.par, True, None)
    assert (progress.words, progress.missed) == (words, 0)
    assert all(verdict.mistake is None for verdict in verdicts)


@pytest.mark.parametrize("puzzle", GAMES, ids=lambda puzzle: puzzle.game)
def test_a_slip_takes_nothing_and_is_counted_where_it_was(full, puzzle):
    words = puzzle.solution[puzzle.game in {"ladder", "truncate", "resize"} :]
    before, _ = word_by_word(puzzle, words[:1], full)
    slipped, verdicts = word_by_word(puzzle, (words[0], "zzz", "qqqq"), full)
    assert slipped == Progress(words[:1], (0, 2))
    for verdict in verdicts[1:]:
        assert verdict.mistake.message
        assert not verdict.mistake.message.startswith(("Step", "Stage", "Word"))
    assert judge(puzzle, words[1:2], full, slipped).progress.misses[:2] == (0, 2)
    assert undo(before) == Progress((), (0,))
    assert undo(undo(slipped)) == Progress((), (0,))


def test_a_ladder_arrives_by_itself_once_it_is_a_letter_away(full):
    progress, verdicts = word_by_word(LADDER, ("cord", "word", "ward"), full)
    assert [verdict.result for verdict in verdicts] == [None, None, 4]
    assert progress.words == ("cord", "word", "ward", "warm")
    assert judge(LADDER, ["worm"], full, progress).progress == progress  # it is complete


def test_what_follows_goes_on_and_a_whole_answer_begins_again():
    has = Progress(("bold", "bolt"))
    assert joined(LADDER, ("boot",), has) == ("bold", "bolt", "boot")
    assert joined(LADDER, ("boot", "moot"), has) == ("bold", "bolt", "boot", "moot")
    assert joined(LADDER, ("cold", "cord"), has) == ("cord",)
    assert joined(LADDER, ("cord", "card"), has) == ("cord", "card")
    assert joined(LADDER, ("bold", "bald"), has) == ("bold", "bald")  # replaces from there on
    assert joined(LADDER, ("cord",), has) == ("bold", "bolt", "cord")  # a slip, not a new start
    assert joined(LADDER, ("zzzz", "card"), has) == ("bold", "bolt", "zzzz", "card")
    assert joined(LADDER, ("cold",)) == ()
    expected = ("sing", "lings", "single")
    assert joined(ANIGRAM, ("sing", "lings", "single"), Progress(("sing",))) == expected
    assert joined(SNAKE, ("run", "nausea"), Progress(("run",))) == ("run", "nausea")
    assert joined(ANIGRAM, ("sign", "lings"), Progress(("sing",))) == ("sing", "lings")
    assert joined(ANIGRAM, ("gnis",), Progress(("sing", "lings"))) == ("sing", "lings")
    assert joined(SNAKE, ("nausea",), Progress(("run",))) == ("run", "nausea")
    assert joined(SNAKE, ("nausea", "seasick"), Progress(("run",))) == ("nausea", "seasick")


def test_marks_around_words_are_not_read_and_an_unknown_word_costs_nothing(full):
    assert read_words("Ions. **cord**, “card” ... (warm)!") == ("ions", "cord", "card", "warm")
    slipped = judge(LADDER, ["colt", "xolt"], full)
    assert slipped.mistake.kind == "unknown"
    assert slipped.progress == Progress(("colt",), (0, 0))


def test_a_whole_answer_that_fails_early_keeps_what_was_there(full):
    has = Progress(("cord", "card"), (0, 1, 2))
    failed = judge(LADDER, read_words("cold bold zzzz"), full, has)
    assert failed.mistake.message == "Step 2: “bold” to “zzzz” changes 4 letters. Change just one."
    assert failed.progress == Progress(has.words, (0, 1, 3))
    longer = judge(LADDER, read_words("cold bold bald bale zzzz"), full, has)
    assert longer.progress == Progress(("bold", "bald", "bale"), (0, 0, 0, 1))


def test_what_comes_next_is_said():
    assert next_move(LADDER, Progress(("cord",))) == "Change one letter of cord"
    assert next_move(TRUNCATE, Progress()) == "Add a letter to laps, at its front or its end"
    assert next_move(ANIGRAM, Progress(("sing",))) == "Use all of i s n l g"
    assert next_move(SNAKE, Progress()) == "Choose the first word"
    assert next_move(LADDER, Progress(("cord", "card", "ward", "warm"))) == ""


# Judging


@pytest.mark.parametrize(
    ("typed", "words", "result", "step", "says"),
    [
        ("cold cord card ward warm", 5, 4, None, None),
        ("CORD\ncard, ward", 5, 4, None, None),  # the ends need not be typed
        ("1. cord 2. word 3. ward", 5, 4, None, None),
        ("cord corm worm", 5, 4, None, None),
        ("cord cork card ward", 3, None, 3, "“cork” to “card” changes 2 letters"),
        ("cord cart", 2, None, 2, "“cord” to “cart” changes 2 letters. Change just one."),
        ("cord cord", 2, None, 2, "is the same word again"),
        ("cord card cord", 3, None, 3, "“cord” is there already. To go back to it"),
        ("cord cards", 2, None, 2, "“cards” is too long: change one letter of “cord”"),
        ("colx", 1, None, 1, "“colx” isn’t in my word list"),
        ("c*ld", 1, None, 1, "Please change “c*ld”"),
        ("", 1, None, None, None),
        ("cord card", 3, None, None, None),
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
    around = judge(LADDER, read_words("gold good wood word ward"), full)
    assert (around.result, around.solved) == (6, True)
    assert judge(LADDER, LADDER.solution, ()).result == 4


def test_snakes(full):
    best = judge(SNAKE, ("run", "nausea", "seasick"), full)
    assert (best.result, best.solved) == (10, True)
    poor = judge(SNAKE, ("nausea", "run", "seasick"), full)
    assert (poor.result, poor.solved, poor.mistake) == (0, False, None)
    missing = judge(SNAKE, ("run",), full)
    assert (missing.result, missing.mistake) == (None, None)
    assert judge(SNAKE, ("run", "run"), full).mistake.message.endswith("is there twice.")
    assert "isn’t one of the words" in judge(SNAKE, ("run", "test"), full).mistake.message
    assert judge(SNAKE, (), full).words == ()


def test_a_best_snake_is_said_to_be_unbroken_where_it_is():
    broken, unknown = (replace(SNAKE, solution=s) for s in (("run", "seasick", "nausea"), ()))
    for say in (SNAKE_FACE.teaser, SNAKE_FACE.task, SNAKE_FACE.claim):
        assert ["unbroken" in say(one) for one in (SNAKE, broken, unknown)] == [True, False, False]


def test_anigrams_go_on_from_where_they_are_and_take_any_word_of_the_letters(full):
    first = judge(ANIGRAM, ("sing",), full)
    assert (first.words, first.result, first.solved) == (("sing",), 1, False)
    then = judge(ANIGRAM, ("lings", "ingels"), full, first.progress)
    assert then.words == ("sing", "lings")
    assert then.mistake.step == 3
    assert "“ingels” isn’t in my word list" in then.mistake.message
    wrong = judge(ANIGRAM, ("singes",), full, then.progress)
    assert wrong.mistake.message == (
        "“singes” isn’t made of exactly e i s n l g: add l and take out s."
    )
    done = judge(ANIGRAM, ANIGRAM.solution[2:], full, wrong.progress)
    assert (done.result, done.solved, done.mistake) == (6, True, None)
    assert done.progress.misses == (0, 0, 1, 0, 0, 0, 0)  # none for what is not in the list
    assert judge(ANIGRAM, ("more",), full, done.progress).result == 6
    assert letters_of(ANIGRAM, 5) == "eitssnlhg"


def test_truncates_count_as_far_as_they_are_right(full):
    partly = judge(TRUNCATE, ("lapse", "elapse", "elapsxe"), full)
    assert (partly.words, partly.result, partly.solved) == (("laps", "lapse", "elapse"), 3, False)
    assert partly.mistake.step == 3
    nothing = judge(TRUNCATE, ("slap",), full)
    assert nothing.result is None
    assert "isn’t “laps” plus one letter" in nothing.mistake.message


@given(st.text(max_size=300), st.text(max_size=300))
def test_whatever_is_typed_is_judged_and_again_from_what_is_stored(full, one, other):
    for puzzle in GAMES:
        verdict = judge(puzzle, read_words(one), full)
        assert verdict.mistake is None or verdict.mistake.message.isprintable()
        then = judge(puzzle, read_words(other), full, verdict.progress)
        assert len(then.progress.misses) == len(then.progress.words) + 1
        stored = masked(joined(puzzle, read_words(other), verdict.progress))
        assert judge(puzzle, stored, full).words == then.words


# Points


def test_points_are_the_share_of_par_less_the_hints():
    assert [points_of(LADDER, steps, ()) for steps in (3, 4, 5, 8, 40)] == [100, 100, 80, 50, 10]
    assert points_of(LADDER, 4, ("letter", "word", "word")) == 65
    assert points_of(LADDER, 40, ("word",) * 9) == 1
    assert [points_of(SNAKE, score, ()) for score in (5, 6, 9, 10)] == [None, 60, 90, 100]
    grown = [points_of(TRUNCATE, words, ()) for words in (3, 4, 5, 6, 7)]
    assert grown == [None, 75, 100, 105, 110]
    assert [points_of(ANIGRAM, stages, ()) for stages in (5, 6)] == [None, 100]
    expected = [95, 92, 83, 1]
    assert [points_of(ANIGRAM, 6, ("letter",), misses) for misses in (0, 1, 4, 94)] == expected
    assert points_of(LADDER, 4, (), misses=99) == 100


@given(st.sampled_from(GAMES), st.integers(2, 200))
def test_a_hundred_per_cent_is_par_and_nothing_else(puzzle, result):
    assert (share_of_par(puzzle, result) == 100) == reaches_par(puzzle, result)


# Hints


def test_hints_follow_the_solution_from_where_the_player_stands(full):
    progress, taken, said = Progress(), (), []
    for kind in ("letter", "word", "word", "letter", "word"):
        request = HintRequest(LADDER, kind, progress, taken)
        assert has_hint(request)
        hint = find_hint(request, full)
        taken = (*taken, hint)
        said.append(hint.reveals)
        if kind == "letter":
            assert not has_hint(replace(request, taken=taken))
        else:
            progress = judge(LADDER, [hint.reveals], full, progress).progress
    assert said == ["r", "cord", "card", "w", "ward"]
    assert progress.words[-1] == "warm"
    assert not has_hint(HintRequest(LADDER, "word", progress, taken))
    assert game_of(LADDER).hint_sentence(taken[0]) == "After “cold”, the new letter is “r”."
    assert game_of(LADDER).hint_sentence(taken[1]) == "After “cold” comes “cord”."
    # A word taken back is still known, and not sold again.
    assert not has_hint(HintRequest(LADDER, "word", Progress(), taken))
    around = Progress(("bold", "bord", "cord"))
    assert not has_hint(HintRequest(LADDER, "word", around, taken))
    assert has_hint(HintRequest(LADDER, "word", Progress(("card", "cord")), taken))


@pytest.mark.parametrize("begun", ["bold", "bold bolt", "bold bald", "gold golf", "cord word"])
def test_a_ladders_hints_lead_on_from_ones_own_words(full, begun):
    progress = judge(LADDER, read_words(begun), full).progress
    assert progress.words
    while progress.words[-1] != "warm":
        hint = find_hint(HintRequest(LADDER, "word", progress), full)
        assert hint.after == progress.words[-1]
        assert full.is_familiar(full.find(hint.reveals), 30)
        assert hint.reveals not in progress.words
        progress = judge(LADDER, [hint.reveals], full, progress).progress
    assert len(progress.words) <= 8


def test_a_truncates_hints_grow_its_words_and_end_where_nothing_known_follows(full):
    progress = judge(TRUNCATE, ["clap"], full).progress
    assert progress.words == ()
    at = Progress(("lapse", "lapsed"))
    hint = find_hint(HintRequest(TRUNCATE, "letter", at), full)
    assert (hint.after, hint.reveals) == ("lapsed", "e")
    assert find_hint(HintRequest(TRUNCATE, "word", at), full).reveals == "elapsed"
    assert find_hint(HintRequest(TRUNCATE, "word", Progress(("slaps",))), full) is None
    best = Progress(TRUNCATE.solution[1:])
    assert not has_hint(HintRequest(TRUNCATE, "word", best))


def test_a_snakes_hints_make_the_best_of_what_is_laid(full):
    ask = HintRequest(SNAKE, "letter")
    assert (
        game_of(SNAKE).hint_sentence(find_hint(ask, full))
        == "First comes a word that starts with “r”."
    )
    at = replace(ask, kind="word", progress=Progress(("nausea",)))
    assert find_hint(at, full) == Hint("word", 1, "nausea", "seasick")
    assert not has_hint(replace(at, progress=Progress(("nausea", "run"))))
    alike = replace(SNAKE, given=("nausea", "run", "sea", "seasick"))
    assert has_hint(HintRequest(alike, "letter", Progress(("run",))))
    both = Progress(("run", "nausea"))
    assert not has_hint(HintRequest(alike, "letter", both))
    assert has_hint(HintRequest(alike, "word", both))


def test_an_anigrams_hints_are_about_the_stage_one_is_at(full):
    taken, at = (), Progress(("sing",))
    for begun in ("s", "sl", "sli", "slin"):
        hint = find_hint(HintRequest(ANIGRAM, "letter", at, taken), full)
        assert (hint.step, hint.reveals) == (1, begun)
        taken = (*taken, hint)
    assert not has_hint(HintRequest(ANIGRAM, "letter", at, taken))
    assert has_hint(HintRequest(ANIGRAM, "word", at, taken))
    assert find_hint(HintRequest(ANIGRAM, "word", at, taken), full).reveals == "sling"


def test_a_meaning_names_neither_the_word_nor_a_relative(full):
    if not full.has_definitions:
        pytest.skip("no WordNet here")
    asked = HintRequest(LADDER, "meaning")
    hint = find_hint(asked, full)
    assert 8 <= len(hint.reveals) <= 90
    assert LADDER.solution[1] not in hint.reveals
    said = game_of(LADDER).hint_sentence(hint)
    assert said == f"After “cold” comes a word that means “{hint.reveals}”."
    told = replace(asked, taken=(hint,))
    assert not has_hint(told)
    letter = find_hint(replace(told, kind="letter"), full)
    assert letter.reveals == next(
        b for a, b in zip("cold", LADDER.solution[1], strict=True) if a != b
    )
    assert not has_hint(replace(told, kind="letter", taken=(hint, letter)))
    assert has_hint(replace(told, kind="word", taken=(hint, letter)))
    assert not has_hint(HintRequest(SNAKE, "meaning"))  # its words can be looked up


# The shape


def test_each_game_has_a_shape_of_its_own():
    letter, word = Hint("letter", 1, "cold", "r"), Hint("word", 2, "cord", "card")
    ladder = Progress(("cord", "card", "ward", "warm"), (0, 0, 2, 0))
    assert shape(LADDER, ladder, (letter, word)).splitlines() == [
        "⬛⬛🟩⬛💡",  # cord: the r is warm's
        "⬛🟩🟩⬛👀",
        "🟩🟩🟩⬛❌❌",
        "🟩🟩🟩🟩",
    ]
    assert shape(LADDER, Progress(("cord",), (0, 3))) == "⬛⬛🟩⬛\n❌❌❌🏳️"
    long = Progress(("cord", "word", "ward", "card", "ward", "word", "ward", "warm"))
    assert shape(LADDER, long).splitlines() == [
        *("⋮", "⬛🟩🟩⬛", "🟩🟩🟩⬛", "🟩⬛🟩⬛", "🟩🟩🟩⬛", "🟩🟩🟩🟩")
    ]
    whole = Progress(SNAKE.solution)
    assert (
        shape(SNAKE, whole, results=(SNAKE.par // 2, SNAKE.par))
        == "🟩🟩🟩🟩⬛⬛⬛⬛\n🟩🟩🟩🟩🟩🟩🟩🟩"
    )
    assert shape(SNAKE, Progress(("run",)), results=(0,)) == "⬛⬛⬛⬛⬛⬛⬛⬛\n🏳️"
    stages = Progress(("sign", "sling", "single"), (0, 1))
    assert shape(ANIGRAM, stages, (Hint("letter", 0, "", "s"),)).splitlines() == [
        *("🟩🟩🟩🟩💡", "🟩🟨🟩🟩🟩❌", "🟩🟩🟩🟩🟩🟨", "🏳️")  # l and e came
    ]
    assert shape(ANIGRAM, Progress(("sign",), (0, 2))) == "🟩🟩🟩🟩\n❌❌🏳️"
    assert shape(TRUNCATE, Progress(("lapse", "elapse"))) == "🟩🟩🟩🟩🟩\n🟩🟩🟩🟩🟩🟩\n🏳️"
    beyond = Progress(("lapse", "elapse", "relapse", "relapsed", "prelapsed"))
    assert shape(TRUNCATE, beyond).splitlines()[-1] == "🟩" * 9 + "⭐"
    resized = Progress(("ire", "sire", "sir", "stir"))  # the target’s letters count, not the words’
    assert shape(RESIZE, resized).splitlines() == ["🟩🟩⬛⬛", "🟩🟩🟩⬛", "🟩🟩🟩⬛", "🟩🟩🟩🟩"]
    assert {shape(puzzle, Progress()) for puzzle in GAMES} == {"🏳️"}


@given(st.text("abc", max_size=9), st.text("abc", max_size=9))
def test_resizes_are_as_far_apart_as_they_have_letters_that_stay(word, other):
    game = game_of(RESIZE)
    there = game.there(word, other)
    assert game.apart(word, other) == len(word) + len(other) - 2 * len(there)
    kept, rest = [letter for at, letter in enumerate(word) if at in there], iter(other)
    assert all(letter in rest for letter in kept)  # in that order
