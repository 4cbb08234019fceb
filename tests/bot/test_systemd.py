"""What systemd hears: by its protocol, at intervals, and from the bot alone."""

import secrets
import socket

import pytest

from bot.systemd import Notifier


@pytest.fixture(params=["a file", "an abstract name"])
def listening(request, tmp_path):
    """Yield a socket and its name for NOTIFY_SOCKET."""
    name = str(tmp_path / "notify") if request.param == "a file" else f"@{secrets.token_hex(8)}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(name.replace("@", "\0"))
        heard.settimeout(0)
        yield heard, name


def test_it_hears_once_in_a_quarter_of_its_limit(listening, monkeypatch):
    heard, name = listening
    now = [1000.0]
    monkeypatch.setattr("bot.systemd.time.monotonic", lambda: now[0])
    environ = {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1", "HOME": "/"}
    notifier = Notifier(environ)
    assert environ == {"HOME": "/"}  # child processes get nothing
    for seconds, message in ((0, True), (0.05, False), (7.4, False), (7.6, True)):
        now[0] = 1000 + seconds
        notifier.beat()
        if message:
            assert heard.recv(99) == b"READY=1\nWATCHDOG=1"
        with pytest.raises(BlockingIOError):
            heard.recv(99)


def test_one_that_does_not_hear_holds_nothing_up(listening):
    heard, name = listening
    notifier = Notifier({"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "0"})
    for _ in range(1000):  # more than its buffer holds
        notifier.beat()
    assert heard.recv(99)
    heard.close()
    notifier.beat()


def test_without_systemd_nothing_is_sent():
    Notifier({}).beat()
