"""Each fault's button, pressed on the page, and what users then see."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import pytest

from tests.patience import PATIENCE
from tests.playground.page import DIALOG, LINE, Page, button, message, tool
from tests.playground.sample import Bot, start, stop

if TYPE_CHECKING:
    from collections.abc import Iterator
from tests.playground.scripted import text

pytestmark = pytest.mark.slow

NOTICE = "document.getElementById('notice').textContent"
FORCE = "document.getElementById('faults').textContent"
NOTES = "[...document.querySelectorAll('.note')].map((one) => one.textContent).join('|')"
FAILED = "document.querySelector('.note.failed')?.textContent"
NO_ANSWER = "The application did not respond"
THINKING = "document.querySelector('.thinking')"


@contextlib.contextmanager
def impatient() -> Iterator[None]:
    """Shorten the three seconds for a command that must fail."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("playground.interactions.ACKNOWLEDGE", 0.2)
        yield


async def fails_next(page: Page, **about: bool) -> None:
    await tool(page, "Next answer fails", **about)
    await page.tab.until(f"{FORCE} === 'In force: the next answer to be refused (400)'")


async def pings(page: Page) -> None:
    """Check that all is well again."""
    before = await page.value("document.querySelectorAll('.message').length")
    await page.say("/ping")
    await page.tab.until(f"document.querySelectorAll('.message').length > {before}")


async def pings_in_vain(page: Page) -> None:
    with impatient():
        await page.say("/ping")
        await page.tab.until(f"{FAILED}?.includes('/ping – {NO_ANSWER}')")


async def test_dropped_it_comes_back_by_itself(page, harness):
    resumed = harness.world.hub.resumed
    await tool(page, "Drop the gateway")
    await page.tab.until(f"{NOTES}.includes('The bot has gone.')")
    await page.tab.until(f"{NOTES}.includes('The bot is back.')")
    await page.tab.until(f"!{NOTICE}")
    notes = "Drop the gateway.|The bot has gone.|The bot is back."
    assert await page.value(NOTES) == notes
    assert harness.world.hub.resumed == resumed + 1
    await pings(page)


async def test_away_it_answers_nobody(page, harness):
    await tool(page, "Away for 10 s")
    await page.tab.until("document.querySelector('#bot.offline')?.textContent === 'Bot is away'")
    await page.tab.until(f"{NOTICE}.includes('stays without an answer')")
    await pings_in_vain(page)
    await tool(page, "End all faults")
    await page.tab.until("document.querySelector('#bot.online')")
    await page.tab.until(f"!{NOTICE}")
    await pings(page)


async def test_asked_to_reconnect_it_misses_nothing(page, harness):
    resumed = harness.world.hub.resumed
    await tool(page, "Ask it to reconnect")
    await harness.world.hub.signal.until(lambda: harness.world.hub.resumed > resumed, PATIENCE)
    await page.tab.until("document.querySelector('#bot.online')")
    await pings(page)


async def test_without_its_session_it_begins_again(page, harness):
    begun = harness.world.hub.identified
    await tool(page, "End its session")
    await harness.world.hub.signal.until(lambda: harness.world.hub.identified > begun, PATIENCE)
    await page.tab.until("document.querySelector('#bot.online')")
    await pings(page)


async def test_the_next_answer_fails_whichever_it_is(page, harness):
    tab = page.tab
    await page.say("/think here", sees="here")
    await fails_next(page)
    with impatient():
        await page.say("/ping")  # its first answer
        await tab.until(f"{FAILED} === '/ping – {NO_ANSWER}Dismiss'")
    await tab.until(f"{FORCE} === 'None in force'")
    await tab.click(button("Dismiss", "document.querySelector('.note.failed')"))
    await fails_next(page)
    with impatient():
        await page.press("Again", "here")
        await tab.until(f"{FAILED} === 'This interaction failedDismiss'")
    await page.press("Again", "here", sees="pressed")
    await pings(page)


async def test_a_later_answer_fails_and_it_goes_on_thinking(scripted, harness):
    page, raw = scripted.page, scripted.raw
    interaction = await scripted.asked()
    await raw.respond(interaction, 5)
    await page.tab.until(THINKING)
    await fails_next(page)
    path = raw.answer_path(interaction)
    assert (await raw.call("PATCH", path, {"content": "lost"}))[0] == 400
    await page.tab.until(f"{FORCE} === 'None in force'")
    assert await page.has(THINKING)
    await fails_next(page)
    await page.type("/it text:wo")  # completing a word is no answer
    completion = await raw.event("INTERACTION_CREATE")
    assert (await raw.respond(completion, 8, {"choices": []}))[0] in {200, 204}
    assert [one.answers for one in harness.world.faults.active] == [True]
    follow_up = path.removesuffix("/messages/@original")
    assert (await raw.call("POST", follow_up, {"content": "lost too"}))[0] == 400
    assert (await raw.call("PATCH", path, {"content": "found"}))[0] == 200
    await page.sees("found")
    assert not await page.has(message("lost"))


