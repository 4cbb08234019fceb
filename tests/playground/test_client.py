"""An unmodified discord.py client on the playground: commands, completing, buttons and forms."""

from __future__ import annotations

import discord
import pytest
from discord import app_commands

from playground import Refused


async def test_a_command_is_answered_at_once(bot, harness):
    exchange = await harness.person("olive").run("/ping")
    assert (await exchange.reply()).text == "pong"
    assert 0 < exchange.time_to_acknowledge <= exchange.time_to_answer


async def test_a_deferred_answer_becomes_a_layout(bot, harness):
    pia = harness.person("pia")
    exchange = await pia.run("/think text:hello there private:true")
    post = await exchange.reply()
    assert (post.text, post.ephemeral, post.buttons) == ("hello there", True, ["Again"])
    assert [one.text for one in pia.transcript()] == ["hello there"]
    assert harness.person("quinn").transcript() == []
    await pia.dismiss(post)
    assert pia.transcript() == []


async def test_the_library_sees_what_the_user_is(bot, harness):
    await (await harness.person("olive").run("/ping", "daily")).reply()
    seen = bot.seen[-1]
    assert seen.user.name == "olive"
    assert seen.guild.name == "Word House"
    assert seen.channel.name == "daily"
    assert seen.permissions.manage_events
    assert seen.context.guild
    await (await harness.person("solo").run("/ping", harness.person("solo").dm)).reply()
    seen = bot.seen[-1]
    assert seen.guild is None
    assert isinstance(seen.channel, discord.DMChannel)
    assert seen.context.dm_channel


async def test_every_kind_of_option(bot, harness):
    got = {}

    @bot.tree.command(description="Takes everything")
    async def every(
        interaction: discord.Interaction,
        text: app_commands.Range[str, 2, 5],
        whole: app_commands.Range[int, 1, 9],
        number: float,
        user: discord.Member,
        channel: discord.TextChannel,
        role: discord.Role,
        file: discord.Attachment,
        yes: bool = False,
    ) -> None:
        got.update(text=text, whole=whole, number=number, yes=yes)
        got.update(user=user, channel=channel, role=role, data=await file.read())
        await interaction.response.send_message("thanks")

    await bot.tree.sync()
    olive = harness.person("olive")
    line = "/every text:abc whole:5 number:1.5 user:@pia channel:#daily role:Player yes:true"
    await (await olive.run(line, file=("words.txt", b"cat"))).reply()
    assert {key: got[key] for key in ("text", "whole", "number", "yes", "data")} == {
        "text": "abc",
        "whole": 5,
        "number": 1.5,
        "yes": True,
        "data": b"cat",
    }
    assert (got["user"].name, got["user"].roles[-1].name) == ("pia", "Player")
    assert (got["channel"].name, got["role"].name) == ("daily", "Player")
    with pytest.raises(Refused, match="at most 9"):
        await olive.run(line.replace("whole:5", "whole:50"), file=("words.txt", b"cat"))


