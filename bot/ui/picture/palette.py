"""The colours of pictures, with an opaque ground of their own, so that they suit any theme."""

from __future__ import annotations

Colour = tuple[int, int, int]

GROUND: Colour = (24, 38, 44)
BODY: tuple[Colour, Colour] = ((118, 194, 122), (166, 222, 150))  # for alternate words
BEHIND: Colour = (46, 84, 66)
BLANK: Colour = (58, 86, 98)
PLAIN: Colour = (232, 236, 228)
OUTLINE: Colour = (10, 18, 20)
INK: Colour = (16, 28, 24)
SHARED: Colour = (255, 205, 84)
SHARED_MORE: Colour = (255, 150, 100)
INSIDE: Colour = (112, 190, 255)
WOOD: Colour = (150, 108, 70)
MUTED: Colour = (160, 178, 180)
WHITE: Colour = (250, 252, 248)
TONGUE: Colour = (238, 76, 92)
FILLS = (*BODY, BLANK, PLAIN, SHARED, SHARED_MORE)
"""The colours of tiles and of a snake's letters."""
MEETING: tuple[tuple[Colour, Colour], ...] = (
    *((OUTLINE, fill) for fill in (*FILLS, BEHIND, WHITE, GROUND)),
    *((INK, fill) for fill in (*FILLS, WHITE)),
    *((SHARED, fill) for fill in FILLS),
    *((GROUND, other) for other in (MUTED, SHARED, INSIDE, WOOD, TONGUE, BODY[0], SHARED_MORE)),
    (BODY[0], BODY[1]),
    (BODY[0], WHITE),
)
"""Pairs of colours that meet in a smooth edge."""
