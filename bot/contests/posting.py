"""Showing contests in their channels, and telling organisers what could not be shown."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.errors import MessageGone, PostError, PostRefused
from bot.outbox import Outbox, pause_after
from bot.outbox import Poster as AnyPoster
from bot.store import Database, Transaction, contests, posts
from bot.store.records import Post

GIVE_UP_AFTER = timedelta(days=3)
TELL_AFTER = 5
"""Failed attempts before organisers are told, where Discord does not refuse outright."""

Poster = AnyPoster[Post]
"""Discord's part.

`post.kind` tells what to show: the contest's announcement, its results, or a trouble (`post.text`)
that its organisers, the creator first, are to be told of.
"""


class ContestPosting(Outbox[Post]):
    """Delivers what is due."""

    def __init__(self, database: Database, poster: Poster) -> None:
        super().__init__(database, posts, poster)

    async def _shown(self, tx: Transaction, post: Post, now: datetime) -> None:  # noqa: ARG002 - the outbox passes it
        if trouble := posts.TROUBLE.get(post.kind):
            await posts.withdraw(tx, post.contest_id, trouble)

    async def _failed(self, tx: Transaction, post: Post, error: Exception, now: datetime) -> None:
        await _failed(tx, post, error, now)


async def _failed(tx: Transaction, post: Post, error: Exception, now: datetime) -> None:
    """Put the post off or give it up; tell the organisers, once for each trouble."""
    refused = isinstance(error, PostError)
    final = isinstance(error, MessageGone) or (isinstance(error, PostRefused) and error.final)
    since = post.first_attempt_at or now
    hopeless = final or now - since >= GIVE_UP_AFTER
    said = error.message if isinstance(error, PostError) else f"{type(error).__name__}: {error}"
    await posts.put_off(tx, post, said, now + pause_after(post.attempts), now if hopeless else None)
    trouble = posts.TROUBLE.get(post.kind)
    if trouble is None or not (refused or hopeless or post.attempts + 1 >= TELL_AFTER):
        return
    contest = await contests.get(tx, post.contest_id)
    if contest is None or await posts.get(tx, post.contest_id, trouble) is not None:
        return
    text = _sentence(contest.title, post, error, hopeless=hopeless)
    await posts.want(tx, contest, trouble, now, text)


def _sentence(title: str, post: Post, error: Exception, *, hopeless: bool) -> str:
    """Say what could not be done, why, and what can be done about it."""
    what = "announcement" if post.kind == "announcement" else "results"
    verb = "is" if what == "announcement" else "are"
    if isinstance(error, MessageGone):
        return (
            f"The {what} of “{title}” {verb} gone from the channel: somebody deleted the message. "
            "The contest goes on; /contest show can post it again."
        )
    done = "posted" if post.message_id is None else "brought up to date"
    why = error.message if isinstance(error, PostError) else "Discord did not take the message."
    then = "/contest show can post it elsewhere." if hopeless else "I keep trying for three days."
    return f"The {what} of “{title}” could not be {done}: {why} {then}"
