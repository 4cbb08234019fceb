"""What somebody shares of a daily puzzle fits a phone: seven lines, with a name of nine letters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.dailies import Edition, Shared, Streak
from bot.ui.daily.rules_view import present_shared
from solvers.daily import DAILY_GAMES
from tests.bot.dailies.test_standing import PLAY
from tests.bot.organising import until
from tests.bot.playing_dailies import opened
from tests.playground.browser import new_tab
from tests.playground.page import Page, message

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

MOST = 7
LINES = """
((node) => {
  const words = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), places = [];
  while (words.nextNode()) {
    const text = document.createRange();
    text.selectNode(words.currentNode);
    places.push(...text.getClientRects());
  }
  let lines = 0, end = -1;
  for (const one of places.sort((a, b) => a.top - b.top)) {
    if ((one.top + one.bottom) / 2 > end) lines++, end = one.bottom;
  }
  return lines;
})(%s)
"""


@pytest.mark.parametrize("game", DAILY_GAMES)
async def test_what_is_shared_has_at_most_seven_lines_on_a_phone(app, devtools, game):
    person = app.harness.create_person(f"alexandr{game[0]}")
    puzzle = (await opened(app, game)).puzzle
    words = puzzle.solution if game in {"snake", "anigram"} else puzzle.solution[1:]
    play = replace(
        PLAY,
        points=100,
        at_par=True,
        best_result=puzzle.par,
        best=(words, (), 20),
        best_ms=599_000,
    )
    tries = tuple(range(puzzle.par - 3, puzzle.par + 1)) if game == "snake" else ()
    shared = Shared(Edition(5279, puzzle), play, Streak(99, 99, 2, done=True), tries)
    page_of_it = present_shared(person.id, shared)
    room = app.harness.world.create_channel(app.harness.guild("Word House"), f"shared-{game}")
    await until(lambda: app.client.get_channel(room.id))
    await app.client.get_channel(room.id).send(view=page_of_it.view)
    async with new_tab(devtools) as tab:
        page = Page(tab)
        await page.open(app.server.page_url)
        await page.go(room.name)
        await page.tab.resize(390, 844)
        await page.tab.run("document.fonts.ready.then(() => true)")
        text = f"{message('#5279')}.querySelector('.text')"
        assert await page.value(LINES % text) <= MOST
