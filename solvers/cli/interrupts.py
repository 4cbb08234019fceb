"""Ctrl-C while there is something to keep: heard where somebody waits, held everywhere else."""

from __future__ import annotations

import signal
import threading
from typing import Any, Self


class Interrupts:
    """A context in which the first Ctrl-C only ends `join`; a second one does what it always does.

    Outside `join` it is noted in `pressed`. So it cannot meet a library that is being loaded, which
    may answer an exception with any other.
    """

    pressed = False
    _joining = False
    _before: Any = None

    def __enter__(self) -> Self:
        ours = threading.current_thread() is threading.main_thread()  # no other is told of signals
        if ours and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *_: object) -> None:
        self._restore()

    def join(self, thread: threading.Thread, seconds: float | None) -> None:
        """Wait for the end of a thread, for so many seconds, or for a Ctrl-C, which may be past."""
        try:
            self._joining = True
            if not self.pressed:
                thread.join(seconds)
            self._joining = False
        except KeyboardInterrupt:
            self._joining = False

    def _press(self, *_: object) -> None:
        self.pressed = True
        self._restore()
        if self._joining:
            raise KeyboardInterrupt

    def _restore(self) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
