"""Posts contests in their channels, and notifies organisers of posts that fail."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.clock import moment_of
from bot.contests import life
from bot.contests.gone import pause_templates, was_held_nowhere
from bot.contests.seasons import as_one
from bot.errors import ChannelGone, MessageGone, PostError, PostRefused
from bot.outbox import PAUSE, Outbox, describe
from bot.retries import pause_after
from bot.store import Transaction, contests, guilds, outbox, rows
from bot.store.schema import KINDS, Contest, Message, Season

GIVE_UP_AFTER = timedelta(days=3)
LONGEST_PAUSE = timedelta(hours=1)
SHOWN_EVERY = timedelta(seconds=15)
"""Least time between edits of an announcement that players' actions cause."""
OLD, OLD_SHOWN_EVERY = timedelta(hours=1), timedelta(minutes=1)
"""For messages this old: least time between their edits."""
NOTIFY_AFTER = 5
"""Failed attempts before organisers hear of a problem that may be temporary."""
TRYING = "I’ll keep trying for three days."
ELSEWHERE = "Show it with /contests board."


class ContestPosting(Outbox):
    """Delivers due messages; a success withdraws the notice of earlier failures."""

    name = "contests"

    async def _rest_of(self, tx: Transaction, message: Message, now: datetime) -> timedelta:
        """Return how long a message waits after an edit, even if snakes arrive meanwhile.

        Discord limits edits of messages that are an hour old, so older messages wait longer. A
        contest that has closed is updated soon, since no more snakes come.
        """
        if message.kind not in {"announcement", "rounds"} or message.message_id is None:
            return self.rest
        contest = await rows.get(tx, Contest, message.contest_id)
        if contest and contest.state != "open":
            return self.rest
        age = now - moment_of(message.message_id)
        return min(max(SHOWN_EVERY, age * (OLD_SHOWN_EVERY / OLD)), OLD_SHOWN_EVERY)

    async def _delivered(self, tx: Transaction, message: Message) -> None:
        if notice := KINDS[message.kind].failure:
            await outbox.withdraw(tx, message, notice)
        if message.kind == "ending" and message.message_id is not None:
            await _call_again(tx, message)
        elif message.kind == "announcement":
            await _follow_up(tx, message)
        elif message.kind == "rounds":
            await _follow_up_rounds(tx, message)

    async def _failed(
        self, tx: Transaction, message: Message, error: Exception, now: datetime
    ) -> None:
        """Postpone the message or give it up; notify the organisers, once for each message."""
        refused = isinstance(error, PostError)
        final = isinstance(error, MessageGone) or (isinstance(error, PostRefused) and error.final)
        since = message.first_attempt_at or now
        hopeless = final or now - since >= GIVE_UP_AFTER
        again = now + pause_after(message.attempts, PAUSE, LONGEST_PAUSE)
        await outbox.postpone(tx, message, describe(error), again, now if hopeless else None)
        if KINDS[message.kind].failure is None:
            return
        if not (refused or hopeless or message.attempts + 1 >= NOTIFY_AFTER):
            return
        contest = await rows.get(tx, Contest, message.contest_id)
        season = await rows.get(tx, Season, message.season_id)
        if isinstance(error, ChannelGone):
            await pause_templates(tx, message.guild_id, message.channel_id, now)
            lists = [contest] if contest else await contests.of_season(tx, message.season_id or "")
            if lists and all([await was_held_nowhere(tx, one) for one in lists]):
                return
        if contest:
            text = _sentence(contest.title, message, error, hopeless=hopeless)
        elif season:
            text = _season_sentence(season.name, message, error, hopeless=hopeless)
        else:
            return
        await outbox.enqueue_failure_notice(tx, message, now, text)


