"""Tells systemd, if it started the bot, that the bot is up and running: sd_notify(3)."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import MutableMapping

EVERY = 10.0
"""Seconds between two messages if systemd sets no watchdog limit."""


class Notifier:
    """Sends messages to the socket that systemd names, if it names one.

    Its variables are removed from the environment, so that no worker process speaks for the bot.
    """

    def __init__(self, environ: MutableMapping[str, str] = os.environ) -> None:
        address, limit, _ = (
            environ.pop(name, "") for name in ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")
        )
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._every = int(limit) / 4e6 if limit.isdigit() else EVERY
        self._next = 0.0  # when to send one, on the monotonic clock

    def beat(self) -> None:
        """Report that the bot is alive, unless that was reported just before.

        Readiness is reported each time, because a message is lost if systemd has no room for it.
        """
        if not self._address or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + self._every
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.setblocking(False)
            out.sendto(b"READY=1\nWATCHDOG=1", self._address)
