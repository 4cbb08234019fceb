"""What organisers see of daily puzzles: the setup, and what they did."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import discord

from bot.dailies import Hosted
from bot.ui.daily.ids import NowId, TestId
from bot.ui.daily.text import title
from bot.ui.games.faces import FACES
from bot.ui.layout import Page, Tone, button, card, on, relative
from bot.zones import stored_zone
from solvers.daily import DAILY_GAMES


def present_setup(
    hosted: Hosted, now: datetime, warnings: Sequence[str] = (), *, zone: str | None = None
) -> Page:
    """Return the setup and what follows from it.

    `warnings`: what to change; `zone`: the server's zone, which its contests use.
    """
    setup = hosted.setup
    clock = f"{now.astimezone(stored_zone(setup.time_zone)):%H:%M}"
    others = "" if zone in {None, setup.time_zone} else f"; contests go by {zone}"
    games = " ".join(FACES[name].titled for name in filter(setup.has, DAILY_GAMES))
    pinged = (
        "nobody" if setup.role_id is None else f"<@&{setup.role_id}>; members switch it on with 🔔"
    )
    threads = ", with a thread for each puzzle" if setup.thread else ""
    lines = [
        f"**Where** <#{setup.channel_id}>{threads}",
        f"**When** {setup.hour:02}:00 in {setup.time_zone} (it’s {clock} there now{others})",
        f"**Games** {games}",
        f"**Pings** {pinged}",
        _happening(hosted, now),
    ]
    warning = "\n".join(f"⚠️ {sentence}" for sentence in warnings)
    ends = (
        "-# Run `/daily setup` again to change one thing; the rest stays. `/daily off` stops them."
    )
    blocks = ["## Daily puzzles are on", "\n".join(lines), warning, ends]
    buttons = [button("Post a test", TestId(setup.guild_id))]
    if hosted.open is None and hosted.next.opens > now:  # otherwise nothing would come for hours
        today = button(
            "Post today’s puzzle", NowId(setup.guild_id), style=discord.ButtonStyle.primary
        )
        buttons.insert(0, today)
    return Page(card(Tone.HINT if warnings else Tone.ANSWER, blocks, buttons))


def _happening(hosted: Hosted, now: datetime) -> str:
    """Say in one sentence which puzzle comes next, and when."""
    coming, called = hosted.next, title(hosted.next_game, hosted.next.number)
    if coming.opens <= now:
        return f"**Next** {called} is on its way now."
    said = f"**Next** {called}, {on(coming.opens)}, {relative(coming.opens)}"
    if hosted.open is not None:
        closes = "then" if hosted.open.closes == coming.opens else on(hosted.open.closes)
        said += f"; #{hosted.open.number} stays open until {closes}"
    return f"{said}."


def present_off() -> Page:
    """Say that nothing more will be posted."""
    text = (
        "Daily puzzles are off. Today’s puzzle stays open until it would have closed. To turn "
        "them on again as they were, use `/daily setup`."
    )
    return Page(card(Tone.ANSWER, [text]))


def present_now(number: int, channel_id: int) -> Page:
    """Say that a puzzle is on its way."""
    return Page(card(Tone.ANSWER, [f"Daily puzzle #{number} is on its way to <#{channel_id}>."]))


def present_tested(channel_id: int) -> Page:
    """Say that a test has been posted."""
    text = (
        f"I’ve posted a test in <#{channel_id}>. Delete it when you’ve seen it; the real puzzles "
        "come by themselves."
    )
    return Page(card(Tone.ANSWER, [text]))


def present_role(role_id: int, *, given: bool) -> Page:
    """Say that somebody now has the role, or no longer has it."""
    text = (
        f"🔔 On: you have the role <@&{role_id}> and will be pinged for each puzzle."
        if given
        else f"🔕 Off: you no longer have the role <@&{role_id}> and won’t be pinged."
    )
    return Page(card(Tone.ANSWER, [f"{text}\n-# Press again to change your mind."]))
