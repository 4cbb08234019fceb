"""Metrics: they count what happened, Prometheus reads them, and the dashboard shows them."""

import asyncio
import json
import logging
import math
import re
import shutil

import aiohttp
import pytest
import yaml
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from bot import metrics
from bot.logs import add_filters
from bot.ui import health
from bot.ui.health import READY, State
from bot.watchdog import Watchdog
from tests.bot.organising import announced, until
from tests.paths import ROOT
from tests.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

DEPLOY = ROOT / "deploy"
PROMETHEUS = shutil.which("prometheus")


def value(name, /, **labels):
    return REGISTRY.get_sample_value(name, labels) or 0.0


def serving(app):
    return health.serving(State(READY, app.client), Watchdog(), ("127.0.0.1", 0))


async def fetched(port, path):
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{path}") as answer,
    ):
        return answer.status, answer.content_type, await answer.text()


async def families(port):
    status, kind, text = await fetched(port, "/metrics")
    assert status == 200
    assert kind.startswith("text/plain")
    return {family.name: family for family in text_string_to_metric_families(text)}


def ended(kind, name, outcome):
    return value("bot_interactions_total", kind=kind, name=name, outcome=outcome)


async def test_commands_presses_and_forms_are_counted_by_outcome(app, caplog, monkeypatch):
    olive = app.person()

    def counts():
        return (
            ended("command", "ladder", "answered"),
            ended("command", "ladder", "refused"),
            ended("button", "ladder", "answered"),
            ended("form", "draft:form:plan", "answered"),
            value("bot_acknowledge_seconds_count"),
            value("bot_answer_seconds_count", kind="button"),
            value("bot_solver_seconds_count", game="ladder", outcome="done"),
            value("bot_posts_total", kind="announcement", outcome="delivered"),
            value("bot_post_delay_seconds_count", kind="announcement"),
        )

    caplog.set_level(logging.INFO, "bot.metrics")
    monkeypatch.setattr(metrics, "SLOW", 0)
    before = counts()
    reply = await (await olive.run("/ladder cat dog")).reply()
    await (await olive.press(reply, "Definitions")).reply()
    await (await olive.run("/ladder cat mystrangeword")).follow_up()
    await announced(olive)
    least = (1, 1, 1, 1, 4, 1, 1, 1, 1)
    await until(
        lambda: all(now - then >= n for now, then, n in zip(counts(), before, least, strict=True))
    )
    async with serving(app) as port:
        _, _, text = await fetched(port, "/metrics")
    assert "mystrangeword" not in text + caplog.text
    assert str(olive.id) not in text + caplog.text
    told = {record.getMessage() for record in caplog.records if record.name == "bot.metrics"}
    for ending in ("command ladder answered", "command ladder refused", "button ladder answered"):
        assert any(re.fullmatch(rf"{ending} after \d+\.\d\d s", line) for line in told)
    waited = "bot_queue_wait_seconds_count"
    assert sum(value(waited, length=length) for length in ("quick", "short", "long")) >= 2
    assert value("bot_database_write_seconds_count") > 0


async def test_who_waits_for_more_than_a_second_leaves_one_line(app, caplog):
    caplog.set_level(logging.INFO, "bot.metrics")
    add_filters(caplog.handler)
    for path, slow in (("/webhooks/*", 1), ("/nowhere", 0)):
        caplog.clear()
        app.harness.slow(path, 1.1)
        try:
            await (await app.person().run("/ladder cat dog")).reply()
            await until(lambda: not app.client.pending_replies)
        finally:
            app.server.world.faults.clear()
        lines = [record for record in caplog.records if record.name == "bot.metrics"]
        assert len(lines) == slow
        assert all(line.request != "-" for line in lines)


async def test_a_429_is_counted(app):
    before = value("bot_rate_limited_total", scope="route")
    app.harness.fail("/webhooks/*", 429, times=1)
    try:
        await (await app.person().run("/ladder cat dog")).reply()
    finally:
        app.server.world.faults.clear()
    assert value("bot_rate_limited_total", scope="route") == before + 1


async def test_what_is_looked_up_when_somebody_asks(app):
    async with serving(app) as port:
        async with asyncio.timeout(PATIENCE):
            while (await fetched(port, "/ready"))[0] != 200:  # until the first heartbeat's answer
                await asyncio.sleep(0.05)
        assert (await fetched(port, "/live"))[0] == 200
        await families(port)
    assert value("bot_ready") == 1
    assert value("bot_workers_alive") == 4
    assert value("bot_servers") == len(app.client.guilds)
    assert 0 < value("bot_shard_latency_seconds", shard="0") < 30
    assert value("bot_database_bytes") > 0
    assert value("bot_posts_due") == 0


