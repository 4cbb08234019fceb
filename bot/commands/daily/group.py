"""The group that all of /daily belongs to; what is for servers only, each says for itself."""

from __future__ import annotations

from discord import app_commands

daily = app_commands.Group(name="daily", description="A puzzle a day")
