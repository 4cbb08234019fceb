"""Where people have shared what came of their daily puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "daily_shares",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("claimed_at", sa.DateTime(), nullable=False),
        sa.Column("sent", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("number", "user_id", "channel_id", name="pk_daily_shares"),
    )
    op.create_index("ix_daily_shares_user_id", "daily_shares", ["user_id"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("daily_shares")
