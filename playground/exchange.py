"""An interaction and how the bot answered it, and a message as a test reads it."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from playground.message_view import texts, walk
from playground.validation.modals import fields_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from playground.model import JSON, Interaction, Message, User
    from playground.world import World

PATIENCE = float(os.environ.get("PLAYGROUND_PATIENCE", "30"))
"""The longest wait of a test, in seconds; `timeout` sets another limit for one wait."""


class Post:
    """A message, read live: what it says now, not what it said on arrival."""

    def __init__(self, message: Message) -> None:
        self.message = message

    def __repr__(self) -> str:
        return f"<Post {self.text[:60]!r}>"

    @property
    def text(self) -> str:
        """All its text: content, embeds and text displays, on separate lines."""
        return "\n".join(text for text in texts(self.message) if text)

    @property
    def heard(self) -> str:
        """Its text and its pictures' descriptions, as a screen reader would read them."""
        return "\n".join([self.text, *(one.get("description") or "" for one in self.pictures)])

    @property
    def plain(self) -> str:
        """The text without Markdown's signs."""
        return re.sub(r"[*_~`|]|^(?:#{1,3}|-#|>) ", "", self.text, flags=re.MULTILINE)

    @property
    def components(self) -> list[JSON]:
        """Every component, outermost first."""
        return list(walk(self.message.components))

    @property
    def buttons(self) -> list[str]:
        """The labels of the buttons that can be pressed."""
        buttons = [one for one in self.components if one["type"] == 2]
        return [one.get("label", "") for one in buttons if not one.get("disabled")]

    @property
    def files(self) -> dict[str, JSON]:
        """The attachments by file name."""
        return {one["filename"]: one for one in self.message.attachments}

    @property
    def pictures(self) -> list[JSON]:
        """The items of its galleries: media, description, spoiler."""
        return [item for one in self.components for item in one.get("items") or []]

    @property
    def ephemeral(self) -> bool:
        """Return whether only one person sees it."""
        return self.message.only_for is not None

    @property
    def thinking(self) -> bool:
        """Return whether it only says that the bot is thinking."""
        return self.message.thinking

    @property
    def deleted(self) -> bool:
        """Return whether it is gone."""
        return self.message.deleted

    @property
    def pinged(self) -> list[User]:
        """The users it notified."""
        return self.message.mentions

    def custom_id_of(self, name: str) -> str:
        """Return the custom id of the component with this label, placeholder or custom id."""
        used = [one for one in self.components if "custom_id" in one]
        for key in ("custom_id", "label", "placeholder"):
            for component in used:
                if component.get(key) == name:
                    return str(component["custom_id"])
        known = [one.get("label") or one.get("placeholder") or one["custom_id"] for one in used]
        raise LookupError(f"no component {name!r} here; there are {known}")

    async def says(self, text: str, timeout: float = PATIENCE) -> Post:  # noqa: ASYNC109
        """Wait until its text contains this."""
        await self.message.signal.until(lambda: text in self.text, timeout)
        return self

    async def changes(self, timeout: float = PATIENCE) -> Post:  # noqa: ASYNC109
        """Wait for its next change."""
        before = self.message.edited, self.message.flags, self.message.deleted
        message = self.message
        await message.signal.until(
            lambda: (message.edited, message.flags, message.deleted) != before, timeout
        )
        return self


class Exchange:
    """One interaction, and how the bot answered it."""

    def __init__(self, world: World, interaction: Interaction) -> None:
        self._world = world
        self.interaction = interaction

    async def _until(self, condition: Callable[[], bool], timeout: float) -> None:  # noqa: ASYNC109
        interaction = self.interaction

        def holds() -> bool:
            if interaction.failure is not None:
                raise NoAnswerError(interaction.failure)
            return condition()

        await interaction.signal.until(holds, timeout)

    async def acknowledged(self, timeout: float = PATIENCE) -> None:  # noqa: ASYNC109
        """Wait for the first answer of any kind; raise NoAnswerError if it comes too late."""
        await self._until(lambda: self.interaction.callback is not None, timeout)

    async def reply(self, timeout: float = PATIENCE) -> Post:  # noqa: ASYNC109
        """Wait for the answer (a new message, or the changed one) that is no longer thinking."""

        def answered() -> bool:
            message = self.interaction.original
            changed = self.interaction.answered is not None
            return message is not None and changed and not message.thinking

        await self._until(answered, timeout)
        assert self.interaction.original is not None
        return Post(self.interaction.original)

    async def follow_up(self, number: int = 0, timeout: float = PATIENCE) -> Post:  # noqa: ASYNC109
        """Wait for a follow-up, counted from 0."""
        follow_ups = self.interaction.follow_ups
        await self._until(lambda: len(follow_ups) > number, timeout)
        return Post(follow_ups[number])

    async def choices(self, timeout: float = PATIENCE) -> list[JSON]:  # noqa: ASYNC109
        """Wait for the choices of an autocomplete."""
        await self._until(lambda: self.interaction.choices is not None, timeout)
        return self.interaction.choices or []

    async def form(self, timeout: float = PATIENCE) -> JSON:  # noqa: ASYNC109
        """Wait for the modal."""
        await self._until(lambda: self.interaction.modal is not None, timeout)
        assert self.interaction.modal is not None
        return self.interaction.modal

    def field_id(self, name: str) -> str:
        """Return the custom id of the form's field with this label or custom id."""
        fields = list(fields_of(self.interaction.modal or {"components": []}))
        for field, label in fields:
            if name in {field["custom_id"], label}:
                return str(field["custom_id"])
        known = [label for _, label in fields]
        raise LookupError(f"no field {name!r} in this form; there are {known}")

    @property
    def failure(self) -> str | None:
        """What Discord showed the user instead of an answer."""
        return self.interaction.failure

    @property
    def time_to_acknowledge(self) -> float:
        """Seconds from the command to the first answer."""
        assert self.interaction.acknowledged is not None
        return self.interaction.acknowledged - self.interaction.started

    @property
    def time_to_answer(self) -> float:
        """Seconds from the command to the first answer with something in it."""
        assert self.interaction.answered is not None
        return self.interaction.answered - self.interaction.started


class NoAnswerError(AssertionError):
    """The bot did not answer in time."""
