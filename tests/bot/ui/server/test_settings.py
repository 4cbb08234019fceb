"""/settings end to end, and its effects in the games."""

import re
from collections import Counter
from datetime import timedelta

import pytest
import pytest_asyncio
from discord import SelectOption, ui

from bench.shown import DRAWN, KINDS, Asker, words_of
from bot.ui.games.word import present_word
from bot.ui.layout import Attachment, Page, Tone, card, picture
from playground import Refused
from tests.bot.organising import audit, drafted, planning
from tests.bot.pages import check_private
from tests.bot.refusing import check_refused

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def answer(person, line, **options):
    return await (await person.run(line, "contests", **options)).reply()


@pytest_asyncio.fixture(loop_scope="module")
async def undone(app):
    """Put the settings of the first server back."""
    yield
    guilds, guild = app.services.store.guilds, app.harness.guild("Word House")
    async with guilds._changing() as tx:  # also forgets what was read
        await tx.exec_driver_sql("DELETE FROM guild_words")
        await tx.exec_driver_sql(
            "UPDATE guilds SET tier = 'full', policy = 'standard', time_zone = 'UTC',"
            " contest_role_id = NULL"
        )
    assert await guilds.words(guild.id) == {}


async def test_what_holds_where_nothing_is_set(app):
    post = await answer(app.person(), "/settings show")
    check_private(post, post.text, "**Words that count** full", "**Time zone** UTC")


async def test_only_managers_of_the_server_change_settings(app):
    pia, ravi = app.person("pia"), app.person("ravi")
    await check_refused(answer(pia, "/settings show"), Refused)
    guild = app.harness.guild("Word House")
    for commands in app.harness.world.commands.values():  # an administrator may let others see it
        for command in commands.values():
            if command["name"] == "settings":
                command["default_member_permissions"] = None
    try:
        reply = await (await ravi.run("/settings tier common", "contests")).reply()
        assert "Changing the settings needs the permission Manage Server" in reply.plain
        assert (await app.services.store.guilds.settings(guild.id)).tier == "full"
    finally:
        for commands in app.harness.world.commands.values():
            for command in commands.values():
                if command["name"] == "settings":
                    command["default_member_permissions"] = "32"


async def test_the_tier_counts_where_none_is_asked_for(app, undone):
    olive = app.person()
    post = await answer(olive, "/settings tier", tier="common")
    assert "From now on I play here with common words only." in post.text
    assert "common word list" in (await answer(olive, "/ladder warm cold")).text
    assert (
        "standard word list"
        in (await answer(olive, "/ladder", start="warm", target="cold", tier="standard")).text
    )
    elsewhere = await (await olive.run("/ladder warm cold", olive.dm)).reply()
    assert "word list" not in elsewhere.text
    asked = await planning(olive)
    sent = await olive.submit(asked, Title="Rare", Words="crwth thunk", Lasts="1 h")
    assert "I don’t know “crwth”" in (await (await sent.reply()).says("kept")).plain


async def test_which_rude_words_are_brought_up(app, undone):
    olive = app.person()
    assert "**Filter** standard" in (await answer(olive, "/settings show")).text
    mild, strong = r"\bpee\b", r"\bwog\b"

    async def shown(line):
        return (await answer(olive, line)).text

    assert re.search(mild, await shown("/word pea"))
    assert not re.search(strong, await shown("/word fog"))
    post = await answer(olive, "/settings filter", words="family")
    assert "From now on I never bring up a rude word, not even a mild one." in post.text
    assert not re.search(mild, await shown("/word pea"))
    assert not await olive.complete("/word", "word", "pissi", "contests")
    assert "## wog" in await shown("/word wog")  # typed
    await answer(olive, "/settings filter", words="all")
    assert re.search(strong, await shown("/word fog"))
    offered = await olive.complete("/word", "word", "wo", olive.dm)
    assert "wog" not in {choice["value"] for choice in offered}


NEAR = ["fog", "hunt", "thirst", "bigger", "shot", "batch", "spit", "wink", "fuss", "short"]
"""Words with rude neighbours."""


async def test_rude_words_are_where_they_are_looked_for(app):
    """Where nothing is hidden, the rude words that the next test must not find do appear."""
    asker, found = Asker(app.services, "all", seed=1, typed=NEAR), Counter()
    for kind in (*KINDS, *["/word"] * 5):
        found[kind] += len(asker.flagged((await asker.ask(kind))[1]))
    assert found["/word"]
    assert {"shit", "bitch"} <= words_of(present_word("shot", asker.lexicon)) | words_of(
        present_word("batch", asker.lexicon)
    )


async def test_every_text_of_a_reply_is_read():
    press = ui.Button(label="three", custom_id="press")
    drawn = picture(Attachment("a.png", b""), "Tells tWo")
    view = card(Tone.NOTE, ["One, and fo**u**r"], [press], [drawn])
    chosen = [SelectOption(label="five", description="six")]
    view.add_item(ui.ActionRow(ui.Select(custom_id="choose", placeholder="Seven", options=chosen)))
    read = words_of(Page(view))
    assert {"one", "two", "three", "four", "five", "six", "seven"} <= read
    assert not {"press", "choose", "a", "png"} & read


