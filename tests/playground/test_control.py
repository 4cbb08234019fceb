"""The page's API, and who may use the server at all."""

import json
import re

import aiohttp
import pytest

import playground
from playground.permissions import ATTACH_FILES, VIEW_CHANNEL
from playground.web.static import FOLDER

HEADER = {"X-Playground": "1"}


class Page:
    """What a page does, by hand."""

    def __init__(self, server, session):
        self.server = server
        self.session = session

    async def get(self, path, headers=None, **query):
        url = self.server.page_url + path
        async with self.session.get(url, params=query, headers=headers) as answer:
            self.headers = answer.headers
            return await said(answer)

    async def post(self, name, about, headers=HEADER):
        url = self.server.page_url + "playground/" + name
        async with self.session.post(url, json=about, headers=headers) as answer:
            return await said(answer)


async def said(answer):
    """Return an answer's status and content."""
    is_json = "json" in answer.content_type
    return answer.status, await (answer.json() if is_json else answer.text())


@pytest.fixture
async def page(discord_server):
    async with aiohttp.ClientSession() as session:
        yield Page(discord_server, session)


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil:80", ""]
)
async def test_a_foreign_name_is_refused(page, host):
    for path in ("", "api/v10/gateway", "playground/overview", "cdn/x.png"):
        assert (await page.get(path, {"Host": host}))[0] == 403


async def test_a_foreign_site_is_refused(page):
    clock = page.server.world.clock
    before = clock.offset
    origins = ({"Origin": "https://evil.example"}, {"Origin": "null"})
    for headers in (*origins, {"Sec-Fetch-Site": "cross-site"}):
        assert (await page.get("playground/overview", headers))[0] == 403
        assert (await page.post("clock", {"advance": 60}, {**HEADER, **headers}))[0] == 403
    assert (await page.post("clock", {"advance": 60}, {}))[0] == 403
    assert clock.offset == before
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert (await page.get("", link))[0] == 200


async def test_what_is_no_json_or_nested_too_deep_is_refused(page):
    deep = b"[" * 200_000 + b"]" * 200_000
    bot = HEADER | {"Authorization": f"Bot {page.server.token}"}
    for raw in (deep, b"{", b'{"advance": NaN'):
        for path in ("playground/clock", "api/v10/users/@me/channels"):
            url, kind = page.server.page_url + path, {"Content-Type": "application/json"}
            async with page.session.post(url, data=raw, headers=bot | kind) as answer:
                assert answer.status == 400, (path, raw[:9])
                assert "JSON" in await answer.text()


async def test_only_loopback():
    with pytest.raises(ValueError, match="only listens on loopback"):
        await playground.serve("0.0.0.0")


async def test_the_page_lets_nothing_else_in(page):
    status, text = await page.get("")
    assert status == 200
    assert "<script>" not in text
    assert "style=" not in text
    policy = page.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert "unsafe" not in policy
    assert (await page.get("page/main.js"))[0] == 200
    for path in ("page/../harness.py", "page/%2e%2e/harness.py", "page/nothing.js"):
        assert (await page.get(path))[0] == 404


async def test_all_parts_of_the_page_are_asked_for_at_once(raw_page):
    """A module that index.html does not name costs another round trip."""
    index = (FOLDER / "index.html").read_text("utf-8")
    named = set(re.findall(r'(?:href|src)="/page/([^"]+)"', index))
    assert named == {it.name for it in FOLDER.iterdir() if it.suffix in {".js", ".css", ".svg"}}
    parts = "performance.getEntriesByType('resource').map((it) => it.name)"
    scripts = [url for url in await raw_page.value(parts) if url.endswith(".js")]
    assert len(scripts) == len(list(FOLDER.glob("*.js")))  # each once


async def test_an_uploaded_file_cannot_act(raw, harness):
    option = {"type": 11, "name": "file", "description": "x"}
    await raw.register({"name": "send", "description": "x", "options": [option]})
    await harness.person("olive").run("/send", file=("evil.html", b"<script>alert(1)</script>"))
    interaction = await raw.event("INTERACTION_CREATE")
    (attachment,) = interaction["data"]["resolved"]["attachments"].values()
    async with raw.session.get(attachment["url"]) as answer:
        assert answer.headers["Content-Disposition"].startswith("attachment")
        assert "sandbox" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


