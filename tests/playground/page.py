"""The page in a test's hands: what one sees and does on it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.playground.browser import Tab

LINE = "document.getElementById('line')"
FOCUSED = "document.activeElement"
PICKED = "document.querySelector('.pick[aria-selected=true] b')?.textContent"
DIALOG = "document.querySelector('dialog[open]')"


def message(text: str) -> str:
    """The newest message with this text, as JavaScript."""
    return (
        "[...document.querySelectorAll('.message')].reverse()"
        f".find((one) => one.textContent.includes({json.dumps(text)}))"
    )


def button(text: str, inside: str = "document") -> str:
    """The first button in sight with this label, as JavaScript."""
    return (
        f"[...{inside}.querySelectorAll('button, a.button, summary')]"
        f".find((one) => one.textContent.includes({json.dumps(text)}) && one.checkVisibility())"
    )


def slot(option: str) -> str:
    """The field of an option of the command being filled in, as JavaScript."""
    return f"document.querySelector('.slot[data-option={json.dumps(option)}] input')"


class Page:
    """The playground's page in a tab."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab

    async def open(self, url: str, width: int = 1180, height: int = 800) -> None:
        await self.tab.open(url, width, height)
        await self.tab.until("document.querySelector('#bot.online, #bot.offline')")
        await self.tab.until("document.querySelector('#log > li')")

    async def type(self, text: str) -> None:
        """Type into the message box."""
        await self.tab.run(f"{LINE}.hidden || {LINE}.focus()")
        await self.tab.type(text)

    async def say(self, line: str) -> None:
        """Type or paste a whole line and send it."""
        await self.type(line)
        await self.tab.key("Enter")
        await self.tab.until(f"{LINE}.value === ''")

    async def sees(self, text: str, seconds: float = 20) -> None:
        await self.tab.until(message(text), seconds)

    async def press(self, label: str, text: str = "") -> None:
        """Press a button of the newest message with this text."""
        await self.tab.click(button(label, message(text)))

    async def value(self, script: str) -> object:
        return await self.tab.run(script)

    async def become(self, name: str) -> None:
        """Switch to another user."""
        me = "document.getElementById('me')"
        chosen = f"[...{me}.options].find((one) => one.text.startsWith({name!r}))"
        await self.tab.until(chosen)
        await self.tab.run(f"{me}.value = {chosen}.value, {me}.dispatchEvent(new Event('change'))")
        await self.tab.until(f"location.hash.includes('user={name.lower()}')")

    async def go(self, channel: str) -> None:
        """Open a channel by its name."""
        place = "[...document.querySelectorAll('.place')]"
        await self.tab.click(
            f"{place}.find((one) => one.querySelector('.name').textContent === {channel!r})"
        )
        await self.tab.until(f"document.getElementById('where').textContent.endsWith({channel!r})")
        await self.tab.until("document.querySelector('#log > li')")
