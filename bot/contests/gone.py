"""Handles contests, templates and seasons whose channel or role was deleted.

We learn of it from Discord's event, or when a post fails: so all this may run twice.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.store import Database, Transaction, audit, contests, outbox, rows, seasons, templates
from bot.store.schema import Act, Contest, ContestTemplate

GONE = "Its channel was deleted."


class GoneChannels:
    """Notes that channels and roles were deleted."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, guild_id: int, channel_id: int, now: datetime, *, public: bool) -> None:
        """Note that a channel and its threads were deleted; `public`: everybody could see it.

        Running contests in it are marked for an update, which fails, so that their organiser is
        notified.
        """
        async with self._database.write() as tx:
            await pause_templates(tx, guild_id, channel_id, now)
            for contest_id in await contests.unfinished_in(tx, guild_id, channel_id):
                await outbox.mark_stale(tx, contest_id, now)
            if public:
                await seasons.open_to_all(tx, guild_id, channel_id)

    async def note_role(self, guild_id: int, role_id: int, now: datetime) -> None:
        """Note that a role was deleted, and update the announcements of contests for it."""
        async with self._database.write() as tx:
            for contest_id in await contests.unfinished_for(tx, guild_id, role_id):
                await outbox.mark_stale(tx, contest_id, now)


async def pause_templates(tx: Transaction, guild_id: int, channel_id: int, now: datetime) -> None:
    """Stop templates that repeat in a deleted channel, and notify organisers once."""
    for template in await templates.repeating_in(tx, guild_id, channel_id):
        paused = replace(template, next_due_at=None, problem=GONE)
        await rows.change(tx, template, paused)
        detail = f"{template.name}: its channel was deleted"
        await audit.note(tx, template, now, "template stopped", detail=detail)
        await outbox.unsay_missed(tx, template.id)
        await outbox.forget_template_notice(tx, template.id)  # about any other problem
        await outbox.tell_of_template(tx, template, now, _paused(template))


def _paused(template: ContestTemplate) -> str:
    return (
        f"The channel of “{template.name}” was deleted, so it’s not held any more. To go on "
        "elsewhere, open /contest templates in the channel you want, choose it and press Continue "
        "here."
    )


async def was_held_nowhere(tx: Transaction, contest: Contest) -> bool:
    """Whether a contest of a paused template was never posted: its organiser knows of that."""
    template = await rows.get(tx, ContestTemplate, contest.template_id)
    if template is None or not template.paused:
        return False
    post = await outbox.find(tx, "announcement", contest_id=contest.id)
    return post is None or post.message_id is None


async def follow(tx: Transaction, template: ContestTemplate, act: Act) -> None:
    """Move a template's seasons, and its contests that could not be posted, to its new channel."""
    assert template.channel_id is not None
    channel_id, parent_id = template.channel_id, template.parent_id
    for contest in await contests.unfinished_of(tx, template.id):
        if await outbox.resend_failed(tx, contest.id, channel_id, act.at):
            moved = replace(contest, channel_id=channel_id, parent_id=parent_id)
            await rows.change(tx, contest, moved)
            await audit.note(tx, contest, act, "posted again")
    await seasons.move(tx, template.id, channel_id=channel_id, parent_id=parent_id)
