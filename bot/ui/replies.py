"""Sends pages: the one place where pages meet Discord's ways of sending them."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

import aiohttp
import discord
from discord import app_commands
from discord.abc import Messageable
from discord.ui import LayoutView

from bot import metrics
from bot.errors import BeingPlayed, BotError, SolverFailed, WorkerCrashed
from bot.logs import ALREADY_ACKNOWLEDGED, UNKNOWN_INTERACTION, begin_request
from bot.store.answering import expect_acknowledgement
from bot.ui.attempts import Limited
from bot.ui.layout import Page, Tone, card, escape, on, relative, shorten, without_files
from bot.ui.moved import gone
from solvers.errors import PuzzleError
from solvers.text import many

AnyInteraction = discord.Interaction[Any]
Result = TypeVar("Result")

# Keys in an interaction's extras: whether Discord has its first answer, and how that was deferred
# until the page is ready.
_ACKNOWLEDGED = "acknowledged"
_WAITING = "waiting"
log = logging.getLogger(__name__)

ATTEMPTS = 3
"""How often a call is tried when its connection breaks."""
UNKNOWN_WEBHOOK = 10015
MISSING_PERMISSIONS = 50013
INVALID_WEBHOOK_TOKEN = 50027
NO_MENTIONS = discord.AllowedMentions.none()
"""Passed everywhere: the library ignores its client's default in an edit without `content`."""
TOO_LATE = {UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, INVALID_WEBHOOK_TOKEN}


async def defer(interaction: AnyInteraction, *, private: bool) -> None:
    """Acknowledge at once with "thinking…", for all to see or only the person who asked."""
    response = interaction.response
    await _acknowledge(interaction, lambda: response.defer(ephemeral=private, thinking=True))
    interaction.extras[_WAITING] = "private" if private else "public"
    _note_pending(interaction)


async def defer_edit(interaction: AnyInteraction) -> None:
    """Acknowledge at once, with nothing visible until the message is edited.

    That is the message whose button was pressed, or opened a form. A form that a command opened has
    none: its answer is a new message, only for the person who sent it in.
    """
    if interaction.message is None:
        await defer(interaction, private=True)
        return
    await _acknowledge(interaction, interaction.response.defer)
    _note_pending(interaction)


async def edit(interaction: AnyInteraction, page: Page) -> int:
    """Put a page in place of a deferred answer, or of the message whose button was pressed.

    Returns the id of the message.
    """
    message_id = await edit_progress(interaction, page)
    interaction.client.taps.forget(message_id)
    interaction.extras.pop(_WAITING, None)
    return message_id


async def edit_progress(interaction: AnyInteraction, page: Page) -> int:
    """Show progress in the meantime; the answer is still pending."""

    def show(page: Page) -> Awaitable[discord.InteractionMessage]:
        return _repeat_if_cut(
            lambda: interaction.edit_original_response(
                view=_view(page), attachments=_files(page), allowed_mentions=NO_MENTIONS
            )
        )

    return (await _attaching(page, show, may=may_attach(interaction))).id


async def replace(interaction: AnyInteraction, page: Page) -> None:
    """Answer a press at once with a page in place of the message whose button was pressed."""

    def show(page: Page) -> Awaitable[None]:
        return _acknowledge(
            interaction,
            lambda: interaction.response.edit_message(
                view=_view(page), attachments=_files(page), allowed_mentions=NO_MENTIONS
            ),
        )

    await _attaching(page, show, may=may_attach(interaction))


async def open_modal(interaction: AnyInteraction, modal: discord.ui.Modal) -> None:
    """Answer with a form."""
    await _acknowledge(interaction, lambda: interaction.response.send_modal(modal))


async def reply_ephemeral(interaction: AnyInteraction, page: Page) -> None:
    """Show a page only to the person who asked, in whatever state the answer is."""

    def show(page: Page) -> Awaitable[None]:
        return _acknowledge(
            interaction,
            lambda: interaction.response.send_message(
                view=_view(page),
                files=_files(page),
                ephemeral=True,
                allowed_mentions=NO_MENTIONS,
            ),
        )

    waiting = interaction.extras.get(_WAITING)
    if not interaction.extras.get(_ACKNOWLEDGED):
        await _attaching(page, show, may=may_attach(interaction))
    elif waiting == "private":
        await edit(interaction, page)
    else:
        if waiting == "public":
            # Deleted first: the message that follows a public "thinking…" is public, too.
            with contextlib.suppress(discord.NotFound):  # a moderator was faster
                await interaction.delete_original_response()
        await _follow_up(interaction, page, NO_MENTIONS, private=True)


