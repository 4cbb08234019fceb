"""Each game and each way to play it, within all limits of Discord and of the product."""

import pytest

from tests.bot.bot_on_playground import PRODUCT
from tests.bot.hosting import answer, sent
from tests.bot.organising import announced
from tests.bot.pages import check_says
from tests.bot.playing_dailies import opened, player, playing, shared_by, written
from tests.bot.racing import line, racer, room, shows, started, two_in, wrote
from tests.bot.training.cards import puzzle_of as trained_with

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]
LIMITS = PRODUCT
BEST = ("test", "street", "stone", "tone", "nausea", "seasick")


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("/ladder cat dog", "cat → dog"),
        ("/anigram start:team", "team → "),
        ("/truncate start:a", "a → "),
        ("/word cot", "cot"),
    ],
)
async def test_a_puzzle_is_answered(app, asked, text):
    assert text in (await (await player(app).run(asked)).reply()).plain


async def test_a_snake_is_proven(app):
    pia = player(app)
    sending = await pia.submit(await pia.run("/snake"), Words="run nausea seasick")
    assert "proven" in (await sending.reply()).plain


async def test_a_contest_is_made_played_and_closed(app):
    olive, pia, quinn = app.person(), app.person("pia"), app.person("quinn")
    post = await announced(olive)
    assert "points" in (await sent(pia, post, BEST)).plain
    assert f"<@{pia.id}>" in (await answer(quinn, post, "Board")).text
    app.advance(seconds=2 * 3600)
    results = await olive.sees("## Spring: the results", "contests")
    assert f"<@{pia.id}>" in results.text


@pytest.mark.parametrize("game", ["ladder", "snake", "anigram", "resize"])
async def test_a_daily_puzzle_is_solved_and_shared(app, game):
    edition = await opened(app, game)
    pia = player(app)
    solved = await written(pia, await playing(app, pia), *line(edition.puzzle))
    check_says(solved.plain, "Perfect!", "worth 100 of 100")
    assert f"#{edition.number}" in (await shared_by(pia, solved)).plain


async def test_a_race_is_run_to_its_end(app):
    _, anna, ben, post, puzzle = await two_in(app, game="ladder")
    card = await started(app, anna, post)
    await wrote(anna, card, *line(puzzle))
    await shows(post, f"🥇 <@{anna.id}>")
    assert f"<@{ben.id}>" in post.text


async def test_training_is_solved(app):
    anna = racer(app)
    card = await (await anna.run("/train", room(app), game="anigram")).reply()
    card = await wrote(anna, card, *line(await trained_with(app, anna, "anigram")))
    assert "🎉 Solved!" in card.plain
