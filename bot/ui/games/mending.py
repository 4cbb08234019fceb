"""Commands that cannot be answered as typed, with buttons that ask for what may work."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from discord import ButtonStyle, app_commands

from bot.errors import CardExpired
from bot.ui import replies
from bot.ui.buttons import PersistentButton
from bot.ui.cards import EXPIRED, CardType
from bot.ui.client import Interaction
from bot.ui.custom_ids import CustomId, Field, Key
from bot.ui.layout import Page, Tone, button, card, escape, shorten
from bot.ui.words import PROPOSE
from solvers.errors import PuzzleError, UnknownWord
from solvers.reading import read_words

Option = str | int | bool | None
_ASKED = "asked"  # in an interaction's extras: the command that a button repeats, and its options
CHOICES = 5
"""Buttons in a row."""
LABEL_LENGTH = 80


class MendId(CustomId, prefix="mend"):
    """A button that asks again, with one of the changes that were offered."""

    number: Annotated[int, Field(rf"[0-{CHOICES - 1}]", int)]
    key: Key


@dataclass(frozen=True, slots=True)
class Mend:
    """What a button says, and the options that it changes."""

    label: str
    options: dict[str, Option]


@dataclass(frozen=True, slots=True)
class RejectedCommand:
    """A command as it was typed, why it could not be answered, and what is offered instead."""

    version: ClassVar[int] = 1

    command: str
    options: dict[str, Option]
    mends: tuple[Mend, ...]
    fault: str = ""


Mends = Callable[[PuzzleError, Mapping[str, Option]], Iterable[Mend]]


@contextlib.asynccontextmanager
async def offering_mends(
    interaction: Interaction, mends: Mends | None = None
) -> AsyncIterator[None]:
    """Answer a PuzzleError with buttons: the words that may have been meant, and `mends`."""
    command, options = interaction.extras.get(_ASKED) or _typed(interaction)
    try:
        yield
    except PuzzleError as error:
        if isinstance(error, UnknownWord):
            error.message += f" {PROPOSE}"
        found = [*_corrections(error, options), *(mends(error, options) if mends else ())]
        if not found:
            raise
        rejected = RejectedCommand(command, options, tuple(found[:CHOICES]))
        await replies.reply_ephemeral(
            interaction, await REJECTED.refuse(interaction, rejected, error)
        )


def _typed(interaction: Interaction) -> tuple[str, dict[str, Option]]:
    assert interaction.command is not None
    return interaction.command.name, dict(iter(interaction.namespace))


def _corrections(error: PuzzleError, options: Mapping[str, Option]) -> Iterator[Mend]:
    """Yield a change for each word close to an unknown one, which it replaces wherever typed."""
    if not isinstance(error, UnknownWord):
        return
    for close in error.close:
        changed: dict[str, Option] = {}
        for name, value in options.items():
            words = read_words(value) if isinstance(value, str) else ()
            if error.word in words:
                changed[name] = " ".join(close if word == error.word else word for word in words)
            elif error.word in {"".join(words), " ".join(words)}:
                changed[name] = close
        if changed:
            yield Mend(close, changed)


class MendButton(PersistentButton[MendId], ids=MendId):
    """Ask again, as the button says."""

    async def press(self, interaction: Interaction) -> None:
        """Run the command as if it had been typed that way."""
        rejected = await REJECTED.fetch(interaction.client.services, self.params.key)
        command = interaction.client.tree.get_command(rejected.command)
        if self.params.number >= len(rejected.mends) or not isinstance(
            command, app_commands.Command
        ):
            raise CardExpired(EXPIRED)
        options = rejected.options | rejected.mends[self.params.number].options
        interaction.extras[_ASKED] = rejected.command, options
        run: Any = command.callback
        await run(interaction, **options)


def present_rejected(rejected: RejectedCommand, key: str) -> Page:
    """Say what is wrong, with a button for each change offered."""
    buttons = [
        button(
            shorten(mend.label, LABEL_LENGTH),
            MendId(number, key),
            style=ButtonStyle.secondary if number else ButtonStyle.primary,
        )
        for number, mend in enumerate(rejected.mends)
    ]
    return Page(card(Tone.HINT, [shorten(escape(rejected.fault), 2000)], buttons))


REJECTED = CardType("rejected", RejectedCommand, present_rejected, typed=True)