async def test_what_a_user_sees(page, bot, harness):
    olive = harness.person("olive")
    await (await olive.run("/think text:secret private:true")).reply()
    channel = str(harness.channel("general").id)
    _, world = await page.get("playground/overview", user="olive")
    assert (world["me"]["username"], world["bot"]["online"]) == ("olive", True)
    assert [one["name"] for one in world["guilds"]] == ["Word House", "Puzzle Garden"]
    _, solo = await page.get("playground/overview", user="solo")
    assert (solo["guilds"], len(solo["conversations"])) == ([], 1)
    _, own = await page.get("playground/messages", user="olive", channel=channel)
    _, others = await page.get("playground/messages", user="pia", channel=channel)
    assert (len(own), own[0]["command"], others) == (1, "think", [])
    status, body = await page.get("playground/messages", user="solo", channel=channel)
    assert (status, body["refused"]) == (400, "Solo sees no such channel.")
    _, commands = await page.get("playground/commands", user="olive", channel=channel)
    assert {one["name"] for one in commands} == {"ping", "think"}
    assert (await page.get("playground/commands", user="noor", channel=channel))[1] == []


async def test_what_a_user_does(page, bot, harness):
    channel = str(harness.channel("general").id)
    where = {"user": "olive", "channel": channel}
    status, body = await page.post("run", {**where, "line": "/think"})
    assert (status, "required option" in body["refused"]) == (400, True)
    _, outline = await page.post("run", {**where, "line": "/think hello"})
    assert outline["name"] == "think"
    post = await harness.person("olive").sees("hello")
    about = {**where, "message": str(post.message.id), "custom_id": "again"}
    assert (await page.post("press", about))[0] == 200
    await post.says("pressed")
    assert (await page.post("press", {**about, "user": "solo"}))[0] == 400
    assert (await page.post("write", {**where, "text": "hi"}))[0] == 200
    assert (await page.post("write", {**where, "user": "noor", "text": "hi"}))[0] == 400
    assert (await page.post("dismiss", about))[0] == 400
    assert (await page.post("people", {"name": "Zoe"}))[0] == 200
    assert (await page.post("people", {"name": "zoe"}))[0] == 400
    assert harness.person("zoe").commands().keys() == {"ping", "think"}


async def test_clock_faults_and_gateway(page, bot, harness):
    before = harness.world.clock.offset
    _, clock = await page.post("clock", {"advance": 3600})
    assert clock["offset"] == before + 3600
    assert (await page.post("clock", {"advance": -1}))[0] == 400
    fault = {"status": 500, "path": "/users/*", "times": 3, "nonsense": 1}
    _, body = await page.post("faults", fault)
    assert body["faults"][0]["path"] == "/users/*"
    assert (await page.post("faults", {"clear": True}))[1] == {"faults": []}
    assert (await page.post("gateway", {"action": "drop"}))[0] == 200
    await harness.bot_gone()
    await harness.bot_ready()
    assert (await page.post("gateway", {"action": "nonsense"}))[0] == 400


NO_TEXTS = ([], {}, True, 1.5)
NO_NUMBERS = ("many", [], {}, True, float("nan"), float("inf"), 10**400)
NO_IDS = (*NO_TEXTS, "²", "-1", "1.0", "9" * 5_000)
NO_FLAGS = ("true", 1, [], {})
NO_VALUES = ("text", 1, True, [], {"text": {}}, {"text": [[]]})
FIELDS = [
    *((act, "user", NO_TEXTS) for act in ("run", "complete", "press", "submit", "write")),
    *((act, "channel", NO_IDS) for act in ("run", "complete", "press", "choose", "dismiss")),
    *((act, "message", NO_IDS) for act in ("press", "choose", "dismiss")),
    *((act, "custom_id", NO_TEXTS) for act in ("press", "choose")),
    *((act, "values", NO_VALUES) for act in ("run", "complete")),
    ("choose", "values", ("text", 1, True, {}, [[]], [{}])),
    ("run", "line", NO_TEXTS),
    *(("complete", name, NO_TEXTS) for name in ("command", "focused")),
    ("submit", "interaction", NO_IDS),
    ("write", "text", NO_TEXTS),
    ("people", "name", NO_TEXTS),
    ("clock", "advance", NO_NUMBERS),
    ("faults", "clear", NO_FLAGS),
    *(("faults", name, NO_NUMBERS) for name in ("delay", "retry_after")),
    *(("faults", name, ("many", [], {}, True, 1.5)) for name in ("status", "times")),
    *(("faults", name, NO_TEXTS) for name in ("method", "path")),
    *(("faults", name, NO_FLAGS) for name in ("everywhere", "after", "answers")),
    ("gateway", "closed_for", NO_NUMBERS),
    ("gateway", "resumable", NO_FLAGS),
    ("gateway", "action", NO_TEXTS),
]


