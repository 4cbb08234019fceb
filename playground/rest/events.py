"""A server's scheduled events: created, listed, changed and deleted.

They take place outside Discord, and begin and end automatically at their times. The playground
lacks Discord's events in voice and stage channels.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from playground import payloads
from playground.errors import ApiError, missing_permissions, unknown
from playground.model import EventStatus, Guild, ScheduledEvent
from playground.permissions import CREATE_EVENTS, of_member
from playground.rest.call import Call, Endpoint
from playground.rest.limits import Limit
from playground.validation.fields import Checker

if TYPE_CHECKING:
    from playground.model import JSON

EXTERNAL, GUILD_ONLY = 3, 2
MOST_EVENTS = 100
FOLLOWING = {
    EventStatus.SCHEDULED: {EventStatus.ACTIVE, EventStatus.CANCELED},
    EventStatus.ACTIVE: {EventStatus.COMPLETED},
}
"""Which status may follow which; no status follows the others."""


def _guild(call: Call, *, changing: bool = True) -> Guild:
    guild = call.world.guild(call.number("guild"))
    if changing and not of_member(guild, guild.members[call.world.bot.id]) & CREATE_EVENTS:
        raise missing_permissions()
    return guild


def _event(call: Call, guild: Guild) -> ScheduledEvent:
    found = guild.events.get(call.number("event"))
    if found is None:
        raise unknown("Guild Scheduled Event")
    return found


async def every(call: Call) -> list[JSON]:
    """GET /guilds/{guild}/scheduled-events: the events that are not over."""
    events = _guild(call, changing=False).events.values()
    return [payloads.scheduled_event(one) for one in events if one.status in FOLLOWING]


async def get(call: Call) -> JSON:
    """GET /guilds/{guild}/scheduled-events/{event}."""
    return payloads.scheduled_event(_event(call, _guild(call, changing=False)))


async def create(call: Call) -> JSON:
    """POST /guilds/{guild}/scheduled-events."""
    guild, body = _guild(call), await call.json()
    if sum(one.status in FOLLOWING for one in guild.events.values()) >= MOST_EVENTS:
        raise ApiError(
            400, 30038, f"Maximum number of guild scheduled events reached ({MOST_EVENTS})"
        )
    check = Checker()
    check.choice(body, "entity_type", (), {EXTERNAL})
    check.choice(body, "privacy_level", (), {GUILD_ONLY})
    for name in ("name", "entity_metadata", "scheduled_start_time", "scheduled_end_time"):
        if body.get(name) is None:
            check.required((name,))
    event = ScheduledEvent(call.world.ids.next(), guild.id, call.world.bot)
    _fill(call, check, event, body)
    guild.events[event.id] = event
    call.world.announce_event(event, "CREATE")
    call.world.run_event(event)
    return payloads.scheduled_event(event)


async def modify(call: Call) -> JSON:
    """PATCH /guilds/{guild}/scheduled-events/{event}."""
    event, body = _event(call, _guild(call)), await call.json()
    if event.status not in FOLLOWING:
        raise ApiError(400, 180000, "Cannot update a finished event")
    check = Checker()
    status = body.get("status")
    if status not in {None, event.status, *FOLLOWING[event.status]}:
        check.fail(("status",), "GUILD_SCHEDULED_EVENT_INVALID_STATUS", "Invalid status.")
    _fill(call, check, event, body)
    if status is not None:
        event.status = EventStatus(status)
    call.world.announce_event(event, "UPDATE")
    call.world.run_event(event)
    return payloads.scheduled_event(event)


async def delete(call: Call) -> None:
    """DELETE /guilds/{guild}/scheduled-events/{event}."""
    guild = _guild(call)
    event = _event(call, guild)
    del guild.events[event.id]
    call.world.announce_event(event, "DELETE")


def _fill(call: Call, check: Checker, event: ScheduledEvent, body: JSON) -> None:
    """Copy a body's fields into an event if all are valid; raises Discord's 400."""
    name = check.string(body, "name", (), 1, 100)
    about = check.string(body, "description", (), 0, 1_000)
    where = body.get("entity_metadata")
    place = None
    if where is not None:
        inner = where if isinstance(where, dict) else {}
        place = check.string(inner, "location", ("entity_metadata",), 1, 100, required=True)
    starts = _moment(check, body, "scheduled_start_time") or event.starts
    ends = _moment(check, body, "scheduled_end_time") or event.ends
    if body.get("scheduled_start_time") is not None and starts <= call.world.clock.now():
        text = "Cannot schedule event in the past."
        check.fail(("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", text)
    if ends <= starts:
        text = "Cannot schedule event to end before it starts."
        check.fail(("scheduled_end_time",), "GUILD_SCHEDULED_EVENT_END_BEFORE_START", text)
    check.done()
    event.name = name or event.name
    event.description = event.description if about is None else about
    event.location = place or event.location
    event.starts, event.ends = starts, ends


def _moment(check: Checker, body: JSON, key: str) -> float | None:
    text = check.string(body, key, ())
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        check.fail((key,), "DATE_TIME_TYPE_PARSE", f"Could not parse {text}. Should be ISO8601.")
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


_EVENTS = r"/guilds/{guild:\d+}/scheduled-events"
_EVENT = _EVENTS + r"/{event:\d+}"
_LIMIT = Limit(5, 5, ("guild",))

ENDPOINTS = (
    Endpoint("GET", _EVENTS, every, _LIMIT),
    Endpoint("POST", _EVENTS, create, _LIMIT),
    Endpoint("GET", _EVENT, get, _LIMIT),
    Endpoint("PATCH", _EVENT, modify, _LIMIT),
    Endpoint("DELETE", _EVENT, delete, _LIMIT),
)
