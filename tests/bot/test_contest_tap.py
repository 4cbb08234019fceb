"""Snakes tapped together, end to end: a button for each word, and nothing lost in a restart."""

from __future__ import annotations

import asyncio

import pytest

from solvers.wordsnake import ScoreRequest, score
from tests.bot.hosting import BEST, announced, answer, kept

pytestmark = pytest.mark.asyncio(loop_scope="module")

TWENTY = (*(f"{letter}at" for letter in "bcfhmprst"), *(f"{letter}ay" for letter in "bdfhjlmnprs"))


def order_of(board):
    """The words that are laid, as a card shows them below the buttons."""
    return " → ".join(line for line in board.text.split("```")[1].split() if line != "·")


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
    assert " → ".join(order[:3]) in order_of(board)
    assert "Submit" not in board.buttons
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
    assert order_of(board) == ""
    for word in BEST:
        board = await answer(pia, board, word)
    app.harness.advance(3600.0)
    reply = await (await pia.press(board, "Submit")).follow_up()
    assert "This contest is over" in reply.plain
    assert reply.ephemeral
    assert await kept(app, contest) == []


async def test_a_laid_word_is_taken_out_or_another_put_before_it_across_a_restart(app):
    contest, post = await announced(app)
    pia = app.person("pia")
    board = await answer(pia, post, "Play")
    places = board.buttons[: len(BEST)]
    first, second, third, fourth, *rest = BEST
    for word in (first, fourth, rest[0], third):
        board = await answer(pia, board, word)
    assert "To move a word, tap it again" in board.text
    board = await answer(pia, board, rest[0])
    assert f"{first} → {fourth} → ▸{rest[0]} → {third}" in order_of(board)
    assert board.buttons[: len(BEST)] == places  # as wide as before, so that no other slips
    assert "Take out" in board.buttons
    assert "Undo" not in board.buttons
    await app.stop()
    await app.start()
    board = await answer(pia, board, "Take out")
    assert f"{first} → {fourth} → {third}" in order_of(board)
    assert "Undo" in board.buttons
    board = await answer(pia, board, third)
    board = await answer(pia, board, "Take out")
    board = await answer(pia, board, fourth)
    await app.stop()
    await app.start()
    for word in (second, third):  # both before the fourth, in this order
        board = await answer(pia, board, word)
    assert f"{first} → {second} → {third} → ▸{fourth}" in order_of(board)
    board = await answer(pia, board, fourth)
    for word in rest:
        board = await answer(pia, board, word)
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
    # Picked, and others laid before it, before the card shows that it is.
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


async def test_longer_lists_are_written_only(app):
    _, post = await announced(app, (*TWENTY, "tone"))
    assert post.buttons == ["Type", "Board", "Rules", "Manage"]
