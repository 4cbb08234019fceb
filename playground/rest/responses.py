"""Answers to interactions: the first response, the original, and follow-ups by token."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from playground import interactions, payloads, posting
from playground.errors import (
    already_acknowledged,
    missing_permissions,
    too_many_follow_ups,
    unknown,
)
from playground.model import Callback, Flags, Interaction, Kind, Message
from playground.permissions import ATTACH_FILES
from playground.rest.call import Call, Endpoint
from playground.rest.limits import Limit
from playground.validation.choices import check_choices
from playground.validation.fields import Checker
from playground.validation.modals import check_modal

if TYPE_CHECKING:
    from playground.model import JSON
    from playground.posting import Uploads
    from playground.world import World

ALLOWED: dict[Kind, frozenset[Callback]] = {
    Kind.COMMAND: frozenset({Callback.MESSAGE, Callback.DEFERRED_MESSAGE, Callback.MODAL}),
    Kind.AUTOCOMPLETE: frozenset({Callback.CHOICES}),
    Kind.COMPONENT: frozenset(
        {
            Callback.MESSAGE,
            Callback.DEFERRED_MESSAGE,
            Callback.DEFERRED_UPDATE,
            Callback.UPDATE,
            Callback.MODAL,
        }
    ),
    Kind.MODAL: frozenset({Callback.MESSAGE, Callback.DEFERRED_MESSAGE}),
}
MOST_FOLLOW_UPS = 5
"""The limit in servers without the bot, where a user installed it for themselves."""
ON_MESSAGE = frozenset({Callback.DEFERRED_UPDATE, Callback.UPDATE})


async def respond(call: Call) -> object:
    """POST /interactions/{interaction}/{token}/callback."""
    world = call.world
    body, uploads = await call.form()
    interaction = world.interactions.get(call.number("interaction"))
    if interaction is None or interaction.token != call.text("token"):
        raise unknown("interaction")
    if interaction.callback is not None:
        raise already_acknowledged()
    if interactions.overdue(world, interaction):
        raise unknown("interaction")
    callback = _callback_type(interaction, body)
    _require_attaching(world, interaction, uploads)
    _answer(world, interaction, callback, body.get("data") or {}, uploads)
    interaction.callback = callback
    interaction.acknowledged = time.perf_counter()
    if interaction.timer is not None:
        interaction.timer.cancel()
        interaction.timer = None
    if callback not in {Callback.DEFERRED_MESSAGE, Callback.DEFERRED_UPDATE}:
        _answered(interaction)
    interaction.signal.ring()
    interactions.publish(world, interaction)
    return _callback_answer(interaction) if call.flag("with_response") else None


def _require_attaching(world: World, interaction: Interaction, uploads: Uploads) -> None:
    if uploads and not world.app_permissions(interaction.channel) & ATTACH_FILES:
        raise missing_permissions()


def _callback_type(interaction: Interaction, body: JSON) -> Callback:
    allowed = ALLOWED[interaction.kind]
    if interaction.kind is Kind.MODAL and interaction.message is not None:
        allowed |= ON_MESSAGE
    check = Checker()
    value = check.choice(body, "type", (), allowed)
    check.done()
    return Callback(value)


def _answer(
    world: World, interaction: Interaction, callback: Callback, data: JSON, uploads: Uploads
) -> None:
    """Carry out the first response; raise before anything changes if it breaks a rule."""
    match callback:
        case Callback.MESSAGE:
            used = interaction.message is not None
            kind = posting.REPLY if used else posting.COMMAND_ANSWER
            _post(world, interaction, _build(world, interaction, data, uploads, kind))
        case Callback.DEFERRED_MESSAGE:
            ephemeral = bool((data.get("flags") or 0) & Flags.EPHEMERAL)
            _post(world, interaction, posting.thinking(world, interaction, ephemeral=ephemeral))
        case Callback.DEFERRED_UPDATE:
            interaction.original = interaction.message
        case Callback.UPDATE:
            message = interaction.message
            if message is None or message.deleted:
                raise unknown("Message")
            interaction.original = message
            posting.edit(world, message, data, uploads)
        case Callback.CHOICES:
            check_choices(interaction.data, data)
            interaction.choices = data.get("choices") or []
        case Callback.MODAL:
            check_modal(data)
            interaction.modal = data


def _build(
    world: World, interaction: Interaction, body: JSON, uploads: Uploads, kind: int
) -> Message:
    bot, channel = world.bot, interaction.channel
    return posting.build(world, channel, bot, body, uploads, interaction=interaction, kind=kind)


def _post(world: World, interaction: Interaction, message: Message) -> None:
    interaction.original = message
    posting.post(world, message)


def _callback_answer(interaction: Interaction) -> JSON:
    about: JSON = {"id": str(interaction.id), "type": int(interaction.kind)}
    resource: JSON = {"type": int(interaction.callback or 0)}
    message = interaction.original
    if message is not None and interaction.callback in {
        Callback.MESSAGE,
        Callback.DEFERRED_MESSAGE,
    }:
        about["response_message_id"] = str(message.id)
        about["response_message_loading"] = message.thinking
        about["response_message_ephemeral"] = message.only_for is not None
        resource["message"] = payloads.message(message)
    elif message is not None and interaction.callback is Callback.UPDATE:
        about["response_message_id"] = str(message.id)
        resource["message"] = payloads.message(message)
    return {"interaction": about, "resource": resource}


def _answered(interaction: Interaction) -> None:
    if interaction.answered is None:
        interaction.answered = time.perf_counter()


async def follow_up(call: Call) -> object:
    """POST /webhooks/{application}/{token}: the first one after a deferral replaces it."""
    world = call.world
    body, uploads = await call.form()
    interaction = _interaction(call)
    _require_attaching(world, interaction, uploads)
    original = interaction.original
    if original is not None and original.thinking and not original.deleted:
        sent_flags = (body.get("flags") or 0) & ~Flags.EPHEMERAL
        kept = original.flags & Flags.EPHEMERAL
        posting.edit(world, original, body | {"flags": sent_flags | kept}, uploads)
        message = original
    else:
        with_bot = "0" in interaction.metadata["authorizing_integration_owners"]
        if not with_bot and len(interaction.follow_ups) >= MOST_FOLLOW_UPS:
            raise too_many_follow_ups()
        message = _build(world, interaction, body, uploads, 0)
        if original is not None and not original.deleted:
            posting.set_reply(message, original.id)
        interaction.follow_ups.append(message)
        posting.post(world, message)
    _answered(interaction)
    interaction.signal.ring()
    return payloads.message(message)


def _interaction(call: Call) -> Interaction:
    return interactions.by_token(call.world, call.number("application"), call.text("token"))


def _answer_message(call: Call) -> tuple[Interaction, Message]:
    """Return the path's message: `@original`, or one this interaction wrote or came from."""
    interaction = _interaction(call)
    name = call.text("message")
    message: Message | None
    if name == "@original":
        message = interaction.original
    elif not name.isdigit():
        raise unknown("Message")
    else:
        ours = [*interaction.follow_ups, interaction.original, interaction.message]
        message = next((one for one in ours if one is not None and one.id == int(name)), None)
    if message is None or message.deleted:
        raise unknown("Message")
    return interaction, message


