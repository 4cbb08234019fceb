"""Ctrl-C while there is something to keep: heard where somebody waits, held everywhere else."""

from __future__ import annotations

import signal
import threading
from typing import Any, Self


class Interrupts:
    """A context in which, once `hold` was called, the first Ctrl-C only ends `join`.

    Elsewhere it is noted in `pressed`. So it cannot meet a library that is being loaded, which may
    answer an exception with any other, or an answer that is being printed. A second Ctrl-C does
    what it did before.
    """

    pressed = False
    _joining = False
    _before: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._restore()

    def hold(self) -> None:
        """Hear the first Ctrl-C from here on, unless it was ignored, as in the background."""
        ours = threading.current_thread() is threading.main_thread()  # no other is told of signals
        if ours and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            self._before = signal.signal(signal.SIGINT, self._press)

    def join(self, thread: threading.Thread, seconds: float | None, more: float = 0.0) -> None:
        """Wait for the end of a thread, but no longer than some seconds.

        A Ctrl-C, now or before, leaves it only `more` seconds.
        """
        try:
            self._joining = True
            if not self.pressed:
                thread.join(seconds)
            self._joining = False
        except KeyboardInterrupt:
            self._joining = False
        if self.pressed:
            thread.join(more)

    def _press(self, *_: object) -> None:
        self.pressed = True
        self._restore()
        if self._joining:
            raise KeyboardInterrupt

    def _restore(self) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
