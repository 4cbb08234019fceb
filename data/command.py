"""What all commands of this folder share: `run`, and the error of a setting that is wrong."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class SetupError(Exception):
    """A setting that is wrong."""


def run(make: Callable[..., str], *arguments: object) -> int:
    """Make something, print the text that reports it, and return the exit status.

    A setting that is wrong, a library that is missing, and what cannot be read or written are a
    sentence and status 2.
    """
    try:
        print(make(*arguments))
    except SetupError as error:
        print(error, file=sys.stderr)
    except ImportError as error:
        print(f"{error}; pip install -e '.[data]' brings it.", file=sys.stderr)
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        print(f"{named}{error.strerror or error}.", file=sys.stderr)
    else:
        return 0
    return 2
