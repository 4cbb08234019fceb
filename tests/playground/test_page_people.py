"""Several people on the page: switching between them, and people who are gone."""

from __future__ import annotations

import discord
import pytest

import playground
from playground import Harness
from tests.playground.browser import new_tab
from tests.playground.page import FOCUSED, LINE, TOOLS, Page, button, message
from tests.playground.sample import Form

pytestmark = pytest.mark.slow

NOTICE = "document.getElementById('notice')"
LOG = "document.getElementById('log').textContent"
ME = "document.getElementById('me')"
WATCHED = """(() => {
  window.streams = [];
  window.EventSource = class extends EventSource {
    constructor(...about) {
      super(...about);
      window.streams.push(this);
    }
  };
})()"""
OPEN = """window.streams.filter((one) => one.readyState !== EventSource.CLOSED)
  .map((one) => new URL(one.url).searchParams.get("user"))"""
HELD = """(() => {
  const { fetch } = window;
  const held = [];
  window.held = held;
  window.release = () => {
    window.hold = "nothing more";
    held.splice(0).forEach((go) => go());
  };
  window.fetch = async (address, ...about) => {
    if (String(address).includes(window.hold)) await new Promise((go) => held.push(go));
    return fetch(address, ...about);
  };
})()"""


async def test_another_user_sees_another_page(page, harness):
    await (await harness.person("olive").run("/think text:secret private:true")).reply()
    await page.sees("secret")
    await page.become("Pia")
    await page.tab.until("document.querySelector('#log .empty')")
    await (await harness.person("quinn").run("/ping", "daily")).reply()
    await page.tab.until("document.querySelector('.place.unread .name')?.textContent === 'daily'")
    harness.create_person("zoe")  # the list is drawn again
    await page.tab.until("document.getElementById('me').textContent.includes('zoe')")
    assert await page.value("document.querySelectorAll('.place.unread').length") == 1
    await page.go("daily")
    await page.sees("pong")
    assert await page.value("document.querySelectorAll('.place.unread').length") == 0
    await page.become("Solo")
    names = "[...document.querySelectorAll('#places h2')].map((one) => one.textContent)"
    await page.tab.until(f"{names}.join() === 'Direct messages'")
    await page.say("/ping", sees="pong")


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
    await page.say("/ping", sees="pong")


async def choose(page, name):
    """Choose somebody from the list, without waiting."""
    option = f"[...{ME}.options].find((one) => one.text.startsWith({name!r})).value"
    await page.tab.run(f"{ME}.value = {option}, {ME}.dispatchEvent(new Event('change'))")


async def reply_privately(harness, name, text):
    await (await harness.person(name).run(f"/think text:{text} private:true")).reply()


@pytest.mark.parametrize(
    "step",
    [
        "overview",
        pytest.param("events", marks=pytest.mark.slow),
        "messages",
        pytest.param("commands", marks=pytest.mark.slow),
    ],
)
async def test_switching_quickly_shows_nothing_in_between(page, harness, step):
    """Only the last user's event stream is open, however late an answer comes."""
    tab = page.tab
    await tab.run(WATCHED)
    await tab.run(HELD)
    await reply_privately(harness, "pia", "before")
    pia = harness.person("pia").id if step in {"messages", "commands"} else "pia"
    await tab.run(f"window.hold = '{step}?user={pia}'")
    await choose(page, "Pia")
    if step != "events":
        await tab.until("window.held.length")
    for name in ("Quinn", "Ravi", "Pia", "Quinn"):
        await choose(page, name)
    await tab.until("location.hash.includes('user=quinn')")
    await tab.run("window.release()")
    await tab.until("document.querySelector('#log .empty')")
    for name in ("olive", "pia", "ravi"):
        await reply_privately(harness, name, f"for {name} alone")
    await reply_privately(harness, "quinn", "for quinn")
    await page.sees("for quinn")
    assert await page.value(OPEN) == ["quinn"]
    assert "alone" not in await page.value(LOG)
    assert "before" not in await page.value(LOG)
    assert await page.value(f"{ME}.selectedOptions[0].text") == "Quinn – player"
    await page.say("from me", sees="from me")
    assert await page.value(f"{message('from me')}.querySelector('.author').textContent") == "Quinn"


