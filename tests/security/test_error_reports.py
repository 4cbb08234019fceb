"""Error reports: what goes to a Sentry, without any personal data."""

from __future__ import annotations

import asyncio
import json
import logging

import pytest
import sentry_sdk
from aiohttp import web

from bot.error_reports import ReportHandler, set_up_error_reports
from bot.errors import BadSettings
from tests.patience import PATIENCE

SECRET = "mysecretword"


@pytest.fixture
def restored():
    root = logging.getLogger()
    before = list(root.handlers)
    yield
    sentry_sdk.get_client().close()
    sentry_sdk.init()
    for handler in set(root.handlers) - set(before):
        root.removeHandler(handler)


async def test_a_report_says_where_it_failed_and_nothing_that_was_typed(restored):
    reports: asyncio.Queue[str] = asyncio.Queue()

    async def take(request):
        reports.put_nowait(await request.text())
        return web.json_response({})

    app = web.Application()
    app.router.add_post("/api/1/envelope/", take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]

    def fail(typed):
        raise ValueError(typed)

    try:
        set_up_error_reports(f"http://key@127.0.0.1:{port}/1")
        try:
            fail(SECRET)
        except ValueError as error:
            logging.getLogger("bot.test").exception("failed: %s", error)  # noqa: TRY401
            logging.getLogger("bot.test").warning("not reported")
        logging.getLogger("somebody.else").error("got %r", [SECRET])
        await asyncio.to_thread(sentry_sdk.flush, 10)
        async with asyncio.timeout(PATIENCE):
            texts = [await reports.get(), await reports.get()]
    finally:
        await runner.cleanup()
    first, second = (json.loads(text.splitlines()[2]) for text in texts)
    assert first["message"] == "failed: ValueError"
    assert first["exception"]["values"][0]["type"] == "ValueError"
    last = first["exception"]["values"][0]["stacktrace"]["frames"][-1]
    assert last["function"] == "fail"
    assert "vars" not in last
    assert second["message"] == "got <list>"
    assert first["breadcrumbs"]["values"] == []
    assert first["server_name"] == ""
    for text in texts:
        assert SECRET not in text
        assert "not reported" not in text


def test_an_address_that_is_none_is_refused(restored):
    with pytest.raises(BadSettings, match="SENTRY_DSN"):
        set_up_error_reports("nonsense")


def test_what_the_library_says_of_itself_is_not_reported(restored, monkeypatch):
    sent = []
    monkeypatch.setattr(sentry_sdk, "capture_event", sent.append)
    handler = ReportHandler()
    handler.handle(logging.makeLogRecord({"name": "sentry_sdk.errors", "levelno": 40, "msg": "x"}))
    handler.handle(logging.makeLogRecord({"name": "bot", "levelno": 40, "msg": "x"}))
    assert len(sent) == 1
