"""Ctrl-C or SIGTERM while there is something to keep: noted, and heard where somebody waits."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Self

from solvers.deadline import Deadline

_LOOK_SECONDS = 0.05
_TWIN_SECONDS = 0.5
"""A signal so soon after the first is the same one: `timeout` sends it to a process, then to all of
its group."""


class Interrupts:
    """A context in which, once `hold` was called, the first Ctrl-C is only noted: see `status`.

    SIGTERM, which `timeout` sends, does the same. So it cannot meet a library that is being loaded,
    which may answer an exception with any other, nor an answer that is being printed. A later one
    does what it did before, but for one that comes with the first.
    """

    status: int | None = None
    """The exit status of a command that was interrupted, None if it was not."""
    _pressed_at = 0.0  # on the monotonic clock

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.status is None:  # else the same signal may still come again
            self._restore()

    def hold(self) -> None:
        """Note a Ctrl-C from here on, unless it is ignored, as in the background."""
        if threading.current_thread() is not threading.main_thread():  # it is told of no signals
            return
        for number in (signal.SIGINT, signal.SIGTERM):
            if (before := signal.getsignal(number)) is not signal.SIG_IGN:
                self._before[number] = before
                signal.signal(number, self._press)

    def run(self, work: Callable[[], None], deadline: Deadline, more: float = 0.0) -> None:
        """Run some work until it ends, the deadline passes, or a Ctrl-C is `more` seconds ago.

        It runs in a thread of its own, as C code hears neither signals nor, at times, its time
        limit. Raises what it raises.
        """
        failed: list[BaseException] = []

        def run() -> None:
            try:
                work()
            except BaseException as error:  # noqa: BLE001 - it is raised again where one waits
                failed.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        try:
            while thread.is_alive() and not deadline.passed():
                if self.status is not None and time.monotonic() >= self._pressed_at + more:
                    break
                thread.join(min(_LOOK_SECONDS, deadline.remaining()))
            if failed:
                raise failed[0]
        finally:
            _stop(thread)

    def _press(self, number: int, _frame: object) -> None:
        now = time.monotonic()
        if self.status is None:
            self._pressed_at = now
            self.status = 128 + number
        elif now >= self._pressed_at + _TWIN_SECONDS:
            self._restore()
            os.kill(os.getpid(), number)

    def _restore(self) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)


def _stop(thread: threading.Thread) -> None:
    """Raise SystemExit in a thread that still runs, so that it leaves us the interpreter.

    C code hears that only when it returns, but until then it takes no turn of ours either.
    """
    assert thread.ident is not None
    sys.unraisablehook = _unraisable
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit)
    )


_others = sys.unraisablehook


def _unraisable(seen: sys.UnraisableHookArgs) -> None:
    """Say nothing of a SystemExit that came in a callback of C code, which cannot raise it."""
    if seen.exc_type is not SystemExit:
        _others(seen)
