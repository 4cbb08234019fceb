"""Runs other programs to their end."""

from __future__ import annotations

import subprocess

from tests.patience import PATIENCE


def ran(*line: object, check: bool = False, **more: object) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; return it with what it printed, as text."""
    settings = {"capture_output": True, "text": True, "timeout": PATIENCE}
    return subprocess.run([*map(str, line)], check=check, **settings | more)
