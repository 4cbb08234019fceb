"""`python -m solvers`: the command line."""

from __future__ import annotations

import sys

from solvers.cli.main import MODULE, script

if __name__ == "__main__":
    sys.exit(script(MODULE))
