"""Messages to show in Discord: enqueued, claimed, marked as delivered, postponed.

A message is enqueued in the transaction that causes it. It is claimed before it is sent and marked
as delivered afterwards. A crash may come between the two, so an attempt that finds `attempts` above
zero looks for the message before sending it again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    Update,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from bot.store import rows
from bot.store.database import Transaction
from bot.store.schema import (
    KINDS,
    Contest,
    ContestTemplate,
    DailyReminder,
    DailySetup,
    Message,
    MessageKind,
    OutboxName,
    Race,
    Season,
    contests,
    daily_setups,
    guilds,
    left_guilds,
    messages,
    pending,
)

NONCE_BYTES = 15
"""20 characters; Discord takes up to 25."""

_FAILURES = {kind.failure for kind in KINDS.values() if kind.failure is not None}
_NEWER: dict[str, Any] = {"version": messages.c.version + 1, "may_wait": False}
"""The columns to change in a message that is out of date."""
_is_new_edition = (messages.c.kind == "edition") & messages.c.message_id.is_(None)
_priority = case(
    (messages.c.may_wait, 4),
    (_is_new_edition, 0),
    else_=case({kind: about.priority for kind, about in KINDS.items()}, value=messages.c.kind),
)
"""However much is due at once: new puzzles come first, then their threads, then most other messages
and edits, then private messages, then edits that remove a forgotten person."""
_server = func.coalesce(messages.c.guild_id, messages.c.channel_id)
_turn = func.row_number().over(
    partition_by=(_priority, _server), order_by=(messages.c.next_attempt_at, messages.c.id)
)


# Delivery


def _of(outbox: OutboxName) -> ColumnElement[bool]:
    return messages.c.kind.in_([kind for kind, about in KINDS.items() if about.outbox == outbox])


def _is_due(now: datetime) -> ColumnElement[bool]:
    return and_(
        pending,
        messages.c.next_attempt_at <= now,
        or_(messages.c.opens_at.is_(None), messages.c.opens_at <= now),
        or_(messages.c.guild_id.is_(None), messages.c.guild_id.not_in(left_guilds)),
    )


async def backlog(tx: Transaction, now: datetime) -> tuple[int, float]:
    """Return how many messages are due, and by how many seconds the most overdue one is late."""
    since = func.coalesce(messages.c.first_attempt_at, messages.c.next_attempt_at)
    found = await tx.execute(select(func.count(), func.min(since)).where(_is_due(now)))
    count, first = found.one()
    return count, (now - first).total_seconds() if count else 0.0


async def overdue(tx: Transaction, now: datetime) -> tuple[float, float]:
    """Return how many seconds overdue the oldest due contest and daily setup are.

    These do not show in `backlog`: until they are moved on, there is no message.
    """
    contest = select(func.min(contests.c.due_at)).where(contests.c.due_at <= now)
    daily = (
        select(func.min(daily_setups.c.next_due_at))
        .join(guilds, guilds.c.guild_id == daily_setups.c.guild_id)
        .where(daily_setups.c.next_due_at <= now, guilds.c.removed_at.is_(None))
    )
    found = await tx.execute(select(contest.scalar_subquery(), daily.scalar_subquery()))
    contest_at, daily_at = (at or now for at in found.one())
    return (now - contest_at).total_seconds(), (now - daily_at).total_seconds()


async def due(tx: Transaction, outbox: OutboxName, now: datetime, limit: int) -> list[Message]:
    """Return an outbox's due messages by priority; within a priority, servers take turns.

    Leaves out servers that the bot has left, and messages not yet open: the clock may have been set
    back.
    """
    query = (
        rows.chosen(Message)
        .where(_is_due(now), _of(outbox))
        .order_by(_priority, _turn, messages.c.next_attempt_at, messages.c.id)
        .limit(limit)
    )
    return await rows.every(tx, Message, query)


async def claim(tx: Transaction, message: Message, now: datetime, until: datetime) -> bool:
    """Note that this attempt begins, and keep others off until then; False: another has begun."""
    claimed = await tx.execute(
        _update(message)
        .where(
            messages.c.attempts == message.attempts,
            messages.c.next_attempt_at == message.next_attempt_at,
            messages.c.delivered_version == message.delivered_version,
        )
        .values(
            attempts=message.attempts + 1,
            next_attempt_at=until,
            first_attempt_at=message.first_attempt_at or now,
        )
    )
    return claimed.rowcount == 1


async def mark_delivered(
    tx: Transaction,
    message: Message,
    message_id: int,
    version: int,
    again: datetime | None = None,
) -> None:
    """Note Discord's id of a message and the version that it shows.

    A newer version, if there is or will be one, is due at `again`, or as soon as this one was.
    """
    await tx.execute(
        _update(message).values(
            message_id=message_id,
            delivered_version=version,
            may_wait=False,
            attempts=0,
            first_attempt_at=None,
            next_attempt_at=again or message.next_attempt_at,
            last_error=None,
        )
    )


async def postpone(
    tx: Transaction,
    message: Message,
    error: str,
    until: datetime,
    given_up_at: datetime | None = None,
) -> None:
    """Note why an attempt failed and when the next is, or that there will be none."""
    await tx.execute(
        _update(message).values(last_error=error, next_attempt_at=until, given_up_at=given_up_at)
    )


async def put_back(tx: Transaction, message: Message, why: str, until: datetime) -> None:
    """Undo a claim whose attempt does not count; the next one is made at `until`."""
    await tx.execute(
        _update(message).values(
            attempts=message.attempts,
            first_attempt_at=message.first_attempt_at,
            next_attempt_at=until,
            last_error=why,
        )
    )


async def release_claims(
    tx: Transaction,
    outbox: OutboxName,
    now: datetime,
    ours: Callable[[int], bool] = lambda _: True,
    rest: timedelta = timedelta(0),
) -> int:
    """Make messages due again that a dead process had claimed, in servers that are `ours`.

    Edits are due after a `rest`. Returns how many messages there were.
    """
    query = select(messages.c.id, messages.c.guild_id, messages.c.message_id).where(
        pending,
        _of(outbox),
        messages.c.attempts > 0,
        messages.c.next_attempt_at > now,
    )
    claimed = [
        {"claimed": key, "again": now if message_id is None else now + rest}
        for key, guild_id, message_id in await tx.execute(query)
        if guild_id is None or ours(guild_id)
    ]
    if claimed:
        await tx.execute(
            update(messages)
            .where(messages.c.id == bindparam("claimed"))
            .values(next_attempt_at=bindparam("again")),
            claimed,
        )
    return len(claimed)


# Messages of any kind


async def find(tx: Transaction, kind: MessageKind, **subject: Any) -> Message | None:
    """Return a message by its kind and subject.

    The subject is `contest_id`, `template_id`, `race_id`, `season_id`, or `guild_id` and `number`.
    """
    return await rows.first(tx, Message, rows.chosen(Message).where(_is(kind, subject)))


async def enqueue_thread(tx: Transaction, message: Message) -> None:
    """Enqueue the thread of an edition's message, once."""
    assert message.opens_at is not None
    await _enqueue_once(tx, message, "thread", message.opens_at)


