"""The menus of people and messages: the library's view, who finds them, and the page."""

from __future__ import annotations

import discord
import pytest

from playground import Refused
from tests.playground.page import FOCUSED, SMALL, button, message

APPS = "document.querySelector('[role=menu]')"


async def with_menus(bot):
    """Give the sample bot a command for people and one for messages."""

    @bot.tree.context_menu(name="Wave at")
    async def wave(interaction: discord.Interaction, user: discord.User) -> None:
        await interaction.response.send_message(f"waved at {user.name}")

    @bot.tree.context_menu(name="Count words")
    async def count(interaction: discord.Interaction, what: discord.Message) -> None:
        words = len(what.content.split())
        await interaction.response.send_message(f"{words} words by {what.author.name}")

    await bot.tree.sync()


async def test_a_message_and_a_person_are_what_a_command_is_used_on(bot, harness):
    await with_menus(bot)
    olive, pia = harness.person("olive"), harness.person("pia")
    post = await pia.write("one two three")
    reply = await (await olive.use("Count words", post)).reply()
    assert reply.text == "3 words by pia"
    seen = bot.seen[-1]
    assert seen.data["target_id"] == str(post.message.id)
    assert seen.data["type"] == 3
    metadata = reply.message.interaction.metadata
    assert metadata["target_message_id"] == str(post.message.id)
    for place in ("daily", olive.dm):
        reply = await (await olive.use("Wave at", pia, place)).reply()
        assert reply.text == "waved at pia"
        assert reply.message.interaction.metadata["target_user"]["username"] == "pia"
    assert "members" in bot.seen[-2].data["resolved"]
    assert "members" not in bot.seen[-1].data["resolved"]


async def test_nobody_uses_what_is_not_in_their_menu(bot, harness):
    await with_menus(bot)
    olive, pia, noor = (harness.person(name) for name in ("olive", "pia", "noor"))
    post = await pia.write("hello")
    for menu, on in (("Wave at", post), ("Count words", pia), ("Nothing", post)):
        with pytest.raises(Refused, match="in this menu"):
            await olive.use(menu, on)
    with pytest.raises(Refused, match="in this menu"):
        await noor.use("Count words", post)  # she may run no commands
    private = await (await olive.run("/think text:hidden private:true")).reply()
    for person in (olive, pia):
        with pytest.raises(Refused, match="no menu of apps"):
            await person.use("Count words", private)


@pytest.mark.slow
async def test_the_page_has_them_by_mouse_and_by_keyboard(page, bot, harness):
    tab = page.tab
    await (await harness.person("olive").run("/ping")).reply()
    await page.sees("pong")
    apps = f"{message('pong')}.querySelector('.apps')"
    await with_menus(bot)
    await tab.until(f"{apps}.checkVisibility()")
    await tab.until("document.body.matches('.has-people')")
    await harness.person("pia").write("one two three")
    await page.sees("one two three")
    apps = f"{message('one two three')}.querySelector('.apps')"
    await tab.click(apps)
    await tab.until(APPS)
    items = f"[...{APPS}.querySelectorAll('[role=menuitem]')].map((one) => one.textContent)"
    assert await page.value(items) == ["Count words", "Wave at: @Pia", "Forward…"]
    await tab.key("Escape")
    await tab.until(f"!{APPS} && {FOCUSED} === {apps}")
    await tab.key("Enter")
    await tab.until(f"{APPS} && {FOCUSED}.textContent === 'Count words'")
    await tab.key("ArrowDown", "ArrowDown", "ArrowDown", "Enter")
    await page.sees("3 words by pia")
    used = f"{message('3 words by pia')}.querySelector('.above').textContent"
    assert await page.value(used) == "OOlive used Count words"
    await tab.click("document.getElementById('people')")
    await tab.click(button("Wave at: @Quinn", APPS))
    await page.sees("waved at quinn")


@pytest.mark.slow
async def test_a_finger_hits_them_on_a_phone(page, bot, harness):
    await with_menus(bot)
    await page.tab.resize(360, 640)
    await harness.person("pia").write("one two three")
    await page.sees("one two three")
    assert await page.value(SMALL) == []
    apps = f"{message('one two three')}.querySelector('.apps')"
    for opener in ("document.getElementById('people')", apps):
        await page.tab.until(f"{opener}.checkVisibility()")
        await page.tab.click(opener)
        await page.tab.until(APPS)
        sizes = await page.value(
            f"[...{APPS}.querySelectorAll('button')]"
            ".map((one) => one.getBoundingClientRect())"
            ".map(({ width, height }) => Math.min(width, height))"
        )
        assert min(sizes) >= 44
        assert await page.value("document.documentElement.scrollWidth <= innerWidth")
        await page.tab.key("Escape")
        await page.tab.until(f"!{APPS}")
