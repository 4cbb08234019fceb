"""Snakes laid by tapping, end to end: a button for each word, and a restart loses nothing."""

import asyncio
import re

import pytest

from solvers.wordsnake import ScoreRequest, score
from tests.bot.hosting import BEST, ROOM, announced, answer, entry, finished, kept, send, tap
from tests.bot.organising import TWENTY, too_many

pytestmark = pytest.mark.asyncio(loop_scope="module")


def order_of(board):
    """Return the laid words, as a card shows them below the buttons: drawn, or written.

    The picked word is marked, as in the line that names it.
    """
    drawn = re.search(r"A snake, its last word first: (.*)\. ", board.heard)
    words = re.findall(r"([a-z]+) \+\d+", drawn[1])[::-1] if drawn else []
    if not board.pictures:
        words = re.findall(r"^([a-zA-Z]+)", board.text.split("```")[1].lower(), re.MULTILINE)
    picked = re.search("▸([a-z]+)", board.plain)
    return " → ".join(f"▸{word}" if picked and word == picked[1] else word for word in words)


@pytest.mark.slow
async def test_twenty_words_are_tapped_in_order_across_a_restart(app):
    contest, post = await announced(app, TWENTY)
    pia = app.person("pia")
    board = await answer(pia, post, "Play")
    assert len(board.buttons) == 21  # with Type
    order = sorted(TWENTY, reverse=True)
    board = await tap(pia, board, *order[:3], TWENTY[0])
    board = await answer(pia, board, "Undo")
    assert " → ".join(order[:3]) in order_of(board)
    assert "Submit" not in board.buttons
    await app.restart()
    board = await tap(pia, board, *order[3:])
    receipt = await answer(pia, board, "Submit")
    assert receipt.message is board.message
    assert "Try 1 in" in receipt.text
    (row,) = await kept(app, contest)
    assert row[:2] == (pia.id, 1)


async def test_tapping_can_start_over_and_is_judged_when_it_is_sent(app):
    contest, post = await announced(app)
    pia = app.person("pia")
    board = await answer(pia, post, "Play")
    board = await tap(pia, board, *BEST[:3])
    board = await answer(pia, board, "Start over")
    assert order_of(board) == ""
    board = await tap(pia, board, *BEST)
    app.harness.advance(3600.0)
    reply = await (await pia.press(board, "Submit")).follow_up()
    assert "This contest is over" in reply.plain
    assert reply.ephemeral
    assert await kept(app, contest) == []


async def test_submit_pressed_twice_is_one_try_and_later_it_is_another(app):
    contest, post = await announced(app)
    pia = app.person("pia")
    board = await answer(pia, post, "Play")
    board = await tap(pia, board, *BEST)
    app.harness.slow("/interactions/*", seconds=0.3, times=4)
    pressed = [await pia.press(board, "Submit") for _ in range(2)]
    for one in pressed:
        await one.acknowledged()
    await board.says("Try 1 in")
    assert [row[1] for row in await kept(app, contest)] == [1]
    board = await answer(pia, post, "Play")
    board = await tap(pia, board, *BEST)
    assert "Try 2 in" in (await answer(pia, board, "Submit")).text


async def test_a_laid_word_is_taken_out_or_another_put_before_it_across_a_restart(app):
    contest, post = await announced(app)
    pia = app.person("pia")
    board = await answer(pia, post, "Play")
    places = board.buttons[: len(BEST)]
    first, second, third, fourth, *rest = BEST
    board = await tap(pia, board, first, fourth, rest[0], third)
    assert "To move a word, tap it again" in board.text
    board = await answer(pia, board, rest[0])
    assert f"{first} → {fourth} → ▸{rest[0]} → {third}" in order_of(board)
    assert board.buttons[: len(BEST)] == places  # as wide as before, so that nothing moves
    assert "Take out" in board.buttons
    assert "Undo" not in board.buttons
    await app.restart()
    board = await answer(pia, board, "Take out")
    assert f"{first} → {fourth} → {third}" in order_of(board)
    assert "Undo" in board.buttons
    board = await answer(pia, board, third)
    board = await answer(pia, board, "Take out")
    board = await answer(pia, board, fourth)
    await app.restart()
    board = await tap(pia, board, second, third)  # both before the fourth, in this order
    assert f"{first} → {second} → {third} → ▸{fourth}" in order_of(board)
    board = await answer(pia, board, fourth)
    board = await tap(pia, board, *rest)
    board = await answer(pia, board, second)
    assert "or tap it again" in board.plain
    receipt = await answer(pia, board, "Submit")
    assert "Try 1 in" in receipt.text
    (row,) = await kept(app, contest)
    assert row == (pia.id, 1, score(ScoreRequest(BEST)).score)


