"""Handles Ctrl-C or SIGTERM while there is a result to keep: notes it, and ends the wait."""

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
"""A signal this soon after the first is the same one: `timeout` sends it to a process, then to its
whole group."""


class Interrupts:
    """A context in which, after `hold`, the first Ctrl-C is only noted in `status`.

    SIGTERM, which `timeout` sends, does the same. So no signal interrupts a library that is being
    loaded, which may turn an exception into any other, or an answer being printed. A later signal
    has its former effect, unless it comes right after the first.
    """

    status: int | None = None
    """The exit status of a command that was interrupted, None if it was not."""
    _pressed_at = 0.0  # on the monotonic clock

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.status is None:  # otherwise the same signal may still come again
            self._restore()

    def hold(self) -> None:
        """Note Ctrl-C from now on, unless it is ignored, as in a background job."""
        if threading.current_thread() is not threading.main_thread():  # it gets no signals
            return
        for number in (signal.SIGINT, signal.SIGTERM):
            if (before := signal.getsignal(number)) is not signal.SIG_IGN:
                self._before[number] = before
                signal.signal(number, self._press)

    def run(self, work: Callable[[], None], deadline: Deadline, more: float = 0.0) -> None:
        """Run work until it ends, the deadline passes, or a Ctrl-C is `more` seconds old.

        The work runs in its own thread, because C code ignores signals and sometimes its time
        limit. Raises what the work raises.
        """
        failed: list[BaseException] = []

        def run() -> None:
            try:
                work()
            except BaseException as error:  # noqa: BLE001 - raised again in the waiting thread
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
    """Raise SystemExit in a thread that still runs, so that it frees the interpreter.

    C code notices only when it returns, but until then it does not hold the interpreter either.
    """
    assert thread.ident is not None
    sys.unraisablehook = _unraisable
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit)
    )


_others = sys.unraisablehook


def _unraisable(seen: sys.UnraisableHookArgs) -> None:
    """Ignore a SystemExit in a callback from C code, which cannot raise it."""
    if seen.exc_type is not SystemExit:
        _others(seen)
