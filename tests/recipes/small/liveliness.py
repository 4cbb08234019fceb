"""/settings lively, as organisers use it; run in a copy of the tree."""

import pytest

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_server_sets_whether_it_is_lively(app):
    olive = app.person()
    assert "Lively yes" in (await (await olive.run("/settings show")).reply()).plain
    changed = await (await olive.run("/settings lively", lively=False)).reply()
    assert "I’m quiet here now." in changed.plain
    assert "Lively no" in changed.plain
