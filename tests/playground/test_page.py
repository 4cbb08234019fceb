"""The page in a real browser."""

from __future__ import annotations

import discord
import pytest
from discord import app_commands, ui

import playground
from playground import Harness
from tests.playground.browser import CHROMIUM, browser
from tests.playground.sample import Form

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")

HOSTILE = """<script>window.hurt = 1</script> <img src=x onerror="window.hurt = 1">
[press](javascript:alert(1)) [fine](https://example.org/a) **bold** *it* __under__ ~~gone~~
`code <b>` ||hidden|| <t:1700000000:R> <@{olive}> snake_case_name 2 * 3 * 4 \\*plain\\*
# One
-# small
> quoted
- a
  - b
1. c
```
pre <b>
```"""
LONG = "x" * 1500


@pytest.fixture
async def tab(bot, discord_server):
    async with browser() as tab:
        await tab.open(discord_server.page_url)
        await tab.until("document.querySelector('#log > li')")
        yield tab
        assert tab.complaints == []  # no script failed, and the policy stopped nothing


async def value(tab, script):
    return await tab.run(script)


async def type_line(tab, text):
    await tab.run("document.getElementById('line').focus()")
    await tab.type(text)


def message(text):
    return (
        f"[...document.querySelectorAll('.message')].find((m) => m.textContent.includes({text!r}))"
    )