async def enqueue_failure_notice(
    tx: Transaction, message: Message, at: datetime, text: str
) -> None:
    """Enqueue the notice to organisers that a message could not be delivered, once."""
    failure = KINDS[message.kind].failure
    assert failure is not None
    await _enqueue_once(tx, message, failure, at, text)


async def was_told(
    tx: Transaction, guild_id: int, kind: MessageKind, since: datetime | None = None
) -> bool:
    """Whether organisers have a failure notice of this kind, for an edition open after `since`."""
    query = select(messages.c.id).where(messages.c.guild_id == guild_id, messages.c.kind == kind)
    if since is not None:
        query = query.where(messages.c.closes_at > since)
    return (await tx.execute(query.limit(1))).first() is not None


async def tell_gone(
    tx: Transaction,
    guild_id: int,
    gone: int,
    at: datetime,
    text: str,
    *,
    contest_id: str | None = None,
) -> bool:
    """Enqueue, once, a notice to organisers that `gone` no longer exists; False: they know.

    `gone` is an id in Discord. A contest (`contest_id`) keeps only its newest notice.
    """
    known = select(messages.c.id).where(
        messages.c.guild_id == guild_id,
        messages.c.kind == "gone",
        messages.c.channel_id == gone,
        messages.c.contest_id == contest_id,
        messages.c.text == text,
    )
    if (await tx.execute(known)).first() is not None:
        return False
    if contest_id is not None:
        await tx.execute(delete(messages).where(_is("gone", {"contest_id": contest_id})))
    about = {"guild_id": guild_id, "contest_id": contest_id, "kind": "gone", "channel_id": gone}
    await tx.execute(insert(messages).values(about | {"text": text, "closed": True} | _new(at)))
    return True


