"""The colours of a snake's picture: an opaque ground of its own, so that any theme suits it."""

from __future__ import annotations

Colour = tuple[int, int, int]

GROUND: Colour = (24, 38, 44)
BODY: tuple[Colour, Colour] = ((118, 194, 122), (166, 222, 150))  # words by turns
BEHIND: Colour = (46, 84, 66)
BLANK: Colour = (58, 86, 98)
OUTLINE: Colour = (10, 18, 20)
INK: Colour = (16, 28, 24)
SHARED: Colour = (255, 205, 84)
SHARED_MORE: Colour = (255, 150, 100)
INSIDE: Colour = (112, 190, 255)
WOOD: Colour = (150, 108, 70)
MUTED: Colour = (160, 178, 180)
WHITE: Colour = (250, 252, 248)
TONGUE: Colour = (238, 76, 92)
