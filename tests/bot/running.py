"""Python programs that tests run to their end."""

import subprocess
import sys

from tests.paths import ROOT
from tests.patience import PATIENCE


def python(*arguments, timeout=PATIENCE, env=None):
    """Run Python in the project's folder; return how it ended and what it said."""
    line = [sys.executable, *arguments]
    told = {"capture_output": True, "text": True, "timeout": timeout}
    return subprocess.run(line, check=False, cwd=ROOT, env=env, **told)