@pytest.mark.parametrize(("act", "name", "wrong"), FIELDS)
async def test_a_field_of_the_wrong_kind_is_named(page, bot, harness, act, name, wrong):
    olive = harness.person("olive")
    post = await (await olive.run("/think hello")).reply()
    sound = {
        "channel": str(harness.channel("general").id),
        "message": str(post.message.id),
        "custom_id": "again",
        "line": "/think hello",
        "command": "think",
        "focused": "text",
        "status": 500,
        "action": "drop",
    }
    for value in wrong:
        status, body = await page.post(act, {**sound, name: value})
        assert status == 400, value
        assert body["refused"].startswith(f"“{name}” has to be "), value
        assert body["refused"].endswith("."), value
    assert harness.world.faults.active == []


async def test_ids_and_numbers_may_come_either_way(page, bot, harness):
    where = {"user": harness.person("olive").user.id, "channel": harness.channel("general").id}
    assert (await page.post("write", {**where, "text": 12}))[0] == 200
    for wrong in ("before", "limit"):
        status, body = await page.get("playground/messages", **{**where, wrong: "²"})
        assert (status, body["refused"]) == (400, f"“{wrong}” has to be digits and nothing else.")
    assert len((await page.get("playground/messages", **where, before="", limit=1))[1]) == 1
    _, body = await page.post("faults", {"status": 0, "delay": 1, "times": None})
    assert [(one.delay, one.times) for one in harness.world.faults.active] == [(1.0, None)]


async def test_the_clock_ends_where_ids_do(page, harness):
    before = harness.world.clock.offset
    status, body = await page.post("clock", {"advance": 1e300})
    assert (status, "year 2154" in body["refused"]) == (400, True)
    assert harness.world.clock.offset == before


async def test_events_reach_only_those_they_concern(page, bot, harness):
    url = page.server.page_url + "playground/events"
    async with (
        page.session.get(url, params={"user": "olive"}) as own,
        page.session.get(url, params={"user": "pia"}) as other,
    ):
        assert own.content_type == "text/event-stream"
        olive = harness.person("olive")
        await (await olive.run("/think text:secret private:true")).reply()
        await (await olive.run("/ping")).reply()
        texts = {}
        for name, stream in (("own", own), ("other", other)):
            seen = ""
            while "pong" not in seen:
                seen += (await stream.content.readline()).decode()
            texts[name] = seen
        assert "secret" in texts["own"]
        assert "secret" not in texts["other"]
        lines = [line[5:] for line in texts["own"].splitlines() if line.startswith("data:")]
        assert {json.loads(line)["event"] for line in lines} >= {"message", "interaction"}


async def test_moderators_close_channels_archive_threads_and_kick_the_bot(page, harness):
    world, olive = harness.world, harness.person("olive")
    channel, guild = harness.channel("contests"), harness.guild("Word House")

    async def moderate(action, place=channel):
        about = {"user": "olive", "channel": str(place.id), "action": action}
        return await page.post("moderate", about)

    for action, lost in (("deny files", ATTACH_FILES), ("hide", VIEW_CHANNEL)):
        assert (await moderate(action))[0] == 200
        assert not world.permissions_in(channel, world.bot) & lost
    assert (await moderate("allow"))[0] == 200
    assert world.permissions_in(channel, world.bot) & ATTACH_FILES
    thread = world.create_thread(channel, "Talk", olive.user)
    for action in ("archive", "lock"):
        await moderate(action, thread)
    assert thread.archived
    assert thread.locked
    listed = (await page.get("playground/overview", user="olive"))[1]["guilds"][0]["channels"]
    shown = next(one for one in listed if one["id"] == str(thread.id))
    assert (shown["archived"], shown["locked"]) == (True, True)
    await moderate("unlock", thread)
    assert not thread.locked
    assert (await moderate("archive"))[1] == {"refused": "This is no thread."}
    await moderate("slow mode")
    assert channel.slowmode == 30
    await moderate("slow mode")
    assert channel.slowmode == 0
    await moderate("kick")
    assert world.bot.id not in guild.members
    assert (await moderate("kick"))[1] == {"refused": "The bot is not in this server."}
    await moderate("invite")
    assert world.bot.id in guild.members
    assert (await moderate("dance"))[0] == 400
    assert "direct messages" in (await moderate("hide", olive.dm))[1]["refused"]


async def test_what_is_written_in_a_forum_begins_a_post(page, harness):
    about = {"user": "pia", "channel": str(harness.channel("contests").id), "action": "forum"}
    await page.post("moderate", about)
    forum = harness.channel("forum")
    about = {"user": "pia", "channel": str(forum.id), "text": "A game\nHow about hangman?"}
    status, sent = await page.post("write", about)
    assert status == 200
    thread = harness.world.channels[int(sent["channel_id"])]
    assert (thread.name, thread.parent_id) == ("A game", forum.id)
    assert [one.content for one in thread.messages.values()] == ["How about hangman?"]
    about["text"] = "x" * 101
    assert "1 to 100 characters" in (await page.post("write", about))[1]["refused"]
