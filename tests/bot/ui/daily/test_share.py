"""Sharing in a channel: once, however often anyone presses, through restarts and refusals."""

import pytest

from tests.bot.pages import check_private
from tests.bot.playing_dailies import opened, player, playing, shared_by, written

pytestmark = pytest.mark.asyncio(loop_scope="module")


def lines(app, person, number, *channels):
    """Return a person's shared lines in channels."""
    return [
        post
        for channel in channels or ("contests",)
        for post in app.person().transcript(channel)
        if f"<@{person.id}>" in post.text and f"#{number}" in post.text
    ]


async def solved(app, game="resize"):
    edition, pia = await opened(app, game), player(app)
    return (
        edition.number,
        pia,
        await written(pia, await playing(app, pia), *edition.puzzle.solution),
    )


async def test_a_second_press_says_in_private_that_it_is_there(app):
    number, pia, card = await solved(app)
    first = await shared_by(pia, card)
    assert not first.ephemeral
    assert "Share" in card.buttons  # the button stays, for other channels
    again = await shared_by(pia, card)
    check_private(again, again.plain, "already shared this puzzle here")
    await app.restart()
    assert (await shared_by(pia, card)).ephemeral
    assert len(lines(app, pia, number)) == 1


async def test_it_is_shared_with_a_picture_that_has_no_letters(app):
    number, pia, card = await solved(app, "ladder")
    puzzle = (await app.services.dailies.queries.edition(number, requester=None)).puzzle
    shared = await (await pia.press(card, "Share with picture")).follow_up()
    assert not shared.ephemeral
    (shown,) = shared.pictures
    assert shown["description"] == f"A ladder without letters: {len(puzzle.solution) - 1} steps"
    assert f"#{number}" in shared.text
    assert "🟩" not in shared.text
    assert not {*puzzle.solution} & {*shared.heard.lower().split()}
    assert (await shared_by(pia, card)).ephemeral  # shared already


async def test_pressed_twice_at_once_it_comes_once(app):
    number, pia, card = await solved(app)
    pressed = [await pia.press(card, "Share") for _ in range(3)]
    said = [await each.follow_up() for each in pressed]
    assert sorted(each.ephemeral for each in said) == [False, True, True]
    assert len(lines(app, pia, number)) == 1


async def test_each_channel_and_each_person_has_a_line(app):
    number, pia, card = await solved(app)
    assert not (await shared_by(pia, card)).ephemeral
    there = await (await pia.run("/daily play", "daily")).reply()
    assert not (await shared_by(pia, there)).ephemeral
    alone = await (await pia.run("/daily play", pia.dm)).reply()
    assert not (await shared_by(pia, alone)).ephemeral
    quinn = player(app)
    puzzle = (await app.services.dailies.queries.edition(number, requester=None)).puzzle
    hers = await written(quinn, await playing(app, quinn), *puzzle.solution)
    assert not (await shared_by(quinn, hers)).ephemeral
    assert len(lines(app, pia, number, "contests", "daily")) == 2
    assert len(lines(app, quinn, number)) == 1


async def test_what_discord_did_not_take_can_be_shared_again(app):
    number, pia, card = await solved(app)
    app.harness.fail("/webhooks/*", 400, method="POST", times=1)
    failed = await pia.press(card, "Share")
    assert "didn’t take my answer" in (await failed.follow_up()).plain
    assert lines(app, pia, number) == []
    assert not (await shared_by(pia, card)).ephemeral
    assert len(lines(app, pia, number)) == 1
