"""/train from puzzle to puzzle: a real client, real HTTP, a file database."""

import pytest

from bot.dailies import Act
from bot.training import TrainingKey
from tests.bot.pages import check_private, check_says
from tests.bot.racing import line, pressed, racer, room, tapped, wrote
from tests.bot.training.cards import puzzle_of

pytestmark = pytest.mark.asyncio(loop_scope="module")
GAMES = ("ladder", "snake", "anigram", "truncate")


async def training(person, place, game):
    return await (await person.run("/train", place, game=game)).reply()


@pytest.mark.parametrize(
    "game", [GAMES[0], *(pytest.param(game, marks=pytest.mark.slow) for game in GAMES[1:])]
)
async def test_one_puzzle_comes_after_the_other_and_each_is_harder(app, game):
    anna, place = racer(app), room(app)
    card = await training(anna, place, game)
    check_private(card, card.plain, f"Training: {game} · Fair")
    puzzle = await puzzle_of(app, anna, game)
    if game == "snake":
        card = await tapped(anna, card, puzzle.solution)
    else:
        card = await wrote(anna, card, "zzz")
        assert "zzz" in card.plain
        card = await wrote(anna, card, *line(puzzle)[:1])
        if "fits!" in card.plain or "is right!" in card.plain:
            card = await wrote(anna, card, *line(puzzle))
    check_says(card.plain, "🎉 Solved!", "You’re up to Tricky now!")
    assert len(card.pictures) == 1
    assert card.buttons == ["Next puzzle", "Definitions"]
    meaning = await pressed(anna, card, "Definitions")
    assert puzzle.solution[-1] in meaning.plain
    card = await pressed(anna, card, "Next puzzle")
    check_says(card.plain, f"Training: {game} · Tricky", "Puzzle 2 · 🔥 1 in a row")


async def test_a_laid_word_is_taken_out_or_another_put_before_it(app):
    anna = racer(app)
    card = await training(anna, anna.dm, "snake")
    puzzle = await puzzle_of(app, anna, "snake")
    first, second, *rest = puzzle.solution

    async def laid():
        state = await app.services.training.play.look(
            TrainingKey(None, "snake", 1), Act(anna.id, app.now(), 1)
        )
        return state.progress.words

    for word in (rest[0], second):
        card = await pressed(anna, card, word)
    card = await pressed(anna, card, rest[0])
    await app.restart()
    card = await pressed(anna, card, first)
    assert await laid() == (first, rest[0], second)
    card = await pressed(anna, card, "Take out")
    assert await laid() == (first, second)
    card = await pressed(anna, card, second)
    card = await pressed(anna, card, "💡 Letter")
    assert "▸" not in card.plain
    card = await tapped(anna, card, rest)  # the card shows it at the end
    assert "Solved, with a little help!" in card.plain


async def test_hints_help_and_giving_up_shows_the_answer(app):
    anna = racer(app)
    card = await training(anna, anna.dm, "ladder")
    puzzle = await puzzle_of(app, anna, "ladder")
    card = await pressed(anna, card, "💡 Letter")
    assert f"After “{puzzle.given[0]}”, the new letter is" in card.plain
    card = await pressed(anna, card, "💡 Word")
    assert puzzle.solution[1] in card.heard.lower()
    card = await pressed(anna, card, "Undo")
    assert "your level and your streak stay" in card.plain
    asked = await pressed(anna, card, "Give up")
    card = await pressed(anna, asked, "Keep playing")
    over = await pressed(anna, await pressed(anna, card, "Give up"), "Show it")
    check_says(over.plain, "Here’s a best answer", "The next one is Easy")


async def test_it_goes_on_after_a_restart_and_elsewhere(app):
    anna, place = racer(app), room(app)
    card = await training(anna, place, "ladder")
    puzzle = await puzzle_of(app, anna, "ladder")
    first = puzzle.solution[1]
    await wrote(anna, card, first)
    await app.restart()
    again = await wrote(anna, card, "zzz")  # the form of the old card
    assert "zzz" in again.plain
    for place in (anna.dm, anna.conversation(racer(app))):  # also where only she has the bot
        same = await training(anna, place, "ladder")
        assert puzzle.given[1] in same.plain
    assert await puzzle_of(app, anna, "ladder") == puzzle
    kept = await app.services.training.play.look(
        TrainingKey(None, "ladder", 1), Act(anna.id, app.now(), 1)
    )
    assert kept.progress.words == (first,)