async def test_changing_channels_quickly_shows_the_last(page, harness):
    tab, there = page.tab, harness.channel("contests").id
    await harness.person("pia").write("in the contests", "contests")
    await harness.person("pia").write("in the daily", "daily")
    await tab.run(HELD)
    await tab.run(f"window.hold = 'channel={there}'")
    place = "[...document.querySelectorAll('.place')].find((one) => one.textContent.includes({!r}))"
    await tab.click(place.format("contests"))
    await tab.until("window.held.length")
    await tab.click(place.format("daily"))
    await page.sees("in the daily")
    await tab.run("window.release()")
    await page.say("still here")
    await harness.person("olive").sees("still here", "daily")
    await page.sees("still here")
    assert "in the contests" not in await page.value(LOG)


async def test_the_address_may_be_changed(page, harness):
    there = harness.channel("contests").id
    await page.tab.run(f"void (location.hash = 'user=ravi&channel={there}')")
    await page.tab.until("document.getElementById('where').textContent === '# contests'")
    assert await page.value(f"{ME}.selectedOptions[0].text") == "Ravi – player"


async def test_a_command_sent_as_somebody_else_is_not_shown(page, harness):
    await page.tab.run(HELD)
    await page.tab.run("window.hold = 'playground/run'")
    await page.type("/think text:mine private:true")
    await page.tab.key("Enter")
    await page.tab.until("window.held.length")
    await page.become("Pia")
    await page.tab.run("window.release()")
    await harness.person("olive").sees("mine")
    await page.tab.until(f"{LINE}.value === ''")
    await page.say("/ping", sees="pong")
    assert "mine" not in await page.value(LOG)


async def test_what_is_unread_is_so_for_each_person(page, harness):
    unread = "[...document.querySelectorAll('.place.unread .name')].map((it) => it.textContent)"
    await (await harness.person("olive").run("/think text:mine private:true", "daily")).reply()
    await page.tab.until(f"{unread}.join() === 'daily'")
    await page.become("Pia")
    assert await page.value(unread) == []
    await page.become("Olive")
    assert await page.value(unread) == ["daily"]
    exchange = await harness.person("olive").run("/think text:seen", "contests")
    await page.tab.until(f"{unread}.join() === 'contests,daily'")
    await page.go("contests")
    await page.go("general")
    await harness.person("olive").press(await exchange.reply(), "Again")  # changes what was read
    await harness.person("pia").write("news")
    await page.sees("news")
    assert await page.value(unread) == ["daily"]