async def _follow_up(tx: Transaction, announced: Message) -> None:
    """Enqueue the event, thread and pings that go with a contest's announcement.

    For rounds, the event and pings come with their common post, once all lists are announced.
    """
    assert announced.contest_id is not None
    contest, at = await rows.get(tx, Contest, announced.contest_id), announced.next_attempt_at
    if contest is None:
        return
    if contest.state == "open" and contest.talk:
        await outbox.enqueue_once(tx, contest, "talk", at)
    season = await rows.get(tx, Season, contest.season_id)
    if not season:
        await _call(tx, contest, contest, at)
        return
    for one in await contests.of_season(tx, season.id):
        post = await outbox.find(tx, "announcement", contest_id=one.id)
        if post is None or (post.message_id is None and post.given_up_at is None):
            return
    await outbox.enqueue_once(tx, season, "rounds", at)


async def _follow_up_rounds(tx: Transaction, announced: Message) -> None:
    """Enqueue the event and pings that go with the post of rounds."""
    assert announced.season_id is not None
    season = await rows.get(tx, Season, announced.season_id)
    lists = await contests.of_season(tx, announced.season_id)
    if season is not None and lists:
        await _call(tx, season, as_one(season, lists), announced.next_attempt_at)


async def _call_again(tx: Transaction, called: Message) -> None:
    """Send the ping before the end again if the end was moved after the first ping."""
    about: Contest | Season | None
    if called.season_id is not None:
        about = await rows.get(tx, Season, called.season_id)
        lists = await contests.of_season(tx, called.season_id)
        contest = as_one(about, lists) if about is not None and lists else None
    else:
        assert called.contest_id is not None
        about = contest = await rows.get(tx, Contest, called.contest_id)
    if about is None or contest is None or contest.state != "open":
        return
    reminds_at = life.reminds_at(contest)
    if reminds_at is not None and reminds_at > called.next_attempt_at:
        await outbox.resend(tx, called, called.channel_id, reminds_at)


async def _call(tx: Transaction, about: Contest | Season, contest: Contest, at: datetime) -> None:
    """Enqueue the event and pings of a contest, or of rounds seen as one contest."""
    if contest.state == "draft" and contest.event:
        await outbox.enqueue_once(tx, about, "event", at)
    if contest.state == "draft" and contest.opens_at is not None:
        await outbox.move_reminders(tx, about, contest.opens_at + life.REMINDED_AFTER)
    if contest.state != "open":
        return
    if (await guilds.settings(tx, contest.guild_id)).ping_role_id is not None:
        await outbox.enqueue_once(tx, about, "opening", at)
        if (reminds_at := life.reminds_at(contest)) is not None:
            await outbox.enqueue_once(tx, about, "ending", reminds_at)
            await outbox.reschedule(tx, about, "ending", reminds_at)


def _sentence(title: str, message: Message, error: Exception, *, hopeless: bool) -> str:
    """Return a sentence on what failed, why, and what organisers can do about it."""
    what = "announcement" if message.kind == "announcement" else "results"
    if isinstance(error, MessageGone):
        return (
            f"Somebody deleted the message with the {what} of “{title}”. The contest goes on. To "
            "post it again, use /contest manage."
        )
    done = "post" if message.message_id is None else "update"
    then = "Post it elsewhere with /contest manage." if hopeless else TRYING
    return f"I couldn’t {done} the {what} of “{title}”. {_why(error)} {then}"


def _season_sentence(name: str, message: Message, error: Exception, *, hopeless: bool) -> str:
    """Like `_sentence`, for the post of rounds, a season's end, or the champion's role."""
    what = "the lists" if message.kind == "rounds" else "the end"
    if message.kind == "champion":
        then = "Please hand it over yourself." if hopeless else TRYING
        return f"I couldn’t hand over the champion’s role of “{name}”. {_why(error)} {then}"
    if isinstance(error, MessageGone):
        return f"Somebody deleted the post with {what} of “{name}”. {ELSEWHERE}"
    then = ELSEWHERE if hopeless else TRYING
    return f"I couldn’t post {what} of “{name}”. {_why(error)} {then}"


def _why(error: Exception) -> str:
    return error.message if isinstance(error, PostError) else "Discord didn’t take it."