@pytest.mark.slow
async def test_words_tapped_faster_than_discord_shows_them_all_count(app):
    _, post = await announced(app, TWENTY)
    pia = app.person("pia")
    board = await answer(pia, post, "Play")

    async def quickly(*buttons):
        for exchange in [await pia.press(board, button) for button in buttons]:
            await exchange.reply()
        return order_of(board)

    first, second, third, fourth, fifth = TWENTY[:5]
    app.harness.slow("/interactions/*", seconds=0.3, times=1)  # for the first press only
    assert await quickly(first, second, third) == f"{first} → {second} → {third}"
    assert await quickly(fourth, fourth) == f"{first} → {second} → {third} → {fourth}"
    assert await quickly("Undo", "Undo", fifth) == f"{first} → {second} → {fifth}"
    assert await quickly("Start over", third, fourth) == f"{third} → {fourth}"
    await app.restart()
    assert await quickly(second, first) == f"{third} → {fourth} → {second} → {first}"
    await quickly("Undo")
    await quickly("Undo")
    assert await quickly(fifth) == f"{third} → {fourth} → {fifth}"
    # A word is picked and others are laid before it while the card does not show this yet.
    assert await quickly(fourth, first, second) == " → ".join(
        (third, first, second, f"▸{fourth}", fifth)
    )
    assert await quickly("Take out", "Take out") == f"{third} → {first} → {second} → {fifth}"
    assert await quickly(first, first, "Undo") == f"{third} → {second} → {fifth}"
    assert await quickly(second, third) == f"▸{third} → {second} → {fifth}"
    assert await quickly(third, fourth, second) == f"{third} → ▸{second} → {fifth} → {fourth}"
    assert await quickly("Start over", first) == first


@pytest.mark.slow
async def test_twelve_taps_in_two_seconds_count_in_order_before_a_picked_word(app):
    _, post = await announced(app, TWENTY)
    pia = app.person("pia")
    board = await answer(pia, post, "Play")
    board = await answer(pia, board, TWENTY[0])
    board = await answer(pia, board, TWENTY[0])
    app.harness.slow("/interactions/*", seconds=0.2, times=12)
    exchanges = []
    for word in TWENTY[1:13]:
        exchanges.append(await pia.press(board, word))
        await asyncio.sleep(0.1)
    for exchange in exchanges:
        await exchange.reply()
    assert order_of(board) == " → ".join((*TWENTY[1:13], f"▸{TWENTY[0]}"))


async def test_a_tap_that_could_not_be_shown_does_not_count(app):
    _, post = await announced(app, TWENTY)
    pia = app.person("pia")
    board = await answer(pia, post, "Play")
    first, second = TWENTY[:2]
    app.harness.fail("/interactions/*", status=400, times=1)
    reply = await answer(pia, board, first)
    assert "error" in reply.text
    board = await answer(pia, board, second)
    assert order_of(board) == second


MANY = (*TWENTY, *(f"{letter}in" for letter in "bdfgkptw"), "tone", "net")
"""Thirty words: two pages."""


