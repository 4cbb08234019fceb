"""What Discord, or anything in between, may answer at each step of a start."""

import asyncio
import re
from dataclasses import replace

import pytest
import pytest_asyncio

import playground
from bot.app import connected
from bot.clock import DiscordClock
from bot.errors import DiscordUnreachable
from bot.services import open_services
from bot.ui import attempts, registry, sharding
from bot.ui.health import State
from playground import Fault
from tests.bot.bot_on_playground import GUILDS_SECONDS, BotOnPlayground, without_limits
from tests.bot.organising import until
from tests.paths import ROOT
from tests.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")
slow = pytest.mark.slow

DOCUMENT = ROOT / "docs/hosting.md"
WAIT = 0.05
"""Seconds that a 429 asks for, and of each pause between two attempts."""
LIMIT = 0.4
"""Seconds that an attempt may take."""
TIMES = 2
PAGE = "<!doctype html><title>Please accept our terms of use</title>"
JSON = "application/json"
VIA = {"Via": "1.1 google", "Retry-After": str(WAIT)}
ANSWERS = {
    "429": Fault(429, retry_after=WAIT, headers={"Retry-After": str(WAIT)}),
    "429 without `Via`": Fault(429, headers={"Retry-After": str(WAIT), "Via": None}),
    "429 without a time": Fault(429, body="{}", content_type=JSON, headers=VIA),
    "401": Fault(401),
    "401, HTML": Fault(401, body=PAGE),
    "403": Fault(403),
    "403, HTML": Fault(403, body=PAGE),
    "404": Fault(404),
    "400, a list": Fault(400, body="[1]", content_type=JSON),
    "425": Fault(425),
    "500": Fault(500),
    "502, HTML": Fault(502, body=PAGE),
    "503": Fault(503),
    "520, HTML": Fault(520, body=PAGE),
    "HTML": Fault(200, body=PAGE),
    "an empty answer": Fault(200, body="", content_type=JSON),
    "a cut connection": Fault(cut=True),
    "silence": Fault(0, delay=1.0),
    "a redirect": Fault(302, body="", headers={"Location": "/"}),
    "wrong JSON": Fault(200, body='{"hello": ["there"]}', content_type=JSON),
    "a list": Fault(200, body="[1]", content_type=JSON),
}
STEPS = {
    "login": ("GET", "/users/@me"),
    "application": ("GET", "/oauth2/applications/@me"),
    "gateway": ("GET", "/gateway/bot"),
    "commands": ("GET", "/applications/*/commands"),
    "sending commands": ("PUT", "/applications/*/commands"),
    "identify": ("WS", "/gateway"),
    "resume": ("WS", "/gateway"),
}
ENDS = {"Discord does not accept DISCORD_TOKEN": "token", "Discord refuses what": "refused"}
"""The table's name for each sentence, by its first words."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server():
    async with await playground.serve() as server:
        without_limits(server)
        yield server


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def services(tmp_path_factory):
    settings = BotOnPlayground(tmp_path_factory.mktemp("start"), solver_workers=1).settings
    async with open_services(settings, DiscordClock()) as services:
        yield services


@pytest.fixture(autouse=True)
def hurried(monkeypatch):
    for module, name, seconds in (
        (attempts, "FIRST_WAIT", WAIT),
        (attempts, "LONGEST_WAIT", WAIT),
        (attempts, "ANSWER_SECONDS", LIMIT),
        (sharding, "CONNECT_SECONDS", LIMIT),
        (sharding, "READY_SECONDS", LIMIT),
        (sharding, "LONGEST_WAIT", WAIT),
        (sharding, "FIRST_PAUSE", WAIT),
        (sharding, "LONGEST_PAUSE", 2 * WAIT),
    ):
        monkeypatch.setattr(module, name, seconds)


async def outcome(server, services, step, answer):
    """Return the outcome of a start where a step gets an answer twice."""
    method, path = STEPS[step]
    if step == "sending commands":
        await services.store.facts.put(registry.FACT, "another version's")
    fault = replace(ANSWERS[answer], method=method, path=path, times=TIMES)
    state, hub = State(), server.world.hub
    try:
        if step != "resume":
            server.world.faults.add(fault)
        async with (
            asyncio.timeout(PATIENCE),
            connected(services, server.token, server.api_url, state) as bot,
        ):
            bot.client._connection.guild_ready_timeout = GUILDS_SECONDS
            await bot.ready()
            if step == "resume":
                server.world.faults.add(fault)
                sessions = hub.resumed + hub.identified
                hub.drop()
                await until(lambda: hub.resumed + hub.identified > sessions and hub.online)
            assert await bot.syncing is None
            await until(lambda: not state.attempts.waiting)
    except DiscordUnreachable as error:
        return next(name for words, name in ENDS.items() if error.message.startswith(words))
    finally:
        server.world.faults.clear()
    assert fault.times < TIMES, "it was never given this answer"
    return "goes on" if fault.times else "waits"


def documented():
    """Return the table of docs/hosting.md: the outcome of a start, by step and answer."""
    section = DOCUMENT.read_text("utf-8").partition("\n## Starting\n")[2].partition("\n## ")[0]
    lines = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in section.splitlines()
        if line.startswith("|") and not re.fullmatch(r"[|\- ]+", line)
    ]
    head, *rows = lines
    return {
        step: {row[0]: row[column] for row in rows} for column, step in enumerate(head) if column
    }


@slow
@pytest.mark.parametrize("step", STEPS)
async def test_what_is_answered_is_waited_out_or_one_sentence(server, services, caplog, step):
    found = {answer: await outcome(server, services, step, answer) for answer in ANSWERS}
    ours = [record for record in caplog.records if record.name.startswith(("bot", "discord"))]
    assert not [record.exc_info for record in ours if record.exc_info]
    assert not [record for record in ours if "terms of use" in record.getMessage()]
    assert documented()[step] == found
