"""The /daily group, and the custom ids of daily puzzles: in posts, plays, boards, the archive."""

from __future__ import annotations

from typing import Annotated, Literal

from discord import app_commands

from bot.dailies import Period
from bot.ui.custom_ids import CustomId, Field, Snowflake

group = app_commands.Group(name="daily", description="A puzzle a day")

Number = Annotated[int, Field(r"\d{1,6}", int)]
"""The number of an edition."""
Count = Annotated[int, Field(r"\d{1,6}", int)]
"""How many of something, or a page; from 0."""

DailyAction = Literal["play", "rules", "board", "proof"]


class EditionId(CustomId, prefix="daily"):
    """Play, Rules, Board, and under the rules Proof: everyone who presses gets their own answer."""

    action: DailyAction
    number: Number


class ShareId(CustomId, prefix="daily"):
    """Share, Share with picture, on a player's own card."""

    action: Literal["share", "picture"]
    number: Number


class BoardId(CustomId, prefix="daily"):
    """Day, Week, Month, All ("period"); Back, Next ("page"). Pages count from 0.

    There are two actions, as a page's button may lead where a period's does, and ids must differ.
    """

    action: Literal["period", "page"]
    period: Period
    page: Count
    number: Number


class ArchiveId(CustomId, prefix="daily:archive"):
    """Newer, Older; `skip`: how many newer editions are left out."""

    skip: Count


class TestId(CustomId, prefix="daily:test"):
    """Post a test."""

    guild: Snowflake


class NowId(CustomId, prefix="daily:now"):
    """Post today’s puzzle."""

    guild: Snowflake


class RoleId(CustomId, prefix="daily:role"):
    """The button with which members take the role that is pinged, or drop it."""

    number: Number


class DailyRemindId(CustomId, prefix="daily:remind"):
    """Show the reminders ("show"); switch the message before a streak ends on or off."""

    action: Literal["show", "on", "off"]
    number: Number
