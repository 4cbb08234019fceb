"""Other people, the clock, and what goes wrong on purpose, on the page."""

from __future__ import annotations

import playground
from playground import Harness
from tests.playground.browser import new_tab
from tests.playground.page import Page, button, message
from tests.playground.sample import Bot, start, stop

TOOLS = "document.getElementById('tools')"
NOTICE = "document.getElementById('notice')"
LOG = "document.getElementById('log').textContent"


async def tool(page, label):
    await page.tab.run(f"{TOOLS}.open = true")
    await page.tab.click(button(label, TOOLS))


async def test_another_user_sees_another_page(page, harness):
    await (await harness.person("olive").run("/think text:secret private:true")).reply()
    await page.sees("secret")
    await page.become("Pia")
    await page.tab.until("document.querySelector('#log .empty')")
    await (await harness.person("quinn").run("/ping", "daily")).reply()
    await page.tab.until("document.querySelector('.place.unread .name')?.textContent === 'daily'")
    harness.create_person("zoe")  # the list is drawn anew
    await page.tab.until("document.getElementById('me').textContent.includes('zoe')")
    assert await page.value("document.querySelectorAll('.place.unread').length") == 1
    await page.go("daily")
    await page.sees("pong")
    assert await page.value("document.querySelectorAll('.place.unread').length") == 0
    await page.become("Solo")
    names = "[...document.querySelectorAll('#places h3')].map((one) => one.textContent)"
    await page.tab.until(f"{names}.join() === 'Direct messages'")
    await page.say("/ping")
    await page.sees("pong")


async def test_two_windows_are_two_people(page, devtools, harness):
    await page.become("Pia")
    await page.go("contests")
    address = await page.value("location.href")
    async with new_tab(devtools) as tab:
        other = Page(tab)
        await other.open(address)
        await tab.until("document.getElementById('where').textContent === '# contests'")
        await other.become("Quinn")
        await other.say("hello from Quinn")
        await page.sees("hello from Quinn")
        await page.tab.reload()
        await page.sees("hello from Quinn")
        assert "user=pia" in await page.value("location.href")
        assert "user=quinn" in await other.value("location.href")


async def test_a_new_person_joins(page):
    await page.tab.run(f"{TOOLS}.open = true")
    await page.tab.run(f"{TOOLS}.querySelector('[aria-label=\"Name of a new person\"]').focus()")
    await page.tab.type("Zoe")
    await page.tab.key("Enter")
    await page.tab.until(f"{LOG}.includes('Zoe joined every server.')")
    await page.become("Zoe")
    await page.say("/ping")
    await page.sees("pong")


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
    await page.tab.until(
        "document.getElementById('trouble').textContent.includes('only moves for')"
    )


async def test_a_bot_that_goes_and_comes_back(page, harness):
    harness.drop_gateway(closed_for=60)
    await page.tab.until("document.querySelector('#bot.offline')")
    await page.tab.until(f"!{NOTICE}.hidden && {NOTICE}.textContent.includes('not connected')")
    harness.world.faults.clear()
    await page.tab.until("document.querySelector('#bot.online')")
    await page.tab.until(f"{LOG}.includes('The bot is back.')")


async def test_faults_are_in_force_until_ended(page, harness):
    await tool(page, "Slow network")
    await page.tab.until(f"{TOOLS}.textContent.includes('In force: every request 2 s late')")
    assert harness.world.faults.active[0].delay == 2
    await tool(page, "End all faults")
    await page.tab.until(f"{TOOLS}.textContent.includes('None in force')")
    await tool(page, "Drop the gateway")
    await page.tab.until(f"{LOG}.includes('The bot is back.')")
    await page.say("/ping")
    await page.sees("pong")


async def test_the_bot_is_restarted_where_somebody_can(page, bot, discord_server, harness):
    assert await page.value(f"{TOOLS}.open = true, {button('Restart', TOOLS)}") is None
    asked = []
    discord_server.on_restart = lambda: asked.append(True)
    harness.world.changed("faults")
    await tool(page, "Restart the bot")
    await page.tab.until(f"{LOG}.includes('Restarting the bot.')")
    assert asked == [True]


async def test_buttons_work_after_a_restart(page, bot, discord_server, harness):
    await page.say("/think before")
    await page.sees("before")
    await bot.close()
    await page.tab.until("document.querySelector('#bot.offline')")
    await page.press("Again", "before")
    again = Bot()
    running = await start(discord_server, again)
    await page.tab.until("document.querySelector('#bot.online')")
    await page.tab.until("document.querySelector('.note.failed')?.textContent.includes('failed')")
    await page.press("Again", "before")
    await page.sees("pressed")
    assert not await page.has("document.querySelector('[aria-busy=true]')")
    await stop(again, running)


async def test_a_playground_that_restarts(devtools):
    server = await playground.serve()
    port = int(server.page_url.rstrip("/").rpartition(":")[2])
    async with new_tab(devtools) as tab:
        page = Page(tab)
        await page.open(server.page_url + "#user=quinn")
        await server.close()
        await tab.until(f"{NOTICE}.textContent.includes('does not answer')")
        await page.type("/lost")
        await tab.key("Enter")
        await tab.until("document.getElementById('trouble').textContent.includes('not answer')")
        server = await playground.serve(port=port)
        await Harness(server).person("olive").write("a new life")
        await tab.until(message("a new life"))
        assert await tab.run("document.getElementById('me').selectedOptions[0].text") == (
            "Quinn – player"
        )
        await server.close()
