"""Every table of the first version of the bot."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:  # noqa: PLR0915 - one table after another
    """Make the tables, in an order that satisfies their foreign keys."""
    op.create_table(
        "cards",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("typed", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_cards"),
    )
    op.create_index("ix_cards_created_at", "cards", ["created_at", "size"])
    op.create_index(
        "ix_cards_typed",
        "cards",
        ["id"],
        sqlite_where=sa.text("typed = 1"),
        postgresql_where=sa.text("typed"),
    )
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
        "daily_plays",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("tombstone", sa.String(64)),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("progress", sa.JSON(), nullable=False),
        sa.Column("hints", sa.JSON(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("best_result", sa.Integer()),
        sa.Column("best", sa.JSON()),
        sa.Column("points", sa.Integer()),
        sa.Column("solved_at", sa.DateTime()),
        sa.Column("first_ms", sa.Integer()),
        sa.Column("at_par", sa.Boolean(), nullable=False),
        sa.Column("given_up_at", sa.DateTime()),
        sa.PrimaryKeyConstraint("id", name="pk_daily_plays"),
        sa.UniqueConstraint("number", "user_id", "live", name="uq_daily_plays_number"),
    )
    op.create_index(
        "ix_daily_plays_tombstone",
        "daily_plays",
        ["number"],
        sqlite_where=sa.text("tombstone IS NOT NULL"),
        postgresql_where=sa.text("tombstone IS NOT NULL"),
    )
    op.create_index("ix_daily_plays_user_id", "daily_plays", ["user_id"])
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
    op.create_table(
        "facts",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_facts"),
    )
    op.create_table(
        "guilds",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("contest_role_id", sa.BigInteger()),
        sa.Column("ping_role_id", sa.BigInteger()),
        sa.Column("time_zone", sa.String(64), nullable=False),
        sa.Column("tier", sa.String(16), nullable=False),
        sa.Column("policy", sa.String(16), nullable=False),
        sa.Column("duels", sa.Boolean(), nullable=False),
        sa.Column("removed_at", sa.DateTime()),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guilds"),
    )
    op.create_index("ix_guilds_removed_at", "guilds", ["removed_at"])
    op.create_table(
        "contest_templates",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(50), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("set_by", sa.BigInteger()),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("parent_id", sa.BigInteger()),
        sa.Column("days", sa.JSON()),
        sa.Column("at", sa.String(5)),
        sa.Column("time_zone", sa.String(64)),
        sa.Column("exceptions", sa.JSON(), nullable=False),
        sa.Column("last_day", sa.Date()),
        sa.Column("next_due_at", sa.DateTime()),
        sa.Column("held", sa.Integer(), nullable=False),
        sa.Column("problem", sa.Text()),
        sa.ForeignKeyConstraint(
            ["guild_id"],
            ["guilds.guild_id"],
            name="fk_contest_templates_guild_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_contest_templates"),
    )
    op.create_index("ix_contest_templates_guild_id", "contest_templates", ["guild_id"])
    op.create_index("ix_contest_templates_set_by", "contest_templates", ["set_by"])
    op.create_index("ix_contest_templates_next_due_at", "contest_templates", ["next_due_at"])
    op.create_table(
        "seasons",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("parent_id", sa.BigInteger()),
        sa.Column("template_id", sa.String(16)),
        sa.Column("name", sa.String(50), nullable=False),
        sa.Column("created_by", sa.BigInteger()),
        sa.Column("starts_at", sa.DateTime(), nullable=False),
        sa.Column("ends_at", sa.DateTime(), nullable=False),
        sa.Column("due_at", sa.DateTime()),
        sa.Column("best", sa.Integer()),
        sa.Column("dropped", sa.Integer()),
        sa.Column("role_id", sa.BigInteger()),
        sa.Column("held", sa.Integer()),
        sa.Column("rounds", sa.Integer()),
        sa.Column("scoring", sa.String(8), nullable=False),
        sa.ForeignKeyConstraint(
            ["guild_id"], ["guilds.guild_id"], name="fk_seasons_guild_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["template_id"],
            ["contest_templates.id"],
            name="fk_seasons_template_id",
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_seasons"),
    )
    op.create_index("ix_seasons_created_by", "seasons", ["created_by"])
    op.create_index("ix_seasons_due_at", "seasons", ["due_at"])
    op.create_index("ix_seasons_guild_id_ends_at", "seasons", ["guild_id", "ends_at"])
    op.create_table(
        "season_places",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("season_id", sa.String(16), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("result", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("has_role", sa.Boolean(), nullable=False),
        sa.Column("insider", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name="fk_season_places_season_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_season_places"),
    )
    op.create_index("ix_season_places_season_id_place", "season_places", ["season_id", "place"])
    op.create_index("ix_season_places_user_id", "season_places", ["user_id"])
    op.create_table(
        "contests",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("parent_id", sa.BigInteger()),
        sa.Column("created_by", sa.BigInteger()),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("rule", sa.String(16), nullable=False),
        sa.Column("tier", sa.String(16), nullable=False),
        sa.Column("lexicon", sa.String(64), nullable=False),
        sa.Column("words", sa.JSON(), nullable=False),
        sa.Column("confirmed_at", sa.DateTime()),
        sa.Column("opens_at", sa.DateTime()),
        sa.Column("lasts_seconds", sa.Integer(), nullable=False),
        sa.Column("closes_at", sa.DateTime()),
        sa.Column("due_at", sa.DateTime()),
        sa.Column("sealed_minutes", sa.Integer()),
        sa.Column("most_tries", sa.Integer()),
        sa.Column("cooldown_seconds", sa.Integer(), nullable=False),
        sa.Column("board", sa.String(8), nullable=False),
        sa.Column("drawn", sa.String(32)),
        sa.Column("percents", sa.Boolean(), nullable=False),
        sa.Column("ties", sa.String(length=8), nullable=False),
        sa.Column("role_id", sa.BigInteger()),
        sa.Column("days_here", sa.Integer()),
        sa.Column("freeze_minutes", sa.Integer()),
        sa.Column("freezes_at", sa.DateTime()),
        sa.Column("revealing", sa.Integer()),
        sa.Column("remind_minutes", sa.Integer()),
        sa.Column("event", sa.Boolean(), nullable=False),
        sa.Column("talk", sa.Boolean(), nullable=False),
        sa.Column("leader_id", sa.Integer()),
        sa.Column("template_id", sa.String(16)),
        sa.Column("day", sa.Date()),
        sa.Column("season_id", sa.String(16)),
        sa.Column("round", sa.Integer()),
        sa.Column("par", sa.BigInteger()),
        sa.Column("bound", sa.BigInteger()),
        sa.Column("proven", sa.Boolean(), nullable=False),
        sa.Column("par_order", sa.JSON()),
        sa.Column("certificate", sa.JSON()),
        sa.Column("denied", sa.JSON()),
        sa.Column("salt", sa.String(32)),
        sa.ForeignKeyConstraint(
            ["guild_id"], ["guilds.guild_id"], name="fk_contests_guild_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["template_id"],
            ["contest_templates.id"],
            name="fk_contests_template_id",
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name="fk_contests_season_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_contests"),
        sa.UniqueConstraint("template_id", "day", name="uq_contests_template_id"),
    )
    op.create_index("ix_contests_created_by", "contests", ["created_by"])
    op.create_index("ix_contests_due_at", "contests", ["due_at"])
    op.create_index("ix_contests_guild_id_created_at", "contests", ["guild_id", "created_at"])
    op.create_index("ix_contests_season_id", "contests", ["season_id"])
    op.create_table(
        "daily_guild_scores",
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("best_result", sa.Integer()),
        sa.Column("points", sa.Integer()),
        sa.Column("first_ms", sa.Integer()),
        sa.Column("at_par", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["guild_id"],
            ["guilds.guild_id"],
            name="fk_daily_guild_scores_guild_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["play_id"],
            ["daily_plays.id"],
            name="fk_daily_guild_scores_play_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("play_id", "guild_id", name="pk_daily_guild_scores"),
    )
    op.create_index("ix_daily_guild_scores_guild_id", "daily_guild_scores", ["guild_id"])
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
        "daily_reminders",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("set_at", sa.DateTime(), nullable=False),
        sa.Column("due_at", sa.DateTime()),
        sa.ForeignKeyConstraint(
            ["guild_id"],
            ["guilds.guild_id"],
            name="fk_daily_reminders_guild_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", name="pk_daily_reminders"),
    )
    op.create_index("ix_daily_reminders_due_at", "daily_reminders", ["due_at"])
    op.create_index("ix_daily_reminders_guild_id", "daily_reminders", ["guild_id"])
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
    op.create_table(
        "guild_words",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("word", sa.String(64), nullable=False),
        sa.Column("allowed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["guild_id"], ["guilds.guild_id"], name="fk_guild_words_guild_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("guild_id", "word", name="pk_guild_words"),
    )
    op.create_table(
        "entrants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("contest_id", sa.String(16), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("tombstone", sa.String(64)),
        sa.Column("joined_at", sa.DateTime(), nullable=False),
        sa.Column("started_at", sa.DateTime()),
        sa.Column("last_at", sa.DateTime()),
        sa.Column("results_asked_at", sa.DateTime()),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("best_score", sa.BigInteger()),
        sa.Column("best_submission", sa.BigInteger()),
        sa.Column("reached_ms", sa.BigInteger()),
        sa.Column("shown_score", sa.BigInteger()),
        sa.Column("shown_ms", sa.BigInteger()),
        sa.Column("shown_tries", sa.Integer()),
        sa.Column("disqualified_at", sa.DateTime()),
        sa.Column("disqualified_by", sa.BigInteger()),
        sa.Column("reason", sa.Text()),
        sa.ForeignKeyConstraint(
            ["contest_id"], ["contests.id"], name="fk_entrants_contest_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_entrants"),
        sa.UniqueConstraint("contest_id", "user_id", name="uq_entrants_contest_id"),
    )
    op.create_index("ix_entrants_contest_id_best_score", "entrants", ["contest_id", "best_score"])
    op.create_index("ix_entrants_disqualified_by", "entrants", ["disqualified_by"])
    op.create_index("ix_entrants_user_id", "entrants", ["user_id"])
    op.create_table(
        "live_words",
        sa.Column("word", sa.String(64), nullable=False),
        sa.Column("contest_id", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(
            ["contest_id"], ["contests.id"], name="fk_live_words_contest_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("word", "contest_id", name="pk_live_words"),
    )
    op.create_index("ix_live_words_contest_id", "live_words", ["contest_id"])
    op.create_table(
        "races",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("created_by", sa.BigInteger()),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("challenged_user_id", sa.BigInteger()),
        sa.Column("duel", sa.Boolean(), nullable=False),
        sa.Column("mode", sa.String(16), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("tier", sa.String(16), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("sealed", sa.Boolean(), nullable=False),
        sa.Column("words", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.DateTime()),
        sa.Column("end", sa.String(16)),
        sa.Column("next_id", sa.String(16)),
        sa.Column("token", sa.Text()),
        sa.Column("token_at", sa.DateTime()),
        sa.ForeignKeyConstraint(
            ["guild_id"], ["guilds.guild_id"], name="fk_races_guild_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_races"),
    )
    op.create_index("ix_races_challenged_user_id", "races", ["challenged_user_id"])
    op.create_index("ix_races_channel_id", "races", ["channel_id"])
    op.create_index("ix_races_created_by", "races", ["created_by"])
    op.create_index("ix_races_due_at", "races", ["due_at"])
    op.create_index("ix_races_guild_id", "races", ["guild_id"])
    op.create_index("ix_races_next_id", "races", ["next_id"])
    op.create_table(
        "race_rounds",
        sa.Column("race_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("puzzle", sa.String(24), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("starts_at", sa.DateTime()),
        sa.Column("ends_at", sa.DateTime()),
        sa.Column("progress", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["race_id"], ["races.id"], name="fk_race_rounds_race_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("race_id", "number", name="pk_race_rounds"),
    )
    op.create_index("ix_race_rounds_puzzle", "race_rounds", ["puzzle"])
    op.create_table(
        "race_players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("race_id", sa.String(16), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("joined_at", sa.DateTime(), nullable=False),
        sa.Column("left_at", sa.DateTime()),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["race_id"], ["races.id"], name="fk_race_players_race_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_race_players"),
        sa.UniqueConstraint("race_id", "user_id", name="uq_race_players_race_id"),
    )
    op.create_index("ix_race_players_user_id", "race_players", ["user_id"])
    op.create_table(
        "race_plays",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime()),
        sa.Column("progress", sa.JSON(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("result", sa.Integer()),
        sa.Column("best", sa.JSON(), nullable=False),
        sa.Column("share", sa.Integer(), nullable=False),
        sa.Column("reached_ms", sa.Integer()),
        sa.Column("solved_ms", sa.Integer()),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("place", sa.Integer()),
        sa.ForeignKeyConstraint(
            ["player_id"], ["race_players.id"], name="fk_race_plays_player_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_race_plays"),
        sa.UniqueConstraint("player_id", "number", name="uq_race_plays_player_id"),
    )
    op.create_table(
        "race_moves",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("words", sa.JSON(), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["race_players.id"], name="fk_race_moves_player_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_race_moves"),
    )
    op.create_index("ix_race_moves_player_id", "race_moves", ["player_id"])
    op.create_table(
        "trainings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("longest", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_trainings"),
        sa.UniqueConstraint("user_id", "game", name="uq_trainings_user_id"),
    )
    op.create_table(
        "training_puzzles",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("training_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("puzzle", sa.String(24), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("progress", sa.JSON(), nullable=False),
        sa.Column("hints", sa.JSON(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.DateTime()),
        sa.Column("end", sa.String(16)),
        sa.ForeignKeyConstraint(
            ["training_id"],
            ["trainings.id"],
            name="fk_training_puzzles_training_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_training_puzzles"),
        sa.UniqueConstraint("training_id", "number", name="uq_training_puzzles_training_id"),
    )
    op.create_index("ix_training_puzzles_puzzle", "training_puzzles", ["puzzle"])
    op.create_table(
        "training_tries",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("training_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("words", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["training_id"],
            ["trainings.id"],
            name="fk_training_tries_training_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_training_tries"),
    )
    op.create_index("ix_training_tries_training_id", "training_tries", ["training_id", "number"])
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(24), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzle_ratings"),
    )
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("duels", sa.Boolean(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_people"),
    )
    op.create_table(
        "blocks",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("blocked_user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "blocked_user_id", name="pk_blocks"),
    )
    op.create_index("ix_blocks_blocked_user_id", "blocks", ["blocked_user_id"])
    op.create_table(
        "ratings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("podiums", sa.Integer(), nullable=False),
        sa.Column("best_place", sa.Integer()),
        sa.Column("best_of", sa.Integer()),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("longest", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["guild_id"], ["guilds.guild_id"], name="fk_ratings_guild_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_ratings"),
    )
    op.create_index("ix_ratings_guild_id_game", "ratings", ["guild_id", "game"])
    op.create_index("ix_ratings_user_id", "ratings", ["user_id"])
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("contest_id", sa.String(16)),
        sa.Column("race_id", sa.String(16)),
        sa.Column("season_id", sa.String(16)),
        sa.Column("number", sa.Integer()),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("nonce", sa.String(25), nullable=False),
        sa.Column("text", sa.Text()),
        sa.Column("opens_at", sa.DateTime()),
        sa.Column("closes_at", sa.DateTime()),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("delivered_version", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("first_attempt_at", sa.DateTime()),
        sa.Column("next_attempt_at", sa.DateTime(), nullable=False),
        sa.Column("last_error", sa.Text()),
        sa.Column("given_up_at", sa.DateTime()),
        sa.ForeignKeyConstraint(
            ["contest_id"], ["contests.id"], name="fk_messages_contest_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["guild_id"], ["guilds.guild_id"], name="fk_messages_guild_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["race_id"], ["races.id"], name="fk_messages_race_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name="fk_messages_season_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_messages"),
        sa.UniqueConstraint("contest_id", "kind", "user_id", name="uq_messages_contest_id"),
        sa.UniqueConstraint("race_id", "kind", name="uq_messages_race_id"),
        sa.UniqueConstraint("season_id", "kind", "user_id", name="uq_messages_season_id"),
        sa.UniqueConstraint("guild_id", "number", "kind", "user_id", name="uq_messages_guild_id"),
    )
    op.create_index("ix_messages_user_id", "messages", ["user_id"])
    op.create_index("ix_messages_closed_closes_at", "messages", ["closed", "closes_at"])
    op.create_index(
        "ix_messages_next_attempt_at",
        "messages",
        ["next_attempt_at"],
        sqlite_where=sa.text("given_up_at IS NULL AND delivered_version < version"),
        postgresql_where=sa.text("given_up_at IS NULL AND delivered_version < version"),
    )
    op.create_table(
        "practices",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("contest_id", sa.String(16), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("ends_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["contest_id"], ["contests.id"], name="fk_practices_contest_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_practices"),
    )
    op.create_index("ix_practices_contest_id_user_id", "practices", ["contest_id", "user_id"])
    op.create_index("ix_practices_user_id", "practices", ["user_id"])
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("contest_id", sa.String(16)),
        sa.Column("entrant_id", sa.Integer()),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("parent_id", sa.BigInteger()),
        sa.Column("actor_id", sa.BigInteger()),
        sa.Column("action", sa.String(32), nullable=False),
        sa.Column("detail", sa.Text()),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["contest_id"], ["contests.id"], name="fk_audit_contest_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["entrant_id"], ["entrants.id"], name="fk_audit_entrant_id", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["guild_id"], ["guilds.guild_id"], name="fk_audit_guild_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_actor_id", "audit", ["actor_id"])
    op.create_index("ix_audit_contest_id_at", "audit", ["contest_id", "at"])
    op.create_index("ix_audit_entrant_id", "audit", ["entrant_id"])
    op.create_index("ix_audit_guild_id_at", "audit", ["guild_id", "at"])
    op.create_table(
        "practice_tries",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("practice_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("score", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.JSON(), nullable=False),
        sa.Column("positions", sa.JSON()),
        sa.ForeignKeyConstraint(
            ["practice_id"],
            ["practices.id"],
            name="fk_practice_tries_practice_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_practice_tries"),
    )
    op.create_index(
        "ix_practice_tries_practice_id", "practice_tries", ["practice_id", "score", "at"]
    )
    op.create_table(
        "submissions",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("contest_id", sa.String(16), nullable=False),
        sa.Column("entrant_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("score", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.JSON(), nullable=False),
        sa.Column("positions", sa.JSON()),
        sa.Column("explanation", sa.JSON()),
        sa.ForeignKeyConstraint(
            ["contest_id"], ["contests.id"], name="fk_submissions_contest_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["entrant_id"], ["entrants.id"], name="fk_submissions_entrant_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_submissions"),
    )
    op.create_index("ix_submissions_contest_id_at", "submissions", ["contest_id", "at"])
    op.create_index("ix_submissions_entrant_id", "submissions", ["entrant_id"])