async def test_everything_written_is_escaped(tab, harness):
    olive = harness.person("olive")
    await olive.write(HOSTILE.replace("{olive}", str(olive.id)))
    await olive.write(LONG)
    await tab.until(message("snake_case_name"))
    await tab.until(message("xxxx"))
    body = message("snake_case_name") + ".querySelector('.text')"
    assert await value(tab, "window.hurt") is None
    for tag, text in {
        "strong": "bold",
        "em": "it",
        "u": "under",
        "s": "gone",
        "code": "code <b>",
        "pre": "pre <b>",
        ".subtext": "small",
        ".h1": "One",
        "blockquote": "quoted",
        "ul ul li": "b",
        ".text > ol li": "c",
        ".spoiler": "hidden",
        ".mention": "@Olive",
    }.items():
        assert await value(tab, f"{body}.querySelector({tag!r}).textContent") == text
    assert await value(tab, f"[...{body}.querySelectorAll('a')].map((a) => a.href)") == [
        "https://example.org/a"
    ]
    text = await value(tab, f"{body}.textContent")
    assert "snake_case_name 2 * 3 * 4 *plain*" in text
    assert await value(tab, f"{body}.querySelector('script, img')") is None
    assert await value(
        tab, "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    await tab.run(f"{body}.querySelector('.spoiler').click()")
    assert await value(tab, f"{body}.querySelector('.spoiler').classList.contains('open')")


async def test_a_command_from_the_picker(tab, bot, harness):
    @bot.tree.command(description="The shortest ladder")
    async def ladder(interaction: discord.Interaction, start: str, target: str) -> None:
        await interaction.response.send_message(f"from {start} to {target}")

    @ladder.autocomplete("start")
    async def suggest(
        interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{current}{n}", value=f"{current}{n}") for n in "tp"]

    await bot.tree.sync()
    await tab.until("document.querySelector('#bot.online')")
    await type_line(tab, "/la")
    await tab.until("document.querySelector('.pick b')?.textContent === '/ladder'")
    await tab.key("Tab")
    assert await value(tab, "document.getElementById('line').value") == "/ladder "
    await tab.type("ca")
    await tab.until("document.querySelector('.pick b')?.textContent === 'cat'")
    await tab.key("ArrowDown")
    await tab.key("ArrowDown")
    await tab.key("Enter")
    assert await value(tab, "document.getElementById('line').value") == "/ladder cap "
    await tab.key("Escape")
    await tab.key("Enter")
    await tab.until("document.getElementById('trouble').textContent.includes('target')")
    await tab.type("dog")
    await tab.key("Enter")
    await tab.until(message("from cap to dog"))
    assert await value(tab, "document.getElementById('line').value") == ""


async def test_a_pasted_command_its_button_and_dismissal(tab, harness):
    await type_line(tab, "/think text:first draft private:true")
    await tab.key("Enter")
    await tab.until(message("first draft"))
    await tab.run(f"{message('first draft')}.querySelector('button[data-id=again]').click()")
    await tab.until(message("pressed"))
    assert not await value(tab, "document.querySelector('[aria-busy=true]')")
    await tab.run(f"{message('pressed')}.querySelector('.only button').click()")
    await tab.until(f"!{message('pressed')}")
    assert harness.person("olive").transcript() == []


async def test_a_form_is_filled_in(tab, bot, harness):
    @bot.tree.command(description="Opens a form")
    async def form(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    await bot.tree.sync()
    await type_line(tab, "/form")
    await tab.key("Enter")
    await tab.until("document.querySelector('dialog[open] h2')")
    assert await value(tab, "document.activeElement.tagName") == "INPUT"
    await tab.type("Ada")
    await tab.run("document.querySelector('dialog form').requestSubmit()")
    await tab.until("document.querySelector('dialog .trouble').textContent.includes('Colour')")
    await tab.run("document.querySelector('dialog select').value = 'Blue'")
    await tab.run("document.querySelector('dialog form').requestSubmit()")
    await tab.until(message("Ada likes Blue"))
    await tab.until("!document.querySelector('dialog')")


async def test_another_user_sees_another_page(tab, harness):
    await (await harness.person("olive").run("/think text:secret private:true")).reply()
    await tab.until(message("secret"))
    pia = harness.person("pia").id
    await tab.run(
        f"(() => {{ const me = document.getElementById('me'); me.value = '{pia}';"
        " me.dispatchEvent(new Event('change')); })()"
    )
    await tab.until("location.hash.includes('user=pia')")
    await tab.until("document.querySelector('#log .empty')")
    await (await harness.person("quinn").run("/ping", "daily")).reply()
    await tab.until("document.querySelector('.place.unread .name')?.textContent === 'daily'")
    await tab.run("document.querySelector('.place.unread').click()")
    await tab.until(message("pong"))


async def test_a_bot_that_goes_and_comes_back(tab, bot, harness):
    harness.drop_gateway(closed_for=60)
    await tab.until("document.querySelector('#bot.offline')")
    assert await value(tab, "!document.getElementById('notice').hidden")
    harness.world.faults.clear()
    await tab.until("document.querySelector('#bot.online')", 20)
    await tab.until("document.getElementById('log').textContent.includes('The bot is back.')")


async def test_a_playground_that_restarts():
    server = await playground.serve()
    port = int(server.page_url.rstrip("/").rpartition(":")[2])
    async with browser() as tab:
        await tab.open(server.page_url + "#user=quinn")
        await tab.until("document.querySelector('#log > li')")
        await server.close()
        await tab.until("document.getElementById('notice').textContent.includes('does not answer')")
        server = await playground.serve(port=port)
        await Harness(server).person("olive").write("a new life")
        await tab.until(message("a new life"), 20)
        assert await value(tab, "document.getElementById('me').selectedOptions[0].text") == "Quinn"
        await server.close()


async def test_no_answer_is_shown(tab, bot, harness, monkeypatch):
    monkeypatch.setattr("playground.interactions.ACKNOWLEDGE", 0.1)

    @bot.tree.command(description="Is silent")
    async def silent(interaction: discord.Interaction) -> None:
        pass

    await bot.tree.sync()
    await type_line(tab, "/silent")
    await tab.key("Enter")
    await tab.until(
        "document.querySelector('.note.failed')?.textContent.includes('did not respond')"
    )


async def test_a_layout_on_a_phone(tab, bot, harness):
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    for number in range(5):
        row.add_item(ui.Button(label=f"A rather long label {number}", custom_id=str(number)))
    view.add_item(ui.Container(ui.TextDisplay("word" * 300), ui.Separator(), row, accent_color=255))
    await tab.resize(360, 640)
    await bot.get_channel(harness.channel("general").id).send(view=view)
    await tab.until(message("wordword"))
    end = "document.getElementById('scroll')"
    assert await value(tab, f"{end}.scrollWidth <= {end}.clientWidth")
    await tab.until(f"{end}.scrollHeight - {end}.scrollTop - {end}.clientHeight < 5")
