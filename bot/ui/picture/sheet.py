"""A picture assembled from parts, each painted once per process, in a fixed set of colours.

Painting shapes at a finer scale and choosing colours for each picture would take ten times as
long as everything else.
"""

from __future__ import annotations

import io
import math
from functools import cache, lru_cache

from PIL import Image, ImageDraw, ImageFont

from bot.ui.picture import palette
from bot.ui.picture.canvas import Canvas
from bot.ui.picture.coil import Box
from bot.ui.picture.palette import Colour

STEPS = 8
"""Steps from one colour to another at a smooth edge."""
HALO = 2
"""How far the ground shows around a text."""
WRITTEN = 512
"""Written texts that are cached."""


@cache
def _colours() -> list[Colour]:
    """Return all colours: each that is used, and the steps between two that meet."""
    shades = [
        _between(one, other, step / STEPS)
        for one, other in palette.MEETING
        for step in range(STEPS + 1)
    ]
    return list(dict.fromkeys(shades))


@cache
def _number(colour: Colour) -> int:
    return _colours().index(colour)


@cache
def _palette() -> Image.Image:
    """Return an image that has the colours, as Pillow wants them."""
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in _colours() for part in colour])
    return image


def part(canvas: Canvas) -> Image.Image:
    """Return a canvas's painting as a part for a sheet."""
    return canvas.small().quantize(palette=_palette(), dither=Image.Dither.NONE)


def mask(size: tuple[int, int], box: Box) -> Image.Image:
    """Return a mask of an ellipse."""
    image = Image.new("1", size)
    ImageDraw.Draw(image).ellipse((box.left, box.top, box.right - 1, box.bottom - 1), 1)
    return image


class Sheet:
    """A picture in its own pixels."""

    def __init__(self, ground: Image.Image) -> None:
        self._image = ground
        self._pen = ImageDraw.Draw(ground)

    @classmethod
    def blank(cls, size: tuple[int, int], ground: Colour) -> Sheet:
        """Return a sheet of one colour."""
        image = Image.new("P", size, _number(ground))
        image.putpalette(_palette().getpalette() or ())
        return cls(image)

    def rectangle(self, box: tuple[float, float, float, float], colour: Colour) -> None:
        """Fill a rectangle: left, top, right, bottom."""
        left, top, right, bottom = map(round, box)
        self._pen.rectangle((left, top, right - 1, bottom - 1), _number(colour))

    def polygon(self, points: list[tuple[float, float]], colour: Colour) -> None:
        """Fill a polygon."""
        self._pen.polygon([(round(x), round(y)) for x, y in points], _number(colour))

    def put(
        self, one: Image.Image, left: float, top: float, mask: Image.Image | None = None
    ) -> None:
        """Put a part in its place; `mask`: which of its pixels to use."""
        self._image.paste(one, (round(left), round(top)), mask)

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size: int,
        colour: Colour,
        anchor: str = "ms",
    ) -> None:
        """Write a text at an anchor, as Pillow names them, with a halo of the ground's colour."""
        left, top, *_ = _font(size).getbbox(text, anchor=anchor)
        written, halo = _written(text, size, colour)
        self.put(written, at[0] + left - HALO, at[1] + top - HALO, halo)

    def png(self, effort: int) -> bytes:
        """Return the picture as a PNG file, compressed with an effort up to 9."""
        file = io.BytesIO()
        self._image.save(file, "PNG", compress_level=effort)
        return file.getvalue()


def width(text: str, size: int) -> float:
    """Return a text's width."""
    return _font(size).getlength(text)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


@lru_cache(WRITTEN)
def _written(text: str, size: int, colour: Colour) -> tuple[Image.Image, Image.Image]:
    font = _font(size)
    left, top, right, bottom = font.getbbox(text)
    room = (math.ceil(right - left) + 2 * HALO, math.ceil(bottom - top) + 2 * HALO)
    ink, halo = Image.new("L", room), Image.new("1", room)
    at = HALO - left, HALO - top
    ImageDraw.Draw(ink).text(at, text, 255, font)
    ImageDraw.Draw(halo).text(at, text, 1, font, stroke_width=HALO)
    shades = [_number(_between(palette.GROUND, colour, step / STEPS)) for step in range(STEPS + 1)]
    return ink.point([shades[round(value * STEPS / 255)] for value in range(256)]), halo


def _between(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
