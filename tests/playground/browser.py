"""A real Chromium, driven over its DevTools protocol with nothing but aiohttp."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp

from tests.patience import PATIENCE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

# Debian's chromium-headless-shell is the same browser without windows: a page takes a third less
# processor time, and a start a quarter less. Its command in /usr/bin cannot be killed.
CHROMIUM = (
    shutil.which("chromium-headless-shell", path="/usr/lib/chromium")
    or shutil.which("chromium")
    or shutil.which("chromium-browser")
)
POLL = 10  # milliseconds between looks at a condition
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
    "--lang=en-US",
    "--remote-debugging-port=0",
    # Each playground has its own origin: without these flags each page starts a process.
    "--renderer-process-limit=1",
    "--disable-site-isolation-trials",
    # Only one tab is in front, but all have to go on.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
)
KEYS = {"Enter": 13, "Tab": 9, "Escape": 27, "Backspace": 8, "Home": 36, "End": 35}
KEYS |= {"ArrowDown": 40, "ArrowUp": 38}
TEXTS = {"Enter": "\r", "Tab": "", "Escape": ""}
SHIFT = 8
WAIT = """new Promise((done, fail) => {
  const end = performance.now() + SECONDS * 1000;
  const look = () => {
    try {
      if (CONDITION) done(true);
      else if (performance.now() > end) done(false);
      else setTimeout(look, POLL);
    } catch (error) {
      fail(error);
    }
  };
  look();
})"""
AIM = """(async () => {
  const node = NODE;
  node?.scrollIntoView({ block: "nearest" });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  if (!node?.isConnected) return null;
  const { x, y, width, height } = node.getBoundingClientRect();
  const at = [x + width / 2, y + height / 2];
  const over = document.elementFromPoint(...at);
  if (!node.contains(over) && !over?.contains(node)) return null;
  const text = node.textContent;
  window.hit = false;
  window.aim?.abort();
  window.aim = new AbortController();
  document.addEventListener("click", (event) => {
    const { target } = event;
    window.hit = node.contains(target) || target.closest(node.localName)?.textContent === text;
    if (window.hit) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true, once: true, signal: window.aim.signal });
  return at;
})()"""


class Tab:
    """One page."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self.complaints: list[str] = []  # errors and policy violations the page ran into
        self.asked: set[str] = set()  # the addresses that the page asked for
        self._expected: dict[str, asyncio.Future[Any]] = {}
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
            elif data["method"] == "Network.requestWillBeSent":
                self.asked.add(data["params"]["request"]["url"])
            elif data["method"] in self._expected:
                self._expected.pop(data["method"]).set_result(data["params"])

    @contextlib.asynccontextmanager
    async def expect(self, method: str) -> AsyncIterator[asyncio.Future[Any]]:
        """Yield a future for an event's parameters; wait for the event at the end."""
        coming = self._expected[method] = asyncio.get_running_loop().create_future()
        yield coming
        await asyncio.wait_for(coming, PATIENCE)

    async def send(self, method: str, **params: Any) -> Any:
        return await self._send(method, params, PATIENCE)

    async def _send(self, method: str, params: dict[str, Any], seconds: float) -> Any:
        self._number += 1
        waiter = asyncio.get_running_loop().create_future()
        self._waiting[self._number] = waiter
        await self._socket.send_json({"id": self._number, "method": method, "params": params})
        answer = await asyncio.wait_for(waiter, seconds)
        assert "error" not in answer, answer
        return answer["result"]

    async def run(self, script: str, seconds: float = PATIENCE) -> Any:
        """Return the awaited value of a JavaScript expression."""
        about = {"expression": script, "awaitPromise": True, "returnByValue": True}
        result = await self._send("Runtime.evaluate", about, seconds)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    async def until(self, condition: str, seconds: float = PATIENCE) -> None:
        """Wait until a JavaScript expression is true; the page looks at it every POLL ms."""
        wait = WAIT.replace("SECONDS", str(seconds)).replace("POLL", str(POLL))
        if not await self.run(wait.replace("CONDITION", condition), seconds + PATIENCE):
            shown = await self.run("document.body.innerText.slice(-1500)")
            raise AssertionError(f"never came: {condition}\nThe page shows:\n{shown}")

    async def open(self, url: str, width: int = 1180, height: int = 800) -> None:
        await asyncio.gather(
            *(self.send(f"{domain}.enable") for domain in ("Page", "Runtime", "Log", "Network")),
            # Only one tab has the window's focus: let each behave as if it had.
            self.send("Emulation.setFocusEmulationEnabled", enabled=True),
            self.resize(width, height),
            self.paint(),
        )
        async with self.expect("Page.loadEventFired"):
            await self.send("Page.navigate", url=url)

    async def reload(self) -> None:
        """Load the page again."""
        async with self.expect("Page.loadEventFired"):
            await self.send("Page.reload")

    async def paint(self, media: str = "", *, dark: bool = False, forced: bool = False) -> None:
        """Prefer light or dark colours, or force the system's; `media` may be `print`."""
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "forced-colors", "value": "active" if forced else "none"},
        ]
        await self.send("Emulation.setEmulatedMedia", media=media, features=features)

    async def resize(self, width: int, height: int, scale: float = 1) -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
        await self.send("Emulation.setDeviceMetricsOverride", **size)

    async def type(self, text: str) -> None:
        await self.send("Input.insertText", text=text)

    async def key(self, *keys: str) -> None:
        """Press keys one after another: names, single characters, `Shift+Tab`."""
        for key in keys:
            name = key.removeprefix("Shift+")
            text = TEXTS.get(name, name if len(name) == 1 else "")
            code = KEYS.get(name) or ord(name.upper())
            about: dict[str, Any] = {"key": name, "code": name, "text": text}
            about["windowsVirtualKeyCode"] = code
            about["modifiers"] = SHIFT if key.startswith("Shift+") else 0
            await self.send("Input.dispatchKeyEvent", type="keyDown", **about)
            await self.send("Input.dispatchKeyEvent", type="keyUp", **about)

    async def click(self, node: str) -> None:
        """Click the middle of the element that a JavaScript expression gives, once it exists.

        It may move away under the mouse, as when a message comes: then the mouse follows it, and
        the element now in its old place is not clicked.
        """
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            await self.until(node)
            place = await self.run(AIM.replace("NODE", node))
            if place is None:
                continue
            at: dict[str, Any] = {"x": place[0], "y": place[1], "button": "left", "clickCount": 1}
            await self.send("Input.dispatchMouseEvent", type="mousePressed", **at)
            await self.send("Input.dispatchMouseEvent", type="mouseReleased", **at)
            if await self.run("window.hit"):
                return
        raise AssertionError(f"cannot be clicked: {node}")

    async def picture(self, path: Path, clip: dict[str, float] | None = None) -> None:
        about: dict[str, Any] = {"clip": {**clip, "scale": 1}} if clip else {}
        data = (await self.send("Page.captureScreenshot", **about))["data"]
        path.write_bytes(base64.b64decode(data))

    async def close(self) -> None:
        await self._socket.close()
        await self._listener


