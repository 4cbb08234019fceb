"""The clock, and a bot that goes and comes back, on the page."""

import pytest

from tests.playground.page import TOOLS, button, tool
from tests.playground.sample import Bot, start, stop

NOTICE = "document.getElementById('notice')"
LOG = "document.getElementById('log').textContent"


async def test_the_clock_moves_forward_only(page, harness):
    before = harness.world.clock.offset
    await tool(page, "+ 1 hour")
    await page.tab.until(f"{LOG}.includes('The clock moved 1 hour forward.')")
    assert harness.world.clock.offset == before + 3600
    until = f"{TOOLS}.querySelector('input[type=datetime-local]')"
    await page.tab.run(f"{until}.value = '2099-01-01T12:00'")
    await tool(page, "Move")
    await page.tab.until(f"{TOOLS}.textContent.includes('2099')")
    await page.tab.run(f"{until}.value = '2001-01-01T12:00'")
    await tool(page, "Move")
    await page.tab.until("document.getElementById('error').textContent.includes('only moves for')")


@pytest.mark.slow
async def test_a_bot_that_goes_and_comes_back(page, harness):
    harness.drop_gateway(closed_for=60)
    await page.tab.until("document.querySelector('#bot.offline')")
    await page.tab.until(f"!{NOTICE}.hidden && {NOTICE}.textContent.includes('not connected')")
    harness.world.faults.clear()
    await page.tab.until("document.querySelector('#bot.online')")
    await page.tab.until(f"{LOG}.includes('The bot is back.')")


async def test_the_bot_is_restarted_where_somebody_can(page, bot, discord_server, harness):
    assert await page.value(f"{TOOLS}.open = true, {button('Restart', TOOLS)}") is None
    asked = []
    discord_server.on_restart = lambda: asked.append(True)
    harness.world.changed("faults")
    await tool(page, "Restart the bot")
    await page.tab.until(f"{LOG}.includes('Restarting the bot.')")
    assert asked == [True]


@pytest.mark.slow
async def test_buttons_work_after_a_restart(page, bot, discord_server, harness):
    await page.say("/think before", sees="before")
    await bot.close()
    await page.tab.until("document.querySelector('#bot.offline')")
    await page.press("Again", "before")
    again = Bot()
    running = await start(discord_server, again)
    await page.tab.until("document.querySelector('#bot.online')")
    await page.tab.until("document.querySelector('.note.failed')?.textContent.includes('failed')")
    await page.press("Again", "before", sees="pressed")
    # The event that the press was answered follows the message's event.
    await page.tab.until("!document.querySelector('[aria-busy=true]')")
    await stop(again, running)
