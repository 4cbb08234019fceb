"""What becomes of contests, templates and seasons whose channel or role was deleted.

Discord says so at once, or once something cannot be posted there: all here may come twice.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.store import Database, Transaction, audit, contests, outbox, rows, seasons, templates
from bot.store.schema import Act, Contest, ContestTemplate

GONE = "Its channel was deleted."


class GoneChannels:
    """Noting that channels were deleted, and roles."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, guild_id: int, channel_id: int, now: datetime, *, public: bool) -> None:
        """Note that a channel was deleted, with its threads; `public`: everybody there saw it.

        What runs in it is tried to be shown, which fails, and so its organiser is told.
        """
        async with self._database.write() as tx:
            await pause_templates(tx, guild_id, channel_id, now)
            for contest_id in await contests.unfinished_in(tx, guild_id, channel_id):
                await outbox.mark_stale(tx, contest_id, now)
            if public:
                await seasons.open_to_all(tx, guild_id, channel_id)

    async def note_role(self, guild_id: int, role_id: int, now: datetime) -> None:
        """Note that a role was deleted: announcements of contests for it show so."""
        async with self._database.write() as tx:
            for contest_id in await contests.unfinished_for(tx, guild_id, role_id):
                await outbox.mark_stale(tx, contest_id, now)


async def pause_templates(tx: Transaction, guild_id: int, channel_id: int, now: datetime) -> None:
    """Let nothing repeat in a channel that was deleted, and tell organisers, once."""
    for template in await templates.repeating_in(tx, guild_id, channel_id):
        paused = replace(template, next_due_at=None, problem=GONE)
        await rows.change(tx, template, paused)
        detail = f"{template.name}: its channel was deleted"
        await audit.note(tx, template, now, "template stopped", detail=detail)
        await outbox.unsay_missed(tx, template.id)
        await outbox.forget_template_notice(tx, template.id)  # of what else was wrong
        await outbox.tell_of_template(tx, template, now, _paused(template))


def _paused(template: ContestTemplate) -> str:
    return (
        f"The channel of “{template.name}” was deleted, so it’s not held any more. To go on "
        "elsewhere, open /contest templates in the channel you want, choose it and press Continue "
        "here."
    )


async def was_held_nowhere(tx: Transaction, contest: Contest) -> bool:
    """Whether a contest of a paused template was never announced: its organiser was told."""
    template = await rows.get(tx, ContestTemplate, contest.template_id)
    if template is None or not template.paused:
        return False
    post = await outbox.find(tx, "announcement", contest_id=contest.id)
    return post is None or post.message_id is None


async def follow(tx: Transaction, template: ContestTemplate, act: Act) -> None:
    """Let what a template has announced, but nowhere, and its seasons move to its new channel."""
    assert template.channel_id is not None
    channel_id, parent_id = template.channel_id, template.parent_id
    for contest in await contests.unfinished_of(tx, template.id):
        if await outbox.resend_failed(tx, contest.id, channel_id, act.at):
            moved = replace(contest, channel_id=channel_id, parent_id=parent_id)
            await rows.change(tx, contest, moved)
            await audit.note(tx, contest, act, "posted again")
    await seasons.move(tx, template.id, channel_id=channel_id, parent_id=parent_id)
