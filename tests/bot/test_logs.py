"""Log lines, for people or programs, each with the id of its request."""

import json
import logging
import re

from bot.logs import begin_request, request_id
from tests.bot.running import python

SCRIPT = """
import logging
from bot.logs import begin_request, set_up_logging
set_up_logging({style!r})
log = logging.getLogger("bot.test")
log.info("before")
begin_request(123456789012345678)
log.info("during %s", "it", extra={{"words": 2}})
try:
    1 / 0
except ZeroDivisionError:
    log.exception("oh")
logging.getLogger("discord.http").info("unheard")
"""


def lines(style):
    run = python("-c", SCRIPT.format(style=style))
    assert run.returncode == 0, run.stderr
    assert run.stdout == ""
    assert "unheard" not in run.stderr
    return run.stderr.splitlines()


async def test_an_id_is_the_same_for_the_same_request_and_short():
    """It runs in a task, as everything begun in its context would keep the id."""
    assert begin_request(5) == begin_request(5) == request_id.get()
    assert begin_request(5) != begin_request(6)
    assert len(begin_request(2**63)) == 8


def test_text():
    before, during, oh, *trace = lines("text")
    name = begin_request(123456789012345678)
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d{4} INFO ", before)
    assert "[-] bot.test: before" in before
    assert f"[{name}] bot.test: during it" in during
    assert "ERROR" in oh
    assert trace[-1] == "ZeroDivisionError"


def test_json():
    before, during, oh = map(json.loads, lines("json"))
    assert before["request"] == "-"
    assert during["request"] == begin_request(123456789012345678)
    assert during["message"] == "during it"
    assert during["words"] == 2
    assert during["level"] == "info"
    assert "ZeroDivisionError" in oh["trace"]
    assert logging.getLevelName(oh["level"].upper()) == logging.ERROR


UNCAUGHT = """
import threading, warnings
from bot.logs import log_what_python_says, set_up_logging
set_up_logging("json")
log_what_python_says()
warnings.warn("old")
class Bad:
    def __del__(self):
        1 / 0
Bad()
thread = threading.Thread(target=lambda: [].pop())
thread.start()
thread.join()
{}["typed"]
"""


def test_with_json_what_python_says_by_itself_is_an_object_on_each_line_too():
    run = python("-c", UNCAUGHT)
    warned, *uncaught = map(json.loads, run.stderr.splitlines())
    assert (run.returncode, warned["level"]) == (1, "warning")
    assert "UserWarning: old" in warned["message"]
    ends = [line["trace"].splitlines()[-1] for line in uncaught]
    assert ends == ["ZeroDivisionError", "IndexError", "KeyError"]
    assert "typed" not in run.stderr.replace('{}["typed"]', "")
