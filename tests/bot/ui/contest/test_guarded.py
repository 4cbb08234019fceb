"""Whether /snake solves a live contest's words, depending on who asks in direct messages."""

import pytest

from bot.ui.members import FRESH_SECONDS, Members
from tests.bot.examples import snake_cards
from tests.bot.hosting import BEST, WORDS, announced, answer, finished, sent
from tests.bot.organising import hide, planning
from tests.bot.racing import first_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

MEMBERS = "/guilds/*/members/*"


async def asked(person, words):
    return await person.run("/snake", person.dm, words=" ".join(words))


async def refused(person, words=WORDS):
    """Let somebody ask in direct messages; /snake refuses."""
    told = await (await asked(person, words)).follow_up()
    return "contest that’s still running" in told.text


async def solved(person, words=WORDS):
    """Let somebody ask in direct messages; /snake answers."""
    told = await snake_cards.answer(await asked(person, words))
    return "still running" not in told.text


@pytest.fixture
def unasked(app):
    """Make the bot forget everybody's servers."""
    app.client.members = Members()


async def test_members_are_refused_before_they_enter_and_nobody_else_is(app, unasked):
    contest, _ = await announced(app)
    assert await refused(app.person("pia"))
    assert await refused(app.person("olive"))
    assert await solved(app.person("solo"))
    assert set(app.client.members._known) == {
        (app.person(name).id, contest.guild_id) for name in ("pia", "solo")
    }  # olive created it


async def test_a_member_who_does_not_see_the_channel_learns_no_word(app, unasked):
    contest, _ = await announced(app)
    await hide(app, app.harness.world.channels[contest.channel_id])
    half = WORDS[:4]
    assert await solved(app.person("pia"), half)
    assert await refused(app.person("quinn"), half)


async def test_somebody_whom_discord_does_not_tell_about_counts_as_a_member(app, unasked):
    await announced(app)
    app.harness.fail(MEMBERS, 403)
    assert await refused(app.person("solo"))
    assert await solved(app.person("solo"))  # a failure is not remembered


async def test_members_are_refused_where_the_server_is_of_a_shard_that_is_not_here(app, unasked):
    contest, _ = await announced(app)
    with app.without_guilds() as known:
        assert await refused(app.person("pia"))
        assert await solved(app.person("solo"))
        assert {key[0]: one and one.id for key, one in app.client.members._known.items()} == {
            (pia := app.person("pia").id): pia,
            app.person("solo").id: None,
        }
        # As with a server that its shard has not sent yet.
        known.keep({"id": contest.guild_id, "unavailable": True})
        app.client.members = Members()
        assert await refused(app.person("pia"))


@pytest.mark.slow
async def test_no_earlier_contest_gives_away_a_puzzle_that_is_played_again(app, unasked):
    """An earlier contest's Board, Proof, Practice and My review would show the best answer."""
    pia = app.person("pia")
    for words, game in ((WORDS, "snake"), (("cold", "warm"), "ladder")):
        first, post = await announced(app, words, game=game)
        best = BEST if game == "snake" else ("cold", "cord", "card", "ward", "warm")
        await sent(pia, post, best, game=game)
        results = await finished(app, first)
        board = await answer(pia, results, "Everyone’s answers")
        buttons = (
            (results, "Everyone’s answers"),
            (board, "Proof"),
            (results, "Practice"),
            (results, "My review"),
        )
        for under, button in buttons:
            assert "still running" not in (await first_of(await pia.press(under, button))).text
        begun = await answer(pia, results, "Practice") if game == "snake" else None
        again, _ = await announced(app, words, game=game)
        if begun is not None:  # begun earlier; the card gives back what was typed
            told = await sent(pia, begun, WORDS, "Type")
            assert "contest that’s still running" in told.text
            assert "of best" not in told.text
            assert told.files
        for under, button in buttons:
            told = (await first_of(await pia.press(under, button))).text
            assert "contest that’s still running" in told, button
        for name in ("board", "practice"):
            line = f"/contests {name} contest:{first.title}"
            told = (await first_of(await pia.run(line, "contests"))).text
            assert "contest that’s still running" in told, name
        await finished(app, again)
        assert "still running" not in (await first_of(await pia.press(board, "Proof"))).text


async def test_what_somebody_plays_makes_no_contest_elsewhere_either(app, unasked):
    channel = app.harness.channel("general", app.harness.guild("Puzzle Garden"))
    pia, olive = app.person("pia"), app.person("olive")

    async def planned(person, where, words):
        asked = await planning(person, where)
        sent = await person.submit(asked, Title="Detour", Words=words, Lasts="1 minute")
        return await sent.reply()

    for words, game in ((" ".join(WORDS), "snake"), ("ladder cord warm", "ladder")):
        await announced(app, WORDS if game == "snake" else ("cold", "warm"), game=game)
        refusal = await planned(pia, channel, words)
        assert "I can’t hold that yet: people are playing it" in refusal.plain
        assert refusal.buttons == ["Fix it"]
    again = await planned(olive, "contests", "ladder cold warm")  # the creator
    await again.says("Only organisers see this draft")


async def test_nobody_is_refused_for_a_server_that_the_bot_has_left(app, unasked):
    client, solo = app.client, app.person("solo")
    assert not await client.members.is_elsewhere(client, 1, solo.id)
    app.harness.fail("/guilds/*", 403)
    assert not await client.members.is_elsewhere(client, 2, solo.id)
    app.harness.world.faults.clear()


async def test_who_is_in_a_server_is_asked_once_in_a_while(app, unasked):
    now = [0.0]
    members = Members(lambda: now[0])
    solo, guild = app.person("solo"), app.client.get_guild(app.harness.guild("Word House").id)
    assert await members.find(guild, solo.id) is None
    app.harness.fail(MEMBERS, 403)
    now[0] = FRESH_SECONDS - 1
    assert await members.find(guild, solo.id) is None
    app.harness.world.faults.clear()
    now[0] = FRESH_SECONDS
    pia = app.person("pia")
    assert (await members.find(guild, pia.id)).id == pia.id
    assert await members.find(guild, solo.id) is None
    members.forget(solo.id)
    assert list(members._known) == [(pia.id, guild.id)]
