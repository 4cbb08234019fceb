"""A daily result shared by somebody with a name of eight letters takes seven lines on a phone."""

from dataclasses import replace

import pytest

from bot.dailies import Edition, Shared, Streak
from bot.ui.daily.rules_view import present_shared
from solvers.daily import DAILY_GAMES
from tests.bot.examples.dailies import PLAY
from tests.bot.organising import until
from tests.bot.playing_dailies import opened
from tests.playground.browser import new_tab
from tests.playground.page import Page, message

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

ROWS = 6
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


def story(puzzle):
    """Return words with as many rows as possible, and the tries of a snake."""
    if puzzle.game == "snake":
        return puzzle.solution, tuple(range(puzzle.par + 1 - ROWS, puzzle.par + 1))
    if puzzle.game == "anigram":
        assert len(puzzle.solution) == ROWS
        return puzzle.solution, ()
    return (puzzle.solution[1],) * (ROWS - 1) + puzzle.given[1:], ()


@pytest.mark.parametrize("perfect", [True, False])
@pytest.mark.parametrize("game", DAILY_GAMES)
async def test_what_is_shared_has_at_most_seven_lines_on_a_phone(app, devtools, game, perfect):
    person = app.harness.create_person(f"alexan{game[0]}{perfect:d}")
    puzzle = (await opened(app, game)).puzzle
    words, tries = story(puzzle)
    play = replace(PLAY, points=100, best_result=puzzle.par, at_par=perfect, best_ms=599_000)
    if perfect:
        play = replace(play, best=(words, (), 20))
    else:  # many misses before the last and longest word, and a hint for its letter
        hint = ("letter", len(words) - 1, 9, words[-2], "x")
        play = replace(play, best=(words, (*(0,) * (len(words) - 1), 5), 20), hints=(hint,))
    shared = Shared(Edition(5279, puzzle), play, Streak(99, 99, 2, done=True), tries)
    name = f"shared-{game}-{perfect:d}"
    room = app.harness.world.create_channel(app.harness.guild("Word House"), name)
    await until(lambda: app.client.get_channel(room.id))
    await app.client.get_channel(room.id).send(view=present_shared(person.id, shared).view)
    async with new_tab(devtools) as tab:
        page = Page(tab)
        await page.open(app.server.page_url)
        await page.go(room.name)
        await page.tab.resize(390, 844)
        await page.tab.run("document.fonts.ready.then(() => true)")
        text = f"{message('#5279')}.querySelector('.text')"
        assert await page.value(LINES % text) == 1 + ROWS
