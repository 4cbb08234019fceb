"""The main ways to play, under Discord's three seconds and the product's own limits."""

import pytest

from tests.bot.bot_on_playground import PRODUCT, BotOnPlayground
from tests.bot.organising import announced


@pytest.mark.slow
async def test_the_main_ways_to_play_keep_the_products_limits(tmp_path):
    async with BotOnPlayground(tmp_path, limits=PRODUCT) as app:
        olive, pia = app.person(), app.person("pia")
        assert "cat → dog" in (await (await olive.run("/ladder cat dog")).reply()).plain
        assert (await (await pia.run("/daily play")).reply()).buttons
        post = await announced(olive)
        assert {"Play", "Board"} <= set(post.buttons)
        shown = await (await pia.press(post, "Play")).reply()
        assert shown.ephemeral
        trained = await (await pia.run("/train", game="ladder")).reply()
        assert trained.buttons
        raced = await (await pia.run("/race", game="ladder")).reply()
        assert "Join" in raced.buttons
