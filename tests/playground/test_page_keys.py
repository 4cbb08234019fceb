"""Keys of an input method, keys held down, and phones that correct what people type."""

from __future__ import annotations

import discord
import pytest

from tests.playground.page import DIALOG, FOCUSED, LINE, TOOLS, button, message, slot

TROUBLE = "document.getElementById('error').textContent"
WORDS = (
    "(({ autocapitalize, spellcheck, translate, attributes }) =>"
    " [autocapitalize, attributes.autocorrect?.value, attributes.autocomplete?.value,"
    " spellcheck, translate].join())(NODE)"
)


async def down(tab, code=13, *, repeat=False):
    """Press Enter and hold it; key code 229 makes it an input method's."""
    about = {"key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": code}
    await tab.send("Input.dispatchKeyEvent", type="keyDown", autoRepeat=repeat, **about)


async def up(tab):
    await tab.send("Input.dispatchKeyEvent", type="keyUp", key="Enter", code="Enter")


async def press(tab, code=13, *, held=0):
    """Press Enter; held down, it repeats."""
    await down(tab, code)
    for _ in range(held):
        await down(tab, code, repeat=True)
    await up(tab)


@pytest.fixture
async def form(page, bot):
    """Show a button *Open* that opens a form."""

    @bot.tree.command(description="Shows the button")
    async def opener(interaction: discord.Interaction) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="Open", custom_id="form"))
        await interaction.response.send_message("press it", view=view)

    await bot.tree.sync()
    await page.say("/opener", sees="press it")


async def test_the_enter_that_ends_a_composition_sends_nothing(page, form, bot):
    """Safari reports it after the composition, with key code 229."""
    tab = page.tab
    await page.type("にほん")
    await press(tab, code=229)
    assert await page.value(f"{LINE}.value") == "にほん"
    await tab.send("Input.imeSetComposition", text="語", selectionStart=1, selectionEnd=1)
    await press(tab)
    await tab.send("Input.insertText", text="語")
    assert await page.value(f"{LINE}.value") == "にほん語"
    await press(tab)
    await page.sees("にほん語")
    await page.pick("/think")
    await tab.type("かな")
    await press(tab, code=229)
    assert await page.value(f"{slot('text')}.value") == "かな"
    await tab.run("document.querySelector('#fields .more').focus()")
    await press(tab, code=229)
    assert await page.has(slot("text"))
    await page.press("Open", "press it")
    await tab.until(DIALOG)
    await tab.type("かな")
    await press(tab, code=229)
    await tab.until(f"{DIALOG}.querySelector('form').ariaBusy !== 'true'")
    assert await page.value(f"{DIALOG}.querySelector('.error').hidden")
    await press(tab)
    await tab.until(f"{DIALOG}.querySelector('.error').textContent.includes('Colour')")
    assert not [one for one in bot.seen if one.data.get("name") == "think"]


async def test_a_held_enter_presses_once_and_sends_no_form(page, form, bot):
    tab = page.tab
    await tab.run(f"{button('Open', message('press it'))}.focus()")
    await down(tab)
    await down(tab, repeat=True)
    await tab.until(DIALOG)
    for _ in range(3):
        await down(tab, repeat=True)
    await up(tab)
    assert await page.value(f"{FOCUSED}.tagName") == "INPUT"
    await tab.until(f"{DIALOG}.querySelector('form').ariaBusy !== 'true'")
    assert await page.value(f"{DIALOG}.querySelector('.error').hidden")
    await press(tab, held=2)  # sends once: a field is empty
    await tab.until(f"{DIALOG}.querySelector('.error').textContent.includes('must be filled in')")
    kinds = [one.type for one in bot.seen]
    assert kinds.count(discord.InteractionType.component) == 1