async def test_a_long_list_is_tapped_in_pages_across_a_restart(app):
    contest, post = await announced(app, MANY)
    pia = app.person("pia")
    words = sorted(MANY)
    board = await answer(pia, post, "Play")
    assert board.buttons == [*words[:15], "More words", "Type"]
    assert "page 1 of 2" in board.plain
    board = await answer(pia, board, words[0])
    board = await answer(pia, board, "More words")
    assert board.buttons[:15] == words[15:]
    assert "page 2 of 2" in board.plain
    board = await answer(pia, board, words[29])
    await app.restart()
    board = await answer(pia, board, words[15])  # its page stays
    assert board.buttons[:15] == words[15:]
    assert order_of(board) == f"{words[0]} → {words[29]} → {words[15]}"
    board = await answer(pia, board, words[29])
    board = await answer(pia, board, "More words")
    board = await answer(pia, board, words[1])  # before the word picked on the other page
    assert f"The next goes before ▸{words[29]}" in board.plain
    board = await answer(pia, board, "Take out")
    assert board.buttons[:15] == words[:15]
    assert order_of(board) == f"{words[0]} → {words[1]} → {words[15]}"
    board = await tap(pia, board, *words[2:15])
    board = await answer(pia, board, "More words")
    board = await tap(pia, board, *words[16:])
    assert "30 of 30 words" in board.plain
    receipt = await answer(pia, board, "Submit")
    assert "Try 1 in" in receipt.text
    order = (*words[:2], words[15], *words[2:15], *words[16:])
    assert await kept(app, contest) == [(pia.id, 1, score(ScoreRequest(order)).score)]


async def test_type_holds_what_is_tapped_and_the_rest_after_it(app):
    contest, post = await announced(app)
    pia = app.person("pia")
    board = await answer(pia, post, "Play")
    first, second, third = BEST[-1:-4:-1]
    board = await answer(pia, board, first)
    app.harness.slow("/interactions/*", seconds=0.3, times=1)
    presses = [await pia.press(board, word) for word in (second, third)]
    exchange, text = await entry(pia, board)  # pressed before the card shows the second
    for press in presses:
        await press.reply()
    laid, rest = text.split()[:3], text.split()[3:]
    assert laid == [first, second, third]
    assert rest == sorted(set(BEST) - set(laid))
    receipt = await (await send(pia, exchange, BEST)).reply()
    assert "## 15 points" in receipt.text
    assert await kept(app, contest) == [(pia.id, 1, 15)]
    board = await answer(pia, board, "Undo")  # the words can still be tapped
    assert order_of(board) == f"{first} → {second}"


async def test_joins_and_points_show_while_a_snake_grows_as_in_a_daily_one(app):
    _, post = await announced(app)
    pia = app.person("pia")
    board = await answer(pia, post, "Play")
    assert "0 of 6 words · 0 points" in board.plain
    board = await tap(pia, board, "run", "nausea", "seasick")
    assert "3 of 6 words · 10 points" in board.plain
    assert "A snake, its last word first: seasick +9, nausea +1, run +0. 10 points" in board.heard
    await (await pia.run("/pictures", ROOM, show=False)).reply()
    board = await answer(pia, board, "tone")
    lines = board.text.split("```")[1].split("\n")
    assert lines[1:5] == ["run", "Nausea   +1", "SEAsick  +9", "tone     +0"]
    assert lines[5:7] == ["·", "·"]
    await (await pia.run("/pictures", ROOM, show=True)).reply()


async def test_by_containment_words_score_inside_what_is_laid(app):
    contest, post = await announced(app, ("bat", "bats", "wombat"), rule="containment")
    pia = app.person("pia")
    board = await answer(pia, post, "Play")
    board = await tap(pia, board, "wombat", "bat", "bats")
    assert "3 of 3 words · 18 points" in board.plain
    assert "bats +9, bat +9, wombat +0. 18 points" in board.heard
    receipt = await answer(pia, board, "Submit")
    assert receipt.text.startswith("## 18 points")
    results = await finished(app, contest)
    board = await answer(pia, await answer(pia, results, "Practice"), "Play")
    await (await pia.run("/pictures", ROOM, show=False)).reply()
    board = await tap(pia, board, "wombat", "bat")
    assert "2 of 3 words · 9 points" in board.plain
    assert "BAT     +9 inside" in board.text
    await (await pia.run("/pictures", ROOM, show=True)).reply()


async def test_lists_that_are_too_long_are_written_only(app):
    _, post = await announced(app, too_many(app))
    assert post.buttons == ["Type", "Board", "Rules", "Manage"]
    rules = await answer(app.person("pia"), post, "Rules")
    for shown in (post, rules):
        assert "More than 50 words can’t be tapped" in shown.plain
