"""The custom ids of races: in their posts, and in each player's own card."""

from __future__ import annotations

from typing import Annotated, Literal

from bot.ui.custom_ids import CustomId, Field, Key
from bot.ui.tapping import TapId

Number = Annotated[int, Field(r"\d{1,3}", int)]
"""The number of a round, or how many words."""


class RaceId(CustomId, prefix="race"):
    """A button for all: Join, Leave, Start now, Cancel; Accept, Decline; Play; Rematch."""

    action: Literal["join", "leave", "start", "cancel", "accept", "play", "rematch"]
    race: Key


class RoundId(CustomId, prefix="race"):
    """Next round, which is `number`; Review one that is over, or its Proof."""

    action: Literal["next", "review", "proof"]
    race: Key
    number: Number


class RacePlayId(CustomId, prefix="race:play"):
    """A button of a player's own card: Next word or Type, Undo, I’m done, Refresh, Remove somebody.

    `seen`: how many words the card shows.
    """

    action: Literal["write", "undo", "done", "refresh", "remove"]
    race: Key
    number: Number
    seen: Number


class RaceFormId(CustomId, prefix="race:form"):
    """The form that words are written into."""

    race: Key
    number: Number


class RaceRemoveId(CustomId, prefix="race:remove"):
    """The form in which whoever began a race chooses whom to remove."""

    race: Key
    number: Number


class RaceTapId(TapId, prefix="race:tap"):
    """A button of a snake that is tapped."""

    race: Key
    number: Number
