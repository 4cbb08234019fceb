"""Servers: their details, channels, members and roles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground import payloads
from playground.errors import missing_permissions, unknown
from playground.model import THREADS, Guild, Member
from playground.permissions import MANAGE_CHANNELS, MANAGE_ROLES, of_member
from playground.rest.call import Call, Endpoint
from playground.rest.limits import Limit
from playground.validation.fields import Checker

if TYPE_CHECKING:
    from playground.model import JSON


def _guild(call: Call) -> Guild:
    return call.world.guild(call.number("guild"))


def _member(call: Call) -> Member:
    member = _guild(call).members.get(call.number("user"))
    if member is None:
        raise unknown("Member")
    return member


async def get_guild(call: Call) -> JSON:
    """GET /guilds/{guild}."""
    return payloads.guild(_guild(call))


async def channels(call: Call) -> list[JSON]:
    """GET /guilds/{guild}/channels."""
    places = [call.world.channels[one] for one in _guild(call).channels]
    return [payloads.channel(one) for one in places if one.type not in THREADS]


async def create_channel(call: Call) -> JSON:
    """POST /guilds/{guild}/channels: a text channel."""
    guild = _guild(call)
    if not of_member(guild, guild.members[call.world.bot.id]) & MANAGE_CHANNELS:
        raise missing_permissions()
    check = Checker()
    name = check.string(await call.json(), "name", (), 1, 100, required=True)
    check.done()
    return payloads.channel(call.world.create_channel(guild, name or ""))


async def roles(call: Call) -> list[JSON]:
    """GET /guilds/{guild}/roles."""
    return [payloads.role(one) for one in _guild(call).roles.values()]


async def role(call: Call) -> JSON:
    """GET /guilds/{guild}/roles/{role}."""
    found = _guild(call).roles.get(call.number("role"))
    if found is None:
        raise unknown("Role")
    return payloads.role(found)


async def member(call: Call) -> JSON:
    """GET /guilds/{guild}/members/{user}."""
    return payloads.member(_member(call))


async def members(call: Call) -> list[JSON]:
    """GET /guilds/{guild}/members: needs the members intent, as on Discord."""
    guild = _guild(call)
    if not call.world.privileged_intents:
        raise missing_permissions()
    query = call.request.query
    after, limit = int(query.get("after", 0)), int(query.get("limit", 1))
    found = [one for user_id, one in sorted(guild.members.items()) if user_id > after]
    return [payloads.member(one) for one in found[:limit]]


async def search_members(call: Call) -> list[JSON]:
    """GET /guilds/{guild}/members/search."""
    query = call.request.query
    start, limit = query.get("query", "").lower(), int(query.get("limit", 1))
    found = [
        one for one in _guild(call).members.values() if one.user.name.lower().startswith(start)
    ]
    return [payloads.member(one) for one in found[:limit]]


async def give_or_take_role(call: Call) -> None:
    """PUT or DELETE /guilds/{guild}/members/{user}/roles/{role}: only roles below the bot's own."""
    guild, member = _guild(call), _member(call)
    role = guild.roles.get(call.number("role"))
    if role is None or role.id == guild.id:
        raise unknown("Role")
    own = guild.members[call.world.bot.id]
    highest = max((guild.roles[one].position for one in own.roles), default=0)
    if not of_member(guild, own) & MANAGE_ROLES or role.position >= highest:
        raise missing_permissions()
    if call.request.method == "PUT" and role.id not in member.roles:
        member.roles.append(role.id)
    elif call.request.method == "DELETE" and role.id in member.roles:
        member.roles.remove(role.id)
    call.world.update_member(guild, member)


async def edit_own_member(call: Call) -> JSON:
    """PATCH /guilds/{guild}/members/@me: the bot's nickname."""
    guild = _guild(call)
    own = guild.members[call.world.bot.id]
    check = Checker()
    own.nick = check.string(await call.json(), "nick", (), 0, 32) or None
    check.done()
    call.world.update_member(guild, own)
    return payloads.member(own)


async def leave(call: Call) -> None:
    """DELETE /users/@me/guilds/{guild}."""
    guild = _guild(call)
    call.world.remove_bot(guild)


_GUILD = r"/guilds/{guild:\d+}"
_MEMBERS_ROLE = _GUILD + r"/members/{user:\d+}/roles/{role:\d+}"
_LIMIT = Limit(10, 10, ("guild",))

ENDPOINTS = (
    Endpoint("GET", _GUILD, get_guild, _LIMIT),
    Endpoint("GET", _GUILD + "/channels", channels, _LIMIT),
    Endpoint("POST", _GUILD + "/channels", create_channel, _LIMIT),
    Endpoint("GET", _GUILD + "/roles", roles, _LIMIT),
    Endpoint("GET", _GUILD + r"/roles/{role:\d+}", role, _LIMIT),
    Endpoint("GET", _GUILD + "/members", members, _LIMIT),
    Endpoint("GET", _GUILD + "/members/search", search_members, _LIMIT),
    Endpoint("GET", _GUILD + r"/members/{user:\d+}", member, _LIMIT),
    Endpoint("PUT", _MEMBERS_ROLE, give_or_take_role, _LIMIT),
    Endpoint("DELETE", _MEMBERS_ROLE, give_or_take_role, _LIMIT),
    Endpoint("PATCH", _GUILD + "/members/@me", edit_own_member, _LIMIT),
    Endpoint("DELETE", r"/users/@me/guilds/{guild:\d+}", leave, _LIMIT),
)
