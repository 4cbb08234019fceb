"""Shared by all commands of this folder: `run`, and the error for a wrong setting."""

from __future__ import annotations

import sys
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class SetupError(Exception):
    """A wrong setting."""


_DAMAGED = ValueError, EOFError, LookupError, zlib.error


def run(make: Callable[..., str], arguments: Sequence[object] = (), most: int = 0) -> int:
    """Call `make`, print the text that it returns, and return the exit status.

    More than `most` arguments, a wrong setting, a missing library, and a file that is damaged or
    cannot be read or written give one sentence on stderr and status 2.
    """
    if len(arguments) > most:
        print(f"{len(arguments)} arguments; this takes {most} at most.", file=sys.stderr)
        return 2
    try:
        print(make(*arguments))
    except SetupError as error:
        print(error, file=sys.stderr)
    except ImportError as error:
        said = f"{error}; pip install --require-hashes -r requirements/dev.lock brings it."
        print(said, file=sys.stderr)
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        print(f"{named}{error.strerror or error}.", file=sys.stderr)
    except _DAMAGED as error:
        print(f"What this reads is damaged or of another format: {error!r}.", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    else:
        return 0
    return 2
