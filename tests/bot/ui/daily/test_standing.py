"""Daily puzzles once played: boards, stats, the archive, the closing, forgetting."""

import pytest

from bot.dailies import Act, EditionKey
from bot.ui.daily.board_view import ROWS_A_PAGE
from tests.bot.hosting import ROOM, answer
from tests.bot.hosting_dailies import posted, set_up
from tests.bot.pages import check_private, check_says
from tests.bot.playing_dailies import opened, over, player, playing, plays_of, shared_by, written

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_the_archive_has_what_is_over_and_nothing_that_is_to_come(app):
    edition = await opened(app, "resize")
    pia = player(app)
    await written(pia, await playing(app, pia), *edition.puzzle.solution)
    await over(app)
    archive = await (await pia.run("/daily archive", ROOM)).reply()
    check_private(archive, archive.text, f"#{edition.number}", "100 of 100 on the day")
    assert f"#{edition.number + 1}" not in archive.text
    older = await answer(pia, archive, "Older")
    assert f"#{edition.number}" not in older.text
    newer = await answer(pia, older, "Newer")
    assert newer.buttons == archive.buttons
    again = await (await pia.press(archive, f"daily:play:{edition.number}")).reply()
    assert "Just for fun" in again.plain
    assert "Share" not in again.buttons
    by_number = await (await pia.run(f"/daily archive {edition.number - 1}", ROOM)).reply()
    assert f"#{edition.number - 1}" in by_number.text
    ahead = await (await pia.run(f"/daily archive {edition.number + 2}", ROOM)).reply()
    assert "isn’t open yet" in ahead.plain
    assert ahead.ephemeral


async def test_stats_and_boards_over_days(app):
    pia, quinn = player(app), player(app)
    none = await (await pia.run("/daily stats", ROOM)).reply()
    assert "Nothing here yet" in none.plain
    edition = await opened(app, "resize")
    await written(pia, await playing(app, pia), *edition.puzzle.solution)
    card = await playing(app, quinn)
    await answer(quinn, card, "💡 Word −15")
    solved = await written(quinn, card, *edition.puzzle.solution)
    edition = await opened(app, "ladder")  # the day after
    card = await playing(app, pia)
    rules = await answer(pia, await playing(app, pia), "Rules")
    assert "Change one letter at a time" in rules.plain
    await written(pia, card, *edition.puzzle.solution)
    stats = await (await pia.run("/daily stats", ROOM)).reply()
    check_private(stats, stats.plain, "2 played · 2 solved · 2 perfect", "Streak 2")
    board = await (await pia.run("/daily board", ROOM)).reply()
    assert f"<@{quinn.id}>" not in board.text
    everything = await answer(pia, board, "All")
    assert everything.message is board.message
    assert f"<@{pia.id}> **200** · 2 solved · 2 ⭐" in everything.text
    assert f"<@{quinn.id}> **85** · 1 solved" in everything.text
    month = await (await pia.run("/daily board month", ROOM)).reply()
    assert f"<@{pia.id}>" in month.text
    old = await answer(quinn, solved, "Board")
    assert f"<@{quinn.id}>" in old.text
    assert (await answer(quinn, old, "All")).text == everything.text


@pytest.mark.slow
async def test_a_board_of_many_is_leafed_through(app):
    edition = await opened(app, "resize")
    pia, guild = player(app), app.harness.guild("Word House")
    for number in range(ROWS_A_PAGE + 1):
        act = Act(10**6 + number, app.now(), 10**6 + number)
        await app.services.dailies.play.submit_words(
            EditionKey(guild.id, edition.number), act, edition.puzzle.solution
        )
    board = await (await pia.run("/daily board", ROOM)).reply()
    assert "20\\." not in board.text  # equals share a place
    assert board.text.count("<@") == ROWS_A_PAGE
    board = await answer(pia, board, "Next")
    assert board.text.count("<@") == 1
    board = await answer(pia, board, "Back")
    assert board.text.count("<@") == ROWS_A_PAGE
    assert "Next" in (await answer(pia, board, "Week")).buttons


async def test_after_it_closed_a_try_is_one_from_the_archive(app):
    edition = await opened(app, "ladder")
    pia, quinn = player(app), player(app)
    card = await playing(app, pia)
    form = await pia.press(card, "Next word")
    await form.form()
    app.advance(hours=11, minutes=59)
    late = await playing(app, quinn)
    in_time = await written(quinn, late, *edition.puzzle.solution)
    assert "Next puzzle <t:" in in_time.plain
    app.advance(minutes=2)
    sending = await pia.submit(form, **{"Next word": " ".join(edition.puzzle.solution)})
    reply = await sending.reply()
    check_says(reply.plain, "Solved, but too late", "no streak, no leaderboard")
    assert "place" not in reply.plain
    number = edition.number
    assert await plays_of(app, pia) == [(number, 1, 0, None, 0), (number, 0, 1, 100, 0)]
    board = await answer(quinn, in_time, "Board")
    assert f"<@{quinn.id}>" in board.text
    assert f"<@{pia.id}>" not in board.text
    assert "final" in board.text
    assert "🗄️" in (await shared_by(pia, reply)).text


@pytest.mark.slow
async def test_under_the_daily_post_until_it_closed_and_somebody_is_forgotten(app):
    await over(app)  # nobody has played this day's puzzle yet
    await set_up(app)
    app.advance(minutes=1)
    olive, pia = app.person(), player(app)
    post = await posted(olive)
    for button in ("Play", "Rules", "Board"):
        shown = await answer(pia, post, button)
        assert shown.ephemeral
        assert shown.message is not post.message
    card = await answer(pia, post, "Play")
    number = await app.services.dailies.queries.current(post.message.channel.guild_id, app.now())
    puzzle = (await app.services.dailies.queries.edition(number, requester=None)).puzzle
    await written(pia, card, *puzzle.solution)
    app.advance(days=1)
    await posted(olive, 2)
    app.advance(minutes=2)  # a solution had just caused an edit
    app.services.scheduler.wake()
    await post.says("**Closed.**")
    await post.says(f"🥇 <@{pia.id}> **100 points**")
    again = await answer(pia, post, "Play for fun")
    assert "no streak, no leaderboard" in again.plain
    asking = await (await pia.run("/privacy forget", ROOM)).reply()
    assert "Daily puzzles you solved stay" in asking.plain
    await answer(pia, asking, "Forget me")
    app.advance(minutes=2)
    app.services.scheduler.wake()
    await post.says("somebody who asked to be forgotten")
    assert str(pia.id) not in post.text
    assert await plays_of(app, pia) == []
