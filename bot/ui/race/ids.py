"""The custom ids of races: in their posts, and in each player's own card."""

from __future__ import annotations

from typing import Annotated, Literal

from bot.ui.custom_ids import CustomId, Field, Key

Number = Annotated[int, Field(r"\d{1,3}", int)]
"""The number of a round."""


class RaceId(CustomId, prefix="race"):
    """A button for everybody: Join, Leave, Start now, Cancel; Accept, Decline; Play; Rematch."""

    action: Literal["join", "leave", "start", "cancel", "accept", "play", "rematch"]
    race: Key


class RoundId(CustomId, prefix="race"):
    """Next round, which is `number`; Review or Proof of a round that is over."""

    action: Literal["next", "review", "proof"]
    race: Key
    number: Number


class RacePlayId(CustomId, prefix="race:play"):
    """A button of a player's own card: Refresh, or Result once it is over; Remove somebody."""

    action: Literal["refresh", "remove"]
    race: Key
    number: Number


class RaceRemoveId(CustomId, prefix="race:remove"):
    """The form in which the player who began a race chooses whom to remove."""

    race: Key
    number: Number
