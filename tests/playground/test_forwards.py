"""Forwarded messages, as discord.py reads them and the page shows them."""

from __future__ import annotations

import io

import discord
import pytest

from playground import Refused
from tests.playground.page import FOCUSED, button, message
from tests.playground.raw import ask, code
from tests.playground.sample import PIXEL
from tests.playground.scripted import EPHEMERAL, V2, push, text

MENU = "document.querySelector('[role=menu]')"


async def test_discord_py_reads_a_forward_in_a_menu(bot, harness):
    found = []

    @bot.tree.context_menu(name="Count words")
    async def count(interaction: discord.Interaction, what: discord.Message) -> None:
        found.append(what)
        (held,) = what.message_snapshots
        await interaction.response.send_message(f"{len(held.content.split())} words")

    await bot.tree.sync()
    olive, pia = harness.person("olive"), harness.person("pia")
    post = await pia.write("run nausea seasick")
    forward = await olive.forward(post, "daily")
    again = await pia.forward(forward, "general")
    assert forward.text == again.text == "run nausea seasick"
    for one in (forward, again):
        assert (await (await olive.use("Count words", one)).reply()).text == "3 words"
    seen = found[0]
    assert seen.content == ""
    assert seen.flags.forwarded
    assert seen.type is discord.MessageType.default
    assert seen.reference.type is discord.MessageReferenceType.forward
    assert seen.reference.message_id == post.message.id
    assert seen.reference.channel_id == post.message.channel.id
    (held,) = seen.message_snapshots
    assert held.created_at.isoformat() == post.message.timestamp
    assert held.edited_at is None


async def test_a_bot_forwards_and_the_forward_stays_as_it_was(bot, harness):
    general = bot.get_channel(harness.channel("general").id)
    daily = bot.get_channel(harness.channel("daily").id)
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.TextDisplay("cold cord"))
    view.add_item(discord.ui.File("attachment://words.png"))
    file = discord.File(io.BytesIO(PIXEL), "words.png")
    message = await general.send(view=view, file=file)
    forward = await message.forward(daily)
    (held,) = forward.message_snapshots
    assert held.components[0].content == "cold cord"
    await message.delete()
    fetched = await daily.fetch_message(forward.id)
    (held,) = fetched.message_snapshots
    assert await held.attachments[0].read() == PIXEL
    with pytest.raises(discord.HTTPException) as refused:
        await message.forward(daily)  # it is gone
    assert refused.value.code == 50035
    await forward.delete()
    with pytest.raises(discord.NotFound):
        await held.attachments[0].read()


async def test_who_may_not_read_messages_reads_no_forwards(raw, harness):
    await raw.socket.close()
    raw.socket = None
    await raw.identify(1 << 0 | 1 << 9)  # messages in servers, without content
    pia = harness.person("pia")
    await pia.forward(await pia.write("run nausea seasick"))
    assert "message_snapshots" not in await raw.event("MESSAGE_CREATE")
    (held,) = (await raw.event("MESSAGE_CREATE"))["message_snapshots"]
    assert held["message"]["content"] == ""


async def test_what_only_one_sees_is_not_forwarded(raw, harness):
    exchange, interaction = await ask(raw, harness)
    await raw.respond(interaction, 4, {"content": "hush", "flags": EPHEMERAL})
    post = await exchange.reply()
    with pytest.raises(Refused, match="cannot be forwarded"):
        await harness.person("olive").forward(post)


async def test_nobody_forwards_out_of_a_channel_they_cannot_see(harness):
    solo = harness.person("solo")
    post = await solo.write("hush", solo.dm)
    with pytest.raises(Refused, match="cannot be forwarded"):
        await harness.person("pia").forward(post)


@pytest.mark.parametrize("kind", [0, 1])
async def test_a_reference_that_is_no_id_is_refused(raw, harness, kind):
    reference = {"type": kind, "message_id": "first", "channel_id": "general"}
    body = {"message_reference": reference} | ({} if kind else {"content": "words"})
    path = f"/channels/{harness.channel('general').id}/messages"
    assert code(await raw.call("POST", path, body)) == (400, 50035)


async def test_an_answer_that_took_a_while_is_forwarded(raw_page, raw, harness):
    page, tab = raw_page, raw_page.tab
    _, interaction = await ask(raw, harness)
    await raw.respond(interaction, 5)
    await page.sees("is thinking")
    opener = "document.querySelector('.message .apps')"
    await tab.click(opener)
    await tab.until(f"{MENU}?.textContent === 'Nothing can be done here'")
    await tab.key("Escape")
    await raw.call("PATCH", raw.answer_path(interaction), {"content": "cold cord"})
    await page.sees("cold cord")
    await tab.until(f"!{MENU}")
    await tab.click(opener)
    await tab.until(f"{MENU}?.textContent === 'Forward…'")
    await tab.click(opener)
    await tab.until(f"!{MENU} && {FOCUSED} === {opener}")
    await tab.key("Enter")
    await tab.until(f"{MENU}?.textContent === 'Forward…'")


async def test_the_page_forwards_and_shows_it(raw_page, raw, harness):
    page, tab = raw_page, raw_page.tab
    parts = [text("**cold** cord"), {"type": 1, "components": [push("Go")]}]
    body = {"flags": V2, "components": parts}
    await raw.call("POST", f"/channels/{harness.channel('general').id}/messages", body)
    await page.sees("cold cord")
    opener = f"{message('cold cord')}.querySelector('.apps')"
    await tab.click(opener)
    await tab.click(button("Forward…", MENU))
    await tab.until(f"{MENU}?.getAttribute('aria-label') === 'Forward to'")
    await tab.click(button("#daily, Word House", MENU))
    await tab.until(f"!{MENU} && {FOCUSED} === {opener}")
    assert (await harness.person("pia").sees("cold", "daily")).message.snapshots
    await page.go("daily")
    await page.sees("Forwarded")
    held = f"{message('Forwarded')}.querySelector('.forward')"
    assert await page.value(f"{held}.querySelector('strong').textContent") == "cold"
    assert await page.value(f"{held}.querySelector('button').disabled")
