"""An unmodified discord.py client on the playground: messages, files and the right to send them."""

from __future__ import annotations

import io

import discord
import pytest

from playground import permissions
from tests.playground.sample import PIXEL


async def test_a_picture_in_a_layout(bot, harness):
    @bot.tree.command(description="Draws")
    async def draw(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        view = discord.ui.LayoutView()
        item = discord.MediaGalleryItem("attachment://snake.png", description="A snake")
        view.add_item(discord.ui.MediaGallery(item))
        view.add_item(discord.ui.File("attachment://words.txt"))
        contents = {"snake.png": PIXEL, "words.txt": b"cat"}
        files = [discord.File(io.BytesIO(data), name) for name, data in contents.items()]
        message = await interaction.edit_original_response(view=view, attachments=files)
        assert message.components[0].items[0].media.width == 2

    await bot.tree.sync()
    post = await (await harness.person("olive").run("/draw")).reply()
    (picture,) = post.pictures
    assert picture["description"] == "A snake"
    assert (picture["media"]["width"], picture["media"]["height"]) == (2, 3)
    assert post.files.keys() == {"snake.png", "words.txt"}
    assert await bot.http.get_from_cdn(picture["media"]["url"]) == PIXEL
    assert await bot.http.get_from_cdn(post.files["words.txt"]["url"]) == b"cat"


async def test_messages_without_an_interaction(bot, harness, monkeypatch):
    # Pins may be listed once in five seconds; after one call the library waits at once.
    monkeypatch.setattr(harness.server.api.limits, "take", lambda name, limit, values: {})
    channel = bot.get_channel(harness.channel("daily").id)
    guild = harness.guild("Word House")
    pinner = harness.world.create_role(guild, "Pinner", permissions.PIN_MESSAGES)
    guild.members[bot.user.id].roles.append(pinner.id)
    message = await channel.send("a daily", view=_layoutless())
    await message.edit(content="a daily, edited")
    await message.pin()
    assert [one.content async for one in channel.history()] == ["a daily, edited"]
    assert [one.content async for one in channel.pins()] == ["a daily, edited"]
    reply = await message.reply("an answer")
    assert (await channel.fetch_message(reply.id)).reference.message_id == message.id
    async with channel.typing():
        pass
    thread = await message.create_thread(name="Talk about it")
    await thread.send("in the thread")
    assert (await harness.person("pia").sees("in the thread", "Talk about it")).text
    await message.delete()
    with pytest.raises(discord.NotFound) as caught:
        await channel.fetch_message(message.id)
    assert caught.value.code == 10008


def _layoutless():
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Site", url="https://example.org"))
    return view


async def test_direct_messages(bot, harness):
    ravi = harness.person("ravi")
    user = await bot.fetch_user(ravi.id)
    await user.send("psst")
    assert (await ravi.sees("psst", ravi.dm)).text == "psst"
    ravi.user.accepts_dms = False
    with pytest.raises(discord.Forbidden) as caught:
        await user.send("psst")
    assert caught.value.code == 50007


async def test_a_bot_without_the_right_to_write(bot, harness):
    channel = harness.channel("daily")
    for denied, fault in ((1 << 11, 50013), (1 << 10, 50001)):
        channel.overwrites[bot.user.id] = (0, denied)
        with pytest.raises(discord.Forbidden) as caught:
            await bot.get_channel(channel.id).send("let me")
        assert caught.value.code == fault
    reply = await (await harness.person("olive").run("/ping", "daily")).reply()
    assert reply.text == "pong"  # an interaction's answer needs no rights


async def test_files_too_large_or_too_many(bot, harness):
    channel = bot.get_channel(harness.channel("daily").id)
    with pytest.raises(discord.HTTPException) as caught:
        await channel.send(file=discord.File(io.BytesIO(b"x" * (10 * 1024 * 1024 + 1)), "big.bin"))
    assert (caught.value.status, caught.value.code) == (413, 40005)
    with pytest.raises(discord.HTTPException) as caught:
        await channel.send(files=[discord.File(io.BytesIO(b"x"), f"{n}.txt") for n in range(11)])
    assert caught.value.code == 50035


async def test_edited_attachments_replace_the_old_ones(bot, harness):
    channel = bot.get_channel(harness.channel("daily").id)
    files = [discord.File(io.BytesIO(name.encode()), f"{name}.txt") for name in ("one", "two")]
    message = await channel.send("files", files=files)
    old = message.attachments[0].url
    new = discord.File(io.BytesIO(b"three"), "three.txt")
    edited = await message.edit(attachments=[message.attachments[1], new])
    assert [one.filename for one in edited.attachments] == ["two.txt", "three.txt"]
    with pytest.raises(discord.NotFound):
        await bot.http.get_from_cdn(old)