async def test_a_bot_that_is_not_ready_still_lives(app, monkeypatch):
    monkeypatch.setattr(app.client, "is_ready", lambda: False)
    async with serving(app) as port:
        assert (await fetched(port, "/live"))[0] == 200
        assert (await fetched(port, "/ready"))[0] == 503
        assert (await fetched(port, "/health"))[0] == 503
        await families(port)
    assert value("bot_ready") == 0


def metrics_in(queries):
    names = re.findall(r"\b(?:bot|process)_\w+", queries)
    return {re.sub(r"_(bucket|count|total)$", "", name) for name in names}


async def test_every_metric_that_alerts_read_exists(app):
    async with serving(app) as port:
        known = await families(port)
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0]["rules"]
    read = metrics_in(" ".join(rule["expr"] for rule in rules))
    assert read - {re.sub(r"_total$", "", name) for name in known} == set()


async def test_what_nobody_has_looked_at_is_no_reason_to_alert(app):
    async with serving(app) as port:
        await families(port)
    assert math.isnan(value("bot_machines_alive"))  # there is no SOLVER_URL
    assert value("bot_database_free_bytes") > 0
    assert value("bot_contests_overdue_seconds") < PATIENCE
    assert value("bot_dailies_overdue_seconds") < PATIENCE


async def test_the_dashboard_shows_every_metric_and_no_other(app):
    async with serving(app) as port:
        known = await families(port)
    dashboard = json.loads((DEPLOY / "grafana" / "dashboard.json").read_text())
    shown = " ".join(one["expr"] for panel in dashboard["panels"] for one in panel["targets"])
    used = metrics_in(shown)
    names = {re.sub(r"_total$", "", name) for name in known}
    assert used <= names | {"process_cpu_seconds"}
    assert {name for name in names if name.startswith("bot_")} <= used
    labels = {label for one in vars(metrics).values() for label in getattr(one, "_labelnames", ())}
    asked = set(re.findall(r"(\w+)!?=\"", shown))
    assert asked - labels <= {"job", "instance"}


async def address_of(process):
    """Return the address of a Prometheus on a port of its choice, once it answers."""
    said, address, ready = b"", None, False
    async with asyncio.timeout(PATIENCE):
        while line := await process.stderr.readline():
            said += line
            if found := re.search(rb'"Listening on" .*address=(\S+)', line):
                address = found[1].decode()
            ready = ready or b"Server is ready" in line
            if address and ready:  # in either order
                return address
    raise AssertionError(said.decode())


@pytest.mark.slow
async def test_prometheus_reads_it(app, tmp_path):
    assert PROMETHEUS, "on Debian: sudo apt install prometheus"
    async with serving(app) as port:
        text = (DEPLOY / "prometheus.yml").read_text()
        text = text.replace("127.0.0.1:8080", f"127.0.0.1:{port}").replace("15s", "1s")
        (tmp_path / "prometheus.yml").write_text(text)
        shutil.copy(DEPLOY / "alerts.yml", tmp_path)
        process = await asyncio.create_subprocess_exec(
            PROMETHEUS,
            f"--config.file={tmp_path}/prometheus.yml",
            f"--storage.tsdb.path={tmp_path}/data",
            "--web.listen-address=127.0.0.1:0",
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            url = f"http://{await address_of(process)}/api/v1/query"

            async def ask(session, query):
                async with session.get(url, params={"query": query}) as answer:
                    return (await answer.json())["data"]["result"]

            async with aiohttp.ClientSession() as session, asyncio.timeout(PATIENCE):
                while not (found := await ask(session, "bot_ready")):
                    await asyncio.sleep(0.2)
                assert found[0]["metric"]["job"] == "snakes-and-ladders"
                assert (await ask(session, "max(up)"))[0]["value"][1] == "1"
                dashboard = json.loads((DEPLOY / "grafana" / "dashboard.json").read_text())
                for panel in dashboard["panels"]:
                    for one in panel["targets"]:
                        await ask(session, one["expr"])  # the answer to a refused query has no data
        finally:
            process.terminate()
            await process.communicate()
