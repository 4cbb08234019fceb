"""The bot as hosts run it, killed with -9 all through a race: it goes on, and nothing is lost.

On a file and on PostgreSQL, with real messages and the buttons of earlier posts.
"""

import json
from types import SimpleNamespace

import pytest

from solvers.daily import Puzzle
from tests.bot.killing import asked
from tests.bot.organising import until
from tests.bot.process import kill, running
from tests.bot.racing import begun, line, pressed, racer, room, shows, wrote

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]
REPLIES = "/webhooks/*"
"""Where answers go after an acknowledgement."""


def drawn(folder):
    """Wait until the puzzle of a race is drawn; return it."""
    rows = asked(folder, "SELECT content FROM race_rounds")
    return rows and Puzzle.of(
        rows[0][0] if isinstance(rows[0][0], dict) else json.loads(rows[0][0])
    )


async def killed_early(harness, bot, pressing, stored):
    """Kill the bot when it has stored the result of a press and its answer is under way."""
    harness.slow(REPLIES, 5.0)
    await pressing
    await until(stored)
    await kill(bot)
    harness.world.faults.clear()


async def test_a_race_goes_on_whenever_the_bot_dies(server, folder):
    def state():
        return asked(folder, "SELECT state FROM races")[0][0]

    async with running(server, folder) as (harness, bot):
        app = SimpleNamespace(harness=harness)
        place, anna, ben = room(app), racer(app), racer(app)
        post = await begun(app, anna, place, level="Easy", mode="best")
        joining = ben.press(post, "Join")
        players = "SELECT count(*) FROM race_players"
        await killed_early(harness, bot, joining, lambda: asked(folder, players) == [(2,)])
    async with running(server, folder) as (harness, bot):
        await shows(post, f"<@{ben.id}>")
        await until(lambda: drawn(folder))
        puzzle = drawn(folder)
        await (await anna.press(post, "Start now")).acknowledged()
        await until(lambda: state() == "countdown")
        await kill(bot)
    async with running(server, folder) as (harness, bot):
        await shows(post, "when everybody is done")
        mine, yours = [await pressed(one, post, "Play") for one in (anna, ben)]
        form = await ben.press(yours, "Next word")
        label = (await form.form())["components"][0]["label"]
        sending = ben.submit(form, **{label: " ".join(line(puzzle))})
        solved = "SELECT count(*) FROM race_plays WHERE solved_ms IS NOT NULL"
        await killed_early(harness, bot, sending, lambda: asked(folder, solved) == [(1,)])
    async with running(server, folder) as (harness, bot):
        assert (await pressed(ben, post, "Play")).buttons == ["Result"]
        mine = await wrote(anna, mine, *line(puzzle)[:1])  # on the card from before
        await (await anna.press(mine, "I’m done")).acknowledged()
        await until(lambda: state() == "over")
        await kill(bot)
    async with running(server, folder) as (harness, _):
        await shows(post, f"<@{ben.id}> wins! 🎉")
        placed = asked(folder, "SELECT tries, place FROM race_plays ORDER BY place")
        assert placed == [(1, 1), (1, 2)]
        assert post.buttons == ["Rematch", "Review", "Proof"]
        public = [one.message.id for one in anna.transcript(place) if not one.ephemeral]
        assert public == [post.message.id]
