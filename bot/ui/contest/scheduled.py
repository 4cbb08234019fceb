"""A contest as an event in its server's list: created, moved, started and ended with it.

An event's place is the address of the contest's announcement, which identifies it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import discord
from discord.http import HTTPClient

from bot.contests import FINISHED, Contest
from bot.durations import length
from bot.errors import MessageGone, PostRefused
from bot.ui.games.faces import FACES
from solvers.text import many

UNKNOWN_EVENT = 10070
Status = discord.EventStatus
NEXT = {Status.scheduled: Status.active, Status.active: Status.completed}


async def find_event(http: HTTPClient, guild_id: int, ours: int, address: str) -> int | None:
    """Return our event at an address; delete any duplicates.

    Events have no nonce, and the library repeats a request whose answer was lost.
    """

    def is_own(one: Any) -> bool:
        where = one["entity_metadata"] or {}
        return where.get("location") == address and int(one.get("creator_id") or 0) == ours

    with _refusals():
        found = await http.get_scheduled_events(guild_id, with_user_count=False)
        own = sorted(int(one["id"]) for one in found if is_own(one))
        for other in own[1:]:
            await http.delete_scheduled_event(guild_id, other)
    return own[0] if own else None


async def create_event(http: HTTPClient, contest: Contest, ours: int, address: str) -> int:
    """Create the event of a contest that will open; return its id. Raises PostRefused.

    The library may have tried twice: a refused second try can follow a first that was accepted,
    but whose answer was lost.
    """
    if contest.state != "draft":
        raise PostRefused("It has opened already.", final=True)
    kind: dict[str, Any] = {
        "entity_type": discord.EntityType.external.value,
        "privacy_level": discord.PrivacyLevel.guild_only.value,
    }
    try:
        with _refusals():
            made = await http.create_guild_scheduled_event(
                contest.guild_id, **kind, **_fields(contest, address)
            )
    except PostRefused:
        if (found := await find_event(http, contest.guild_id, ours, address)) is None:
            raise
        return found
    return await find_event(http, contest.guild_id, ours, address) or int(made["id"])


async def update_event(http: HTTPClient, contest: Contest, event_id: int, address: str) -> None:
    """Bring the event up to date, step by step as Discord wants it; raises MessageGone."""
    with _refusals():
        event = await http.get_scheduled_event(contest.guild_id, event_id, with_user_count=False)
        status = Status(event["status"])
        if contest.state == "draft" and status is Status.scheduled:
            await _edit(http, contest, event_id, **_fields(contest, address))
        elif contest.state == "open" and status in NEXT:
            fields = _fields(contest, address)
            del fields["scheduled_start_time"]  # Discord refuses a time that is past
            if status is Status.scheduled:
                fields["status"] = Status.active.value
            await _edit(http, contest, event_id, **fields)
        elif contest.state == "cancelled" and status is Status.scheduled:
            await _edit(http, contest, event_id, status=Status.canceled.value)
        elif contest.state in {"closed", *FINISHED}:
            while (following := NEXT.get(status)) is not None:
                await _edit(http, contest, event_id, status=following.value)
                status = following


async def delete_event(http: HTTPClient, contest: Contest, event_id: int) -> None:
    """Delete the event of a contest; raises MessageGone if it is already deleted."""
    with _refusals():
        await http.delete_scheduled_event(contest.guild_id, event_id)


async def _edit(http: HTTPClient, contest: Contest, event_id: int, **fields: Any) -> None:
    await http.edit_scheduled_event(contest.guild_id, event_id, **fields)


def _fields(contest: Contest, address: str) -> dict[str, Any]:
    """Return what an event shows of a contest."""
    assert contest.opens_at is not None
    assert contest.closes_at is not None
    clock = (
        f", with {many(contest.sealed_minutes, 'minute')} each" if contest.sealed_minutes else ""
    )
    what = "Several lists that count together." if contest.round else FACES[contest.game].goal
    about = f"{what} It lasts {length(contest.lasts_seconds)}{clock}.\n{address}"
    return {
        "name": contest.title,
        "description": about,
        "entity_metadata": {"location": address},
        "scheduled_start_time": contest.opens_at.isoformat(),
        "scheduled_end_time": contest.closes_at.isoformat(),
    }


@contextlib.contextmanager
def _refusals() -> Iterator[None]:
    """Turn Discord's final refusals into PostRefused or MessageGone, with a sentence."""
    try:
        yield
    except discord.Forbidden as error:
        raise PostRefused("I need Create Events.", final=True) from error
    except discord.NotFound as error:
        if error.code == UNKNOWN_EVENT:
            raise MessageGone("The event has been deleted.") from error
        raise
    except discord.HTTPException as error:
        if error.status == 400:
            raise PostRefused(f"Discord doesn’t take the event: {error}", final=True) from error
        raise
