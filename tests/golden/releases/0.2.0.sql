BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	contest_id VARCHAR(16), 
	entrant_id INTEGER, 
	channel_id BIGINT, 
	parent_id BIGINT, 
	actor_id BIGINT, 
	action VARCHAR(32) NOT NULL, 
	detail TEXT, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_audit PRIMARY KEY (id), 
	CONSTRAINT fk_audit_contest_id FOREIGN KEY(contest_id) REFERENCES contests (id) ON DELETE CASCADE, 
	CONSTRAINT fk_audit_entrant_id FOREIGN KEY(entrant_id) REFERENCES entrants (id) ON DELETE SET NULL, 
	CONSTRAINT fk_audit_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (guild_id) ON DELETE CASCADE
);
INSERT INTO "audit" VALUES(1,1,'é',1,1,1,1,'é','é','2040-06-13 09:24:36.000000');
CREATE TABLE blocks (
	user_id BIGINT NOT NULL, 
	blocked_user_id BIGINT NOT NULL, 
	CONSTRAINT pk_blocks PRIMARY KEY (user_id, blocked_user_id)
);
INSERT INTO "blocks" VALUES(1,1);
CREATE TABLE cards (
	id VARCHAR(16) NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	content TEXT NOT NULL, 
	size INTEGER NOT NULL, 
	typed BOOLEAN NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_cards PRIMARY KEY (id)
);
INSERT INTO "cards" VALUES('é','é','é',1,1,'2040-06-13 09:24:36.000000');
CREATE TABLE contest_templates (
	id VARCHAR(16) NOT NULL, 
	guild_id BIGINT NOT NULL, 
	name VARCHAR(50) NOT NULL, 
	words TEXT NOT NULL, 
	options JSON NOT NULL, 
	set_by BIGINT, 
	channel_id BIGINT, 
	parent_id BIGINT, 
	time_zone VARCHAR(64), 
	exceptions JSON NOT NULL, 
	last_day DATE, 
	next_due_at DATETIME, 
	held INTEGER NOT NULL, 
	problem TEXT, repeats TEXT, 
	CONSTRAINT pk_contest_templates PRIMARY KEY (id), 
	CONSTRAINT fk_contest_templates_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (guild_id) ON DELETE CASCADE
);
INSERT INTO "contest_templates" VALUES('é',1,'é','é','[1, "\u00e9"]',1,1,1,'é','[1, "\u00e9"]','2040-06-13','2040-06-13 09:24:36.000000',1,'é','é');
CREATE TABLE contests (
	id VARCHAR(16) NOT NULL, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	parent_id BIGINT, 
	created_by BIGINT, 
	created_at DATETIME NOT NULL, 
	title VARCHAR(100) NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	game VARCHAR(16) NOT NULL, 
	rule VARCHAR(16) NOT NULL, 
	tier VARCHAR(16) NOT NULL, 
	lexicon VARCHAR(64) NOT NULL, 
	words JSON NOT NULL, 
	confirmed_at DATETIME, 
	opens_at DATETIME, 
	lasts_seconds INTEGER NOT NULL, 
	closes_at DATETIME, 
	due_at DATETIME, 
	sealed_minutes INTEGER, 
	most_tries INTEGER, 
	cooldown_seconds INTEGER NOT NULL, 
	board VARCHAR(8) NOT NULL, 
	drawn VARCHAR(32), 
	percents BOOLEAN NOT NULL, 
	ties VARCHAR(8) NOT NULL, 
	role_id BIGINT, 
	days_here INTEGER, 
	freeze_minutes INTEGER, 
	freezes_at DATETIME, 
	revealing INTEGER, 
	remind_minutes INTEGER, 
	event BOOLEAN NOT NULL, 
	talk BOOLEAN NOT NULL, 
	leader_id INTEGER, 
	template_id VARCHAR(16), 
	day DATE, 
	season_id VARCHAR(16), 
	round INTEGER, 
	par BIGINT, 
	bound BIGINT, 
	proven BOOLEAN NOT NULL, 
	par_order JSON, 
	certificate JSON, 
	denied JSON, 
	salt VARCHAR(32), commitment VARCHAR(32), commitment_text TEXT, 
	CONSTRAINT pk_contests PRIMARY KEY (id), 
	CONSTRAINT fk_contests_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (guild_id) ON DELETE CASCADE, 
	CONSTRAINT fk_contests_template_id FOREIGN KEY(template_id) REFERENCES contest_templates (id) ON DELETE SET NULL, 
	CONSTRAINT fk_contests_season_id FOREIGN KEY(season_id) REFERENCES seasons (id) ON DELETE SET NULL, 
	CONSTRAINT uq_contests_template_id UNIQUE (template_id, day)
);
INSERT INTO "contests" VALUES('é',1,1,1,1,'2040-06-13 09:24:36.000000','é','é','é','é','é','é','[1, "\u00e9"]','2040-06-13 09:24:36.000000','2040-06-13 09:24:36.000000',1,'2040-06-13 09:24:36.000000','2040-06-13 09:24:36.000000',1,1,1,'é','é',1,'é',1,1,1,'2040-06-13 09:24:36.000000',1,1,1,1,1,'é','2040-06-13','é',1,1,1,1,'[1, "\u00e9"]','[1, "\u00e9"]','[1, "\u00e9"]','é','é','é');
CREATE TABLE conversations (
	user_id BIGINT NOT NULL, 
	bot_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	CONSTRAINT pk_conversations PRIMARY KEY (user_id)
);
INSERT INTO "conversations" VALUES(1,1,1);
CREATE TABLE daily_editions (
	number INTEGER NOT NULL, 
	content JSON NOT NULL, 
	lexicon VARCHAR(64) NOT NULL, 
	made_at DATETIME NOT NULL, 
	salt VARCHAR(32), commitment VARCHAR(32), commitment_text TEXT, 
	CONSTRAINT pk_daily_editions PRIMARY KEY (number)
);
INSERT INTO "daily_editions" VALUES(1,'[1, "\u00e9"]','é','2040-06-13 09:24:36.000000','é','é','é');
CREATE TABLE daily_guild_scores (
	play_id INTEGER NOT NULL, 
	guild_id BIGINT NOT NULL, 
	best_result INTEGER, 
	points INTEGER, 
	best_ms INTEGER, 
	at_par BOOLEAN NOT NULL, 
	CONSTRAINT pk_daily_guild_scores PRIMARY KEY (play_id, guild_id), 
	CONSTRAINT fk_daily_guild_scores_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (guild_id) ON DELETE CASCADE, 
	CONSTRAINT fk_daily_guild_scores_play_id FOREIGN KEY(play_id) REFERENCES daily_plays (id) ON DELETE CASCADE
);
INSERT INTO "daily_guild_scores" VALUES(1,1,1,1,1,1);
CREATE TABLE daily_plays (
	id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	user_id BIGINT, 
	tombstone VARCHAR(64), 
	live BOOLEAN NOT NULL, 
	started_at DATETIME NOT NULL, 
	progress JSON NOT NULL, 
	hints JSON NOT NULL, 
	tries INTEGER NOT NULL, 
	best_result INTEGER, 
	best JSON, 
	points INTEGER, 
	solved_at DATETIME, 
	best_ms INTEGER, 
	at_par BOOLEAN NOT NULL, 
	given_up_at DATETIME, 
	CONSTRAINT pk_daily_plays PRIMARY KEY (id), 
	CONSTRAINT uq_daily_plays_number UNIQUE (number, user_id, live)
);
INSERT INTO "daily_plays" VALUES(1,1,1,'é',1,'2040-06-13 09:24:36.000000','[1, "\u00e9"]','[1, "\u00e9"]',1,1,'[1, "\u00e9"]',1,'2040-06-13 09:24:36.000000',1,1,'2040-06-13 09:24:36.000000');
CREATE TABLE daily_reminders (
	user_id BIGINT NOT NULL, 
	guild_id BIGINT NOT NULL, 
	set_at DATETIME NOT NULL, 
	due_at DATETIME, 
	CONSTRAINT pk_daily_reminders PRIMARY KEY (user_id), 
	CONSTRAINT fk_daily_reminders_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (guild_id) ON DELETE CASCADE
);
INSERT INTO "daily_reminders" VALUES(1,1,'2040-06-13 09:24:36.000000','2040-06-13 09:24:36.000000');
CREATE TABLE daily_setups (
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	hour INTEGER NOT NULL, 
	time_zone VARCHAR(64) NOT NULL, 
	games JSON NOT NULL, 
	role_id BIGINT, 
	thread BOOLEAN NOT NULL, 
	running BOOLEAN NOT NULL, 
	set_by BIGINT, 
	since DATETIME NOT NULL, 
	next_due_at DATETIME, 
	last_number INTEGER, 
	failing_since DATETIME, 
	disabled_at DATETIME, 
	CONSTRAINT pk_daily_setups PRIMARY KEY (guild_id), 
	CONSTRAINT fk_daily_setups_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (guild_id) ON DELETE CASCADE
);
INSERT INTO "daily_setups" VALUES(1,1,1,'é','[1, "\u00e9"]',1,1,1,1,'2040-06-13 09:24:36.000000','2040-06-13 09:24:36.000000',1,'2040-06-13 09:24:36.000000','2040-06-13 09:24:36.000000');
CREATE TABLE daily_shares (
	number INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	claimed_at DATETIME NOT NULL, 
	sent BOOLEAN NOT NULL, 
	CONSTRAINT pk_daily_shares PRIMARY KEY (number, user_id, channel_id)
);
INSERT INTO "daily_shares" VALUES(1,1,1,'2040-06-13 09:24:36.000000',1);
CREATE TABLE daily_tries (
	id BIGINT NOT NULL, 
	play_id INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	words JSON NOT NULL, 
	result INTEGER, 
	points INTEGER, 
	CONSTRAINT pk_daily_tries PRIMARY KEY (id), 
	CONSTRAINT fk_daily_tries_play_id FOREIGN KEY(play_id) REFERENCES daily_plays (id) ON DELETE CASCADE
);
INSERT INTO "daily_tries" VALUES(1,1,'2040-06-13 09:24:36.000000','[1, "\u00e9"]',1,1);
CREATE TABLE entrants (
	id INTEGER NOT NULL, 
	contest_id VARCHAR(16) NOT NULL, 
	user_id BIGINT, 
	tombstone VARCHAR(64), 
	joined_at DATETIME NOT NULL, 
	started_at DATETIME, 
	last_at DATETIME, 
	results_asked_at DATETIME, 
	tries INTEGER NOT NULL, 
	best_score BIGINT, 
	best_submission BIGINT, 
	reached_ms BIGINT, 
	shown_score BIGINT, 
	shown_ms BIGINT, 
	shown_tries INTEGER, 
	disqualified_at DATETIME, 
	disqualified_by BIGINT, 
	reason TEXT, progress JSON, rating_change INTEGER, insider BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_entrants PRIMARY KEY (id), 
	CONSTRAINT fk_entrants_contest_id FOREIGN KEY(contest_id) REFERENCES contests (id) ON DELETE CASCADE, 
	CONSTRAINT uq_entrants_contest_id UNIQUE (contest_id, user_id)
);
INSERT INTO "entrants" VALUES(1,'é',1,'é','2040-06-13 09:24:36.000000','2040-06-13 09:24:36.000000','2040-06-13 09:24:36.000000','2040-06-13 09:24:36.000000',1,1,1,1,1,1,1,'2040-06-13 09:24:36.000000',1,'é','[1, "\u00e9"]',1,1);
CREATE TABLE facts (
	name VARCHAR(64) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_facts PRIMARY KEY (name)
);
INSERT INTO "facts" VALUES('started','2040-06-13T09:24:36+00:00');
INSERT INTO "facts" VALUES('é','é');
INSERT INTO "facts" VALUES('editions','secret');
CREATE TABLE guild_words (
	guild_id BIGINT NOT NULL, 
	word VARCHAR(64) NOT NULL, 
	allowed BOOLEAN NOT NULL, 
	CONSTRAINT pk_guild_words PRIMARY KEY (guild_id, word), 
	CONSTRAINT fk_guild_words_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (guild_id) ON DELETE CASCADE
);
INSERT INTO "guild_words" VALUES(1,'é',1);
CREATE TABLE guilds (
	guild_id BIGINT NOT NULL, 
	contest_role_id BIGINT, 
	ping_role_id BIGINT, 
	time_zone VARCHAR(64) NOT NULL, 
	tier VARCHAR(16) NOT NULL, 
	policy VARCHAR(16) NOT NULL, 
	duels BOOLEAN NOT NULL, 
	removed_at DATETIME, 
	CONSTRAINT pk_guilds PRIMARY KEY (guild_id)
);
INSERT INTO "guilds" VALUES(123456789012345678,NULL,NULL,'UTC','full','standard',1,NULL);
INSERT INTO "guilds" VALUES(1,1,1,'é','é','é',1,'2040-06-13 09:24:36.000000');
CREATE TABLE live_words (
	word VARCHAR(64) NOT NULL, 
	contest_id VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_live_words PRIMARY KEY (word, contest_id), 
	CONSTRAINT fk_live_words_contest_id FOREIGN KEY(contest_id) REFERENCES contests (id) ON DELETE CASCADE
);
INSERT INTO "live_words" VALUES('é','é');
CREATE TABLE "messages" (
	id INTEGER NOT NULL, 
	guild_id BIGINT, 
	contest_id VARCHAR(16), 
	race_id VARCHAR(16), 
	season_id VARCHAR(16), 
	number INTEGER, 
	user_id BIGINT NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	channel_id BIGINT NOT NULL, 
	message_id BIGINT, 
	nonce VARCHAR(25) NOT NULL, 
	text TEXT, 
	opens_at DATETIME, 
	closes_at DATETIME, 
	closed BOOLEAN NOT NULL, 
	version INTEGER NOT NULL, 
	delivered_version INTEGER NOT NULL, 
	attempts INTEGER NOT NULL, 
	first_attempt_at DATETIME, 
	next_attempt_at DATETIME NOT NULL, 
	last_error TEXT, 
	given_up_at DATETIME, 
	may_wait BOOLEAN DEFAULT 0 NOT NULL, 
	template_id VARCHAR(16), 
	CONSTRAINT pk_messages PRIMARY KEY (id), 
	CONSTRAINT fk_messages_season_id FOREIGN KEY(season_id) REFERENCES seasons (id) ON DELETE CASCADE, 
	CONSTRAINT fk_messages_race_id FOREIGN KEY(race_id) REFERENCES races (id) ON DELETE CASCADE, 
	CONSTRAINT fk_messages_contest_id FOREIGN KEY(contest_id) REFERENCES contests (id) ON DELETE CASCADE, 
	CONSTRAINT uq_messages_season_id UNIQUE (season_id, kind, user_id), 
	CONSTRAINT fk_messages_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (guild_id) ON DELETE CASCADE, 
	CONSTRAINT uq_messages_race_id UNIQUE (race_id, kind), 
	CONSTRAINT uq_messages_guild_id UNIQUE (guild_id, number, kind, user_id), 
	CONSTRAINT uq_messages_contest_id UNIQUE (contest_id, kind, user_id), 
	CONSTRAINT fk_messages_template_id FOREIGN KEY(template_id) REFERENCES contest_templates (id) ON DELETE CASCADE, 
	CONSTRAINT uq_messages_template_id UNIQUE (template_id, kind)
);
INSERT INTO "messages" VALUES(1,1,'é','é','é',1,1,'é',1,1,'é','é','2040-06-13 09:24:36.000000','2040-06-13 09:24:36.000000',1,1,1,1,'2040-06-13 09:24:36.000000','2040-06-13 09:24:36.000000','é','2040-06-13 09:24:36.000000',1,'é');
CREATE TABLE people (
	user_id BIGINT NOT NULL, 
	duels BOOLEAN NOT NULL, 
	listed BOOLEAN NOT NULL, everywhere BOOLEAN DEFAULT 0 NOT NULL, pictures BOOLEAN DEFAULT 1 NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (user_id)
);
INSERT INTO "people" VALUES(1,1,1,1,1);
CREATE TABLE practice_tries (
	id BIGINT NOT NULL, 
	practice_id BIGINT NOT NULL, 
	at DATETIME NOT NULL, 
	score BIGINT NOT NULL, 
	words JSON NOT NULL, 
	positions JSON, 
	CONSTRAINT pk_practice_tries PRIMARY KEY (id), 
	CONSTRAINT fk_practice_tries_practice_id FOREIGN KEY(practice_id) REFERENCES practices (id) ON DELETE CASCADE
);
INSERT INTO "practice_tries" VALUES(1,1,'2040-06-13 09:24:36.000000',1,'[1, "\u00e9"]','[1, "\u00e9"]');
CREATE TABLE practices (
	id BIGINT NOT NULL, 
	contest_id VARCHAR(16) NOT NULL, 
	user_id BIGINT NOT NULL, 
	started_at DATETIME NOT NULL, 
	ends_at DATETIME NOT NULL, progress JSON, 
	CONSTRAINT pk_practices PRIMARY KEY (id), 
	CONSTRAINT fk_practices_contest_id FOREIGN KEY(contest_id) REFERENCES contests (id) ON DELETE CASCADE
);
INSERT INTO "practices" VALUES(1,'é',1,'2040-06-13 09:24:36.000000','2040-06-13 09:24:36.000000','[1, "\u00e9"]');
CREATE TABLE puzzle_ratings (
	puzzle VARCHAR(24) NOT NULL, 
	game VARCHAR(16) NOT NULL, 
	level INTEGER NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	last_at DATETIME NOT NULL, 
	CONSTRAINT pk_puzzle_ratings PRIMARY KEY (puzzle)
);
INSERT INTO "puzzle_ratings" VALUES('é','é',1,1.5,1.5,1,'2040-06-13 09:24:36.000000');
CREATE TABLE race_moves (
	id BIGINT NOT NULL, 
	player_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	words JSON NOT NULL, 
	"right" BOOLEAN NOT NULL, 
	CONSTRAINT pk_race_moves PRIMARY KEY (id), 
	CONSTRAINT fk_race_moves_player_id FOREIGN KEY(player_id) REFERENCES race_players (id) ON DELETE CASCADE
);
INSERT INTO "race_moves" VALUES(1,1,1,'2040-06-13 09:24:36.000000','[1, "\u00e9"]',1);
CREATE TABLE race_players (
	id INTEGER NOT NULL, 
	race_id VARCHAR(16) NOT NULL, 
	user_id BIGINT, 
	joined_at DATETIME NOT NULL, 
	left_at DATETIME, 
	points INTEGER NOT NULL, removed BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_race_players PRIMARY KEY (id), 
	CONSTRAINT fk_race_players_race_id FOREIGN KEY(race_id) REFERENCES races (id) ON DELETE CASCADE, 
	CONSTRAINT uq_race_players_race_id UNIQUE (race_id, user_id)
);
INSERT INTO "race_players" VALUES(1,'é',1,'2040-06-13 09:24:36.000000','2040-06-13 09:24:36.000000',1,1);
CREATE TABLE race_plays (
	id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	started_at DATETIME, 
	progress JSON NOT NULL, 
	tries INTEGER NOT NULL, 
	result INTEGER, 
	best JSON NOT NULL, 
	share INTEGER NOT NULL, 
	reached_ms INTEGER, 
	solved_ms INTEGER, 
	done BOOLEAN NOT NULL, 
	place INTEGER, 
	CONSTRAINT pk_race_plays PRIMARY KEY (id), 
	CONSTRAINT fk_race_plays_player_id FOREIGN KEY(player_id) REFERENCES race_players (id) ON DELETE CASCADE, 
	CONSTRAINT uq_race_plays_player_id UNIQUE (player_id, number)
);
INSERT INTO "race_plays" VALUES(1,1,1,'2040-06-13 09:24:36.000000','[1, "\u00e9"]',1,1,'[1, "\u00e9"]',1,1,1,1,1);
CREATE TABLE race_rounds (
	race_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	puzzle VARCHAR(24) NOT NULL, 
	content JSON NOT NULL, 
	starts_at DATETIME, 
	ends_at DATETIME, 
	progress JSON NOT NULL, commitment VARCHAR(32), commitment_text TEXT, 
	CONSTRAINT pk_race_rounds PRIMARY KEY (race_id, number), 
	CONSTRAINT fk_race_rounds_race_id FOREIGN KEY(race_id) REFERENCES races (id) ON DELETE CASCADE
);
INSERT INTO "race_rounds" VALUES('é',1,'é','[1, "\u00e9"]','2040-06-13 09:24:36.000000','2040-06-13 09:24:36.000000','[1, "\u00e9"]','é','é');
CREATE TABLE races (
	id VARCHAR(16) NOT NULL, 
	guild_id BIGINT, 
	channel_id BIGINT NOT NULL, 
	created_by BIGINT, 
	created_at DATETIME NOT NULL, 
	challenged_user_id BIGINT, 
	duel BOOLEAN NOT NULL, 
	mode VARCHAR(16) NOT NULL, 
	game VARCHAR(16) NOT NULL, 
	level INTEGER NOT NULL, 
	tier VARCHAR(16) NOT NULL, 
	rounds INTEGER NOT NULL, 
	seconds INTEGER NOT NULL, 
	sealed BOOLEAN NOT NULL, 
	words JSON NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	round INTEGER NOT NULL, 
	due_at DATETIME, 
	"end" VARCHAR(16), 
	next_id VARCHAR(16), 
	token TEXT, 
	token_at DATETIME, notifies BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_races PRIMARY KEY (id), 
	CONSTRAINT fk_races_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (guild_id) ON DELETE CASCADE
);
INSERT INTO "races" VALUES('é',1,1,1,'2040-06-13 09:24:36.000000',1,1,'é','é',1,'é',1,1,1,'[1, "\u00e9"]','é',1,'2040-06-13 09:24:36.000000','é','é','é','2040-06-13 09:24:36.000000',1);
CREATE TABLE ratings (
	id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	guild_id BIGINT, 
	game VARCHAR(16) NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	podiums INTEGER NOT NULL, 
	best_place INTEGER, 
	best_of INTEGER, 
	streak INTEGER NOT NULL, 
	longest INTEGER NOT NULL, 
	last_at DATETIME NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (id), 
	CONSTRAINT fk_ratings_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (guild_id) ON DELETE CASCADE
);
INSERT INTO "ratings" VALUES(1,1,1,'é',1.5,1.5,1,1,1,1,1,1,1,'2040-06-13 09:24:36.000000');
CREATE TABLE season_places (
	id INTEGER NOT NULL, 
	season_id VARCHAR(16) NOT NULL, 
	user_id BIGINT, 
	place INTEGER NOT NULL, 
	result INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	played INTEGER NOT NULL, 
	has_role BOOLEAN NOT NULL, 
	CONSTRAINT pk_season_places PRIMARY KEY (id), 
	CONSTRAINT fk_season_places_season_id FOREIGN KEY(season_id) REFERENCES seasons (id) ON DELETE CASCADE
);
INSERT INTO "season_places" VALUES(1,'é',1,1,1,1,1,1);
CREATE TABLE seasons (
	id VARCHAR(16) NOT NULL, 
	guild_id BIGINT NOT NULL, 
	channel_id BIGINT NOT NULL, 
	parent_id BIGINT, 
	template_id VARCHAR(16), 
	name VARCHAR(50) NOT NULL, 
	created_by BIGINT, 
	starts_at DATETIME NOT NULL, 
	ends_at DATETIME NOT NULL, 
	due_at DATETIME, 
	best INTEGER, 
	dropped INTEGER, 
	role_id BIGINT, 
	held INTEGER, 
	rounds INTEGER, 
	scoring VARCHAR(8) NOT NULL, seen_by_all BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_seasons PRIMARY KEY (id), 
	CONSTRAINT fk_seasons_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (guild_id) ON DELETE CASCADE, 
	CONSTRAINT fk_seasons_template_id FOREIGN KEY(template_id) REFERENCES contest_templates (id) ON DELETE SET NULL
);
INSERT INTO "seasons" VALUES('é',1,1,1,'é','é',1,'2040-06-13 09:24:36.000000','2040-06-13 09:24:36.000000','2040-06-13 09:24:36.000000',1,1,1,1,1,'é',1);
CREATE TABLE submissions (
	id BIGINT NOT NULL, 
	contest_id VARCHAR(16) NOT NULL, 
	entrant_id INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	number INTEGER NOT NULL, 
	score BIGINT NOT NULL, 
	words JSON NOT NULL, 
	positions JSON, 
	explanation JSON, 
	CONSTRAINT pk_submissions PRIMARY KEY (id), 
	CONSTRAINT fk_submissions_contest_id FOREIGN KEY(contest_id) REFERENCES contests (id) ON DELETE CASCADE, 
	CONSTRAINT fk_submissions_entrant_id FOREIGN KEY(entrant_id) REFERENCES entrants (id) ON DELETE CASCADE
);
INSERT INTO "submissions" VALUES(1,'é',1,'2040-06-13 09:24:36.000000',1,1,'[1, "\u00e9"]','[1, "\u00e9"]','[1, "\u00e9"]');
CREATE TABLE training_puzzles (
	id INTEGER NOT NULL, 
	training_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	puzzle VARCHAR(24) NOT NULL, 
	content JSON NOT NULL, 
	started_at DATETIME NOT NULL, 
	progress JSON NOT NULL, 
	hints JSON NOT NULL, 
	tries INTEGER NOT NULL, 
	ended_at DATETIME, 
	"end" VARCHAR(16), 
	CONSTRAINT pk_training_puzzles PRIMARY KEY (id), 
	CONSTRAINT fk_training_puzzles_training_id FOREIGN KEY(training_id) REFERENCES trainings (id) ON DELETE CASCADE, 
	CONSTRAINT uq_training_puzzles_training_id UNIQUE (training_id, number)
);
INSERT INTO "training_puzzles" VALUES(1,1,1,'é','[1, "\u00e9"]','2040-06-13 09:24:36.000000','[1, "\u00e9"]','[1, "\u00e9"]',1,'2040-06-13 09:24:36.000000','é');
CREATE TABLE training_tries (
	id BIGINT NOT NULL, 
	training_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	words JSON NOT NULL, 
	CONSTRAINT pk_training_tries PRIMARY KEY (id), 
	CONSTRAINT fk_training_tries_training_id FOREIGN KEY(training_id) REFERENCES trainings (id) ON DELETE CASCADE
);
INSERT INTO "training_tries" VALUES(1,1,1,'2040-06-13 09:24:36.000000','[1, "\u00e9"]');
CREATE TABLE trainings (
	id INTEGER NOT NULL, 
	user_id BIGINT NOT NULL, 
	game VARCHAR(16) NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	solved INTEGER NOT NULL, 
	streak INTEGER NOT NULL, 
	longest INTEGER NOT NULL, 
	last_at DATETIME NOT NULL, 
	CONSTRAINT pk_trainings PRIMARY KEY (id), 
	CONSTRAINT uq_trainings_user_id UNIQUE (user_id, game)
);
INSERT INTO "trainings" VALUES(1,1,'é',1.5,1.5,1,1,1,'2040-06-13 09:24:36.000000');
CREATE INDEX ix_cards_created_at ON cards (created_at, size);
CREATE INDEX ix_daily_plays_tombstone ON daily_plays (number) WHERE tombstone IS NOT NULL;
CREATE INDEX ix_daily_plays_user_id ON daily_plays (user_id);
CREATE INDEX ix_daily_shares_user_id ON daily_shares (user_id);
CREATE INDEX ix_guilds_removed_at ON guilds (removed_at);
CREATE INDEX ix_contest_templates_guild_id ON contest_templates (guild_id);
CREATE INDEX ix_contest_templates_set_by ON contest_templates (set_by);
CREATE INDEX ix_contest_templates_next_due_at ON contest_templates (next_due_at);
CREATE INDEX ix_seasons_created_by ON seasons (created_by);
CREATE INDEX ix_seasons_due_at ON seasons (due_at);
CREATE INDEX ix_seasons_guild_id_ends_at ON seasons (guild_id, ends_at);
CREATE INDEX ix_season_places_season_id_place ON season_places (season_id, place);
CREATE INDEX ix_season_places_user_id ON season_places (user_id);
CREATE INDEX ix_contests_created_by ON contests (created_by);
CREATE INDEX ix_contests_due_at ON contests (due_at);
CREATE INDEX ix_contests_guild_id_created_at ON contests (guild_id, created_at);
CREATE INDEX ix_contests_season_id ON contests (season_id);
CREATE INDEX ix_daily_guild_scores_guild_id ON daily_guild_scores (guild_id);
CREATE INDEX ix_daily_setups_next_due_at ON daily_setups (next_due_at);
CREATE INDEX ix_daily_setups_set_by ON daily_setups (set_by);
CREATE INDEX ix_daily_reminders_due_at ON daily_reminders (due_at);
CREATE INDEX ix_daily_reminders_guild_id ON daily_reminders (guild_id);
CREATE INDEX ix_daily_tries_play_id ON daily_tries (play_id);
CREATE INDEX ix_entrants_contest_id_best_score ON entrants (contest_id, best_score);
CREATE INDEX ix_entrants_disqualified_by ON entrants (disqualified_by);
CREATE INDEX ix_entrants_user_id ON entrants (user_id);
CREATE INDEX ix_live_words_contest_id ON live_words (contest_id);
CREATE INDEX ix_races_challenged_user_id ON races (challenged_user_id);
CREATE INDEX ix_races_channel_id ON races (channel_id);
CREATE INDEX ix_races_created_by ON races (created_by);
CREATE INDEX ix_races_due_at ON races (due_at);
CREATE INDEX ix_races_guild_id ON races (guild_id);
CREATE INDEX ix_races_next_id ON races (next_id);
CREATE INDEX ix_race_rounds_puzzle ON race_rounds (puzzle);
CREATE INDEX ix_race_players_user_id ON race_players (user_id);
CREATE INDEX ix_race_moves_player_id ON race_moves (player_id);
CREATE INDEX ix_training_puzzles_puzzle ON training_puzzles (puzzle);
CREATE INDEX ix_training_tries_training_id ON training_tries (training_id, number);
CREATE INDEX ix_blocks_blocked_user_id ON blocks (blocked_user_id);
CREATE INDEX ix_ratings_guild_id_game ON ratings (guild_id, game);
CREATE INDEX ix_ratings_user_id ON ratings (user_id);
CREATE INDEX ix_practices_contest_id_user_id ON practices (contest_id, user_id);
CREATE INDEX ix_practices_user_id ON practices (user_id);
CREATE INDEX ix_audit_actor_id ON audit (actor_id);
CREATE INDEX ix_audit_contest_id_at ON audit (contest_id, at);
CREATE INDEX ix_audit_entrant_id ON audit (entrant_id);
CREATE INDEX ix_audit_guild_id_at ON audit (guild_id, at);
CREATE INDEX ix_practice_tries_practice_id ON practice_tries (practice_id, score, at);
CREATE INDEX ix_submissions_contest_id_at ON submissions (contest_id, at);
CREATE INDEX ix_submissions_entrant_id ON submissions (entrant_id);
CREATE INDEX ix_people_pictures ON people (pictures);
CREATE INDEX ix_messages_closed_closes_at ON messages (closed, closes_at);
CREATE INDEX ix_messages_next_attempt_at ON messages (next_attempt_at) WHERE given_up_at IS NULL AND delivered_version < version;
CREATE INDEX ix_messages_user_id ON messages (user_id);
CREATE INDEX ix_contests_title_ids ON contests (id) WHERE title GLOB '*[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]*';
CREATE INDEX ix_contest_templates_name_ids ON contest_templates (id) WHERE name GLOB '*[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]*';
CREATE INDEX ix_seasons_name_ids ON seasons (id) WHERE name GLOB '*[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]*';
CREATE INDEX ix_entrants_reason_ids ON entrants (id) WHERE reason GLOB '*[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]*';
CREATE INDEX ix_audit_detail_ids ON audit (id) WHERE detail GLOB '*[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]*';
CREATE INDEX ix_messages_text_ids ON messages (id) WHERE text GLOB '*[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]*';
CREATE INDEX ix_cards_content_ids ON cards (id) WHERE typed = 1 AND content GLOB '*[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]*';
COMMIT;
