"""Ctrl-C while there is something to keep: noted, and heard where somebody waits."""

from __future__ import annotations

import signal
import threading
import time
from typing import Any, Self

from solvers.deadline import Deadline

_LOOK_SECONDS = 0.05


class Interrupts:
    """A context in which, once `hold` was called, the first Ctrl-C is only noted: see `pressed`.

    So it cannot meet a library that is being loaded, which may answer an exception with any other,
    nor an answer that is being printed. A second Ctrl-C does what it did before.
    """

    _pressed_at: float | None = None  # on the monotonic clock
    _before: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._restore()

    def hold(self) -> None:
        """Note a Ctrl-C from here on, unless it is ignored, as in the background."""
        ours = threading.current_thread() is threading.main_thread()  # no other is told of signals
        if ours and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            self._before = signal.signal(signal.SIGINT, self._press)

    @property
    def pressed(self) -> bool:
        """Whether there was a Ctrl-C."""
        return self._pressed_at is not None

    def join(self, thread: threading.Thread, deadline: Deadline, more: float = 0.0) -> None:
        """Wait until a thread ends, the deadline passes, or a Ctrl-C is `more` seconds ago."""
        while thread.is_alive() and not deadline.passed():
            if self._pressed_at is not None and time.monotonic() >= self._pressed_at + more:
                return
            thread.join(min(_LOOK_SECONDS, deadline.remaining()))

    def _press(self, *_: object) -> None:
        self._pressed_at = time.monotonic()
        self._restore()

    def _restore(self) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
