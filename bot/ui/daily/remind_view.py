"""The choice of reminders, and the reminder itself."""

from __future__ import annotations

from datetime import datetime

from discord import ButtonStyle, ui

from bot.dailies import Streak
from bot.ui.daily.ids import DailyRemindId, RoleId
from bot.ui.daily.text import title
from bot.ui.layout import Page, Tone, button, card, escape, relative
from solvers.text import many


def present_reminders(number: int, role_id: int | None, *, on: bool) -> Page:
    """Return the switches: a ping for each new puzzle, and a message before a streak ends."""
    lines = [
        f"⏰ **A message before your streak ends**: {'on' if on else 'off'}",
        "-# About three hours before the puzzle closes, if you haven’t solved it; one a day.",
    ]
    buttons = [
        button(
            "Stop the messages" if on else "Message me",
            DailyRemindId("off" if on else "on", number),
            style=ButtonStyle.secondary if on else ButtonStyle.primary,
        )
    ]
    if role_id is not None:
        lines.append(f"🔔 **A ping for every new puzzle**: that’s the role <@&{role_id}>")
        buttons.append(button("Ping me (on/off)", RoleId(number)))
    return Page(card(Tone.NOTE, ["## Reminders", "\n".join(lines)], buttons))


def present_reminder(
    number: int,
    streak: Streak | None,
    closes_at: datetime,
    place: str,
    url: str | None,
    *,
    game: str,
) -> Page:
    """Return the message to somebody whose streak ends soon; `place`: the server they play in.

    Without a streak: the message was sent, and the streak is no longer in danger.
    """
    there = f"**{escape(place)}**" if url is None else f"[**{escape(place)}**]({url})"
    text = f"{title(game, number)} closes {relative(closes_at)}. Play it in {there}."
    if streak is not None:
        waits = f"🔥 Your streak of **{many(streak.current, 'puzzle')}** is waiting for one more!"
        saved = "\nA freeze would save it once more." if streak.freezes else ""
        text = f"{waits}\n{text}{saved}"
    stop = button("Stop these messages", DailyRemindId("off", number))
    # It counts in that server; direct messages may have other hours.
    play = [] if url is None else [ui.Button[ui.LayoutView](label="Play", url=url)]
    return Page(card(Tone.HINT, [text], [*play, stop]))


def present_unreachable() -> Page:
    """Say that reminders were switched off because they could not be delivered."""
    text = (
        "I couldn’t message you about your streak, so I’ve switched that off. To get reminders, "
        "allow direct messages from this server and use `/daily remind`."
    )
    return Page(card(Tone.HINT, [f"⏰ {text}"]))