async def test_groups_and_autocomplete(bot, harness):
    group = app_commands.Group(name="list", description="A list")

    @group.command(description="Adds a word")
    async def add(interaction: discord.Interaction, word: str, place: int = 0) -> None:
        await interaction.response.send_message(f"added {word} at {place}")

    @add.autocomplete("word")
    async def suggest(
        interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        place = interaction.namespace.place
        words = [f"{current}t", f"{current}p", str(place)]
        return [app_commands.Choice(name=word.upper(), value=word) for word in words]

    bot.tree.add_command(group)
    await bot.tree.sync()
    olive = harness.person("olive")
    choices = await olive.complete("/list add", "word", "ca", place=3)
    assert choices[0] == {"name": "CAT", "value": "cat"}
    assert choices[2]["value"] == "3"
    reply = await (await olive.run("/list add cat 7")).reply()
    assert reply.text == "added cat at 7"
    with pytest.raises(Refused, match="no option “place” that completes"):
        await olive.complete("/list add", "place", "1")


async def test_a_button_changes_its_message(bot, harness):
    olive = harness.person("olive")
    post = await (await olive.run("/think before")).reply()
    pressed = await olive.press(post, "Again")
    await pressed.reply()
    assert post.text == "pressed"
    assert post.message.edited
    with pytest.raises(LookupError, match="there are \\['Again'\\]"):
        await olive.press(post, "Nothing")


async def send_view(bot, harness, view, content="Choose", channel="general"):
    place = bot.get_channel(harness.channel(channel).id)
    await place.send(content, view=view)
    return await harness.person("olive").sees(content, channel)


async def test_deferred_updates_selects_and_forms(bot, harness):
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Slow", custom_id="slow"))
    view.add_item(discord.ui.Button(label="Form", custom_id="form"))
    view.add_item(discord.ui.Button(label="Off", custom_id="off", disabled=True))
    options = [discord.SelectOption(label="Red"), discord.SelectOption(label="Blue")]
    view.add_item(discord.ui.Select(placeholder="Colour", custom_id="colour", options=options))
    post = await send_view(bot, harness, view)
    olive = harness.person("olive")
    with pytest.raises(Refused, match="disabled"):
        await olive.press(post, "Off")
    with pytest.raises(Refused, match="not one of the options"):
        await olive.choose(post, "Colour", "Green")
    chosen = await (await olive.choose(post, "Colour", "Blue")).reply()
    assert chosen.text == "chose ['Blue']"
    form = await olive.press(post, "Form")
    with pytest.raises(Refused, match="“Your name” must be filled in"):
        await olive.submit(form, Colour="Red")
    with pytest.raises(Refused, match="0 to 20 characters"):
        await olive.submit(form, name="x" * 21, colour="Red")
    sent = await olive.submit(form, **{"Your name": "Ada", "Colour": ["Red"]})
    assert (await sent.reply()).text == "Ada likes Red"
    with pytest.raises(Refused, match="no form"):
        await olive.submit(form, name="Ada", colour="Red")
    await (await olive.press(post, "Slow")).reply()
    assert (post.text, post.buttons) == ("slowly changed", [])


async def test_users_chosen_in_a_select(bot, harness):
    chosen = []

    class Who(discord.ui.View):
        @discord.ui.select(cls=discord.ui.UserSelect, placeholder="Who", max_values=2)
        async def who(
            self, interaction: discord.Interaction, select: discord.ui.UserSelect
        ) -> None:
            chosen.extend(select.values)
            await interaction.response.defer()

    post = await send_view(bot, harness, Who(timeout=None))
    exchange = await harness.person("olive").choose(post, "Who", "pia", "@quinn")
    await exchange.acknowledged()
    assert sorted(one.name for one in chosen) == ["pia", "quinn"]
    assert isinstance(chosen[0], discord.Member)


async def test_follow_ups_edits_and_deletes(bot, harness):
    @bot.tree.command(description="Talks on")
    async def talk(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("one")
        message = await interaction.followup.send("two", wait=True, ephemeral=True)
        await message.edit(content="two, edited")
        gone = await interaction.followup.send("three", wait=True)
        await gone.delete()
        assert (await interaction.original_response()).content == "one"
        await interaction.delete_original_response()
        await interaction.followup.send("four")

    await bot.tree.sync()
    olive = harness.person("olive")
    exchange = await olive.run("/talk")
    last = await exchange.follow_up(2)
    assert last.text == "four"
    assert [post.text for post in olive.transcript()] == ["two, edited", "four"]
    assert [post.text for post in harness.person("pia").transcript()] == ["four"]


async def test_where_only_a_person_has_the_bot_five_follow_ups_are_all(bot, harness):
    refused = []

    @bot.tree.command(description="Talks on")
    @discord.app_commands.allowed_installs(guilds=True, users=True)
    @discord.app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def talk(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("0")
        for number in range(1, 7):
            try:
                await interaction.followup.send(str(number))
            except discord.HTTPException as error:
                refused.append(error.code)
        await interaction.edit_original_response(content="done")

    await bot.tree.sync()
    olive, pia = harness.person("olive"), harness.person("pia")
    for place, codes in ((olive.conversation(pia), [40094]), (None, [])):
        await (await (await olive.run("/talk", place)).reply()).says("done")
        assert refused == codes
        refused.clear()


async def test_what_the_library_fetches(bot, harness):
    guild = await bot.fetch_guild(harness.guild("Word House").id)
    assert {role.name for role in await guild.fetch_roles()} >= {"Organiser", "Player"}
    assert {one.name for one in await guild.fetch_channels()} == {"general", "contests", "daily"}
    member = await guild.fetch_member(harness.person("pia").id)
    assert [role.name for role in bot.get_guild(guild.id).get_role(member.roles[-1].id).guild.roles]
    info = await bot.application_info()
    assert info.id == bot.user.id
    assert {one.name async for one in bot.fetch_guilds()} == {"Word House", "Puzzle Garden"}
    commands = {one.name: one for one in await bot.tree.fetch_commands()}
    assert commands["think"].options[0].required


async def test_a_command_in_a_thread(bot, harness):
    message = await bot.get_channel(harness.channel("daily").id).send("a daily")
    await message.create_thread(name="About it")
    reply = await (await harness.person("pia").run("/ping", "About it")).reply()
    assert reply.text == "pong"
    assert isinstance(bot.seen[-1].channel, discord.Thread)
    assert bot.seen[-1].channel.parent.name == "daily"
