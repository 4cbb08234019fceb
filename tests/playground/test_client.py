"""An unmodified discord.py client on the playground."""


async def test_a_command_is_answered_at_once(bot, harness):
    exchange = await harness.person("olive").run("/ping")
    assert (await exchange.reply()).text == "pong"


async def test_a_deferred_answer_becomes_a_layout(bot, harness):
    exchange = await harness.person("pia").run("/think text:hello there private:true")
    post = await exchange.reply()
    assert post.text == "hello there"
    assert post.ephemeral
    assert post.buttons == ["Again"]
    assert harness.person("pia").transcript()
    assert harness.person("quinn").transcript() == []
