"""Names written from right to left: their neighbours stay in place."""

from __future__ import annotations

import json

import pytest

from tests.playground.page import message

pytestmark = pytest.mark.slow

NAMES = ("שלום עולם", "مرحبا")


def places(node: str, *texts: str) -> str:
    """Where each text begins, in pixels from the left: JavaScript."""
    return f"""((node, texts) => {{
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const parts = [];
      while (walker.nextNode()) parts.push(walker.currentNode);
      return texts.map((text) => {{
        const part = parts.find((one) => one.data.includes(text));
        const range = new Range();
        range.setStart(part, part.data.indexOf(text));
        range.setEnd(part, part.data.indexOf(text) + text.length);
        return range.getBoundingClientRect().left;
      }});
    }})({node}, {json.dumps(texts)})"""


async def joined(page, harness, name: str):
    """Create a person with a name; wait until the page knows them."""
    person = harness.create_person(name)
    await page.tab.until(f"document.getElementById('me').textContent.includes({json.dumps(name)})")
    return person


async def in_order(page, node: str, *texts: str) -> bool:
    found = await page.value(places(node, *texts))
    return found == sorted(found)


@pytest.mark.parametrize("name", NAMES)
async def test_a_board_reads_in_order(page, bot, harness, name):
    person = await joined(page, harness, name)
    room = bot.get_channel(harness.channel("general").id)
    await room.send(f"🥉 <@{person.id}> · 4 words · 100\n🥈 <@{person.id}> 5")
    await page.sees("4 words")
    board = message("4 words")
    assert await in_order(page, board + ".querySelector('.text')", "🥉", name, "4 words", "100")
    first, second = (f"{board}.querySelectorAll('.mention')[{n}]" for n in (0, 1))
    assert await in_order(page, first, "@", name)
    after = f"[{second}.getBoundingClientRect().right, {places(board, ' 5')}[0]]"
    right, five = await page.value(after)
    assert right <= five + 1


@pytest.mark.parametrize("name", NAMES)
async def test_what_says_a_name_reads_in_order(page, bot, harness, name):
    person = await joined(page, harness, name)
    await (await person.run("/think text:by them")).reply()
    await page.sees("by them")
    assert await in_order(page, message("by them") + ".querySelector('.above')", name, "used")
    room = bot.get_channel(harness.channel("general").id)
    await person.write("3 first")
    await page.sees("3 first")
    newest = [one async for one in room.history(limit=1)]
    await newest[0].reply("the answer")
    await page.sees("the answer")
    line = message("the answer") + ".querySelector('.reply')"
    assert await in_order(page, line, name, "3 first")
