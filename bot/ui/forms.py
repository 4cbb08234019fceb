"""Forms that outlive a restart: known by their custom id when they are sent in, as buttons are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Generic

import discord
from discord import ui

from bot.errors import CardExpired
from bot.logs import begin_request
from bot.ui import replies
from bot.ui.custom_ids import CustomId, IdT
from bot.ui.replies import AnyInteraction

Values = dict[str, Any]
"""What was filled in, by the fields' custom ids: text, or a list of what was chosen."""


class Form(Generic[IdT]):
    """The handler of one class of custom ids; `params` is the id of the form that was sent in.

    A subclass names the class, as `Form[PlanFormId], ids=PlanFormId`, and has `submit`.
    """

    ids: ClassVar[type[CustomId]]

    def __init_subclass__(cls, *, ids: type[CustomId]) -> None:
        super().__init_subclass__()
        cls.ids = ids

    def __init__(self, params: IdT) -> None:
        self.params = params

    async def submit(self, interaction: AnyInteraction, values: Values) -> None:
        """Acknowledge and answer."""
        raise NotImplementedError


async def show(interaction: AnyInteraction, form: ui.Modal) -> None:
    """Open a form. A finished one is not kept by the library, which would never forget it."""
    form.stop()
    await interaction.response.send_modal(form)


async def dispatch(interaction: AnyInteraction, kinds: Iterable[type[Form[Any]]]) -> None:
    """Give a form that was sent in to its handler; failures go to the one error handler."""
    begin_request(interaction.id)
    data: Any = interaction.data
    try:
        form = _find(data["custom_id"], kinds)
        await form.submit(interaction, dict(_values(data["components"])))
    except Exception as error:  # noqa: BLE001 - the library would only log it
        await replies.answer_failure(interaction, error)


def _find(custom_id: str, kinds: Iterable[type[Form[Any]]]) -> Form[Any]:
    for kind in kinds:
        match = kind.ids.template.fullmatch(custom_id)
        if match is not None:
            return kind(kind.ids.parse(match))
    raise CardExpired("This form is from another version of the bot; use the command again.")


def _values(components: list[dict[str, Any]]) -> Iterator[tuple[str, Any]]:
    for component in components:
        field = component.get("component", component)
        if field.get("type") == discord.ComponentType.action_row.value:
            yield from _values(field["components"])
        elif "custom_id" in field:
            yield field["custom_id"], field.get("value", field.get("values"))
