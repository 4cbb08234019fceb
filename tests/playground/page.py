"""The page in a test's hands: what one sees and does on it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.playground.browser import Tab

LINE = "document.getElementById('line')"
FOCUSED = "document.activeElement"
PICKED = "document.querySelector('.pick[aria-selected=true] b')?.textContent"
TOOLS = "document.getElementById('tools')"
DIALOG = "document.querySelector('dialog[open]')"

STALE = "void [...document.querySelectorAll('#log > li')].forEach((one) => (one.stale = true))"
FRESH = "document.querySelector('#log > li') && !document.querySelector('#log > li').stale"


def message(text: str) -> str:
    """The newest message with this text, as JavaScript."""
    return (
        "[...document.querySelectorAll('.message')].reverse()"
        f".find((one) => one.textContent.includes({json.dumps(text)}))"
    )


def button(text: str, inside: str = "document") -> str:
    """The button in sight with this label, or else one whose label has it, as JavaScript."""
    return (
        "((all, text) => all.find((one) => one.textContent.trim() === text)"
        " ?? all.find((one) => one.textContent.includes(text)))"
        f"([...{inside}.querySelectorAll('button, a.button, summary')]"
        f".filter((one) => one.checkVisibility()), {json.dumps(text)})"
    )


def slot(option: str) -> str:
    """The field of an option of the command being filled in, as JavaScript."""
    return f"document.querySelector('.slot[data-option={json.dumps(option)}] input')"


async def tool(page: Page, label: str, *, behind_a_form: bool = False) -> None:
    """Press a button of the drawer with the clock and the faults.

    Behind a form nobody can reach it with the mouse: then a script presses it.
    """
    await page.tab.run(f"{TOOLS}.open = true")
    if behind_a_form:
        await page.tab.run(f"{button(label, TOOLS)}.click()")
    else:
        await page.tab.click(button(label, TOOLS))


class Page:
    """The playground's page in a tab."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab

    async def open(self, url: str, width: int = 1180, height: int = 800) -> None:
        await self.tab.open(url, width, height)
        await self.tab.until("document.querySelector('#bot.online, #bot.offline')")
        await self.tab.until(FRESH)

    async def type(self, text: str) -> None:
        """Type into the message box."""
        await self.tab.run(f"{LINE}.hidden || {LINE}.focus()")
        await self.tab.type(text)

    async def say(self, line: str) -> None:
        """Type or paste a whole line and send it."""
        await self.type(line)
        await self.tab.key("Enter")
        await self.tab.until(f"{LINE}.value === ''")

    async def sees(self, text: str, seconds: float = 60) -> None:
        await self.tab.until(message(text), seconds)

    async def press(self, label: str, text: str = "") -> None:
        """Press a button of the newest message with this text."""
        await self.sees(text)
        await self.tab.click(button(label, message(text)))

    async def fill(self, **fields: str) -> None:
        """Write into the text fields of the form that is open, by what stands over them."""
        await self.tab.until(DIALOG)
        for label, text in fields.items():
            named = f"[...{DIALOG}.querySelectorAll('label')]"
            field = (
                f"{named}.find((one) => one.textContent.startsWith({json.dumps(label)})).control"
            )
            await self.tab.run(f"{field}.focus(), {field}.select()")
            await self.tab.type(text)

    async def submit(self) -> None:
        """Send in the form that is open."""
        await self.tab.click(button("Submit", DIALOG))
        await self.tab.until(f"!{DIALOG}")

    async def has(self, node: str) -> bool:
        """Return whether a JavaScript expression gives anything."""
        return bool(await self.tab.run(f"Boolean({node})"))

    async def value(self, script: str) -> object:
        return await self.tab.run(script)

    async def become(self, name: str) -> None:
        """Switch to another user."""
        me = "document.getElementById('me')"
        chosen = f"[...{me}.options].find((one) => one.text.startsWith({name!r}))"
        await self.tab.until(chosen)
        await self.tab.run(STALE)
        await self.tab.run(f"{me}.value = {chosen}.value, {me}.dispatchEvent(new Event('change'))")
        address = f"new URLSearchParams(location.hash.slice(1)).get('user') === {name.lower()!r}"
        await self.tab.until(address)
        await self.tab.until(FRESH)

    async def go(self, channel: str) -> None:
        """Open a channel by its name."""
        await self.tab.run(STALE)
        place = "[...document.querySelectorAll('.place')]"
        await self.tab.click(
            f"{place}.find((one) => one.querySelector('.name').textContent === {channel!r})"
        )
        await self.tab.until(f"document.getElementById('where').textContent.endsWith({channel!r})")
        await self.tab.until(FRESH)