async def test_the_result_of_a_form_is_shown_to_nobody_else(page, bot, harness):
    @bot.tree.command(description="Opens a form")
    async def form(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    await bot.tree.sync()
    await page.tab.run(HELD)
    await page.tab.run("window.hold = 'playground/submit'")
    await page.say("/form")
    await page.fill(**{"Your name": "Ada"})
    await page.tab.key("Enter")  # will be refused: a field is empty
    await page.tab.until("window.held.length")
    await page.tab.key("Escape")
    await page.become("Pia")
    await page.tab.run("window.release()")
    await page.say("/ping", sees="pong")
    assert "A form" not in await page.value(LOG)


async def test_an_unknown_name_is_reported(page, discord_server):
    await page.open(f"{discord_server.page_url}?#user=nobody")
    await page.tab.until(f"{NOTICE}.textContent.includes('nobody is not in this playground')")
    assert "You are Olive now." in await page.value(f"{NOTICE}.textContent")
    await page.say("/ping", sees="pong")
    await page.become("Pia")
    await page.tab.until(f"{NOTICE}.hidden")


@pytest.fixture
async def restarted(devtools):
    """Open a playground's page as Quinn; yield it with a function that restarts the playground."""
    servers = [await playground.serve()]
    port = int(servers[0].page_url.rstrip("/").rpartition(":")[2])

    async def again():
        servers.append(await playground.serve(port=port))
        return Harness(servers[-1])

    async with new_tab(devtools) as tab:
        page = Page(tab)
        await page.open(servers[0].page_url + "#user=quinn")
        yield page, servers, again
        await servers[-1].close()


async def test_a_playground_that_restarts(restarted):
    page, servers, again = restarted
    await page.go("contests")
    await servers[0].close()
    await page.tab.until(f"{NOTICE}.textContent.includes('does not answer')")
    await page.type("/lost")
    await page.tab.key("Enter")
    await page.tab.until("document.getElementById('error').textContent.includes('not answer')")
    harness = await again()
    await harness.person("olive").write("a new life", "contests")
    await page.tab.until(message("a new life"))
    assert await page.value(f"{LINE}.value") == "/lost"  # nothing that was typed is lost
    assert await page.value(f"{ME}.selectedOptions[0].text") == "Quinn – player"
    await page.tab.until(f"!{NOTICE}.textContent.includes('does not answer')")


@pytest.mark.slow
async def test_somebody_added_by_hand_is_missed_after_a_restart(restarted):
    page, servers, again = restarted
    tab = page.tab
    await tab.run(f"{TOOLS}.open = true")
    await tab.run(f"{TOOLS}.querySelector('[aria-label=\"Name of a new person\"]').focus()")
    await tab.type("Zoe Z")
    await tab.key("Enter")
    await page.become("Zoe Z")
    await servers[0].close()
    await tab.until(f"{NOTICE}.textContent.includes('does not answer')")
    harness = await again()
    await tab.until(f"{NOTICE}.textContent.includes('Zoe Z is not in this playground')")
    assert await page.value(f"{ME}.selectedOptions[0].text") == "Olive – organiser"
    await harness.person("pia").write("the page lives")
    await page.sees("the page lives")
    await tab.run(f"{button('Add Zoe Z again', NOTICE)}.focus()")
    await tab.key("Enter")
    await tab.until(f"{ME}.selectedOptions[0].text === 'Zoe Z'")
    await page.say("here again", sees="here again")
    assert not await page.value(f"{NOTICE}.textContent.includes('Zoe')")
    assert await page.has(FOCUSED)


AWAY = """(() => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => AWAY });
  document.dispatchEvent(new Event("visibilitychange"));
})()"""
TITLE = "document.title"
ICON = "document.querySelector('link[rel=icon]').href"


async def test_a_mention_shows_in_the_tab_until_it_is_read(page, bot, harness):
    """As on Discord, a tab in the background counts the messages that wait for you."""
    tab = page.tab
    allowed = discord.AllowedMentions(users=True)

    async def mention(channel, name="olive"):
        room = bot.get_channel(harness.channel(channel).id)
        return await room.send(f"<@{harness.person(name).id}>!", allowed_mentions=allowed)

    calm = await page.value(ICON)
    await mention("general")  # seen at once
    await page.sees("@Olive!")
    assert await page.value(TITLE) == "#general · Playground"
    await tab.run(AWAY.replace("AWAY", "true"))
    await mention("general")
    await tab.until(f"{TITLE} === '(1) #general · Playground'")
    assert await page.value(ICON) == calm.replace("icon", "icon-mentioned")
    await mention("contests", "pia")
    first = await mention("contests")
    await mention("contests")
    await tab.until(f"{TITLE} === '(3) #general · Playground'")
    await first.delete()
    await tab.until(f"{TITLE} === '(2) #general · Playground'")
    await tab.run(AWAY.replace("AWAY", "false"))
    await tab.until(f"{TITLE} === '(1) #general · Playground'")
    unread = "[...document.querySelectorAll('.place.unread')].map((one) => one.textContent).join()"
    assert await page.value(unread) == "#contests, unread, mentions: 1"
    await page.become("Pia")
    assert await page.value(TITLE) == "#general · Playground"
    await page.become("Olive")
    assert await page.value(TITLE) == "(1) #general · Playground"
    await page.go("contests")
    assert await page.value(TITLE) == "#contests · Playground"
    assert await page.value(ICON) == calm