async def forget_notices(tx: Transaction, guild_id: int, kind: MessageKind) -> None:
    """Delete a server's failure notices of a kind, because what failed works again."""
    await tx.execute(
        delete(messages).where(messages.c.guild_id == guild_id, messages.c.kind == kind)
    )


async def withdraw(tx: Transaction, message: Message, kind: MessageKind) -> None:
    """Delete the message of another kind about the same subject."""
    await tx.execute(delete(messages).where(_is(kind, _subject(message))))


async def resend(tx: Transaction, message: Message, channel_id: int, at: datetime) -> None:
    """Send a message again that could not be sent or is gone.

    Its failure notice is deleted; for an edition, its thread instead.
    """
    if dropped := KINDS[message.kind].dropped:
        await withdraw(tx, message, dropped)
    await tx.execute(_update(message).values(channel_id=channel_id, **_anew(at)))


# Contests and seasons


async def enqueue(
    tx: Transaction, about: Contest | Season, kind: MessageKind, at: datetime
) -> None:
    """Enqueue a message about a contest or season, or a new version of an existing one."""
    subject = _about(about)
    changed = await tx.execute(update(messages).where(_is(kind, subject)).values(**_NEWER))
    if not changed.rowcount:
        await tx.execute(
            insert(messages).values(
                **subject,
                guild_id=about.guild_id,
                kind=kind,
                channel_id=about.channel_id,
                closed=False,
                **_new(at),
            )
        )


async def mark_stale(tx: Transaction, contest_id: str, at: datetime) -> None:
    """Note that a contest's messages, and those about its rounds, are out of date.

    Edits that `touch` delayed become due at `at`.
    """
    waits = (messages.c.attempts == 0) & (messages.c.next_attempt_at > at)
    own = (messages.c.contest_id == contest_id) & messages.c.kind.in_(
        ("announcement", "results", "talk", "event")
    )
    of_rounds = messages.c.season_id.in_(_rounds_of([contest_id])) & messages.c.kind.in_(
        ("rounds", "event")
    )
    await tx.execute(
        update(messages)
        .where(own | of_rounds)
        .values(
            **_NEWER,
            next_attempt_at=case((waits, at), else_=messages.c.next_attempt_at),
        )
    )


async def touch(tx: Transaction, contest_ids: Collection[str], until: datetime) -> None:
    """Have the announcements of contests and of their rounds edited, but not before `until`.

    An announcement that is currently being edited is edited once more afterwards.
    """
    own = messages.c.contest_id.in_(contest_ids) & (messages.c.kind == "announcement")
    of_rounds = messages.c.season_id.in_(_rounds_of(contest_ids)) & (messages.c.kind == "rounds")
    under_way = messages.c.attempts > 0
    await tx.execute(
        update(messages)
        .where(own | of_rounds, (messages.c.delivered_version == messages.c.version) | under_way)
        .values(
            **_NEWER,
            # Nor before the pause after its last edit is over.
            next_attempt_at=case(
                (under_way | (messages.c.next_attempt_at > until), messages.c.next_attempt_at),
                else_=until,
            ),
        )
    )


def _rounds_of(contest_ids: Collection[str]) -> Select[tuple[str]]:
    """Select the seasons whose rounds these contests are."""
    season = contests.c.season_id
    return select(season).where(contests.c.id.in_(contest_ids), season.is_not(None))


async def enqueue_once(
    tx: Transaction, about: Contest | Season, kind: MessageKind, at: datetime
) -> None:
    """Enqueue a message about a contest or season unless there is one."""
    if await find(tx, kind, **_about(about)) is None:
        await enqueue(tx, about, kind, at)


def _about(about: Contest | Season) -> dict[str, Any]:
    return {"season_id" if isinstance(about, Season) else "contest_id": about.id}


async def enqueue_private_results(
    tx: Transaction, contest: Contest, user_ids: Sequence[int], at: datetime
) -> None:
    """Enqueue a private message with a contest's results to each given person."""
    rows = [
        {
            "guild_id": contest.guild_id,
            "contest_id": contest.id,
            "kind": "private_results",
            "channel_id": 0,
            "closes_at": at,
            "closed": True,
            **_new(at) | {"user_id": user_id},
        }
        for user_id in user_ids
    ]
    if rows:
        await tx.execute(insert(messages), rows)


