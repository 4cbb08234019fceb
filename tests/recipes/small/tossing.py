"""/toss, as people use it; run in a copy of the tree."""

import pytest

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_coin_is_tossed_and_where_there_is_a_button_again(app):
    tossed = await (await app.person().run("/toss")).reply()
    assert {"Heads", "Tails"} & set(tossed.plain.replace("!", " ").split())
    for button in tossed.buttons:
        assert button == "Again"
        await (await app.person().press(tossed, button)).reply()
