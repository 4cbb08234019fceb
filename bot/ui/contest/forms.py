"""The forms that a contest is planned in: what it is, and how it is played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
from discord import ui

from bot.contests import LONGEST_TITLE, MOST_WORDS
from bot.ui.contest.cards import MoreTyped, OptionsTyped, PeopleTyped, PlanTyped
from bot.ui.contest.ids import (
    DraftEditId,
    DraftId,
    MoreFormId,
    OptionsFormId,
    PeopleFormId,
    PlanFormId,
)
from bot.ui.contest.text import BOARDS, TIES
from bot.ui.layout import FIELD_LENGTH, Page, Tone, button, card, escape, shorten
from bot.ui.options import BYTES
from solvers.wordsnake import REMINDERS

DESCRIPTION = 100
"""Characters that Discord lets the line below a label have."""
LONGEST_LINE = 60
PERCENTS = (
    ("yes", "shown", "players see at once how close they get"),
    ("no", "at the end", "players see only their own result"),
)
THREADS = (
    ("no", "none", "players talk where they like"),
    ("yes", "a thread", "it names new leaders, and opens for talk at the end"),
)
EVENTS = (
    ("yes", "yes", "in the server’s list of events until it ends; I need Create Events"),
    ("no", "no", "the announcement is enough"),
)
KILOBYTES = BYTES // 1024


def present_plan(typed: PlanTyped, key: str) -> Page:
    """Say why a plan could not be taken; nothing of what was typed is lost."""
    return _fault(typed.fault, DraftEditId("plan", key), typed.draft)


def present_options(typed: OptionsTyped, key: str) -> Page:
    """Say why options could not be taken; nothing of what was typed is lost."""
    return _fault(typed.fault, DraftEditId("options", key), typed.draft)


def present_more(typed: MoreTyped, key: str) -> Page:
    """Say why what else was chosen could not be taken; nothing of it is lost."""
    return _fault(typed.fault, DraftEditId("more", key), typed.draft)


def present_people(typed: PeopleTyped, key: str) -> Page:
    """Say why who may play could not be taken; nothing of it is lost."""
    return _fault(typed.fault, DraftEditId("people", key), typed.draft)


def _fault(fault: str, again: DraftEditId, draft: str | None) -> Page:
    buttons = [button("Fix it", again, style=discord.ButtonStyle.primary)]
    if draft is not None:
        buttons.append(button("Back to the draft", DraftId("open", draft)))
    kept = "-# What you wrote is kept – *Fix it* opens it again."
    return Page(card(Tone.HINT, [shorten(escape(fault), 3000), kept], buttons))


class PlanModal(ui.Modal):
    """Title, words or a file of them, and times; times are read in the server's zone."""

    def __init__(self, typed: PlanTyped, zone: str) -> None:
        heading = "A new contest" if typed.draft is None else "Edit the draft"
        super().__init__(
            title=heading, custom_id=str(PlanFormId(typed.draft, typed.like, typed.template))
        )
        self.add_item(_line("Title", "title", typed.title, most=LONGEST_TITLE))
        words: ui.TextInput[Any] = ui.TextInput(
            custom_id="words",
            style=discord.TextStyle.paragraph,
            max_length=FIELD_LENGTH,
            placeholder="nausea seasick street test …",
            required=False,
            default=typed.words[:FIELD_LENGTH] or None,
        )
        about = "Your words, “generate 20 hard”, “ladder easy”, “anigram” … Empty line: next list"
        self.add_item(ui.Label(text="Words", description=about, component=words))
        file: ui.FileUpload[Any] = ui.FileUpload(custom_id="file", required=False, max_values=1)
        about = (
            f"Counts instead of the above. Plain text, {MOST_WORDS} words a list, {KILOBYTES} KB."
        )
        self.add_item(ui.Label(text="Or a file of words", description=about, component=file))
        about = f"“now”, “in 2 hours”, “friday 18:30” or “2030-05-04 18:30” ({zone})"
        self.add_item(_line("Opens", "opens", typed.opens, about))
        about = "“90 min”, “2 hours” or “1 day 12 h”"
        self.add_item(_line("Lasts", "lasts", typed.lasts, about))


