"""A real Chromium, driven over its DevTools protocol with nothing but aiohttp."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-port=0",
)


class Tab:
    """One page."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self.complaints: list[str] = []  # errors and policy violations the page ran into
        self._listener = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for message in self._socket:
            data = json.loads(message.data)
            if "id" in data:
                waiter = self._waiting.pop(data["id"])
                if not waiter.done():
                    waiter.set_result(data)
            elif data["method"] == "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(data["params"]["exceptionDetails"])[:600])
            elif data["method"] == "Log.entryAdded":
                entry = data["params"]["entry"]
                if entry["level"] == "error" and entry["source"] != "network":  # refusals are 400s
                    self.complaints.append(entry["text"])

    async def send(self, method: str, **params: Any) -> Any:
        self._number += 1
        waiter = asyncio.get_running_loop().create_future()
        self._waiting[self._number] = waiter
        await self._socket.send_json({"id": self._number, "method": method, "params": params})
        answer = await asyncio.wait_for(waiter, 20)
        assert "error" not in answer, answer
        return answer["result"]

    async def run(self, script: str) -> Any:
        """Return what a JavaScript expression gives, awaited."""
        result = await self.send(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    async def until(self, condition: str, seconds: float = 10) -> Any:
        """Wait until a JavaScript expression is true, and return its value."""
        async with asyncio.timeout(seconds):
            while not (value := await self.run(f"Boolean({condition})")):
                await asyncio.sleep(0.03)
        return value

    async def open(
        self, url: str, width: int = 1180, height: int = 800, *, dark: bool = False
    ) -> None:
        for domain in ("Page", "Runtime", "Log"):
            await self.send(f"{domain}.enable")
        await self.resize(width, height)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        await self.send("Emulation.setEmulatedMedia", features=scheme)
        await self.send("Page.navigate", url=url)
        await self.until("document.readyState === 'complete'")

    async def resize(self, width: int, height: int) -> None:
        await self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    async def type(self, text: str) -> None:
        await self.send("Input.insertText", text=text)

    async def key(self, key: str) -> None:
        code = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38}[key]
        text = "\r" if key == "Enter" else ""
        about = {"key": key, "code": key, "windowsVirtualKeyCode": code, "text": text}
        await self.send("Input.dispatchKeyEvent", type="keyDown", **about)
        await self.send("Input.dispatchKeyEvent", type="keyUp", **about)

    async def picture(self, path: Path) -> None:
        data = (await self.send("Page.captureScreenshot"))["data"]
        path.write_bytes(base64.b64decode(data))

    async def close(self) -> None:
        await self._socket.close()
        await self._listener


@contextlib.asynccontextmanager
async def browser() -> AsyncIterator[Tab]:
    """Start a Chromium with a profile of its own; yield its one tab."""
    assert CHROMIUM is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = await asyncio.create_subprocess_exec(
            CHROMIUM,
            *FLAGS,
            f"--user-data-dir={profile}",
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            port = await _port(Path(profile) / "DevToolsActivePort")
            async with aiohttp.ClientSession() as session:
                async with session.get(f"http://127.0.0.1:{port}/json") as answer:
                    targets = await answer.json()
                page = next(one for one in targets if one["type"] == "page")
                tab = Tab(await session.ws_connect(page["webSocketDebuggerUrl"], max_msg_size=0))
                try:
                    yield tab
                finally:
                    await tab.close()
        finally:
            process.terminate()
            await process.wait()


async def _port(path: Path) -> int:
    async with asyncio.timeout(20):
        while not path.exists() or not path.read_text().strip():
            await asyncio.sleep(0.05)
    return int(path.read_text().split()[0])
