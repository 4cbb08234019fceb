"""What cards say about words on a way: their distance, the letters they have, and detours."""

import pytest

from bot.puzzles import judge
from bot.ui.games.faces import FACES
from bot.ui.layout import PHONE_WIDTH
from solvers.daily import Puzzle

LADDER = Puzzle(
    "ladder", 1, 1.0, ("cold", "warm"), 4, 4, ("cold", "cord", "card", "ward", "warm"), 1
)
RESIZE = Puzzle("resize", 1, 1.0, ("fire", "sir"), 3, 3, ("fire", "ire", "sire", "sir"), 1)


def test_words_without_a_picture_have_their_letters_in_place_and_the_steps_to_go():
    shown = FACES["ladder"].playing(LADDER, ("cold", "cord", "card"), (4, 3, 2))
    assert shown.splitlines()[1:-1] == [
        "    cold        4 to go",
        " 1  coRd  ··r·  3 to go",
        " 2  cArd  ·ar·  2 to go",
        " :  ????",
        "    warm",
    ]
    shown = FACES["resize"].playing(RESIZE, ("fire", "ire"), (3, 2))
    assert shown.splitlines()[1:3] == ["    fire     ·ir·  3 to go", " 1  ire  −f  ir·   2 to go"]


def test_long_words_without_a_picture_fit_a_phone():
    long = Puzzle("ladder", 1, 1.0, ("braising", "training"), 2, 2, (), 1)
    shown = FACES["ladder"].playing(long, ("braising", "braining"), (2, 1))
    expected = ["    braising ·rai·ing 2 to go", " 1  braiNing ·raining 1 to go"]
    assert shown.splitlines()[1:3] == expected
    far = Puzzle("resize", 1, 1.0, ("friends", "fields"), 9, 9, (), 1)
    shown = FACES["resize"].playing(far, ("friends", "fiends", "fiend"), (9, 8, 9))
    assert shown.splitlines()[1] == "    friends f·ie·ds 9 to go"
    assert max(map(len, shown.splitlines())) <= PHONE_WIDTH


def test_the_text_of_a_picture_says_as_much():
    assert FACES["ladder"].board_spoken(LADDER, ("cold", "cord", "card"), (4, 3, 2)) == (
        "A ladder to warm, the last word first: card (2 to go; there: a, r), "
        "cord (3 to go; there: r), cold (4 to go)"
    )


@pytest.mark.parametrize(
    ("words", "far", "says"),
    [
        (["cord"], (4, 3), "✅ **“cord” fits!** 3 steps to go."),
        (["cord", "card"], (4, 3, 2), "✅ **“card” fits!** 2 steps to go."),
        (["bold"], (4, 4), "✅ **“bold” fits**, but it’s no nearer: still 4 steps to go."),
        (["cord", "ford"], (4, 3, 3), "✅ **“ford” fits**, by a detour: 3 steps to go."),
        (["hold"], (4, 5), "✅ **“hold” fits**, but that was a detour: 5 steps to go now."),
    ],
)
def test_a_detour_is_mentioned_when_it_is_made(words, far, says):
    verdict = judge(LADDER, words, {*words})
    assert FACES["ladder"].right(LADDER, verdict, "", far) == says