async def ask_reminder(
    tx: Transaction, about: Contest | Season, user_id: int, at: datetime
) -> bool:
    """Enqueue a message to a person for when a contest or rounds open.

    If it was enqueued already, delete it and return False.
    """
    own = _is("start", _about(about)) & (messages.c.user_id == user_id)
    if (await tx.execute(delete(messages).where(own))).rowcount:
        return False
    row = {"guild_id": about.guild_id, "kind": "start", "channel_id": 0, "closed": True}
    row |= {**_about(about), "closes_at": at, **_new(at), "user_id": user_id}
    await tx.execute(insert(messages).values(row))
    return True


async def coming(tx: Transaction, about: Contest | Season, limit: int) -> tuple[list[int], int]:
    """Return who asked for a message when a contest or its rounds open: the first, and how many."""
    asked = _is("start", _about(about)) & messages.c.user_id.is_not(None)
    query = select(messages.c.user_id).where(asked).order_by(messages.c.id).limit(limit)
    users = list((await tx.execute(query)).scalars())
    count = select(func.count()).where(asked)
    return users, int((await tx.execute(count)).scalar_one())


async def move_reminders(tx: Transaction, about: Contest | Season, at: datetime) -> None:
    """Change when the messages of `ask_reminder` are sent."""
    waits = _is("start", _about(about)) & (messages.c.attempts == 0) & pending
    await tx.execute(update(messages).where(waits).values(next_attempt_at=at, closes_at=at))


async def reschedule(
    tx: Transaction, about: Contest | Season, kind: MessageKind, at: datetime | None
) -> None:
    """Change when an unsent message is sent; None: delete it."""
    waits = (_is(kind, _about(about)), messages.c.attempts == 0, messages.c.message_id.is_(None))
    if at is None:
        await tx.execute(delete(messages).where(*waits))
    else:
        await tx.execute(update(messages).where(*waits, pending).values(next_attempt_at=at))


async def correct(tx: Transaction, contest_id: str, at: datetime) -> None:
    """Have sent messages about the start and end of a contest or its rounds edited now."""
    about = (messages.c.contest_id == contest_id) | messages.c.season_id.in_(
        _rounds_of([contest_id])
    )
    told = messages.c.kind.in_(("opening", "ending", "start")) & messages.c.message_id.is_not(None)
    rested = case((messages.c.attempts == 0, at), else_=messages.c.next_attempt_at)
    await tx.execute(update(messages).where(about & told).values(**_NEWER, next_attempt_at=rested))


async def send_again(
    tx: Transaction, contest: Contest, kind: MessageKind, at: datetime, pause: timedelta
) -> None:
    """Enqueue one more message of a kind, `pause` after the last, unless one is pending."""
    message = await find(tx, kind, contest_id=contest.id)
    if message is None:
        await enqueue(tx, contest, kind, at)
    elif message.delivered_version == message.version or message.given_up_at is not None:
        at = max(at, message.next_attempt_at + pause)
        await tx.execute(_update(message).values(**_anew(at)))


async def of_contest(tx: Transaction, contest_id: str) -> list[Message]:
    """Return the messages of a contest."""
    query = (
        rows.chosen(Message).where(messages.c.contest_id == contest_id).order_by(messages.c.kind)
    )
    return await rows.every(tx, Message, query)


async def failures(tx: Transaction, contest_ids: Sequence[str]) -> list[str]:
    """Return the texts of the contests' failure notices, in the contests' order."""
    query = select(messages.c.contest_id, messages.c.text).where(
        messages.c.contest_id.in_(contest_ids),
        messages.c.kind.in_(_FAILURES),
        messages.c.text.is_not(None),
    )
    found = (await tx.execute(query.order_by(messages.c.kind))).all()
    return [text for _, text in sorted(found, key=lambda row: contest_ids.index(row.contest_id))]


async def resend_failed(tx: Transaction, contest_id: str, channel_id: int, at: datetime) -> int:
    """Send messages again that were given up, got lost or failed so far; return how many."""
    found = {message.kind: message for message in await of_contest(tx, contest_id)}
    failed = [
        message
        for kind, message in found.items()
        if (notice := KINDS[kind].failure) is not None
        # A message with a notice may still be retried, though it was never sent.
        and (message.given_up_at is not None or (message.message_id is None and notice in found))
    ]
    for message in failed:
        await resend(tx, message, channel_id, at)
    return len(failed)


