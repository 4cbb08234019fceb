"""The form that words are pasted into, and what is shown when they cannot be taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.present.layout import Page, Tone, button, card, escape, shorten
from solvers.wordsnake import REMINDERS, RULES, Rule

WORDS = "words"
RULE = "rule"
LONGEST = 4000
"""Characters that Discord lets a form's field hold."""


@dataclass(frozen=True, slots=True)
class SnakeDraft:
    """What was sent in with a form and could not be taken, and why."""

    text: str
    rule: Rule
    private: bool
    fault: str


def present_draft(draft: SnakeDraft, key: str) -> Page:
    """Say what is wrong, with a button that opens the form again."""
    fault = shorten(escape(draft.fault), 2000)
    return Page(card(Tone.HINT, [fault], [button("Mend it", f"snake:mend:{key}")]))


def form_id(*, private: bool) -> str:
    """Return the custom_id of a form whose answer is private or not."""
    return f"snake:form:{'private' if private else 'public'}"


class SnakeForm(ui.Modal):
    """Words and a rule; `text` is what the field holds from the start."""

    def __init__(self, rule: Rule, *, private: bool, text: str = "") -> None:
        super().__init__(title="Words for a snake", custom_id=form_id(private=private))
        words: ui.TextInput[Any] = ui.TextInput(
            custom_id=WORDS,
            style=discord.TextStyle.paragraph,
            max_length=LONGEST,
            placeholder="run nausea seasick",
            default=text[:LONGEST] or None,
        )
        rules: ui.Select[Any] = ui.Select(
            custom_id=RULE,
            options=[
                discord.SelectOption(
                    label=name.capitalize(),
                    value=name,
                    description=REMINDERS[name],
                    default=name == rule,
                )
                for name in RULES
            ],
        )
        about = "Blanks, commas or new lines between them; a file can hold longer lists."
        self.add_item(ui.Label(text="Words", description=about, component=words))
        self.add_item(ui.Label(text="Rule", component=rules))
