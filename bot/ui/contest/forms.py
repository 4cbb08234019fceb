"""The forms that a contest is planned in: what it is, and how it is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import discord
from discord import ui

from bot.contests import LONGEST_TITLE, OPTION_FORMS, OPTIONS
from bot.options import Choice, Line, Option, Picked, Role
from bot.ui.contest.cards import AskTyped, OptionsTyped, PlanTyped
from bot.ui.contest.ids import AskAgainId, DraftEditId, DraftId, OptionsFormId, PlanFormId
from bot.ui.custom_ids import CustomId
from bot.ui.forms import Values
from bot.ui.layout import FIELD_LENGTH, Page, Tone, button, card, escape, shorten

DESCRIPTION = 100
"""Most characters that Discord allows in the line below a label."""
LONGEST_LINE = 60
RULE = next(option for option in OPTIONS if option.name == "rule")


def present_plan(typed: PlanTyped, key: str) -> Page:
    """Say why a plan was refused; nothing that was typed is lost."""
    return _fault(typed.fault, DraftEditId("plan", key), typed.draft)


def present_options(typed: OptionsTyped, key: str) -> Page:
    """Say why options were refused; nothing that was typed is lost."""
    return _fault(typed.fault, DraftEditId("options", key), typed.draft)


def present_ask(typed: AskTyped, key: str) -> Page:
    """Say why a panel's form was refused; nothing that was typed is lost."""
    return _fault(typed.fault, AskAgainId(key))


def _fault(fault: str, again: CustomId, draft: str | None = None) -> Page:
    buttons = [button("Fix it", again, style=discord.ButtonStyle.primary)]
    if draft is not None:
        buttons.append(button("Back to the draft", DraftId("open", draft)))
    kept = "-# What you wrote is kept – *Fix it* opens it again."
    return Page(card(Tone.HINT, [shorten(escape(fault), 3000), kept], buttons))


class PlanModal(ui.Modal):
    """Title, words with their rule, and times; times are read in the server's zone."""

    def __init__(self, typed: PlanTyped, zone: str) -> None:
        heading = "A new contest" if typed.draft is None else "Change the draft"
        super().__init__(
            title=heading,
            custom_id=str(PlanFormId(typed.draft, typed.like, typed.template, typed.ready)),
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
        self.add_item(_labelled(RULE, typed.rule))
        about = f"“now”, “noon”, “next friday 18:30” or “24 December 18:30” ({zone})"
        self.add_item(_line("Opens", "opens", typed.opens, about))
        about = "“90 min”, “1.5 hours” or “1 day 12 h”; “90” is minutes"
        self.add_item(_line("Lasts", "lasts", typed.lasts, about))


class OptionsModal(ui.Modal):
    """A form of the options that `texts` has a value for by name, filled in with it."""

    def __init__(
        self,
        heading: str,
        custom_id: CustomId,
        options: Iterable[Option[Any]],
        texts: Mapping[str, str],
    ) -> None:
        super().__init__(title=heading, custom_id=str(custom_id))
        for option in options:
            if option.name in texts:
                self.add_item(_labelled(option, texts[option.name]))


def draft_options(typed: OptionsTyped) -> OptionsModal:
    """Return one of the forms of a draft's options."""
    form = OPTION_FORMS[typed.form]
    custom_id = OptionsFormId(typed.form, typed.draft)
    return OptionsModal(form.heading, custom_id, form.options, typed.texts)


def read_texts(options: Iterable[Option[Any]], values: Values, everybody: str) -> dict[str, str]:
    """Return what was filled in, by name; the role that `everybody` has stands for none."""
    texts = {}
    for option in options:
        field = option.field
        if option.name not in values:
            continue
        if isinstance(field, Choice):
            texts[option.name] = values.choice(option.name, map(field.write, field.said))
        elif isinstance(field, Picked):
            picked = values.one(option.name)
            texts[option.name] = "" if picked == everybody else picked
        else:
            texts[option.name] = values.text(option.name)
    return texts


def _labelled(option: Option[Any], text: str) -> ui.Label[Any]:
    """Return an option's field, filled in."""
    field = option.field
    if isinstance(field, Choice):
        choices = [(field.write(one), said.short, said.hint) for one, said in field.said.items()]
        chosen = _choice(option.name, text, choices)
        return ui.Label(text=option.label, component=chosen)
    if isinstance(field, Picked):
        select, kind = (
            (ui.RoleSelect, discord.Role)
            if isinstance(field, Role)
            else (ui.UserSelect, discord.User)
        )
        picked: ui.Item[Any] = select(
            custom_id=option.name,
            required=False,
            min_values=0,
            default_values=[discord.Object(int(text), type=kind)] if text else [],
        )
        return ui.Label(text=option.label, description=field.about or None, component=picked)
    assert isinstance(field, Line)
    return _line(
        option.label, option.name, text, field.about, most=field.most, required=field.required
    )


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
    shown = shorten(about, DESCRIPTION) if about else None
    return ui.Label(text=label, description=shown, component=field)


def _choice(name: str, chosen: str, choices: Iterable[tuple[str, str, str]]) -> ui.Select[Any]:
    """Return a menu of choices, each given by its value, its name, and what it means."""
    return ui.Select(
        custom_id=name,
        options=[
            discord.SelectOption(
                label=label[:1].upper() + label[1:],
                value=value,
                description=about or None,
                default=value == chosen,
            )
            for value, label, about in choices
        ],
    )
