"""Daily puzzles in direct messages, where one may be over while a server still plays it."""

import pytest

from tests.bot.hosting_dailies import answer, posted, posts
from tests.bot.pages import check_says
from tests.bot.playing_dailies import given_up, opened, over, player, playing, written
from tests.bot.racing import pressed

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_all_of_it_is_played_in_direct_messages(app):
    edition = await opened(app, "ladder")
    pia = player(app)
    card = await answer(pia, "/daily play", pia.dm)
    assert "Board" not in card.buttons  # boards are servers'
    reply = await written(pia, card, edition.puzzle.given[1])
    assert "changes" in reply.plain or "is too" in reply.plain
    solved = await written(pia, reply, *edition.puzzle.solution)
    check_says(solved.plain, "worth 100 of 100", "streak 1")
    assert "place" not in solved.plain
    assert "Board" not in solved.buttons
    stats = await answer(pia, "/daily stats", pia.dm)
    assert "1 played · 1 solved · 1 perfect" in stats.plain
    archive = await answer(pia, "/daily archive", pia.dm)
    assert f"#{edition.number - 1}" in archive.text
    older = await answer(pia, f"/daily archive {edition.number - 9}", pia.dm)
    assert "Just for fun" in older.plain
    board = await answer(pia, "/daily board", pia.dm)
    assert "Every server has its own leaderboard" in board.plain
    here = await playing(app, pia)  # a solution from there counts here once she presses Play
    assert "worth 100 of 100" in here.plain
    assert f"<@{pia.id}> **100**" in (await answer(pia, "/daily board", "contests")).text


@pytest.mark.slow
async def test_a_solution_seen_in_the_archive_ends_it_in_a_server_that_still_plays(app):
    edition, olive = await opened(app, "ladder"), app.person()  # at noon
    reply = await answer(olive, "/daily setup", hour=18, zone="UTC")
    assert "are on" in reply.text
    before = len(posts(olive))
    app.advance(hours=7)
    post = await posted(olive, before + 1)
    app.advance(hours=6)  # a new day, by UTC
    pia, quinn = player(app), player(app)
    card = await answer(pia, f"/daily archive {edition.number}", pia.dm)
    assert "Hints and answers you see here count in servers where it’s still open" in card.plain
    asking = await pressed(pia, card, "Give up")
    assert "servers where it’s still open" in asking.plain
    await (await pia.press(asking, "Keep playing")).reply()
    ended = await given_up(pia, card)
    assert edition.puzzle.solution[1] in ended.text.lower()
    here = await (await pia.press(post, "Play")).reply()
    assert "No luck this time" in here.plain
    assert "Next word" not in here.buttons
    # A hint costs there, too, and a form opened earlier does not avoid this.
    card = await (await quinn.press(post, "Play")).reply()
    other = await answer(quinn, f"/daily archive {edition.number}", quinn.dm)
    await pressed(quinn, other, "💡 Word −15")
    solved = await written(quinn, card, *edition.puzzle.solution)
    assert "worth 85 of 100" in solved.plain
    board = await (await quinn.press(post, "Board")).reply()
    assert f"<@{quinn.id}> **85**" in board.text
    assert str(pia.id) not in board.text
    await answer(olive, "/daily off")
    await over(app)


async def test_a_daily_post_does_not_show_the_puzzle_before_play_is_pressed(app):
    edition, olive = await opened(app, "resize"), app.person()
    await answer(olive, "/daily setup", hour=13, zone="UTC")
    before = len(posts(olive))
    app.advance(hours=1, minutes=1)
    post = await posted(olive, before + 1)
    assert f"#{edition.number}" in post.text
    assert edition.puzzle.given[0] not in post.text.split()
    card = await (await player(app).press(post, "Play")).reply()
    assert f"Get from {edition.puzzle.given[0]}" in card.plain
    await over(app)
    await post.says("**Closed.**")
    assert f"Get from {edition.puzzle.given[0]}" in post.plain
    await answer(olive, "/daily off")
