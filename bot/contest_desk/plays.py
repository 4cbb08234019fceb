"""Playing, in a contest or in a practice of one: the player's turn, and the snake they send in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import answers
from bot.cards import Deck, dump
from bot.contests import Try, read_try
from bot.errors import BadTry, Refused, Unsaved
from bot.organisers import act_of
from bot.present.contest_board import present_board, users_on
from bot.present.contest_play import Draft, Seat, present_draft, present_lost, present_turn
from bot.present.contest_receipt import present_practice_receipt, present_receipt
from solvers.errors import BadInput

if TYPE_CHECKING:
    from bot.client import Ask
    from bot.contests import Turn
    from bot.present.layout import Page

DRAFTS = Deck("contest-draft", Draft, present_draft)


async def turn(ask: Ask, seat: Seat) -> Turn:
    """Return what the player has before them; raises Refused when they cannot play."""
    contests, act = ask.client.kit.contests, act_of(ask)
    if seat.kind == "practice":
        return await contests.practise.turn(int(seat.key), act)
    return await contests.play.turn(seat.key, act)


async def send(ask: Ask, seat: Seat, text: str) -> None:
    """Take a snake as it was written, and answer; what was written is never lost."""
    try:
        try:
            page = await take(ask, seat, read_try(text))
        except (BadTry, BadInput, Refused) as error:
            if isinstance(error, Refused) and error.reason != "cooling down":
                raise
            draft = Draft(seat.kind, seat.key, text, error.message)
            key = await ask.client.kit.store.cards.add(DRAFTS.kind, dump(draft))
            page = present_draft(draft, key)
    except Unsaved as error:
        page = present_lost(error.message, text)
    await answers.edit(ask, page)


async def take(ask: Ask, seat: Seat, tried: Try) -> Page:
    """Have a snake counted, and return its receipt: it is stored by then."""
    contests, act = ask.client.kit.contests, act_of(ask)
    if seat.kind == "practice":
        practised = await contests.practise.submit(int(seat.key), act, tried)
        return present_practice_receipt(practised)
    return present_receipt(await contests.play.submit(seat.key, act, tried))


async def practise(ask: Ask, guild_id: int, contest_id: str, minutes: int | None = None) -> Page:
    """Begin a practice, or go on with the one that runs; return what the player has before them."""
    practise = ask.client.kit.contests.practise
    _, practice = await practise.begin(guild_id, contest_id, act_of(ask), minutes)
    seat = Seat("practice", str(practice.id))
    return present_turn(await turn(ask, seat), seat)


async def board(ask: Ask, contest_id: str, page: int = 0) -> Page:
    """Return a page of a contest's board; once the results are out, with everybody's snakes."""
    read = ask.client.kit.contests.read
    seen, viewer = await read.board(contest_id), ask.user.id
    if seen.contest.state != "revealed":
        return present_board(seen, viewer, page)
    snakes = await read.snakes(contest_id, {viewer, *users_on(seen, page)})
    return present_board(seen, viewer, page, snakes)