class OptionsModal(ui.Modal):
    """Rule, board, sealed clock, tries and cooldown."""

    def __init__(self, typed: OptionsTyped) -> None:
        super().__init__(title="How it’s played", custom_id=str(OptionsFormId(typed.draft)))
        if typed.has_rule:
            rules = [(rule, rule, about) for rule, about in REMINDERS.items()]
            self.add_item(ui.Label(text="Rule", component=_choice("rule", typed.rule, rules)))
        boards = [(mode, texts.short, texts.hint) for mode, texts in BOARDS.items()]
        self.add_item(ui.Label(text="Board", component=_choice("board", typed.board, boards)))
        about = "Minutes that each player has after pressing Start to see it. Empty: no clock."
        self.add_item(_line("Sealed clock", "sealed", typed.sealed, about, required=False))
        if not typed.has_tries:
            return
        about = "How many tries each player has. Empty: as many as they like."
        self.add_item(_line("Most tries", "tries", typed.tries, about, required=False))
        about = "How long to wait between two tries: “30 s” or “2 min”. Empty: no wait."
        self.add_item(_line("Cooldown", "cooldown", typed.cooldown, about, required=False))


class MoreModal(ui.Modal):
    """Freeze, % of best, ties, thread, reminder."""

    def __init__(self, typed: MoreTyped) -> None:
        super().__init__(title="More options", custom_id=str(MoreFormId(typed.draft)))
        about = "Minutes before the end from which the board stands still. Empty: never."
        self.add_item(_line("Freeze", "freeze", typed.freeze, about, required=False))
        ties = [(one, texts.short, texts.hint) for one, texts in TIES.items()]
        self.add_item(ui.Label(text="Same score", component=_choice("ties", typed.ties, ties)))
        for label, name, chosen, choices in (
            ("% of best while it runs", "percents", typed.percents, PERCENTS),
            ("Thread", "talk", typed.talk, THREADS),
        ):
            self.add_item(ui.Label(text=label, component=_choice(name, chosen, choices)))
        about = (
            "Minutes before the end at which the role of /settings contest-ping is pinged again."
        )
        self.add_item(_line("Reminder", "remind", typed.remind, about, required=False))


class PeopleModal(ui.Modal):
    """Role, days in the server, event."""

    def __init__(self, typed: PeopleTyped) -> None:
        super().__init__(title="Who plays", custom_id=str(PeopleFormId(typed.draft)))
        role: ui.RoleSelect[Any] = ui.RoleSelect(
            custom_id="role",
            required=False,
            min_values=0,
            default_values=[discord.Object(int(typed.role), type=discord.Role)]
            if typed.role
            else [],
        )
        about = "Only members with this role can play. Empty: everybody."
        self.add_item(ui.Label(text="Role", description=about, component=role))
        about = "For how many days they must have been in the server. Empty: it doesn’t matter."
        self.add_item(_line("Days in the server", "days", typed.days, about, required=False))
        chosen = _choice("event", typed.event, EVENTS)
        self.add_item(ui.Label(text="Server event", component=chosen))


def _line(
    label: str,
    name: str,
    value: str,
    about: str | None = None,
    *,
    most: int = LONGEST_LINE,
    required: bool = True,
) -> ui.Label[Any]:
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=name, max_length=most, required=required, default=value[:most] or None
    )
    return ui.Label(text=label, description=about and shorten(about, DESCRIPTION), component=field)


def _choice(name: str, chosen: str, choices: Iterable[tuple[str, str, str]]) -> ui.Select[Any]:
    """Return a list to choose from: of each choice its value, its name, and what it means."""
    return ui.Select(
        custom_id=name,
        options=[
            discord.SelectOption(
                label=label.capitalize(), value=value, description=about, default=value == chosen
            )
            for value, label, about in choices
        ],
    )
