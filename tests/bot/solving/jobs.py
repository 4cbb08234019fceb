"""Jobs for the solver processes to do in tests: good, slow, stuck and deadly ones."""

import logging
import os
import re
import signal
import sys
import tempfile
import time
from multiprocessing import parent_process
from pathlib import Path

import numpy as np

from solvers import ladder
from solvers.errors import NoAnswer, UnknownWord


def echo(request, lexicon, deadline):
    return request, lexicon.name, len(lexicon)


def modules(request, lexicon, deadline):
    return sorted(sys.modules)


def pid(request, lexicon, deadline):
    return os.getpid()


def nap(request, lexicon, deadline):
    """Sleep for some seconds; given a path too, first note there that it began."""
    seconds, path = request if isinstance(request, tuple) else (request, None)
    if path:
        Path(path).write_text(str(os.getpid()))
    time.sleep(seconds)
    return seconds


def held(request, lexicon, deadline):
    """Note in a file that it began, and go on until that file is removed."""
    path = Path(request)
    path.write_text(str(os.getpid()))
    while path.exists():
        time.sleep(0.01)
    return "let go"


def count(request, lexicon, deadline):
    """Note in a file that it ran."""
    with Path(request).open("a") as file:
        file.write(".")


def fail_later(request, lexicon, deadline):
    held(request, lexicon, deadline)
    raise ZeroDivisionError("nobody waits")


def polite(request, lexicon, deadline):
    while not deadline.passed():
        time.sleep(0.01)
    return "stopped at the deadline"


def remaining(request, lexicon, deadline):
    return deadline.remaining()


def hang(request, lexicon, deadline):
    """Ignore the deadline and SIGTERM."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Path(request).write_text(str(os.getpid()))
    while True:
        time.sleep(1)


def die(request, lexicon, deadline):
    os.kill(os.getpid(), signal.SIGKILL)


def unknown(request, lexicon, deadline):
    raise UnknownWord("catt", ("cat", "cart"))


def none(request, lexicon, deadline):
    raise NoAnswer("There is none.", code="other")


def fail(request, lexicon, deadline):
    raise ZeroDivisionError("secret detail")


class Odd(Exception):
    def __init__(self, one, two):
        super().__init__(one)


def odd(request, lexicon, deadline):
    """An exception that pickles but does not unpickle."""
    raise Odd(1, 2)


def unpicklable(request, lexicon, deadline):
    return lambda: None


class Trick:
    """A result that pickles but does not unpickle."""

    def __reduce__(self):
        return (int, ("x",))


def trick(request, lexicon, deadline):
    return Trick()


def big(request, lexicon, deadline):
    return b"x" * request


def count_up(request, lexicon, deadline, report):
    """Report progress often, until a file is removed."""
    path = Path(request)
    path.write_text("")
    best = 0
    while path.exists():
        best += 1
        report(best, 10**12 - best)
        time.sleep(0.001)
    return best


def report_and_die(request, lexicon, deadline, report):
    """Report progress, and die when a file is removed."""
    path = Path(request)
    path.write_text("")
    report(5, 9)
    while path.exists():
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGKILL)


def gate(pid):
    """Return the file that holds up a process's gated ladders while it exists."""
    return Path(tempfile.gettempdir()) / f"snakes-and-ladders-gate-{pid}"


def gated_ladder(request, lexicon, deadline):
    while gate(parent_process().pid).exists():
        time.sleep(0.01)
    return ladder.solve(request, lexicon, deadline)


def deadly_ladder(request, lexicon, deadline):
    os.kill(os.getpid(), signal.SIGKILL)


def stuck_ladder(request, lexicon, deadline):
    while True:
        time.sleep(1)


def faulty_ladder(request, lexicon, deadline):
    raise ZeroDivisionError("secret detail")


def log_formatter(request, lexicon, deadline):
    return type(logging.getLogger().handlers[0].formatter).__name__


def backtrack(request, lexicon, deadline):
    """Note that it began, and stay in a C function that never lets another thread run."""
    Path(request).write_text(str(os.getpid()))
    re.fullmatch("(a|a)*b", 60 * "a")


def multiply(request, lexicon, deadline):
    """Do the same in a function that ignores signals, too."""
    Path(request).write_text(str(os.getpid()))
    return 3 ** (1 << 28)


def hoard(request, lexicon, deadline):
    """Take memory until none is left; note how many MiB it got."""
    held = []
    try:
        while True:
            held.append(np.ones(1 << 20, np.uint8))
    finally:
        Path(request).write_text(str(len(held)))


def abort(request, lexicon, deadline):
    """End as C++ code does when it gets no memory."""
    os.abort()


kept = []


def keep(request, lexicon, deadline):
    """Keep this many MiB after the job."""
    kept.append(np.ones(request << 20, np.uint8))
    return os.getpid()


def blabbing(request, lexicon, deadline, report=None):
    raise ValueError(f"cannot solve {request}\n\x1b[31m{request}")


def die_noted(request, lexicon, deadline):
    """Note in a file that it began once more, and end the process."""
    with Path(request).open("a") as file:
        file.write("x")
    os.kill(os.getpid(), signal.SIGKILL)


def progress(request, lexicon, deadline, report):
    """Report until a file is there."""
    best = 0
    while not Path(request).exists():
        best += 1
        report(best, 10**6)
        time.sleep(0.05)
    return "done"
