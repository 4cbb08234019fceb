"""The proxy through which Discord is reached: a real one, which sees the API and the gateway."""

import asyncio
import base64
import contextlib

import aiohttp
import pytest
from discord.http import Route

from bot.errors import BadSettings
from bot.ui.client import point_at
from bot.ui.proxy import Proxy, proxy_for
from tests.bot.bot_on_playground import BotOnPlayground

AUTH = "Basic " + base64.b64encode(b"bot:p@ss").decode()


@pytest.fixture(autouse=True)
def none_set(monkeypatch):
    for name in ("http", "https", "all", "no"):
        monkeypatch.delenv(f"{name}_proxy", raising=False)
        monkeypatch.delenv(f"{name.upper()}_PROXY", raising=False)


class SmallProxy:
    """Passes each connection on; requests have absolute addresses."""

    def __init__(self):
        self.seen = []

    async def handle(self, reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *rest = head.split("\r\n")
        method, url, version = first.split(" ")
        self.seen.append((url, dict(line.split(": ", 1) for line in rest if line)))
        path = "/" + url.split("/", 3)[3]
        host, port = self.target
        theirs, there = await asyncio.open_connection(host, port)
        named = [line for line in rest if line and not line.startswith("Host:")]
        named.append(f"Host: {host}:{port}")  # a playground answers to no other name
        if "Upgrade" not in head:
            named.append("Connection: close")  # so that the test sees each request
        lines = [f"{method} {path} {version}", *named]
        there.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        await asyncio.gather(self.pass_on(reader, there), self.pass_on(theirs, writer))

    async def pass_on(self, reader, writer):
        with contextlib.suppress(OSError):
            while part := await reader.read(1 << 16):
                writer.write(part)
                await writer.drain()
        writer.close()


async def test_all_goes_through_the_proxy_and_its_password_is_nowhere(
    tmp_path, monkeypatch, caplog
):
    proxy = SmallProxy()
    async with await asyncio.start_server(proxy.handle, "127.0.0.1", 0) as serving:
        port = serving.sockets[0].getsockname()[1]
        monkeypatch.setenv("HTTP_PROXY", f"bot:p%40ss@127.0.0.1:{port}")

        def behind(server):
            address = server.api_url.partition("//")[2].partition("/")[0].split(":")
            proxy.target = address[0], int(address[1])
            monkeypatch.setattr(type(server), "api_url", "http://discord.invalid/api/v10")

        with caplog.at_level("INFO"):
            async with BotOnPlayground(tmp_path, prepare=behind, solver_workers=1) as app:
                reply = await (await app.person().run("/ladder cat dog")).reply()
                assert "cat → dog" in reply.text
    asked = [url for url, _ in proxy.seen]
    assert "http://discord.invalid/api/v10/users/@me" in asked
    assert any("/interactions/" in url for url in asked)
    assert any(url.startswith("ws:") or "encoding=json" in url for url in asked)
    assert {headers.get("Proxy-Authorization") for _, headers in proxy.seen} == {AUTH}
    assert f"through the proxy http://127.0.0.1:{port}" in caplog.text
    assert "p@ss" not in caplog.text
    assert "p%40ss" not in caplog.text


DISCORD, LOCAL = "https://discord.com/api", "http://127.0.0.1:1/api"


@pytest.mark.parametrize(
    ("url", "given", "proxy"),
    [
        (DISCORD, {}, Proxy()),
        (DISCORD, {"HTTPS_PROXY": "http://p:1"}, Proxy("http://p:1")),
        (DISCORD, {"https_proxy": '"p"'}, Proxy("http://p")),
        (DISCORD, {"ALL_PROXY": "https://p:1/"}, Proxy("https://p:1")),
        (DISCORD, {"HTTP_PROXY": "http://p:1"}, Proxy()),
        (DISCORD, {"HTTPS_PROXY": "http://p:1", "NO_PROXY": "x,.discord.com"}, Proxy()),
        (DISCORD, {"HTTPS_PROXY": "http://p:1", "no_proxy": "*"}, Proxy()),
        (
            DISCORD,
            {"HTTPS_PROXY": "http://u%40c:a%2Fb@[::1]:1"},
            Proxy("http://[::1]:1", aiohttp.BasicAuth("u@c", "a/b", "utf-8")),
        ),
        (LOCAL, {"HTTP_PROXY": "http://p:1", "ALL_PROXY": "http://p:1"}, Proxy()),
        ("http://localhost/api", {"HTTP_PROXY": "http://p:1"}, Proxy()),
    ],
)
def test_which_proxy(monkeypatch, url, given, proxy):
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert proxy_for(url) == proxy


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("socks5://u:geheim@p:1", "HTTPS_PROXY names no HTTP proxy"),
        ("http://u:ge/heim@p:1", "HTTPS_PROXY has a user or password"),
        ("http://p:geheim", "HTTPS_PROXY has a port that is not a number"),
        ("http://", "HTTPS_PROXY names no HTTP proxy"),
    ],
)
def test_what_is_no_http_proxy_is_said_without_its_password(monkeypatch, given, sentence):
    monkeypatch.setenv("HTTPS_PROXY", given)
    with pytest.raises(BadSettings) as error:
        proxy_for(DISCORD)
    assert error.value.message.startswith(sentence)
    assert "heim" not in error.value.message


async def test_an_address_on_this_machine_is_asked_without_a_proxy(discord_server, monkeypatch):
    before = Route.BASE
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    await point_at(discord_server.api_url)
    Route.BASE = before
