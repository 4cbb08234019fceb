"""Each game and each way to play it, within all limits of Discord's and of the product's own."""

import pytest

from tests.bot.bot_on_playground import PRODUCT
from tests.bot.hosting import ROOM, answer, sent
from tests.bot.organising import announced
from tests.bot.pages import check_says
from tests.bot.playing_dailies import opened, player, playing, shared_by, written
from tests.bot.racing import joined, line, puzzle_of, racer, room, shows, started, two_in, wrote
from tests.bot.training.cards import puzzle_of as trained

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]
LIMITS = PRODUCT
ASKED = {
    "/ladder cat dog": "cat → dog",
    "/snake": "points",
    "/anigram start:team": "team → ",
    "/truncate start:a": "a → ",
    "/word cot": "cot",
}


@pytest.mark.parametrize("asked", ASKED)
async def test_a_puzzle_is_answered(app, asked):
    olive = app.person()
    exchange = await olive.run(asked)
    if asked == "/snake":
        exchange = await olive.submit(exchange, Words="run nausea seasick")
    assert ASKED[asked] in (await exchange.reply()).plain


async def test_a_contest_is_made_played_and_closed(app):
    olive, pia = app.person(), app.person("pia")
    post = await announced(olive)
    order = ("test", "street", "stone", "tone", "nausea", "seasick")
    receipt = await sent(pia, post, order)
    assert "points" in receipt.plain
    assert f"<@{pia.id}>" in (await answer(olive, post, "Board")).plain
    app.advance(seconds=2 * 3600)
    results = await olive.sees("## Spring: the results", "contests")
    assert f"<@{pia.id}>" in results.plain


@pytest.mark.parametrize("game", ["ladder", "snake", "anigram", "resize"])
async def test_a_daily_puzzle_is_solved_and_shared(app, game):
    edition = await opened(app, game)
    pia = player(app)
    card = await playing(app, pia)
    solved = await written(pia, card, *line(edition.puzzle))
    check_says(solved.plain, "Perfect!", "worth 100 of 100")
    assert f"#{edition.number}" in (await shared_by(pia, solved)).plain
    assert ROOM


async def test_a_race_is_run_to_its_end(app):
    _, anna, ben, post, puzzle = await two_in(app, game="ladder")
    card = await started(app, anna, post)
    await wrote(anna, card, *line(puzzle))
    await shows(post, f"<@{anna.id}>")
    assert ben


async def test_training_goes_on_to_the_next_puzzle(app):
    anna = racer(app)
    card = await (await anna.run("/train", room(app), game="anigram")).reply()
    puzzle = await trained(app, anna, "anigram")
    card = await wrote(anna, card, *line(puzzle))
    assert "🎉 Solved!" in card.plain
    assert joined
    assert puzzle_of
