"""The group that all of /contest belongs to: there are contests in servers only."""

from __future__ import annotations

from discord import app_commands

contest = app_commands.Group(
    name="contest",
    description="Contests: who lays the best snake?",
    # What is left out here, the library takes from the tree, which allows it.
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=False, private_channel=False
    ),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
)
