"""The group that all of /contest belongs to: there are contests in servers only."""

from __future__ import annotations

from discord import app_commands

contest = app_commands.Group(
    name="contest",
    description="Contests: who lays the best snake?",
    allowed_contexts=app_commands.AppCommandContext(guild=True),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
)
