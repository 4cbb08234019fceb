"""Uses what the small recipes have added; runs in a copy of the tree."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_coin_is_tossed_and_tossed_again(app):
    tossed = await (await app.person().run("/toss")).reply()
    assert {"Heads", "Tails"} & set(tossed.plain.replace("!", " ").split())
    if tossed.buttons:
        assert tossed.buttons == ["Again"]
        await (await app.person().press(tossed, "Again")).reply()


async def test_a_server_sets_whether_it_is_lively(app):
    if app.client.tree.get_command("settings").get_command("lively") is None:
        return
    olive = app.person()
    shown = await (await olive.run("/settings show")).reply()
    assert "Lively" in shown.plain
    changed = await (await olive.run("/settings lively", lively=False)).reply()
    assert "I’m quiet here now." in changed.plain
