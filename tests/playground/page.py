"""Using the page in tests: reading it and acting on it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.playground.browser import Tab

LINE = "document.getElementById('line')"
FOCUSED = "document.activeElement"
PICKED = "document.querySelector('.pick[aria-selected=true] b')?.textContent"
TOOLS = "document.getElementById('tools')"
DIALOG = "document.querySelector('dialog[open]')"

STALE = "void [...document.querySelectorAll('#log > li')].forEach((one) => (one.stale = true))"
FRESH = "document.querySelector('#log > li') && !document.querySelector('#log > li').stale"

# Finds controls that are smaller than 44 pixels across or down. Links within a sentence are left
# out, as in WCAG 2.5.5. A checkbox's label counts as part of it.
SMALL = """(async () => {
  const NEED = 44;
  const moving = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.all(moving.map((one) => one.finished));
  const parts = "a[href], button, input, select, textarea, summary, [role=option], [role=button]";
  const ticked = "label:has(:is([type=checkbox], [type=radio]))";
  const above = [".skip:focus", ":popover-open", "dialog[open]"];
  const within = above.map((one) => document.querySelector(one)).find(Boolean);
  const found = [...document.querySelectorAll(parts)].map((one) => one.closest(ticked) ?? one);
  const small = [];
  for (const node of new Set(found)) {
    const shown = node.checkVisibility({ visibilityProperty: true });
    if (!shown || (within && !within.contains(node))) continue;
    if (node.matches("[inert] *, .text a, .skip:not(:focus)")) continue;
    const hit = (across, down) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      const at = [x + width / 2 + across, y + height / 2 + down];
      return node.contains(document.elementFromPoint(...at));
    };
    for (let tries = 0; tries < 9 && !hit(0, 0); tries++) { // it may move while it is laid out
      node.scrollIntoView({ block: "center", inline: "center" });
      await new Promise(requestAnimationFrame);
    }
    node.scrollIntoView({ block: "center", inline: "center" });
    const reach = (right, down) => {
      let far = 0;
      while (far < NEED && hit((far + 1) * right, (far + 1) * down)) far++;
      return far;
    };
    const size = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
    const poor = node.isConnected && Math.min(...size) < NEED;
    if (poor) small.push(`${size.join(" x ")}: ${node.outerHTML}`);
  }
  document.querySelector("#newest:not([hidden])")?.click(); // back to the end
  return small;
})()"""


def message(text: str) -> str:
    """Return JavaScript for the newest message with a text."""
    return (
        "[...document.querySelectorAll('.message')].reverse()"
        f".find((one) => one.textContent.includes({json.dumps(text)}))"
    )


def button(text: str, inside: str = "document") -> str:
    """Return JavaScript for the visible button with a label, or one whose label contains it."""
    return (
        "((all, text) => all.find((one) => one.textContent.trim() === text)"
        " ?? all.find((one) => one.textContent.includes(text)))"
        f"([...{inside}.querySelectorAll('button, a.button, summary')]"
        f".filter((one) => one.checkVisibility()), {json.dumps(text)})"
    )


def slot(option: str) -> str:
    """Return JavaScript for an option's field of the command being filled in."""
    return f"document.querySelector('.slot[data-option={json.dumps(option)}] input')"


async def tool(page: Page, label: str, *, behind_a_form: bool = False) -> None:
    """Press a button of the drawer with the clock and the faults.

    Behind a form the mouse cannot reach it: then a script presses it.
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

    async def pick(self, command: str) -> None:
        """Type a command, and turn it into fields."""
        await self.type(command)
        await self.tab.until(f"document.querySelector('.pick b')?.textContent === {command!r}")
        await self.tab.key("Tab")

    async def option(self, name: str) -> None:
        """Add an option to the fields of the command that is being filled in."""
        await self.tab.run("document.querySelector('#fields .more').focus()")
        await self.tab.type(name)
        await self.tab.key("Tab")

    async def say(self, line: str, sees: str | None = None) -> None:
        """Type or paste a whole line and send it; wait for what is then to be seen."""
        await self.type(line)
        await self.tab.key("Enter")
        await self.tab.until(f"{LINE}.value === ''")
        if sees is not None:
            await self.sees(sees)

    async def sees(self, text: str) -> None:
        await self.tab.until(message(text))

    async def reads(self, person: Any, number: int) -> None:
        """Have somebody write many messages, and wait for the last."""
        for n in range(number):
            await person.write(f"message {n}.")
        await self.sees(f"message {number - 1}.")

    async def press(self, label: str, text: str = "", sees: str | None = None) -> None:
        """Press a button of the newest message with this text; wait for what is to be seen."""
        await self.sees(text)
        await self.tab.click(button(label, message(text)))
        if sees is not None:
            await self.sees(sees)

    async def fill(self, **fields: str) -> None:
        """Write into the text fields of the open form, by their labels."""
        await self.tab.until(DIALOG)
        for label, text in fields.items():
            named = f"(one) => one.textContent.startsWith({json.dumps(label)})"
            field = f"[...{DIALOG}.querySelectorAll('label')].find({named}).control"
            await self.tab.run(f"{field}.focus(), {field}.select()")
            await self.tab.type(text)

    async def submit(self) -> None:
        """Send in the form that is open."""
        await self.tab.click(button("Submit", DIALOG))
        await self.tab.until(f"!{DIALOG}")

    async def has(self, node: str) -> bool:
        """Return whether a JavaScript expression finds anything."""
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
        named = f"(one) => one.querySelector('.name').textContent === {channel!r}"
        await self.tab.click(f"{place}.find({named})")
        await self.tab.until(f"document.getElementById('where').textContent.endsWith({channel!r})")
        await self.tab.until(FRESH)


SETTLED = "!document.querySelector('.thinking, .note.pending, .note.failed, [aria-busy=true]')"
