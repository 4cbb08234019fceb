"""The picture of a snake, checked by its pixels."""

import io
import subprocess
import sys

import pytest
from PIL import Image

from bot.ui.drawing import draw_or_none
from bot.ui.picture import MOST_LETTERS, Sketch, draw, palette
from bot.ui.picture.coil import BODY, CELL, MOST_COLUMNS, coil
from bot.ui.picture.marks import Span, mark
from solvers.wordsnake import ScoreRequest, score

ANIMALS = """
    panther hermit mite termite emu mule lemur urchin chinchilla llama mare reindeer deer
    erne newt wombat bat bats stoat oats toad adder ermine mink inkfish fishhawk hawk wkx
"""
LISTS = {
    "two": ("pairs", ("nausea", "seasick")),
    "letters": ("pairs", ("a", "b")),
    "three deep": ("pairs", ("abab", "babab", "ababab", "bc")),
    "inside": ("containment", ("therein", "innate", "here", "the", "nat", "in", "ate", "tin")),
    "animals": ("pairs", tuple(ANIMALS.split())),
    "animals inside": ("containment", tuple(ANIMALS.split())),
    "fifty letters": ("pairs", ("a" * 50, "a" * 25 + "b" * 25, "b" * 50)),
    "as long as can be": ("pairs", tuple(f"{c}{'mw' * 24}{c}" for c in "abcdefghijkl")),
}


def scored(name):
    rule, words = LISTS[name]
    return score(ScoreRequest(words, rule=rule))


def picture(name, caption="28 words · 123 points · proven best"):
    return Image.open(io.BytesIO(draw(Sketch(scored(name), caption)))).convert("RGB")


def near(one, other):
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 8


@pytest.mark.parametrize("name", LISTS)
def test_nothing_is_cut_off_at_the_border(name):
    image = picture(name)
    width, height = image.size
    border = [image.getpixel((x, y)) for x in range(width) for y in (0, 3, height - 4, height - 1)]
    border += [image.getpixel((x, y)) for y in range(height) for x in (0, 3, width - 4, width - 1)]
    assert all(near(pixel, palette.GROUND) for pixel in border)


def test_the_longest_caption_fits_the_narrowest_picture():
    image = picture("letters", "600 words · 123,456,789 points · best found, at most 987,654,321")
    width, height = image.size
    edge = image.crop((width - 40, height - 60, width, height))
    assert edge.getextrema() == image.crop((width - 40, 0, width, 60)).getextrema()


@pytest.mark.parametrize("name", LISTS)
def test_letters_are_coloured_by_how_many_words_share_them(name):
    snake = scored(name)
    image = picture(name)
    inside_words = mark(snake).inside
    places = coil(len(snake.snake), mark(snake).lanes)
    length = 0
    cover = [0] * len(snake.snake)  # counted again here, letter by letter
    inside = 0
    for placed in snake.order:
        end = placed.position + len(placed.word)
        if end <= length:
            inside += 1
            continue
        for letter in range(placed.position, end):
            cover[letter] += 1
        length = end
    assert inside == len(inside_words)
    for letter, words in enumerate(cover):
        box = places.cell(letter)
        pixel = image.getpixel((int(box.left) + 10, int(box.top) + 8))
        expected = {1: palette.BODY, 2: (palette.SHARED,)}.get(words, (palette.SHARED_MORE,))
        assert any(near(pixel, colour) for colour in expected), (letter, words, pixel)


def test_words_take_turns_in_their_green():
    image = picture("letters")
    places = coil(2)
    first, second = (places.cell(letter) for letter in (0, 1))
    pixels = [image.getpixel((int(box.left) + 10, int(box.top) + 8)) for box in (first, second)]
    assert near(pixels[0], palette.BODY[0])
    assert near(pixels[1], palette.BODY[1])


def test_every_word_inside_is_underlined_from_its_first_letter_to_its_last():
    snake = scored("inside")
    image = picture("inside")
    marks = mark(snake)
    assert marks.inside == (  # “the” lies in “therein”, and so on
        Span(1, 5, 16),
        Span(0, 3, 9),
        Span(7, 10, 9),
        Span(5, 7, 4),
        Span(8, 11, 9),
    )
    places = coil(len(snake.snake), marks.lanes)
    blue = {
        (x, y)
        for x in range(image.width)
        for y in range(image.height)
        if near(image.getpixel((x, y)), palette.INSIDE)
    }
    for span in marks.inside:
        for letter in range(span.start, span.end):
            box = places.cell(letter)
            middle = int(box.left) + CELL // 2
            assert any((middle, y) in blue for y in range(int(box.bottom), int(box.bottom) + 60))
    assert not any(y < places.cell(0).bottom for _, y in blue)


def test_letters_are_inked_where_they_belong():
    image = picture("animals")
    snake = scored("animals").snake
    places = coil(len(snake), mark(scored("animals")).lanes)
    for letter in range(len(snake)):
        box = places.cell(letter)
        cell = image.crop((int(box.left) + 3, int(box.top) + 12, int(box.right) - 3, 9999))
        cell = cell.crop((0, 0, cell.width, BODY - 24))
        dark = sum(cell.convert("L").histogram()[:50])
        assert dark > 20, (letter, snake[letter])


def test_the_coil_has_a_place_for_every_letter():
    for letters in range(1, MOST_LETTERS + 1):
        check_coil(letters)


def check_coil(letters):
    places = coil(letters)
    width, height = places.size
    assert places.columns <= MOST_COLUMNS
    boxes = [places.cell(letter) for letter in range(letters)]
    assert len({(box.left, box.top) for box in boxes}) == letters
    assert all(box.right < width - 20 and box.bottom < height - 20 for box in boxes)
    assert all(box.left > 20 and box.top > 20 for box in boxes)
    assert places.cell(letters - 1).top == places.cell(letters - 2).top or letters == 1
    assert places.cell(letters + 2).top == places.cell(letters - 1).top, "no room for the tail"
    rows = [places.ends(number) for number in range(places.rows)]
    assert [n for first, last in rows for n in range(first, last + 1)] == list(range(letters))


def test_the_same_snake_gives_the_same_file():
    sketch = Sketch(scored("animals inside"), "the same")
    assert draw(sketch) == draw(sketch)


def test_drawing_knows_nothing_of_discord():
    code = "import sys, bot.ui.picture; print('discord' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


async def test_a_post_does_without_a_picture_that_could_not_be_read():
    words = tuple(letter * 50 for letter in "abcdefghijklmno")
    assert await draw_or_none(None, Sketch(score(ScoreRequest(words)), ""), requester=None) is None
