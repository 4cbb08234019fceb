"""A canvas in the picture's pixels, drawn at a finer scale so that edges come out smooth."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFont

from bot.ui.picture.coil import Box
from bot.ui.picture.palette import Colour

FINE = 2
"""How many pixels of the canvas, in each direction, become one."""

Point = tuple[float, float]


class Canvas:
    """Shapes and letters on a ground of one colour."""

    def __init__(self, size: tuple[int, int], ground: Colour) -> None:
        self._image = Image.new("RGB", (FINE * size[0], FINE * size[1]), ground)
        self._pen = ImageDraw.Draw(self._image)
        self._fonts: dict[float, ImageFont.FreeTypeFont] = {}
        self._glyphs: dict[tuple[str, float], Image.Image] = {}

    def small(self) -> Image.Image:
        """Return the picture in its own pixels."""
        return self._image.reduce(FINE)

    def pill(self, box: Box, colour: Colour) -> None:
        """Fill a rectangle whose shorter sides are half circles."""
        left, top, right, bottom = _fine(box)
        self._pen.rounded_rectangle((left, top, right - 1, bottom - 1), (bottom - top) / 2, colour)

    def tile(self, box: Box, corner: float, colour: Colour) -> None:
        """Fill a rectangle with round corners."""
        left, top, right, bottom = _fine(box)
        self._pen.rounded_rectangle((left, top, right - 1, bottom - 1), FINE * corner, colour)

    def ellipse(self, box: Box, colour: Colour) -> None:
        """Fill an ellipse."""
        left, top, right, bottom = _fine(box)
        self._pen.ellipse((left, top, right - 1, bottom - 1), colour)

    def disc(self, centre: Point, radius: float, colour: Colour) -> None:
        """Fill a circle."""
        self._pen.circle((FINE * centre[0], FINE * centre[1]), FINE * radius, colour)

    def stroke(self, start: Point, end: Point, width: float, colour: Colour) -> None:
        """Draw a line with round ends."""
        line = (FINE * start[0], FINE * start[1], FINE * end[0], FINE * end[1])
        self._pen.line(line, colour, round(FINE * width))
        for point in (start, end):
            self.disc(point, width / 2, colour)

    def polygon(self, points: list[Point], colour: Colour) -> None:
        """Fill a polygon."""
        self._pen.polygon([(FINE * x, FINE * y) for x, y in points], colour)

    def letter(self, middle: Point, letter: str, size: float, colour: Colour) -> None:
        """Write one letter, its baseline at the middle's height."""
        glyph = self._glyph(letter, size)
        x = round(FINE * middle[0] - glyph.width / 2)
        y = round(FINE * (middle[1] - size))
        self._image.paste(colour, (x, y), glyph)

    def _font(self, size: float) -> ImageFont.FreeTypeFont:
        if size not in self._fonts:
            font = ImageFont.load_default(FINE * size)
            assert isinstance(font, ImageFont.FreeTypeFont)
            self._fonts[size] = font
        return self._fonts[size]

    def _glyph(self, letter: str, size: float) -> Image.Image:
        """Draw a letter once, as a snake has many of each."""
        known = self._glyphs.get((letter, size))
        if known is None:
            font = self._font(size)
            known = Image.new("L", (round(font.getlength(letter)) + 2, round(FINE * size * 1.4)))
            pen = ImageDraw.Draw(known)
            pen.text((known.width / 2, FINE * size), letter, 255, font, "ms")
            self._glyphs[letter, size] = known
        return known


def _fine(box: Box) -> tuple[int, int, int, int]:
    return (
        round(FINE * box.left),
        round(FINE * box.top),
        round(FINE * box.right),
        round(FINE * box.bottom),
    )