async def post_public(interaction: AnyInteraction, page: Page, *, user: int | None = None) -> None:
    """Show a page to everybody in the channel, without changing the message that was pressed.

    Among the people that the page mentions only `user` is notified.
    """
    await _follow_up(interaction, page, _only(user=user))


async def _follow_up(
    interaction: AnyInteraction,
    page: Page,
    mentions: discord.AllowedMentions,
    *,
    private: bool = False,
) -> None:
    def show(page: Page) -> Awaitable[object]:
        return interaction.followup.send(
            view=_view(page), files=_files(page), ephemeral=private, allowed_mentions=mentions
        )

    await _attaching(page, show, may=may_attach(interaction))


async def post(
    channel: Messageable,
    page: Page,
    nonce: str | None = None,
    *,
    pinged: int | None = None,
    user: int | None = None,
    attach: bool = True,
) -> int:
    """Send a page as a new message and return its id; `attach`: whether we may attach files there.

    For some minutes Discord sends only one message for the same nonce, and returns that; without a
    nonce, each call sends a message. Among the roles that the page mentions only `pinged` is
    notified, among the people only `user`.
    """
    more: dict[str, Any] = {} if nonce is None else {"nonce": nonce}
    mentions = _only(role=pinged, user=user)

    def show(page: Page) -> Awaitable[discord.Message]:
        return channel.send(view=_view(page), files=_files(page), allowed_mentions=mentions, **more)

    return (await _attaching(page, show, may=attach)).id


def _only(*, role: int | None = None, user: int | None = None) -> discord.AllowedMentions:
    """Return mentions that notify only this role and this user."""
    roles, users = ([] if one is None else [discord.Object(one)] for one in (role, user))
    return discord.AllowedMentions(everyone=False, users=users, roles=roles, replied_user=False)


async def edit_message(message: discord.PartialMessage, page: Page, *, attach: bool = True) -> None:
    """Put a page in place of a message that `post` sent."""

    def show(page: Page) -> Awaitable[object]:
        return message.edit(
            view=_view(page), attachments=_files(page), allowed_mentions=NO_MENTIONS
        )

    await _attaching(page, show, may=attach)


def may_attach(interaction: AnyInteraction) -> bool:
    """Return whether an answer may have files."""
    return interaction.app_permissions.attach_files


async def edit_answer(webhook: discord.Webhook, message_id: int, page: Page) -> int:
    """Put a page in place of an interaction's answer, by its token; return the message's id."""

    def show(page: Page) -> Awaitable[discord.WebhookMessage]:
        return webhook.edit_message(
            message_id, view=_view(page), attachments=_files(page), allowed_mentions=NO_MENTIONS
        )

    return (await _attaching(page, show, may=True)).id


async def _acknowledge(
    interaction: AnyInteraction, respond: Callable[[], Awaitable[object]]
) -> None:
    """Give the first answer.

    If Discord's reply is lost, the call is repeated (after a 5xx by the library), and Discord then
    says that it already has an answer, which is this one.
    """
    try:
        await _repeat_if_cut(respond)
    except discord.HTTPException as error:
        if error.code != ALREADY_ACKNOWLEDGED:
            raise
        log.warning("the reply to an acknowledgement was lost, or another process gave one")
    interaction.extras[_ACKNOWLEDGED] = True
    expect_acknowledgement(expected=False)
    metrics.note_acknowledged()


async def _repeat_if_cut(call: Callable[[], Awaitable[Result]]) -> Result:
    """Make a call that may be made twice; repeat it if the connection breaks."""
    for _ in range(ATTEMPTS - 1):
        with contextlib.suppress(aiohttp.ClientConnectionError):
            return await call()
    return await call()


async def _attaching(page: Page, show: Callable[[Page], Awaitable[Result]], *, may: bool) -> Result:
    """Show a page; without its files if we know, or Discord says, that we may not attach any."""
    if page.files and not may:
        page = without_files(page)
    try:
        return await show(page)
    except discord.Forbidden as error:
        if not page.files or error.code != MISSING_PERMISSIONS:
            raise
    return await show(without_files(page))


