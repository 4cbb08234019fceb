"""The new names of renamed commands; delete this module with version 0.3.0.

A person’s Discord may offer the old ones for a while.
"""

from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands

from solvers.text import series

_MANAGED = ("change", "close", "cancel", "export", "audit", "disqualify", "reinstate")
MOVED: Mapping[str, tuple[str, ...]] = {
    "contest list": ("contests list",),
    "contest show": ("contests show",),
    "contest board": ("contests board",),
    "contest standings": ("contests board",),
    "contest practice": ("contests practice",),
    "contest rounds": ("contest create",),
    **{f"contest {name}": ("contest manage",) for name in _MANAGED},
    "contest template": ("contest templates",),
    "contest season": ("contests board", "contest seasons"),
}
"""The commands that replace a command, or a group of commands, by its old name."""


def gone(error: app_commands.CommandNotFound) -> str:
    """Say which command replaces a missing one."""
    asked = " ".join((*error.parents, error.name))
    if asked not in MOVED:
        return "That command is gone; /help lists the commands."
    now = series([f"/{name}" for name in MOVED[asked]], "or")
    return f"/{asked} is {now} now. Reload your Discord if it still offers the old one."
