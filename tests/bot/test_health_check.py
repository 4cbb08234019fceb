"""`python -m bot health`, which Docker runs: for any HEALTH_PORT, without a proxy, and quickly."""

import asyncio
import os
import re
import socket

import pytest
from aiohttp import web

from bot.health_check import check
from tests.bot.running import python


@pytest.fixture
async def answering():
    """Serve /health on IPv4 and IPv6, with a given status."""
    told = {"status": 200}

    async def health(request):
        return web.json_response({"ok": told["status"] == 200}, status=told["status"])

    app = web.Application()
    app.router.add_get("/health", health)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    told["port"] = port = runner.addresses[0][1]
    if socket.has_ipv6:
        await web.TCPSite(runner, "::1", port).start()
    yield told
    await runner.cleanup()


@pytest.mark.parametrize("form", ["{}", "0.0.0.0:{}", "127.0.0.1:{}", "localhost:{}", '"{}"\n']
                         + ["[::]:{}", "[::1]:{}", ":::{}"] * socket.has_ipv6)  # fmt: skip
async def test_it_asks_where_the_bot_serves(answering, monkeypatch, capfd, form):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.setenv("HEALTH_PORT", form.format(answering["port"]))
    assert await asyncio.to_thread(check) == 0
    answering["status"] = 503
    assert await asyncio.to_thread(check) == 1
    assert capfd.readouterr().out == '{"ok": true}\n{"ok": false}\n'


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ("1", "The bot does not answer: Connection refused."),
        ("", "HEALTH_PORT: names no port"),
        ("0", "HEALTH_PORT: names no port"),
        ("here", "HEALTH_PORT “here” must be a port"),
        ("no.such.invalid:1", "The bot does not answer: "),
    ],
)
def test_why_there_is_no_answer_is_one_line(monkeypatch, capfd, form, sentence):
    monkeypatch.setenv("HEALTH_PORT", form)
    assert check() == 1
    out = capfd.readouterr().out
    assert out.startswith(sentence)
    assert out.count("\n") == 1


def test_it_loads_nothing_that_takes_time_or_memory():
    told = os.environ | {"HEALTH_PORT": "1"}
    run = python("-X", "importtime", "-m", "bot", "health", env=told)
    assert run.returncode == 1
    loaded = set(re.findall(r"\| +(\w+)", run.stderr))
    assert "bot" in loaded
    assert not loaded & {"aiohttp", "asyncio", "discord", "http", "numpy", "pydantic", "sqlalchemy"}