async def test_a_form_whose_answer_fails_stays_open(scripted, harness):
    page, tab, raw = scripted.page, scripted.page.tab, scripted.raw
    name = {"type": 4, "style": 1, "custom_id": "name"}
    parts = [text("Tell"), {"type": 18, "label": "Name", "component": name}]
    form = {"custom_id": "form", "title": "A form", "components": parts}
    await raw.respond(await scripted.asked(), 9, form)
    await page.fill(Name="Ada")
    await fails_next(page, behind_a_form=True)
    error = f"{DIALOG}.querySelector('.error').textContent"
    with impatient():
        await tab.key("Enter")
        submitted = await raw.event("INTERACTION_CREATE")
        assert (await raw.respond(submitted, 4, {"content": "thanks"}))[0] == 400
        await tab.until(f"{error} === 'Something went wrong. Try again.'")
    await tab.key("Enter")
    again = await raw.event("INTERACTION_CREATE")
    assert again["data"]["components"][1]["component"]["value"] == "Ada"
    await raw.respond(again, 4, {"content": "thanks"})
    await tab.until(f"!{DIALOG}")
    await page.sees("thanks")


@pytest.mark.slow
async def test_a_bot_that_has_to_wait_thinks_for_longer(page, harness):
    await tool(page, "Rate limit (3 s)")
    await page.tab.until(f"{FORCE} === 'In force: the next answer told to wait 3 s'")
    await page.say("/think at last")
    await page.tab.until(f"{FORCE} === 'None in force'")
    assert await page.has(THINKING)
    await page.sees("at last")


@pytest.mark.slow
async def test_over_a_slow_network_it_is_still_sending(page, harness):
    await tool(page, "Slow network (2 s)")
    await page.tab.until(f"{FORCE} === 'In force: every request 2 s late'")
    await page.say("/ping")
    pending = "document.querySelector('.note.pending')?.textContent"
    await page.tab.until(f"{pending}.includes('sending…')")
    await page.sees("pong")
    assert not await page.has("document.querySelector('.note.pending, .note.failed')")
    await tool(page, "End all faults")
    await page.tab.until(f"{FORCE} === 'None in force'")
    await pings(page)


async def test_too_slow_it_has_not_responded(page, harness):
    await tool(page, "Too slow (4 s)")
    await page.tab.until(f"{FORCE} === 'In force: every request 4 s late'")
    await pings_in_vain(page)
    assert not await page.has(message("pong"))


async def test_restarted_it_goes_and_comes_back(page, bot, discord_server, harness):
    """The button calls the program that runs the bot; this stops it and starts another."""
    again = Bot()
    running = []

    async def restart():
        await bot.close()
        running.append(await start(discord_server, again))

    tasks = []
    discord_server.on_restart = lambda: tasks.append(asyncio.create_task(restart()))
    harness.world.changed("faults")
    await page.say("/think before", sees="before")
    await tool(page, "Restart the bot")
    await page.tab.until(f"{NOTES}.includes('Restarting the bot.')")
    await page.tab.until(f"{NOTES}.includes('The bot has gone.')")
    await page.tab.until(f"{NOTES}.includes('The bot is back.')")
    await page.press("Again", "before", sees="pressed")
    assert await page.has(LINE)
    await stop(again, running[0])


async def test_banned_it_answers_nobody_until_the_ban_is_over(page, harness):
    await tool(page, "Ban it for 10 s")
    await pings_in_vain(page)
    await tool(page, "End all faults")
    await pings(page)


async def test_a_moderator_archives_a_thread_and_writing_opens_it(page, harness):
    world, olive = harness.world, harness.person("olive")
    thread = world.create_thread(harness.channel("general"), "Talk", olive.user)
    place = f"document.querySelector('[data-id=\"{thread.id}\"]')"
    await page.tab.until(place)
    await page.tab.click(place)
    await tool(page, "Archive the thread")
    await page.tab.until(f"{place}.textContent.includes('archived')")
    await page.type("/ping")
    await page.tab.key("Escape", "Enter")
    await page.tab.until("document.body.textContent.includes('write in it to open it again')")
    await olive.write("hello", thread)
    await page.tab.until(f"!{place}.textContent.includes('archived')")
