"""Writes docs/new-player.md: the taps and seconds from the page's address to a shared result.

    python -m tools.new_player

Somebody new opens the playground's page on a phone, taps *Play today's puzzle*, finds a best answer
word by word and shares it; once for each game. With a folder as its argument it also saves a
picture of every step there.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from bot.local import ABOUT, EXAMPLES
from solvers.daily import DAILY_GAMES
from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.playing_dailies import opened
from tests.paths import ROOT
from tests.playground.browser import browser
from tests.playground.page import DIALOG, Page, button, message

DOCS = ROOT / "docs"
SETTLED = "!document.querySelector('.thinking, .note.pending, [aria-busy=true]')"
MINE = message("Only you can see this")
PHONE = 390, 760
HEAD = """\
# A new player's first minutes

These times run from opening the page to a shared result, on a screen 390 px wide. The player taps \
*Play today's puzzle* in the empty channel, sends a best answer word by word, and shares it. The \
seconds count the page and the bot, without thinking and typing. A whole answer can also be \
sent at once, which takes 4 taps in a ladder, an anigram or a resize.

Made by `python -m tools.new_player`.

| game | words | taps | seconds |
|---|---:|---:|---:|
"""


class Phone:
    """The page on a phone: counts taps, and saves a picture after each if asked to."""

    def __init__(self, page: Page, game: str, folder: Path | None) -> None:
        self.tab, self.page = page.tab, page
        self.taps = 0
        self._game, self._folder = game, folder

    async def look(self) -> None:
        if self._folder is not None:
            path = self._folder / f"{self._game}-{self.taps:02}.png"
            await self.tab.picture(path)

    async def tap(self, node: str) -> None:
        await self.tab.until(f"{SETTLED} && {node}")
        await self.look()
        self.taps += 1
        await self.tab.click(node)


async def play(app: BotOnPlayground, phone: Phone, game: str) -> tuple[int, float]:
    """Play the game from the page's address on; return its words, and the seconds it took."""
    edition, tab = await opened(app, game), phone.tab
    began = time.monotonic()
    await phone.page.open(app.server.page_url, *PHONE)
    await phone.tap(button("Play today's puzzle"))
    await tab.until(f"{MINE}?.textContent.includes({f'#{edition.number}'!r})")
    words = edition.puzzle.solution
    if game == "snake":
        for word in (*words, "Submit"):
            await phone.tap(button(word, MINE))
    else:
        words = words if game == "anigram" else words[1:-1]
        for word in words:
            await phone.tap(button("Next word", MINE))
            await tab.until(DIALOG)
            await phone.page.fill(**{"Next word": word})
            await phone.tap(button("Submit", DIALOG))
            await tab.until(f"!{DIALOG} && {SETTLED}")
    await phone.tap(button("Share", MINE))
    everybody = "document.querySelector('.message:not(.ephemeral)')"
    await tab.until(f"{everybody}?.textContent.includes('{edition.number}') && {SETTLED}")
    took = time.monotonic() - began
    await phone.look()
    return len(words), took


async def main() -> None:
    folder = Path(sys.argv[1]) if sys.argv[1:] else None
    lines = []
    for game in DAILY_GAMES:  # each in a channel where nobody has said anything

        def greet(server) -> None:
            server.world.examples.update(EXAMPLES)
            server.world.bot.about = ABOUT

        with tempfile.TemporaryDirectory() as store:
            async with BotOnPlayground(Path(store), prepare=greet) as app, browser() as tab:
                phone = Phone(Page(tab), game, folder)
                words, seconds = await play(app, phone, game)
                lines.append(f"| {game} | {words} | {phone.taps} | {seconds:.1f} |\n")
                print(lines[-1], end="")
    (DOCS / "new-player.md").write_text(HEAD + "".join(lines), "utf-8")


if __name__ == "__main__":
    asyncio.run(main())