# Templates that repeat


async def say_missed(
    tx: Transaction, template: ContestTemplate, opens: datetime, until: datetime, why: str
) -> None:
    """Post, when a contest was to open, that it is not held; one post for each opening.

    Posting it is tried until `until`. Until it is posted, the newest reason counts.
    """
    message = await find(tx, "missed", template_id=template.id)
    said = {"channel_id": template.channel_id, "opens_at": opens, "closes_at": until, "text": why}
    if message is None:
        about = {"guild_id": template.guild_id, "template_id": template.id, "kind": "missed"}
        await tx.execute(insert(messages).values(**about, closed=False, **said, **_new(opens)))
    elif message.opens_at != opens:
        await tx.execute(_update(message).values(**said, **_anew(opens)))
    elif message.message_id is None:
        await tx.execute(_update(message).values(text=why))


async def unsay_missed(tx: Transaction, template_id: str, held: datetime | None = None) -> None:
    """Drop a template's unsent "missed" message; if it was sent, say that the contest is held.

    `held` is when that contest was to open.
    """
    own = _is("missed", {"template_id": template_id})
    unread = messages.c.message_id.is_(None) & (messages.c.attempts == 0)
    await tx.execute(delete(messages).where(own, unread))
    if held is not None:
        said = own & (messages.c.opens_at == held)
        await tx.execute(update(messages).where(said).values(text=None, **_NEWER))


async def tell_of_template(
    tx: Transaction, template: ContestTemplate, at: datetime, text: str
) -> None:
    """Enqueue a notice to organisers about a template, unless they have one."""
    if await find(tx, "template_failure", template_id=template.id) is not None:
        return
    row = {"guild_id": template.guild_id, "template_id": template.id, "kind": "template_failure"}
    row |= {"channel_id": template.channel_id, "text": text, "closed": True}
    await tx.execute(insert(messages).values(row | _new(at)))


async def forget_template_notice(tx: Transaction, template_id: str) -> None:
    """Delete a template's notice: its contests can be held again, or are not to be held."""
    await tx.execute(delete(messages).where(_is("template_failure", {"template_id": template_id})))


# Daily puzzles


async def mark_editions_stale(tx: Transaction, number: int, guild_ids: Collection[int]) -> None:
    """Note that an edition's posts in some servers are out of date."""
    await tx.execute(
        update(messages)
        .where(
            messages.c.number == number,
            messages.c.kind == "edition",
            messages.c.guild_id.in_(guild_ids),
            messages.c.closed.is_(False),
        )
        .values(**_NEWER)
    )


async def edition_before(tx: Transaction, guild_id: int, number: int) -> int | None:
    """Return the newest edition before `number` that was posted in a server."""
    query = select(func.max(messages.c.number)).where(
        messages.c.guild_id == guild_id,
        messages.c.kind == "edition",
        messages.c.number < number,
        messages.c.message_id.is_not(None),
    )
    newest: int | None = (await tx.execute(query)).scalar_one()
    return newest


async def enqueue_reminder(
    tx: Transaction, reminder: DailyReminder, number: int, opens_at: datetime, closes_at: datetime
) -> None:
    """Enqueue a reminder that an edition closes soon, unless the person has had it."""
    query = select(messages.c.id).where(
        messages.c.user_id == reminder.user_id,
        messages.c.kind == "reminder",
        messages.c.number >= number,
    )
    if (await tx.execute(query.limit(1))).first() is not None:
        return
    await tx.execute(
        insert(messages).values(
            guild_id=reminder.guild_id,
            number=number,
            kind="reminder",
            channel_id=0,
            opens_at=opens_at,
            closes_at=closes_at,
            closed=True,
            **_new(opens_at) | {"user_id": reminder.user_id},
        )
    )


