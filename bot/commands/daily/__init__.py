"""/daily: a puzzle a day. A file for each concern; a new one here is found by itself.

Each adds its subcommands with `@daily.command()`.
"""

from __future__ import annotations

import importlib
import pkgutil

from bot.commands.daily.group import daily

for _found in pkgutil.iter_modules(__path__, f"{__name__}."):
    importlib.import_module(_found.name)

__all__ = ["daily"]
