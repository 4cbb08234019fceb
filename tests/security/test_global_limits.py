"""Discord makes the whole bot wait, by any of its headers: nothing is posted meanwhile."""

import asyncio

import pytest

from bot.pace import Pace
from bot.ui.attempts import MOST_WAIT, retry_after
from bot.ui.client import scope_of_limit
from tests.bot.conftest import app

__all__ = ["app"]
pytestmark = pytest.mark.asyncio(loop_scope="module")
GLOBAL, SCOPE = "X-RateLimit-Global", "X-RateLimit-Scope"


@pytest.mark.parametrize(
    ("everywhere", "headers", "held"),
    [
        (True, {}, True),
        (True, {GLOBAL: None}, True),
        (True, {SCOPE: None}, True),
        (True, {GLOBAL: None, SCOPE: "shared"}, False),
        (False, {}, False),
    ],
)
async def test_a_429_for_the_whole_bot_holds_the_pacer(app, everywhere, headers, held):
    about = {"everywhere": everywhere, "retry_after": 0.1, "headers": headers}
    app.harness.fail("/interactions/*", 429, **about)
    await (await app.person().run("/word cat")).reply()
    # The header has whole seconds, and the answer has taken some tenths.
    pacer = app.services.pacer
    assert (pacer._pace.wait(asyncio.get_running_loop().time()) > 0) is held
    pacer._pace = Pace()


async def test_what_a_429_says_is_read_with_care():
    assert scope_of_limit({GLOBAL: "true"}) == "global"
    assert scope_of_limit({SCOPE: "global"}) == "global"
    assert scope_of_limit({SCOPE: "user", "Via": "1.1 discord"}) == "route"
    assert scope_of_limit({"Retry-After": "600"}) == "ban"
    assert retry_after({"Retry-After": "2.5"}) == 2.5
    assert retry_after({"Retry-After": "1e9"}) == MOST_WAIT
    assert retry_after({"Retry-After": "Wed, 13 Jun 2040 09:24:36 GMT"}) == 1
    assert retry_after({}) == 1
