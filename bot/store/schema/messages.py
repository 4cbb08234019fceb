"""Messages to show in Discord: about a contest, a template, a season, a race, an edition.

There is one for each subject, kind and person. Columns of other subjects are null, so that their
unique keys do not apply.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from sqlalchemy import Index, String, UniqueConstraint

from bot.store.schema.columns import RowId, Snowflake, column, table

MessageKind = Literal[
    "announcement",
    "results",
    "announcement_failure",
    "results_failure",
    "talk",
    "leader",
    "opening",
    "ending",
    "start",
    "private_results",
    "event",
    "edition",
    "thread",
    "reminder",
    "edition_failure",
    "thread_failure",
    "gone",
    "race",
    "rounds",
    "season",
    "champion",
    "rounds_failure",
    "season_failure",
    "champion_failure",
    "missed",
    "template_failure",
]
OutboxName = Literal["contests", "dailies", "races"]


@dataclass(frozen=True, slots=True)
class Kind:
    """What is particular to messages of a kind.

    outbox    which one delivers it
    edited    it is brought up to date after it was sent
    failure   the notice to organisers that it could not be delivered, if they get one
    dropped   the message that goes when this one is sent once more
    priority  lower goes first, even when much is due; `may_wait` comes last
    """

    outbox: OutboxName
    edited: bool = False
    failure: MessageKind | None = None
    dropped: MessageKind | None = None
    priority: int = 2


KINDS: dict[MessageKind, Kind] = {
    # A contest's posts, its thread, its event in the server's list, and who leads, in the thread.
    "announcement": Kind(
        "contests", edited=True, failure="announcement_failure", dropped="announcement_failure"
    ),
    "results": Kind("contests", edited=True, failure="results_failure", dropped="results_failure"),
    "talk": Kind("contests", edited=True),
    "event": Kind("contests", edited=True),
    "leader": Kind("contests"),
    # Pings for a contest that opens or soon ends; to `message.user_id`, that it opens or is over.
    "opening": Kind("contests"),
    "ending": Kind("contests"),
    "start": Kind("contests", priority=3),
    "private_results": Kind("contests", priority=3),
    # A season's lists, which are held at once; its end; the champion's role.
    "rounds": Kind("contests", edited=True, failure="rounds_failure"),
    "season": Kind("contests", edited=True, failure="season_failure"),
    "champion": Kind("contests", failure="champion_failure"),
    # A template's contest is not held at its hour.
    "missed": Kind("contests", edited=True),
    # A daily puzzle's post and thread; to `message.user_id`, before their streak ends.
    "edition": Kind("dailies", edited=True, failure="edition_failure", dropped="thread"),
    "thread": Kind("dailies", failure="thread_failure", priority=1),
    "reminder": Kind("dailies"),
    "race": Kind("races", edited=True),
    # Notices to organisers, with `message.text`: what failed, or is gone in Discord.
    "announcement_failure": Kind("contests"),
    "results_failure": Kind("contests"),
    "rounds_failure": Kind("contests"),
    "season_failure": Kind("contests"),
    "champion_failure": Kind("contests"),
    "template_failure": Kind("contests"),
    "gone": Kind("contests"),
    "edition_failure": Kind("dailies"),
    "thread_failure": Kind("dailies"),
}
"""Everything that differs between kinds, except what they show: posters know that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message to show in Discord; pending while `delivered_version` is behind `version`.

    It is about a contest (`contest_id`), a template, a race, a season, or the edition `number` in a
    server.
    The same `nonce` goes with every attempt to send it.

    guild_id             None only for a race in a place that the bot is not in
    user_id              who gets a private message; 0 for a message in a channel
    channel_id           for kind "gone": the id of what is gone
    message_id           Discord's, once it is sent
    text                 for a failure notice: what organisers read; for kind "missed": why, None
                         once the contest is held after all
    opens_at, closes_at  when the edition is live in the server; None for a contest; for kind
                         "missed": when the contest was to open, and until when opening it is tried
    closed               whether the edition's board has closed there
    attempts             failed or interrupted ones since the last that succeeded
    may_wait             whether it may wait until everything else has been shown
    """

    id: RowId = 0
    guild_id: Annotated[int, column(references="guilds.guild_id", nullable=True)]
    contest_id: Annotated[str | None, column(references="contests.id")] = None
    race_id: Annotated[str | None, column(references="races.id")] = None
    season_id: Annotated[str | None, column(references="seasons.id")] = None
    template_id: Annotated[str | None, column(references="contest_templates.id")] = None
    number: int | None = None
    user_id: Annotated[Snowflake, column(index=True)] = 0
    kind: Annotated[MessageKind, column(String(32))]
    channel_id: Snowflake
    message_id: Snowflake | None = None
    nonce: Annotated[str, column(String(25))]
    text: str | None = None
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    closed: bool = False
    version: int
    delivered_version: int
    attempts: int = 0
    first_attempt_at: datetime | None = None
    next_attempt_at: datetime
    last_error: str | None = None
    given_up_at: datetime | None = None
    may_wait: bool = False

    @property
    def changes(self) -> bool:
        """Whether a message of this kind is edited later."""
        return KINDS[self.kind].edited

    @property
    def stands(self) -> bool:
        """Whether it can be seen in Discord, as far as is known."""
        return self.message_id is not None and self.given_up_at is None

    @property
    def is_notice(self) -> bool:
        """Whether it tells only organisers what failed or is gone."""
        return self.text is not None and self.kind != "missed"

    @property
    def is_elsewhere(self) -> bool:
        """Whether it is shown in a place that the bot is not in, by the token of an interaction."""
        return not self.guild_id

    def is_over(self, at: datetime) -> bool:
        """Whether the edition is no longer live in the server; always False for a contest."""
        return self.closes_at is not None and at >= self.closes_at

    def __str__(self) -> str:
        if self.race_id:
            return f"race {self.race_id}"
        if self.season_id:
            return f"{self.kind} of season {self.season_id}"
        if self.template_id:
            return f"{self.kind} of template {self.template_id}"
        about = f"daily {self.number} in server {self.guild_id}"
        return f"{self.kind} of {about if self.number else f'contest {self.contest_id}'}"


messages = table(
    "messages",
    Message,
    UniqueConstraint("contest_id", "kind", "user_id"),
    UniqueConstraint("race_id", "kind"),
    UniqueConstraint("season_id", "kind", "user_id"),
    UniqueConstraint("template_id", "kind"),
    UniqueConstraint("guild_id", "number", "kind", "user_id"),
    Index("ix_messages_closed_closes_at", "closed", "closes_at"),
)
pending = messages.c.given_up_at.is_(None) & (messages.c.delivered_version < messages.c.version)
# Pending messages are few among many, and are searched for every few seconds.
Index(None, messages.c.next_attempt_at, sqlite_where=pending, postgresql_where=pending)