@contextlib.contextmanager
def chromium(*flags: str) -> Iterator[str]:
    """Run a Chromium with its own profile; yield the address of its DevTools."""
    assert CHROMIUM is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        line = [CHROMIUM, *FLAGS, *flags, f"--user-data-dir={profile}", "about:blank"]
        process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield f"http://127.0.0.1:{_port(Path(profile) / 'DevToolsActivePort')}"
        finally:
            process.kill()  # a normal exit takes seconds; the profile is thrown away
            process.wait(PATIENCE)


def _port(path: Path) -> int:
    deadline = time.monotonic() + PATIENCE
    while not path.exists() or not path.read_text().strip():
        if time.monotonic() > deadline:
            raise TimeoutError("Chromium does not start.")
        time.sleep(0.05)
    return int(path.read_text().split()[0])


@contextlib.asynccontextmanager
async def new_tab(devtools: str) -> AsyncIterator[Tab]:
    """Yield an empty page in a running Chromium, closed afterwards."""
    async with aiohttp.ClientSession() as session:
        async with session.put(f"{devtools}/json/new?about:blank") as answer:
            target = await answer.json()
        tab = Tab(await session.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0))
        try:
            yield tab
        finally:
            await tab.close()
            async with session.get(f"{devtools}/json/close/{target['id']}"):
                pass


@contextlib.asynccontextmanager
async def browser() -> AsyncIterator[Tab]:
    """Yield the one page of a new Chromium."""
    running = chromium()
    devtools = await asyncio.to_thread(running.__enter__)
    try:
        async with new_tab(devtools) as tab:
            yield tab
    finally:
        await asyncio.to_thread(running.__exit__, None, None, None)
