"""The message box: commands picked as fields, typed as lines, completed, checked, sent."""

from __future__ import annotations

import discord
import pytest
from discord import app_commands

from tests.playground.page import DIALOG, FOCUSED, LINE, PICKED, button, slot
from tests.playground.sample import Form

HINT = "document.getElementById('hint').textContent"
TROUBLE = "document.getElementById('error').textContent"
PICKS = "[...document.querySelectorAll('.pick b')].map((one) => one.textContent)"


@pytest.fixture
async def ladder(bot, page):
    """A command with an option of most kinds; says what it was given."""

    @bot.tree.command(description="The shortest ladder")
    @app_commands.describe(start="the word to begin with", steps="how many steps")
    @app_commands.choices(
        reveal=[app_commands.Choice(name=one, value=one.lower()) for one in ("Full", "Next word")]
    )
    async def ladder(
        interaction: discord.Interaction,
        start: app_commands.Range[str, 2, 8],
        target: str,
        reveal: str = "-",
        steps: app_commands.Range[int, 1, 60] = 0,
        friend: discord.User | None = None,
        place: discord.TextChannel | None = None,
        private: bool = False,
        file: discord.Attachment | None = None,
    ) -> None:
        parts = (start, target, reveal, steps, friend and friend.name, place and place.name)
        await interaction.response.send_message(f"{parts} {private} {file and file.filename}")

    @ladder.autocomplete("start")
    async def suggest(
        interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{current}{n}", value=f"{current}{n}") for n in "tp"]

    await bot.tree.sync()
    await page.type("/la")
    await page.tab.until(f"{PICKS}[0] === '/ladder'")


async def test_a_command_in_fields(page, ladder):
    tab = page.tab
    await tab.key("Tab")
    await tab.until(f"{FOCUSED} === {slot('start')}")
    assert "the word to begin with" in await page.value(HINT)
    await tab.type("ca")
    await tab.until(f"{PICKS}.join() === 'cat,cap'")
    await tab.key("ArrowDown", "ArrowDown")
    assert await page.value(PICKED) == "cap"
    await tab.key("Enter")
    assert await page.value(f"{slot('start')}.value") == "cap"
    await tab.until(f"{FOCUSED} === {slot('target')}")  # on to the next one
    await tab.key("Enter")
    await tab.until(f"{TROUBLE}.includes('“target” is required')")
    await tab.type("dog")
    await tab.key("Tab")
    await tab.until(f"{FOCUSED}.classList.contains('more')")
    assert await page.value(PICKS) == ["reveal", "steps", "friend", "place", "private", "file"]
    await tab.type("re")
    await tab.key("Tab")
    await tab.until(f"{FOCUSED} === {slot('reveal')}")
    await tab.type("ne")
    await tab.key("Enter")  # only a choice will do: the first that fits
    assert await page.value(f"{slot('reveal')}.value") == "Next word"
    await tab.type("steps")
    await tab.key("Enter")
    await tab.type("61")
    await tab.key("Enter")
    await tab.until(f"{TROUBLE}.includes('“steps” must be at most 60')")
    assert await page.value(f"{slot('steps')}.ariaInvalid") == "true"
    await tab.key("Backspace")
    await tab.key("Enter")
    await page.sees("('cap', 'dog', 'next word', 6, None, None) False None")
    await tab.until(f"{FOCUSED} === {LINE} && {LINE}.value === ''")
    await tab.key("ArrowUp")
    line = "/ladder start:cap target:dog reveal:next word steps:6"
    assert await page.value(f"{LINE}.value") == line


async def test_people_places_and_flags_are_chosen(page, ladder):
    tab = page.tab
    await tab.key("Tab")
    await tab.type("cat")
    await tab.until(f"{PICKS}.length === 2")
    await tab.key("Escape")
    await tab.run(f"{slot('target')}.focus()")
    await tab.type("dog")
    for name, typed in {"friend": "qu", "place": "con", "private": "tr"}.items():
        await page.option(name)
        await tab.until(f"{FOCUSED} === {slot(name)}")
        await tab.type(typed)
        await tab.key("Tab")
    await tab.key("Enter")
    await page.sees("('cat', 'dog', '-', 0, 'quinn', 'contests') True None")


async def test_out_of_fields_and_back(page, ladder):
    tab = page.tab
    await tab.key("Tab")
    await tab.type("cat")
    await tab.until(f"{PICKS}.length === 2")
    await tab.key("Escape", "Escape")  # the list, then the fields
    assert await page.value(f"{LINE}.value") == "/ladder start:cat"
    await tab.type(" target:dog")
    await tab.key("Enter")
    await page.sees("('cat', 'dog', '-', 0, None, None)")
    await tab.until(f"{LINE}.value === ''")
    await page.type("/lad")
    await tab.key("Tab", "Backspace")
    assert await page.value(f"{LINE}.value") == "/ladder"


async def test_what_is_too_long_is_refused_and_not_cut_off(page, ladder):
    tab = page.tab
    await tab.key("Tab")
    await tab.until(f"{FOCUSED} === {slot('start')}")
    await tab.type("x" * 9)
    await tab.until(f"{PICKS}.length === 2")
    await tab.key("Escape", "Enter")
    await tab.until(f"{TROUBLE}.includes('“start” must be 2 to 8 characters long')")
    assert await page.value(f"{slot('start')}.value.length") == 9


async def test_a_typed_line_is_completed_and_checked(page, ladder):
    tab = page.tab
    await tab.type("dder ca")
    await tab.until(f"{PICKS}.join() === 'cat,cap'")
    await tab.key("ArrowDown", "Enter")
    assert await page.value(f"{LINE}.value") == "/ladder cat "
    await tab.key("Escape", "Enter")
    await tab.until(f"{TROUBLE}.includes('“target” is a required option')")
    await tab.type("dog reveal:")
    await tab.until(f"{PICKS}.includes('Next word')")
    await tab.key("ArrowDown", "ArrowDown", "Enter")
    await tab.type("steps:61")
    await tab.key("Enter")
    await tab.until(f"{TROUBLE}.includes('“steps” must be at most 60')")
    await tab.key("Backspace", "Enter")
    await page.sees("('cat', 'dog', 'next word', 6, None, None)")


async def test_lines_are_pasted_whole(page, ladder):
    await page.tab.run(f"{LINE}.value = ''")
    await page.tab.run(
        "(() => { const data = new DataTransfer();"
        " data.setData('text/plain', '/ladder cat\\ndog\\n');"
        f" {LINE}.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data }})); }})()"
    )
    assert await page.value(f"{LINE}.value") == "/ladder cat dog"
    await page.tab.key("Enter")
    await page.sees("('cat', 'dog', '-', 0, None, None)")


async def test_a_file_is_an_option(page, ladder, tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("cat dog")
    tab = page.tab
    await tab.key("Tab")
    await tab.type("cat")
    await tab.run(f"{slot('target')}.focus()")
    await tab.type("dog")
    await page.option("file")
    await tab.until(f"{FOCUSED}.type === 'file'")
    node = await tab.send("Runtime.evaluate", expression=slot("file"))
    await tab.send("DOM.setFileInputFiles", files=[str(path)], objectId=node["result"]["objectId"])
    await tab.run("document.querySelector('#fields .more').focus()")
    await tab.key("Enter")
    await page.sees("words.txt")


async def test_nobody_is_offered_what_they_may_not_run(page):
    await page.become("Noor")
    await page.type("/")
    await page.tab.until(f"{PICKS}.join() === 'There are no commands for you here'")
    await page.type("ping")
    await page.tab.key("Enter")
    await page.tab.until(f"{TROUBLE}.includes('no command /ping here for Noor')")


async def test_a_form_is_filled_in(page, bot):
    @bot.tree.command(description="Opens a form")
    async def form(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    await bot.tree.sync()
    await page.say("/form")
    await page.tab.until(f"{DIALOG}?.querySelector('h2')")
    assert await page.value(f"{FOCUSED}.tagName") == "INPUT"
    await page.tab.type("Ada")
    await page.tab.key("Enter")
    await page.tab.until(f"{DIALOG}.querySelector('.error').textContent.includes('Colour')")
    await page.tab.key("Tab", "ArrowDown", "ArrowDown", "Enter")  # the select: its second option
    assert await page.value(f"{FOCUSED}.textContent.includes('Blue')")
    await page.tab.click(button("Submit", DIALOG))
    await page.sees("Ada likes Blue")
    await page.tab.until(f"!{DIALOG}")


async def test_an_empty_channel_says_who_the_bot_is_and_what_to_begin_with(
    ladder, page, discord_server
):
    world = discord_server.world
    world.bot.about = "Word games."
    world.examples = {"Climb": "/ladder cold warm", "Say hello": "/ping"}
    await page.tab.reload()
    await page.tab.until("document.querySelector('.welcome')")
    assert "Word games." in await page.value("document.querySelector('.welcome').innerText")
    await page.type("/")
    await page.tab.until(f"{PICKS}[1] === '/ping'")
    picks = await page.value(PICKS)
    assert picks[:2] == ["/ladder", "/ping"]
    assert picks[2:] == sorted(picks[2:])
    await page.tab.key("Escape")
    await page.tab.click(button("Climb"))
    await page.sees("('cold', 'warm', '-', 0, None, None)")
    assert not await page.has("document.querySelector('.welcome')")
    await page.tab.until(f"{LINE}.value === ''")


async def test_no_answer_is_shown(page, bot, monkeypatch):
    monkeypatch.setattr("playground.interactions.ACKNOWLEDGE", 0.1)

    @bot.tree.command(description="Is silent")
    async def silent(interaction: discord.Interaction) -> None:
        pass

    await bot.tree.sync()
    await page.say("/silent")
    failed = "document.querySelector('.note.failed')"
    await page.tab.until(f"{failed}?.textContent.includes('did not respond')")
    assert "did not respond" in await page.value("document.getElementById('announcer').textContent")
    await page.tab.click(button("Dismiss", failed))
    assert not await page.has(failed)


@pytest.mark.parametrize(
    "line", ["/Ladder cat dog", "/LADDER Start:cat TARGET:dog", "/laDDer cat dog"]
)
async def test_names_may_be_typed_in_capitals(page, ladder, line):
    await page.tab.run(f"{LINE}.value = ''")
    await page.type(line)
    await page.tab.until(f"{HINT}.startsWith('/ladder')")
    await page.tab.key("Enter")
    await page.sees("('cat', 'dog', '-', 0, None, None)")


async def test_names_in_capitals_are_completed(page, ladder):
    tab = page.tab
    await tab.run(f"{LINE}.value = ''")
    await page.type("/Ladder cat dog Reveal:ne")
    await tab.until(f"{PICKS}.join() === 'Next word'")
    await tab.key("Tab")
    assert await page.value(f"{LINE}.value") == "/Ladder cat dog reveal:next word "
    await tab.run(f"{LINE}.value = ''")
    await page.type("/PING")
    await tab.key("Enter")
    await page.sees("pong")
