"""How each program of the bot starts, and how a failed start ends: with one line and a status."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import sys
import threading
from collections.abc import Callable
from typing import NoReturn

from bot.config import misspelt, read_log_format
from bot.errors import ADVICE, CannotRunHere, StartError, advise
from bot.logs import LogFormat, last_line, log_what_python_says, set_up_logging

log = logging.getLogger(__name__)

ENOUGH_FILES, LEAST_FILES = 1024, 128
"""Sockets, files of the database and of solver processes: an idle bot has some 60."""
LEAST_THREADS = 16
"""How many threads an idle bot and its processes have."""


def program(run: Callable[[], int]) -> int:
    """Run a program with its log set up; return its status."""
    style: LogFormat = "text"
    try:
        _open_standard_streams()
        _take_files()
        _take_threads()
        style = read_log_format()
        set_up_logging(style)
        log_what_python_says()
        for name, meant in misspelt():
            log.warning("%s is set, which nothing reads; is %s meant?", name, meant)
        return run()
    except StartError as error:
        return _fail(error.message, style, error.status)
    except ImportError as error:
        return _fail(f"A library cannot be loaded ({error}). `make setup` installs them.", style, 2)
    except OSError as error:
        if error.errno not in ADVICE:
            raise
        where = f"{error.filename}: " if error.filename else ""
        return _fail(f"The bot cannot start: {where}{advise(error)}.", style)
    except RuntimeError as error:
        if "start new thread" not in str(error):
            raise
        return _fail(f"The bot cannot start: {error}; {ADVICE[errno.EAGAIN]}.", style)
    except MemoryError:
        return _fail(f"The bot cannot start: no memory is left; {ADVICE[errno.ENOMEM]}.", style)
    except KeyboardInterrupt:
        return 130


def refuse(why: str) -> NoReturn:
    """End this process, during its imports, as a failed start."""

    def fail() -> int:
        raise CannotRunHere(why)

    sys.exit(program(fail))


def _fail(message: str, style: LogFormat, status: int = 1) -> int:
    with contextlib.suppress(OSError):  # nobody reads the stream
        os.write(2, f"{last_line(message, style)}\n".encode(errors="backslashreplace"))
    return status


def _take_files() -> None:
    """Raise the limit of open files to ENOUGH_FILES if allowed; StartError if it is too low."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:  # Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < ENOUGH_FILES and hard > soft:
        soft = ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, ENOUGH_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft < LEAST_FILES:
        raise StartError(f"The bot may have only {soft} files open; {ADVICE[errno.EMFILE]}.")


def _take_threads() -> None:
    """Raise RuntimeError if there may not be enough threads, because libraries abort then."""
    go = threading.Event()
    threads = [threading.Thread(target=go.wait, daemon=True) for _ in range(LEAST_THREADS)]
    try:
        for thread in threads:
            thread.start()
    finally:
        go.set()
        for thread in threads:
            if thread.ident is not None:
                thread.join()


def _open_standard_streams() -> None:
    """Make sure that each of the three standard streams is open.

    If one is closed, another file, such as the database, would get its number, and lines of the
    log.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(descriptor, True)
    os.close(descriptor)
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115, PTH123 - open to the end
    sys.stderr = sys.stderr or sys.stdout
