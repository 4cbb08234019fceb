"""What organisers are shown of daily puzzles: what is set up, what was done."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.dailies import FACES, GAMES, DailySetup
from bot.ui.daily.ids import TestId
from bot.ui.layout import Page, Tone, button, card, on, relative


def present_setup(
    setup: DailySetup, next_at: datetime, now: datetime, warnings: Sequence[str] = ()
) -> Page:
    """Return what is set up; `next_at`: when a puzzle comes, `warnings`: what to change."""
    clock = f"{now.astimezone(ZoneInfo(setup.time_zone)):%H:%M}"
    games = " ".join(f"{FACES[game]} {game}" for game in GAMES if game in setup.games)
    called = "nobody" if setup.role_id is None else f"<@&{setup.role_id}>, by a button of the post"
    lines = [
        f"**Where** <#{setup.channel_id}>{', each with a thread' if setup.thread else ''}",
        f"**When** {setup.hour:02}:00 in {setup.time_zone}, where it is {clock} now",
        f"**Games** {games}",
        f"**Who is called** {called}",
        f"**The next** {on(next_at)}, {relative(next_at)}",
    ]
    warning = "\n".join(f"⚠️ {sentence}" for sentence in warnings)
    ends = (
        "-# What you leave out of `/daily setup` stays as it is. `/daily now` posts the puzzle "
        "that is open; `/daily off` ends this."
    )
    blocks = ["## Daily puzzles are on", "\n".join(lines), warning, ends]
    test = button("Post a test", TestId(setup.guild_id))
    return Page(card(Tone.HINT if warnings else Tone.ANSWER, blocks, [test]))


def present_off() -> Page:
    """Say that nothing more will be posted."""
    text = (
        "Daily puzzles are off in this server. One that is open stays open until its time is "
        "over; `/daily setup` turns them on again as they were."
    )
    return Page(card(Tone.ANSWER, [text]))


def present_now(number: int, channel_id: int) -> Page:
    """Say that a puzzle is on its way."""
    return Page(card(Tone.ANSWER, [f"Daily puzzle #{number} is on its way to <#{channel_id}>."]))


def present_tested(channel_id: int) -> Page:
    """Say that a test has been posted."""
    text = (
        f"A test is in <#{channel_id}>; delete it when you have seen it. Real puzzles come by "
        "themselves."
    )
    return Page(card(Tone.ANSWER, [text]))


def present_role(role_id: int, *, given: bool) -> Page:
    """Say that somebody has the role now, or has not any more."""
    text = (
        f"You have the role <@&{role_id}> now, and are called when a puzzle comes."
        if given
        else f"You no longer have the role <@&{role_id}>, and are not called."
    )
    return Page(card(Tone.ANSWER, [f"{text}\n-# Press again to change your mind."]))