def _view(page: Page) -> LayoutView:
    """Return the page's layout, finished.

    Dynamic items handle its buttons, by their ids. The library would keep an unfinished view in
    memory, too: one for every answer ever given.
    """
    page.view.stop()
    return page.view


def _note_pending(interaction: AnyInteraction) -> None:
    """Note that an answer is pending, so that a stopping bot gives it first."""
    task = asyncio.current_task()
    if task is not None:
        interaction.client.pending_replies.add(task)
        task.add_done_callback(interaction.client.pending_replies.discard)


def _files(page: Page) -> list[discord.File]:
    return [discord.File(io.BytesIO(file.content), file.name) for file in page.files]


@dataclass(frozen=True, slots=True)
class _Failure:
    words: str
    ours: bool  # our fault: logged with its trace, and the page shows the id
    until: datetime | None = None  # when asking again will help


async def answer_failure(
    interaction: discord.Interaction[Any], error: Exception
) -> metrics.Outcome:
    """Show only the person who asked what went wrong. Raises nothing."""
    name = begin_request(interaction.id)
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, discord.HTTPException) and error.code in TOO_LATE:
        log.warning("too late to answer: %s", error)
        return "too late"
    failure = _describe(error)
    if failure.ours:
        log.error("failed: %s", error, exc_info=error)
        if isinstance(error, SolverFailed):
            for line in error.trace.splitlines():
                log.error("in the solver: %s", line)
    else:
        log.info("refused: %s", error)
    tone = Tone.TROUBLE if failure.ours else Tone.HINT
    page = present_failure(failure.words, name if failure.ours else None, tone, failure.until)
    try:
        await reply_ephemeral(interaction, page)
    except (discord.DiscordException, aiohttp.ClientError) as second:
        log.warning("the failure could not be shown either: %s", second)
    return "failed" if failure.ours else "refused"


def _describe(error: Exception) -> _Failure:
    match error:
        case PuzzleError():
            return _Failure(error.message, ours=False)
        case SolverFailed() | WorkerCrashed():
            return _Failure(error.message, ours=True)
        case BotError():
            until = error.until if isinstance(error, BeingPlayed) else None
            return _Failure(error.message, ours=False, until=until)
        case app_commands.BotMissingPermissions():
            needed = ", ".join(p.replace("_", " ") for p in error.missing_permissions)
            return _Failure(f"I need this permission to do that here: {needed}.", ours=False)
        case app_commands.MissingPermissions():
            needed = ", ".join(p.replace("_", " ") for p in error.missing_permissions)
            return _Failure(f"You need this permission for that: {needed}.", ours=False)
        case app_commands.TransformerError() | app_commands.CommandSignatureMismatch():
            return _Failure(
                "I can’t use that option. Your Discord may still have an older version of this "
                "command: reload it and try again.",
                ours=True,
            )
        case app_commands.CommandNotFound():
            return _Failure(gone(error), ours=False)
        case app_commands.CheckFailure():
            return _Failure("You can’t do that here.", ours=False)
        case Limited():
            seconds = many(math.ceil(error.seconds), "second")
            return _Failure(f"Discord wants me to slow down. Try again in {seconds}.", ours=False)
        case discord.Forbidden():
            return _Failure(
                "Discord won’t let me do that here; ask an organiser to check my permissions in "
                "this channel.",
                ours=True,
            )
        case discord.HTTPException():
            return _Failure("Discord didn’t take my answer; try again in a minute.", ours=True)
        case _:
            return _Failure(
                "Something went wrong, and it’s not your fault. Try again in a minute.", ours=True
            )


def present_failure(
    words: str,
    name: str | None = None,
    tone: Tone = Tone.TROUBLE,
    until: datetime | None = None,
) -> Page:
    """Return a small card with a sentence, and the id under which the log has the rest.

    `until`: when that will change.
    """
    blocks = [shorten(escape(words), 2000)]
    if until is not None:
        blocks.append(f"That’s {on(until)}, {relative(until)}.")
    if name is not None:
        blocks.append(f"-# If it keeps happening, tell the host of this bot: error {name}")
    return Page(card(tone, blocks))
