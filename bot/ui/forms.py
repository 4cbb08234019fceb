"""Forms that outlive a restart: like buttons, they are identified by their custom id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeVar

import discord
from discord import ui

from bot import metrics
from bot.errors import CardExpired
from bot.ui import rate_limit, replies
from bot.ui.custom_ids import LARGEST, OUTDATED, CustomId, IdT
from bot.ui.replies import AnyInteraction

UNKNOWN = "unknown"
"""The name that metrics use for interactions without a handler."""

Choice = TypeVar("Choice", bound=str)


class Values:
    """What was filled in, by the fields' custom ids; raises CardExpired for a missing field."""

    def __init__(
        self, fields: Iterable[tuple[str, Any]], files: Mapping[str, discord.Attachment]
    ) -> None:
        self._fields = dict(fields)
        self._files = files

    def __contains__(self, name: object) -> bool:
        return name in self._fields

    def text(self, name: str) -> str:
        """Return what was typed into a field, "" for nothing."""
        value = self._fields.get(name, ())
        if value is not None and not isinstance(value, str):
            raise CardExpired(OUTDATED)
        return value or ""

    def choice(self, name: str, offered: Iterable[Choice]) -> Choice:
        """Return the chosen one of the choices `offered`."""
        chosen = self._fields.get(name) or ()
        for value in offered:
            if value in chosen:
                return value
        raise CardExpired(OUTDATED)

    def one(self, name: str) -> str:
        """Return the id of the chosen person, role or channel, "" for nothing."""
        chosen = self._fields.get(name) or ()
        if isinstance(chosen, str) or not all(isinstance(one, str) for one in chosen):
            raise CardExpired(OUTDATED)
        found = next((one for one in chosen if re.fullmatch(r"\d{1,20}", one, re.ASCII)), "")
        if found and int(found) > LARGEST:
            raise CardExpired(OUTDATED)
        return found

    def file(self, name: str) -> discord.Attachment | None:
        """Return the file that was chosen in a field, if one was."""
        return next(
            (self._files[key] for key in self._fields.get(name) or () if key in self._files), None
        )


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
    """Open a form, finished, as the library would otherwise keep it for ever."""
    form.stop()
    await replies.open_modal(interaction, form)


async def dispatch(interaction: AnyInteraction, kinds: Iterable[type[Form[Any]]]) -> None:
    """Give a form that was sent in to its handler; failures go to the one error handler."""
    data: Any = interaction.data
    name = UNKNOWN
    outcome: metrics.Outcome = "answered"
    try:
        rate_limit.begin(interaction, credit=True)
        form = _find(data["custom_id"], kinds)
        name = form.ids.prefix
        values = Values(_fields(data.get("components", [])), _files(interaction, data))
        await form.submit(interaction, values)
    except Exception as error:  # noqa: BLE001 - the library would only log it
        outcome = await replies.answer_failure(interaction, error)
    metrics.note_end("form", name, outcome)


def _find(custom_id: str, kinds: Iterable[type[Form[Any]]]) -> Form[Any]:
    for kind in kinds:
        match = kind.ids.template.fullmatch(custom_id)
        if match is not None:
            return kind(kind.ids.parse(match))
    raise CardExpired(OUTDATED)


def _files(interaction: AnyInteraction, data: Mapping[str, Any]) -> dict[str, discord.Attachment]:
    """Return the files that came with a form, by their ids."""
    state = interaction._state  # noqa: SLF001 - the library makes them of it
    found = data.get("resolved", {}).get("attachments", {})
    return {key: discord.Attachment(data=one, state=state) for key, one in found.items()}


def _fields(components: list[dict[str, Any]]) -> Iterator[tuple[str, Any]]:
    for component in components:
        field = component.get("component", component)
        if field.get("type") == discord.ComponentType.action_row.value:
            yield from _fields(field["components"])
        elif "custom_id" in field:
            yield field["custom_id"], field.get("value", field.get("values"))
