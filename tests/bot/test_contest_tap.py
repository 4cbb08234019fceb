"""Snakes tapped together, end to end: a button for each word, and nothing lost in a restart."""

from __future__ import annotations

import pytest

from playground import Refused
from tests.bot.hosting import BEST, announced, answer, kept

pytestmark = pytest.mark.asyncio(loop_scope="module")

TWENTY = (*(f"{letter}at" for letter in "bcfhmoprs"), *(f"{letter}ay" for letter in "bdfhjlmnprs"))


@pytest.mark.slow
async def test_twenty_words_are_tapped_in_order_across_a_restart(app):
    contest, post = await announced(app, TWENTY)
    pia = app.person("pia")
    board = await answer(pia, post, "Play")
    assert len(board.buttons) == 20
    order = sorted(TWENTY, reverse=True)
    for word in [*order[:3], TWENTY[0]]:
        board = await answer(pia, board, word)
    board = await answer(pia, board, "Undo")
    assert " → ".join(order[:3]) in board.text
    assert "Submit" not in board.buttons
    with pytest.raises(Refused):
        await pia.press(board, order[0])
    await app.stop()
    await app.start()
    for word in order[3:]:
        board = await answer(pia, board, word)
    receipt = await answer(pia, board, "Submit")
    assert receipt.message is board.message
    assert "Try 1 in" in receipt.text
    (row,) = await kept(app, contest)
    assert row[:2] == (pia.id, 1)


async def test_tapping_can_start_over_and_is_judged_when_it_is_sent(app):
    contest, post = await announced(app)
    pia = app.person("pia")
    board = await answer(pia, post, "Play")
    for word in BEST[:3]:
        board = await answer(pia, board, word)
    board = await answer(pia, board, "Start over")
    assert "Your snake starts here." in board.text
    for word in BEST:
        board = await answer(pia, board, word)
    app.harness.advance(3600.0)
    reply = await (await pia.press(board, "Submit")).follow_up()
    assert "This contest is over" in reply.plain
    assert reply.ephemeral
    assert await kept(app, contest) == []


@pytest.mark.slow
async def test_words_tapped_faster_than_discord_shows_them_all_count(app):
    _, post = await announced(app, TWENTY)
    pia = app.person("pia")
    board = await answer(pia, post, "Play")

    async def quickly(*buttons):
        for exchange in [await pia.press(board, button) for button in buttons]:
            await exchange.reply()
        return board.text.splitlines()[1]

    first, second, third, fourth, fifth = TWENTY[:5]
    app.harness.slow("/interactions/*", seconds=0.3, times=1)  # of the first press alone
    assert await quickly(first, second, third) == f"{first} → {second} → {third}"
    assert await quickly(fourth, fourth) == f"{first} → {second} → {third} → {fourth}"
    assert await quickly("Undo", "Undo", fifth) == f"{first} → {second} → {fifth}"
    assert await quickly("Start over", third, fourth) == f"{third} → {fourth}"
    await app.stop()
    await app.start()
    assert await quickly(second, first) == f"{third} → {fourth} → {second} → {first}"
    await quickly("Undo")
    await quickly("Undo")
    assert await quickly(fifth) == f"{third} → {fourth} → {fifth}"


async def test_a_tap_that_could_not_be_shown_does_not_count(app):
    _, post = await announced(app, TWENTY)
    pia = app.person("pia")
    board = await answer(pia, post, "Play")
    first, second = TWENTY[:2]
    app.harness.fail("/interactions/*", status=400, times=1)
    reply = await answer(pia, board, first)
    assert "error" in reply.text
    board = await answer(pia, board, second)
    assert board.text.splitlines()[1] == second


async def test_longer_lists_are_written_only(app):
    _, post = await announced(app, (*TWENTY, "tone"))
    assert post.buttons == ["Type", "Board", "Rules"]