@pytest.mark.parametrize("policy", ["standard", pytest.param("family", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("times", "typed"), [(1, NEAR), pytest.param(1_000, (), marks=pytest.mark.full)]
)
async def test_no_rude_word_is_brought_up_by_any_game(app, policy, times, typed):
    asker = Asker(app.services, policy, seed=times, typed=typed)
    lexicon = app.services.lexicons["full"]
    for word in typed:
        assert not asker.flagged(words_of(present_word(word, asker.lexicon)) - {word})
    for kind in KINDS:
        for _ in range(times):
            chosen, shown = await asker.ask(kind)
            assert not asker.flagged(shown), kind
            if kind in DRAWN:
                assert {
                    lexicon.familiarity_of(lexicon.find(w)) for w in chosen if w in lexicon
                } <= {"everyday", "known"}


async def test_what_only_a_rude_word_would_do_is_said(app, undone):
    olive = app.person()
    reply = await (await olive.run("/ladder squawk squabs", "contests")).follow_up()
    assert "don’t show here" in reply.plain
    assert reply.buttons == ["Try with adding and removing letters"]
    await answer(olive, "/settings filter", words="all")
    assert "Shortest: 2 steps" in (await answer(olive, "/ladder squawk squabs")).text


async def test_the_zone_is_the_one_of_the_forms_clocks(app, undone):
    olive = app.person()
    choices = await olive.complete("/settings zone", "zone", "new yo", "contests")
    assert {"name": "America/New_York", "value": "America/New_York"} in choices
    reply = await answer(olive, "/settings zone", zone="europe/lodnon")
    assert "Did you mean Europe/London" in reply.plain.replace("\\", "")
    post = await answer(olive, "/settings zone", zone="asia/tokyo")
    assert re.search(r"\*\*Time zone\*\* Asia/Tokyo, where it is \d\d:\d\d", post.text)
    asked = await planning(olive)
    form = await asked.form()
    assert "(Asia/Tokyo)" in str(form)
    day = (app.now() + timedelta(days=60)).replace(hour=0, minute=0, second=0, microsecond=0)
    preview = await drafted(olive, Opens=f"{day:%Y-%m-%d} 09:00")
    assert f"<t:{day.timestamp():.0f}:f>" in preview.text  # midnight in UTC


async def test_members_of_the_contest_role_organise(app, undone):
    olive, ravi = app.person(), app.person("ravi")
    guild = app.harness.guild("Word House")
    role = app.harness.world.create_role(guild, "Host")
    said = await answer(olive, "/settings contest-role", role=role.id)
    assert "let the role use it under Server Settings → Integrations" in said.text
    guild.members[ravi.id].roles.append(role.id)
    await check_refused(ravi.run("/contest create", "contests"), Refused)
    app.harness.world.let_use(guild, "contest", role)
    try:
        assert "The best possible is" in (await drafted(ravi)).text
        assert f"<@&{role.id}>" in (await answer(olive, "/settings show")).text
        await answer(olive, "/settings contest-role")
        refused = (await answer(ravi, "/contest create")).plain
        assert "Organising contests needs the permission Manage Events." in refused
    finally:
        guild.members[ravi.id].roles.remove(role.id)
    reply = await answer(olive, "/settings contest-role", role=guild.id)
    assert "@everyone can’t be the contest role" in reply.plain


async def test_allowed_and_denied_words_in_contests(app, undone):
    olive = app.person()
    post = await answer(olive, "/settings allow", words="blorft, Zzyx")
    assert "**Also allowed** 2 words: blorft, zzyx" in post.text
    await answer(olive, "/settings deny", words="street")
    asked = await planning(olive)
    sent = await olive.submit(asked, Title="Own", Words="blorft street test", Lasts="1 h")
    reply = await (await sent.reply()).says("kept")
    assert "doesn’t allow “street”" in reply.plain
    assert "blorft" not in reply.plain
    post = await answer(olive, "/settings deny", words="street", undo=True)
    assert "Denied**" not in post.text
    assert "The best possible is" in (await drafted(olive, Words="blorft street test")).text


async def test_denied_words_are_kept_out_of_the_games(app, undone):
    olive = app.person()
    shown = await answer(olive, "/ladder cat dog")
    between = set(re.findall(r"\bc[ao][gt]\b|\bd[ao][gt]\b", shown.heard.lower())) - {"cat", "dog"}
    assert between
    await answer(olive, "/settings deny", words=" ".join(between))
    shown = await answer(olive, "/ladder cat dog")
    assert not between & set(re.findall(r"\b[a-z]{3}\b", shown.heard.lower()))
    again = await (await olive.press(shown, "Another")).reply()
    assert not between & set(re.findall(r"\b[a-z]{3}\b", again.heard.lower()))
    word = min(between)
    for line in (f"/ladder {word} dog", f"/snake {word},nausea", f"/truncate through:{word}"):
        reply = await (await olive.run(line, "contests")).follow_up()
        assert f"doesn’t allow “{word}”" in reply.plain, line
    elsewhere = await (await olive.run(f"/ladder {word} dog", olive.dm)).reply()
    assert f"{word} → dog" in elsewhere.text


async def test_denied_words_are_in_no_stage(app, undone):
    olive = app.person()
    await answer(olive, "/settings deny", words="meat")
    shown = await answer(olive, "/anigram", start="team", length=4)
    reply = await (await olive.press(shown, "All words")).reply()
    found = set(re.findall(r"[a-z]+", reply.text.lower()))
    assert {"team", "mate", "tame"} <= found
    assert "meat" not in found
    reply = await (await olive.run("/anigram start:team end:meat", "contests")).follow_up()
    assert "doesn’t allow “meat”" in reply.plain


async def test_a_game_is_walked_whatever_word_its_sorted_letters_spell(app, undone):
    olive = app.person()
    await answer(olive, "/settings deny", words="abet")
    shown = await answer(olive, "/anigram", start="beta", length=4)
    await (await olive.press(shown, "One longer")).reply()
    assert "2 stages" in shown.text
    assert "abet" not in re.findall("[a-z]+", shown.heard.lower())


async def test_games_and_sequences_are_counted_without_denied_words(app, undone):
    olive = app.person()
    before = await answer(olive, "/anigram", start="blew", length=5)
    assert "can grow to" in before.text
    await answer(olive, "/settings deny", words="below bowel elbow")
    reply = await (await olive.run("/anigram start:blew length:5", "contests")).follow_up()
    assert "there is no longer game from there" in reply.plain
    shown = await answer(olive, "/truncate", end="relapsed")
    count = int(re.search(r"(\d+) ways", shown.text)[1])
    await answer(olive, "/settings deny", words="elapsed")
    shown = await answer(olive, "/truncate", end="relapsed")
    found = re.search(r"(\d+) ways|the only way", shown.text)
    assert int(found[1] or 1) < count


async def test_sequences_are_drawn_around_denied_words(app, undone):
    olive = app.person()
    shown = await answer(olive, "/truncate", start="la")
    longest = re.findall(r"[a-z]+", shown.heard.partition("of words: ")[2])
    await answer(olive, "/settings deny", words=" ".join(longest[1:]))
    shown = await answer(olive, "/truncate", start="la")
    around = re.findall(r"[a-z]+", shown.heard.partition("of words: ")[2])
    assert around[0] == "la"
    assert 1 < len(around) <= len(longest)
    assert not set(longest[1:]) & set(around)


@pytest.mark.parametrize("words", ["don’t", "a", "two3", ","])
async def test_what_cannot_be_a_word_is_refused(app, undone, words):
    exchange = await app.person().run("/settings allow", "contests", words=words)
    reply = await exchange.reply()
    assert "can’t be a word" in reply.plain or "at least one word" in reply.plain


async def test_changes_are_in_the_audit(app, undone):
    olive = app.person()
    await answer(olive, "/settings tier", tier="standard")
    await answer(olive, "/settings deny", words="nausea")
    post = await audit(olive)
    first, second = post.text.splitlines()[1:3]
    assert f"<@{olive.id}> denied words · nausea" in first
    assert "changed the settings · tier: standard" in second


async def test_words_beyond_the_servers_tier_are_not_offered(app, undone):
    olive, lexicons = app.person(), app.services.lexicons
    rare = next(w for w in lexicons["full"].complete("xy") if w not in lexicons["common"])

    async def offered(line, **options):
        found = await olive.complete(line, "start", rare, "contests", **options)
        return [choice["value"] for choice in found]

    assert rare in await offered("/ladder")
    await answer(olive, "/settings tier common")
    assert rare not in await offered("/ladder")
    assert rare not in await offered("/truncate")
    assert rare in await offered("/ladder", tier="full")


async def test_denied_words_are_not_offered_while_one_types(app, undone):
    olive = app.person()

    async def offered(line, option, typed):
        found = await olive.complete(line, option, typed, "contests")
        return [choice["value"] for choice in found]

    assert "lead" in await offered("/ladder", "start", "lead")
    assert "cold lead" in await offered("/ladder", "avoid", "cold lead")
    assert "lead" in await offered("/truncate", "start", "lead")
    assert "lead" in await offered("/anigram", "end", "lead")
    await answer(olive, "/settings deny", words="lead")
    assert "lead" not in await offered("/anigram", "end", "lead")
    for line in ("/ladder", "/truncate"):
        assert "lead" not in (words := await offered(line, "start", "lead"))
        assert words
    assert "cold lead" not in await offered("/ladder", "avoid", "cold lead")