async def get_answer(call: Call) -> object:
    """GET /webhooks/{application}/{token}/messages/{message}."""
    return payloads.message(_answer_message(call)[1])


async def edit_answer(call: Call) -> object:
    """PATCH /webhooks/{application}/{token}/messages/{message}."""
    body, uploads = await call.form()
    interaction, message = _answer_message(call)
    _require_attaching(call.world, interaction, uploads)
    posting.edit(call.world, message, body, uploads)
    _answered(interaction)
    interaction.signal.ring()
    return payloads.message(message)


async def delete_answer(call: Call) -> None:
    """DELETE /webhooks/{application}/{token}/messages/{message}."""
    interaction, message = _answer_message(call)
    posting.delete(call.world, message)
    _answered(interaction)
    interaction.signal.ring()


async def webhook(call: Call) -> object:
    """GET /webhooks/{application}/{token}: the bot's webhook for an interaction's token."""
    _interaction(call)
    application = str(call.world.bot.id)
    return {
        "id": application,
        "type": 3,
        "application_id": application,
        "name": None,
        "avatar": None,
    }


UNDER_TOKEN = Limit(5, 2, ("application", "token"))
_WEBHOOK = r"/webhooks/{application:\d+}/{token}"
_MESSAGE = _WEBHOOK + "/messages/{message}"

ENDPOINTS = (
    Endpoint("POST", r"/interactions/{interaction:\d+}/{token}/callback", respond, open=True),
    Endpoint("GET", _WEBHOOK, webhook, open=True),
    Endpoint("POST", _WEBHOOK, follow_up, UNDER_TOKEN, open=True),
    Endpoint("GET", _MESSAGE, get_answer, UNDER_TOKEN, open=True),
    Endpoint("PATCH", _MESSAGE, edit_answer, UNDER_TOKEN, open=True),
    Endpoint("DELETE", _MESSAGE, delete_answer, UNDER_TOKEN, open=True),
)
