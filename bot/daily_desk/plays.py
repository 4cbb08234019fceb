"""Playing daily puzzles in Discord: what commands, buttons and forms have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import answers
from bot.dailies import read_words
from bot.errors import BadOption, NotAllowed, Unsaved
from bot.organisers import act_of
from bot.present.daily_archive import A_PAGE, present_archive
from bot.present.daily_board import present_board
from bot.present.daily_news import news_of_hint, news_of_try, present_lost, present_shared
from bot.present.daily_play import present_play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.client import Ask
    from bot.dailies import HintKind, Period, Position, TryReceipt
    from bot.present.daily_play import News
    from bot.present.layout import Page


async def play(ask: Ask, number: int | None = None) -> Page:
    """Begin an edition, the one that is open here if none is named, or go on with it."""
    dailies = ask.client.kit.dailies
    return await page(ask, await dailies.play.begin(ask.guild_id, act_of(ask), number))


async def page(ask: Ask, position: Position, news: News | None = None) -> Page:
    """Return somebody's play as it is now."""
    closes = None
    if position.live:
        closes = await ask.client.kit.dailies.read.next_opening(ask.guild_id, ask.created_at)
    return present_play(position, closes, news, board=ask.guild_id is not None)


async def send(ask: Ask, number: int, text: str) -> None:
    """Take a try as it was written, and answer; what was written is never lost."""
    if not read_words(text):
        raise BadOption("There is no word in what you sent; write at least one.")
    try:
        dailies = ask.client.kit.dailies
        receipt = await dailies.play.submit(ask.guild_id, number, act_of(ask), text)
    except Unsaved as error:
        await answers.edit(ask, present_lost(number, error.message, text))
        return
    await answers.edit(ask, await _told(ask, receipt))


async def lay(ask: Ask, number: int, order: Sequence[str]) -> Page:
    """Take a snake that was tapped, and return what came of it: it is stored by then."""
    dailies = ask.client.kit.dailies
    receipt = await dailies.play.submit_words(ask.guild_id, number, act_of(ask), order)
    return await _told(ask, receipt)


async def hint(ask: Ask, number: int, kind: HintKind, seen: int) -> Page:
    """Take the hint after those `seen`, and return it: it is noted by then."""
    play = ask.client.kit.dailies.play
    receipt = await play.hint(ask.guild_id, number, act_of(ask), kind, seen)
    return await page(ask, receipt.position, news_of_hint(receipt))


async def share(ask: Ask, number: int) -> None:
    """Put a line without spoilers in the channel, unless it is there; the card stays as it is."""
    sharing, act, channel_id = ask.client.kit.dailies.share, act_of(ask), ask.channel_id
    assert channel_id is not None
    line = await sharing.claim(ask.guild_id, number, act, channel_id)
    sent = False
    try:
        await answers.announce(ask, present_shared(ask.user.id, line, number))
        sent = True
    finally:
        await sharing.settle(number, act, channel_id, sent=sent)


async def board(
    ask: Ask, period: Period = "day", number: int | None = None, page_number: int = 0
) -> Page:
    """Return a page of this server's board; raises NotAllowed outside of servers."""
    if ask.guild_id is None:
        raise NotAllowed("Each server has a board of its own; look at it there.")
    read = ask.client.kit.dailies.read
    if number is None:
        number = await read.current(ask.guild_id, ask.created_at)
    seen = await read.board(ask.guild_id, ask.created_at, period, number)
    return present_board(seen, number, ask.user.id, page_number)


async def archive(ask: Ask, skip: int = 0) -> Page:
    """Return editions that have closed, after so many newer ones."""
    read = ask.client.kit.dailies.read
    shelf = await read.archive(
        ask.user.id, ask.guild_id, ask.created_at, skip=skip, limit=A_PAGE + 1
    )
    return present_archive(shelf[:A_PAGE], skip, more=len(shelf) > A_PAGE)


async def _told(ask: Ask, receipt: TryReceipt) -> Page:
    """Return what a try came to; the first that solves the puzzle with the streak it makes."""
    streak = None
    if receipt.first and receipt.position.live:
        read = ask.client.kit.dailies.read
        streak = (await read.stats(ask.user.id, ask.guild_id, ask.created_at)).streak
    return await page(ask, receipt.position, news_of_try(receipt, streak))
