"""The bot itself: who it is, its application, where its gateway is, its direct messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground import payloads
from playground.errors import ApiError
from playground.rest.call import Call, Endpoint
from playground.rest.limits import Limit
from playground.validation.fields import Checker

if TYPE_CHECKING:
    from playground.model import JSON


async def me(call: Call) -> JSON:
    """GET /users/@me."""
    user = payloads.user(call.world.bot)
    return user | {"verified": True, "mfa_enabled": False, "flags": 0, "locale": "en-US"}


async def edit_me(call: Call) -> JSON:
    """PATCH /users/@me: the name can be changed."""
    check = Checker()
    body = await call.json()
    name = check.string(body, "username", (), 2, 32)
    check.done()
    if name:
        call.world.bot.name = call.world.bot.display_name = name
        call.world.changed("bot")
    return await me(call)


async def user(call: Call) -> JSON:
    """GET /users/{user}."""
    return payloads.user(call.world.user(call.number("user")))


async def application(call: Call) -> JSON:
    """GET /applications/@me, and the older /oauth2/applications/@me."""
    world = call.world
    owner = next((one for one in world.users.values() if not one.bot), world.bot)
    guild_count = sum(world.bot.id in guild.members for guild in world.guilds.values())
    return {
        "id": str(world.bot.id),
        "name": world.bot.name,
        "icon": None,
        "description": "A bot on the playground",
        "summary": "",
        "bot": payloads.user(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": payloads.user(owner),
        "team": None,
        "verify_key": "0" * 64,
        "flags": 0,
        "approximate_guild_count": guild_count,
        "approximate_user_install_count": sum(one.has_installed for one in world.users.values()),
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "integration_types_config": {
            "0": {"oauth2_install_params": {"scopes": ["bot"], "permissions": "0"}},
            "1": {
                "oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}
            },
        },
    }


async def own_guilds(call: Call) -> list[JSON]:
    """GET /users/@me/guilds."""
    world = call.world
    return [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(guild.roles[guild.id].permissions),
            "features": [],
        }
        for guild in world.guilds.values()
        if world.bot.id in guild.members
    ]


async def open_conversation(call: Call) -> JSON:
    """POST /users/@me/channels: direct messages with a user."""
    body = await call.json()
    try:
        recipient = call.world.user(int(body.get("recipient_id", 0)))
    except (TypeError, ValueError):
        check = Checker()
        check.required(("recipient_id",))
        check.done()
        raise
    if recipient.bot:
        raise ApiError(400, 50007, "Cannot send messages to this user")
    return _conversation_seen_by_bot(
        call, payloads.channel(call.world.conversation(call.world.bot, recipient))
    )


def _conversation_seen_by_bot(call: Call, channel: JSON) -> JSON:
    """Leave the bot itself out of the recipients, as Discord does."""
    bot_id = str(call.world.bot.id)
    others = [one for one in channel["recipients"] if one["id"] != bot_id]
    return channel | {"recipients": others}


async def gateway(call: Call) -> JSON:
    """GET /gateway."""
    return {"url": call.world.gateway_url}


async def gateway_bot(call: Call) -> JSON:
    """GET /gateway/bot."""
    sharding = call.world.hub.sharding
    limit = {
        "total": sharding.total,
        "remaining": sharding.remaining,
        "reset_after": int(sharding.reset_after * 1000),
        "max_concurrency": sharding.concurrency,
    }
    about = {"shards": sharding.recommended, "session_start_limit": limit}
    return {"url": call.world.gateway_url, **about}


async def nothing(_call: Call) -> list[JSON]:
    """Answer with an empty list: the playground has no such objects."""
    return []


async def no_emojis(_call: Call) -> JSON:
    """GET /applications/{application}/emojis: there are none."""
    return {"items": []}


ENDPOINTS = (
    Endpoint("GET", "/users/@me", me),
    Endpoint("PATCH", "/users/@me", edit_me, Limit(2, 3600)),
    Endpoint("GET", "/users/@me/guilds", own_guilds),
    Endpoint("POST", "/users/@me/channels", open_conversation, Limit(10, 10)),
    Endpoint("GET", r"/users/{user:\d+}", user),
    Endpoint("GET", "/applications/@me", application),
    Endpoint("GET", "/oauth2/applications/@me", application),
    Endpoint("GET", r"/applications/{application:\d+}/emojis", no_emojis),
    Endpoint("GET", r"/applications/{application:\d+}/entitlements", nothing),
    Endpoint("GET", r"/applications/{application:\d+}/skus", nothing),
    Endpoint("GET", "/gateway", gateway, open=True),
    Endpoint("GET", "/gateway/bot", gateway_bot),
)