async def test_a_held_enter_sends_a_message_once(page, harness):
    tab = page.tab
    await page.type("once")
    await press(tab, held=3)
    await page.sees("once")
    await tab.until(f"{LINE}.value === ''")
    await page.type("a")
    await down(tab, repeat=True)
    assert await page.value(f"{LINE}.value") == "a"
    await up(tab)
    await tab.key("Shift+Enter")
    await tab.until(f"{LINE}.value === 'a\\n'")
    assert [one.text for one in harness.person("olive").transcript("general")] == ["once"]


async def test_phones_and_translators_leave_words_alone(page, form):
    tab = page.tab
    alone = "none,off,off,false,false"
    assert await page.value(WORDS.replace("NODE", LINE)) != alone  # a message is corrected
    await page.type("/th")
    assert await page.value(WORDS.replace("NODE", LINE)) == alone
    await tab.until("document.querySelector('.pick b')?.textContent === '/think'")
    assert not await page.value("document.querySelector('.pick b').translate")
    await tab.key("Tab")
    await tab.until(slot("text"))
    for node in (slot("text"), "document.querySelector('#fields .more')"):
        assert await page.value(WORDS.replace("NODE", node)) == alone
    await page.press("Open", "press it")
    await tab.until(DIALOG)
    field = f"{DIALOG}.querySelector('input')"
    assert await page.value(WORDS.replace("NODE", field)) == alone


async def test_an_error_stays_when_the_commands_are_loaded_again(page, bot):
    tab = page.tab
    await page.type("/nothing")
    await tab.key("Enter")
    await tab.until(f"{TROUBLE}.includes('no command /nothing')")

    @bot.tree.command(name="nothing-else", description="Is new")
    async def novel(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("new")

    await bot.tree.sync()
    await tab.until("document.querySelector('.pick b')?.textContent === '/nothing-else'")
    await tab.run(f"{LINE}.blur(), {LINE}.focus()")
    assert "no command /nothing" in await page.value(TROUBLE)
    await tab.type("x")
    assert await page.value(TROUBLE) == ""


async def test_what_is_marked_in_the_list_stays(page):
    """Somebody who joins makes the page load the commands again, which are the same."""
    tab = page.tab
    marked = "document.querySelector('.pick[aria-selected=true] b')?.textContent"
    await page.type("/")
    await tab.until("document.querySelectorAll('.pick').length === 2")
    await tab.key("ArrowDown", "ArrowDown")
    await tab.run(f"{TOOLS}.querySelector('[type=text]').value = 'Zed'")
    loaded = "performance.getEntriesByType('resource').filter((it) => /menus/.test(it.name)).length"
    before = await page.value(loaded)
    await tab.run(f"{TOOLS}.querySelector('[type=text]').form.requestSubmit()")
    await tab.until("document.getElementById('me').textContent.includes('Zed')")
    await tab.until(f"{loaded} > {before}")
    assert await page.value(marked) == "/think"


@pytest.mark.parametrize(("focused", "then"), [("#scroll", "scroll"), (".slot input", "line")])
async def test_a_changed_command_takes_the_focus_only_from_its_fields(page, bot, focused, then):
    tab = page.tab
    await page.pick("/think")
    await tab.type("half a")
    await tab.run(f"document.querySelector('{focused}').focus()")
    bot.tree.get_command("think").description = "Changed"
    await bot.tree.sync()
    await tab.until(f"!{LINE}.hidden && {LINE}.value === '/think text:half a'")
    assert await page.value(f"{FOCUSED}.id") == then


async def test_an_error_stays_when_the_command_itself_has_changed(page, bot):
    tab = page.tab
    await page.pick("/think")
    await tab.key("Enter")
    await tab.until(f"{TROUBLE}.includes('is required')")

    bot.tree.remove_command("think")

    @bot.tree.command(description="Another")
    async def think(interaction: discord.Interaction, other: str) -> None:
        await interaction.response.send_message(other)

    await bot.tree.sync()
    await tab.until(f"!{LINE}.hidden")
    assert "is required" in await page.value(TROUBLE)
