"""/contest: a server plays wordsnake. A file for each concern; a new one here is found by itself.

Each adds its subcommands with `@contest.command()`.
"""

from __future__ import annotations

import importlib
import pkgutil

from bot.commands.contest.group import contest

for _found in pkgutil.iter_modules(__path__, f"{__name__}."):
    importlib.import_module(_found.name)

__all__ = ["contest"]
