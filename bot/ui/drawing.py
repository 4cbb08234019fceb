"""Pictures for answers and posts: drawn in a worker, never on the event loop, and cached."""

from __future__ import annotations

import logging
from typing import TypeAlias

from bot.errors import SolvingError
from bot.services import Services
from bot.solving import SHORT_SECONDS, Requester
from bot.ui import picture, replies
from bot.ui.client import Interaction
from bot.ui.picture import MOST_LETTERS, RowSketch, Sketch
from solvers.errors import NoAnswer

log = logging.getLogger(__name__)

AnySketch: TypeAlias = Sketch | RowSketch
ANSWER_PATIENCE = 1.0
"""Seconds for an answer's picture; taps have pictures, too, and Discord waits three seconds."""
POST_PATIENCE = 10.0
"""Seconds for a post's picture, which is not added later."""
MOST_WAITING = 20
"""If more jobs wait for a worker, answers have words instead of pictures, without waiting."""


async def draw(services: Services, sketch: AnySketch, *, requester: Requester | None) -> bytes:
    """Draw a picture in a worker; raises NoAnswer if it is too long, or a SolvingError."""
    _check(sketch)
    content: bytes = await services.pictures.run(
        picture.draw, sketch, seconds=SHORT_SECONDS, quick=True, requester=requester
    )
    return content


def _check(sketch: AnySketch) -> None:
    if isinstance(sketch, Sketch) and len(sketch.scored.snake) > MOST_LETTERS:
        raise NoAnswer(f"That’s too long for a picture: it can show {MOST_LETTERS} letters.")


async def draw_or_none(
    services: Services,
    sketch: AnySketch,
    *,
    requester: Requester | None,
    patience: float = ANSWER_PATIENCE,
) -> bytes | None:
    """Draw a picture; None if that fails or takes too long: the answer then has none."""
    try:
        _check(sketch)
        content: bytes | None = await services.pictures.soon(
            patience,
            picture.draw,
            sketch,
            seconds=SHORT_SECONDS,
            quick=True,
            requester=requester,
        )
    except (NoAnswer, SolvingError) as error:
        log.warning("answered without the picture: %s", error)
        return None
    if content is None:
        log.warning("answered without the picture: it takes too long")
    return content


async def draw_for(
    interaction: Interaction, *sketches: AnySketch | None
) -> tuple[bytes | None, ...]:
    """Draw the pictures of an answer; None for a missing one, which words replace.

    They count as jobs of the server, so that a person with a long job gets them, too.
    """
    services, server = interaction.client.services, Requester(None, interaction.guild_id)
    if not any(sketches) or not replies.may_attach(interaction):
        return (None,) * len(sketches)
    if not await services.store.people.wants_pictures(interaction.user.id):
        return (None,) * len(sketches)
    drawn: list[bytes | None] = []
    for sketch in sketches:
        busy = services.solving.health()["waiting"] > MOST_WAITING
        if sketch is None or busy:
            drawn.append(None)
        else:
            drawn.append(await draw_or_none(services, sketch, requester=server))
    return tuple(drawn)