async def enqueue_editions(
    tx: Transaction, editions: Sequence[tuple[DailySetup, int, datetime, datetime]]
) -> None:
    """Enqueue editions: (setup, number, opens, closes); existing ones stay as they are.

    An edition that was given up without being posted becomes due again.
    """
    numbers = {number for _, number, _, _ in editions}
    known = messages.c.number.in_(numbers) & (messages.c.kind == "edition")
    query = select(messages.c.guild_id, messages.c.number).where(known)
    there = {tuple(row) for row in await tx.execute(query)}
    for setup, number, opens, closes in editions:
        if (setup.guild_id, number) in there:
            await tx.execute(
                update(messages)
                .where(
                    messages.c.guild_id == setup.guild_id,
                    messages.c.number == number,
                    messages.c.kind == "edition",
                    messages.c.message_id.is_(None),
                    messages.c.given_up_at.is_not(None),
                )
                .values(
                    channel_id=setup.channel_id,
                    opens_at=opens,
                    closes_at=closes,
                    closed=False,
                    given_up_at=None,
                    next_attempt_at=opens,
                )
            )
    rows = [
        {
            "guild_id": setup.guild_id,
            "number": number,
            "kind": "edition",
            "channel_id": setup.channel_id,
            "opens_at": opens,
            "closes_at": closes,
            "closed": False,
            **_new(opens),
        }
        for setup, number, opens, closes in editions
        if (setup.guild_id, number) not in there
    ]
    if rows:
        await tx.execute(insert(messages), rows)


# Races


async def enqueue_race(
    tx: Transaction, race: Race, at: datetime, *, claimed_until: datetime | None = None
) -> None:
    """Enqueue a race's message.

    `claimed_until`: it is being sent as the answer to a command; from then on it is looked for.
    """
    claimed = {"attempts": 1, "first_attempt_at": at} if claimed_until else {}
    await tx.execute(
        insert(messages).values(
            guild_id=None if race.by_token else race.guild_id,
            race_id=race.id,
            kind="race",
            channel_id=race.channel_id,
            closed=False,
            **_new(claimed_until or at) | claimed,
        )
    )


async def mark_race_stale(tx: Transaction, race_id: str) -> None:
    """Note that a race's message is out of date."""
    await tx.execute(update(messages).where(messages.c.race_id == race_id).values(**_NEWER))


async def give_up_race(tx: Transaction, race_id: str, at: datetime) -> None:
    """Stop showing a race."""
    await tx.execute(update(messages).where(messages.c.race_id == race_id).values(given_up_at=at))


async def revive_race(tx: Transaction, race_id: str, at: datetime) -> None:
    """Show a race again whose message had been given up."""
    await tx.execute(
        update(messages)
        .where(messages.c.race_id == race_id, messages.c.given_up_at.is_not(None))
        .values(given_up_at=None, attempts=0, first_attempt_at=None, next_attempt_at=at)
    )


def new_nonce() -> str:
    """Return a nonce that no other message has."""
    return secrets.token_urlsafe(NONCE_BYTES)


async def _enqueue_once(
    tx: Transaction, message: Message, kind: MessageKind, at: datetime, text: str | None = None
) -> None:
    subject = _subject(message)
    if await find(tx, kind, **subject) is None:
        await tx.execute(
            insert(messages).values(
                **subject,
                kind=kind,
                channel_id=message.channel_id,
                text=text,
                opens_at=message.opens_at,
                closes_at=message.closes_at,
                closed=True,
                **_new(at),
            )
        )


def _new(at: datetime) -> dict[str, Any]:
    """Return the columns of a new message that is due at a moment, without its subject."""
    return {
        "user_id": 0,
        "nonce": new_nonce(),
        "version": 1,
        "delivered_version": 0,
        "may_wait": False,
        "attempts": 0,
        "next_attempt_at": at,
    }


def _anew(at: datetime) -> dict[str, Any]:
    """Return the columns that make an existing message be sent once more."""
    return {
        "message_id": None,
        "nonce": new_nonce(),
        **_NEWER,
        "attempts": 0,
        "first_attempt_at": None,
        "next_attempt_at": at,
        "last_error": None,
        "given_up_at": None,
    }


def _subject(message: Message) -> dict[str, Any]:
    return {
        name: getattr(message, name)
        for name in ("guild_id", "contest_id", "template_id", "race_id", "season_id", "number")
    }


def _is(kind: MessageKind, subject: dict[str, Any]) -> ColumnElement[bool]:
    return and_(
        messages.c.kind == kind, *(messages.c[name] == value for name, value in subject.items())
    )


def _update(message: Message) -> Update:
    """Return an update of this row that does nothing once the message is being sent again."""
    return update(messages).where(messages.c.id == message.id, messages.c.nonce == message.nonce)
