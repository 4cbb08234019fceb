"""Daily puzzles: editions, where servers want them, their messages, and who plays them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TABLES = (
    "daily_editions",
    "daily_setups",
    "daily_posts",
    "daily_plays",
    "daily_seats",
    "daily_tries",
)


def upgrade() -> None:
    """Make the tables of daily puzzles."""
    op.create_table(
        "daily_editions",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("lexicon", sa.String(64), nullable=False),
        sa.Column("made_at", sa.DateTime(), nullable=False),
        sa.Column("salt", sa.String(32)),
        sa.PrimaryKeyConstraint("number", name="pk_daily_editions"),
    )
    op.create_table(
        "daily_setups",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("hour", sa.Integer(), nullable=False),
        sa.Column("time_zone", sa.String(64), nullable=False),
        sa.Column("games", sa.JSON(), nullable=False),
        sa.Column("role_id", sa.BigInteger()),
        sa.Column("thread", sa.Boolean(), nullable=False),
        sa.Column("running", sa.Boolean(), nullable=False),
        sa.Column("set_by", sa.BigInteger()),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("next_due_at", sa.DateTime()),
        sa.Column("last_number", sa.Integer()),
        sa.Column("failing_since", sa.DateTime()),
        sa.Column("disabled_at", sa.DateTime()),
        sa.ForeignKeyConstraint(
            ["guild_id"], ["guilds.guild_id"], name="fk_daily_setups_guild_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("guild_id", name="pk_daily_setups"),
    )
    op.create_index("ix_daily_setups_next_due_at", "daily_setups", ["next_due_at"])
    op.create_index("ix_daily_setups_set_by", "daily_setups", ["set_by"])
    op.create_table(
        "daily_posts",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("nonce", sa.String(25), nullable=False),
        sa.Column("text", sa.Text()),
        sa.Column("opens_at", sa.DateTime(), nullable=False),
        sa.Column("closes_at", sa.DateTime(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("first_attempt_at", sa.DateTime()),
        sa.Column("next_attempt_at", sa.DateTime(), nullable=False),
        sa.Column("last_error", sa.Text()),
        sa.Column("given_up_at", sa.DateTime()),
        sa.ForeignKeyConstraint(
            ["guild_id"], ["guilds.guild_id"], name="fk_daily_posts_guild_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("guild_id", "number", "kind", name="pk_daily_posts"),
    )
    op.create_index("ix_daily_posts_closed_closes_at", "daily_posts", ["closed", "closes_at"])
    op.create_index("ix_daily_posts_next_attempt_at", "daily_posts", ["next_attempt_at"])
    op.create_table(
        "daily_plays",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("ghost", sa.String(64)),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("progress", sa.JSON(), nullable=False),
        sa.Column("hints", sa.JSON(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("best_result", sa.Integer()),
        sa.Column("points", sa.Integer()),
        sa.Column("solved_at", sa.DateTime()),
        sa.Column("first_ms", sa.Integer()),
        sa.Column("at_par", sa.Boolean(), nullable=False),
        sa.Column("given_up_at", sa.DateTime()),
        sa.PrimaryKeyConstraint("id", name="pk_daily_plays"),
        sa.UniqueConstraint("number", "user_id", "live", name="uq_daily_plays_number"),
    )
    op.create_index("ix_daily_plays_user_id", "daily_plays", ["user_id"])
    op.create_table(
        "daily_seats",
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("best_result", sa.Integer()),
        sa.Column("points", sa.Integer()),
        sa.Column("first_ms", sa.Integer()),
        sa.Column("at_par", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["play_id"], ["daily_plays.id"], name="fk_daily_seats_play_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["guild_id"], ["guilds.guild_id"], name="fk_daily_seats_guild_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("play_id", "guild_id", name="pk_daily_seats"),
    )
    op.create_index("ix_daily_seats_guild_id", "daily_seats", ["guild_id"])
    op.create_table(
        "daily_tries",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("words", sa.JSON(), nullable=False),
        sa.Column("result", sa.Integer()),
        sa.Column("points", sa.Integer()),
        sa.ForeignKeyConstraint(
            ["play_id"], ["daily_plays.id"], name="fk_daily_tries_play_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_daily_tries"),
    )
    op.create_index("ix_daily_tries_play_id", "daily_tries", ["play_id"])


def downgrade() -> None:
    """Drop them, those that refer to others first."""
    for table in reversed(TABLES):
        op.drop_table(table)
