"""`python -m bot health`: asks the bot on this machine how it is, as Docker does twice a minute.

It imports nothing that takes time or memory, and uses no proxy.
"""

from __future__ import annotations

import contextlib
import os
import socket

from bot.config import read_health_address
from bot.errors import BadSettings

ANSWER_SECONDS = 4.0
EVERY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - asked, not served
MOST_BYTES = 1 << 20


def check() -> int:
    """Print the bot's health report, or why there is none; return 0 if all is well."""
    try:
        status, said = _ask()
    except BadSettings as error:
        status, said = 1, error.message
    except OSError as error:
        status, said = 1, f"The bot does not answer: {error.strerror or error}."
    with contextlib.suppress(OSError):
        os.write(1, f"{said}\n".encode())
    return status


def _ask() -> tuple[int, str]:
    address = read_health_address()
    if address is None or not address[1]:
        raise BadSettings("HEALTH_PORT: names no port, so the bot's health is not served")
    host, port = EVERY_ADDRESS.get(address[0], address[0]), address[1]
    answer = b""
    with socket.create_connection((host, port), ANSWER_SECONDS) as connection:
        connection.sendall(b"GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n")
        while len(answer) < MOST_BYTES and (part := connection.recv(1 << 16)):
            answer += part
    head, _, body = answer.decode(errors="replace").partition("\r\n\r\n")
    said = " ".join(body.split()) or head.partition("\r\n")[0] or "The bot answers nothing."
    return int(head.split(" ")[1:2] != ["200"]), said
