"""From 0.1.0 to 0.2.0: proofs, insiders, plays word by word, repeats in words, who sees what."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
NAMES = {tuple(range(7)): "day", tuple(range(5)): "weekday"}
FLAGS = {
    ("seasons", "seen_by_all"): False,
    ("entrants", "insider"): False,
    ("races", "notifies"): False,
    ("race_players", "removed"): False,
    ("people", "everywhere"): False,
    ("people", "pictures"): True,
    ("messages", "may_wait"): False,
}
"""New columns that are always set, and their values in existing rows."""
INDEXED = (
    ("contests", "title", "", ""),
    ("contest_templates", "name", "", ""),
    ("seasons", "name", "", ""),
    ("entrants", "reason", "", ""),
    ("audit", "detail", "", ""),
    ("messages", "text", "", ""),
    ("cards", "content", "typed = 1 AND ", "typed AND "),
)
"""Free text in which a person's id may stand, and what else holds for the rows of an index."""


def upgrade() -> None:
    """Make the change; there is no way back but a backup."""
    if sa.inspect(op.get_bind()).has_table("conversations"):
        return  # made by a commit before the release, with all of this: what differs is refused
    for table in ("daily_editions", "contests", "race_rounds"):
        op.add_column(table, sa.Column("commitment", sa.String(32)))
        op.add_column(table, sa.Column("commitment_text", sa.Text()))
    for table in ("daily_plays", "daily_guild_scores"):
        op.alter_column(table, "first_ms", new_column_name="best_ms")
    for table in ("entrants", "practices"):
        op.add_column(table, sa.Column("progress", sa.JSON()))
    op.add_column("entrants", sa.Column("rating_change", sa.Integer()))
    for (table, name), value in FLAGS.items():
        default = sa.true() if value else sa.false()
        op.add_column(table, sa.Column(name, sa.Boolean(), nullable=False, server_default=default))
    op.create_index("ix_people_pictures", "people", ["pictures"])
    op.create_table(
        "conversations",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("bot_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_conversations"),
    )
    with op.batch_alter_table("messages") as messages:
        messages.add_column(sa.Column("template_id", sa.String(16)))
        messages.create_foreign_key(
            "fk_messages_template_id",
            "contest_templates",
            ["template_id"],
            ["id"],
            ondelete="CASCADE",
        )
        messages.create_unique_constraint("uq_messages_template_id", ["template_id", "kind"])
    op.drop_index("ix_cards_typed", "cards")
    for table, name, sqlite, postgresql in INDEXED:
        op.create_index(
            f"ix_{table}_{name}_ids",
            table,
            ["id"],
            sqlite_where=sa.text(f"{sqlite}{name} GLOB '*{'[0-9]' * 10}*'"),
            postgresql_where=sa.text(f"{postgresql}{name} ~ '[0-9]{{10}}'"),
        )
    _note_insiders()
    _say_repeats()


def _note_insiders() -> None:
    """Mark who made a contest, or saw its words early; what is over stays as it was."""
    op.execute(
        "UPDATE entrants SET insider = true WHERE EXISTS (SELECT 1 FROM contests WHERE"
        " contests.id = entrants.contest_id AND contests.created_by = entrants.user_id)"
        " OR EXISTS (SELECT 1 FROM audit WHERE"
        " audit.contest_id = entrants.contest_id AND audit.actor_id = entrants.user_id AND"
        " audit.action IN ('created', 'draft seen', 'exported'))"
    )
    op.drop_column("season_places", "insider")


def _say_repeats() -> None:
    """Say in words on which days templates are held, and when: "every Friday at 20:00"."""
    op.add_column("contest_templates", sa.Column("repeats", sa.Text()))
    columns = (sa.column("days", sa.JSON), *map(sa.column, ("id", "at", "repeats")))
    templates = sa.table("contest_templates", *columns)
    bind = op.get_bind()
    query = sa.select(templates.c.id, templates.c.days, templates.c.at)
    for key, days, at in bind.execute(query.where(templates.c.at.is_not(None))).all():
        some = tuple(day for day in days if day in range(len(WEEKDAYS)))
        *first, last = [NAMES[some]] if some in NAMES else [WEEKDAYS[day] for day in some]
        said = f"{', '.join(first)} and {last}" if first else last
        change = sa.update(templates).where(templates.c.id == key)
        bind.execute(change.values(repeats=f"every {said} at {at}"))
    op.drop_column("contest_templates", "days")
    op.drop_column("contest_templates", "at")
