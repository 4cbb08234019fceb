"""A server after years: hundreds of long contests, thousands of players, written by SQL."""

import contextlib
import sqlite3

from bot.store.training import MOST_KEPT
from tests.patience import PATIENCE

USERS = 10**17
"""The first id of a person."""
COUNTED = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count) "


def crowded(path, contest_id, players=0, tries=1):
    """Let `players` people play a contest, each with `tries` tries of its par's order."""
    with closing(path) as db:
        (words,) = db.execute("SELECT words FROM contests WHERE id = ?", (contest_id,)).fetchone()
        given = {"contest": contest_id, "count": players, "users": USERS, "words": words}
        db.execute(
            f"{COUNTED} INSERT INTO entrants (contest_id, user_id, joined_at, last_at, tries, "
            "best_score, best_submission, reached_ms, insider) SELECT :contest, :users + i, "
            "opens_at, opens_at, :tries, i % 15, :users + :tries * (i * 100003 + rowid), i * 7, 0 "
            "FROM n, contests WHERE contests.id = :contest",
            given | {"tries": tries},
        )
        for number in range(1, tries + 1):
            db.execute(
                "INSERT INTO submissions (id, contest_id, entrant_id, at, number, score, words) "
                "SELECT best_submission + :number - 1, contest_id, id, joined_at, :number, "
                "best_score, :words FROM entrants WHERE contest_id = :contest AND user_id > :users",
                given | {"number": number},
            )


def copied(path, contest_id, copies, prefix="copy"):
    """Make copies of a contest that differ only in id and title; return their ids."""
    with closing(path) as db:
        db.row_factory = sqlite3.Row
        row = dict(db.execute("SELECT * FROM contests WHERE id = ?", (contest_id,)).fetchone())
        own = [{"id": f"{prefix}{n:08}", "title": f"Contest of week {n}"} for n in range(copies)]
        rows = [row | one for one in own]
        names = ", ".join(f":{name}" for name in row)
        db.executemany(f"INSERT INTO contests VALUES ({names})", rows)
        return [one["id"] for one in rows]


def entered(path, contest_id, copies):
    """Store a contest's entrants and their snakes for copies of it, too."""
    with closing(path) as db:
        for number, copy in enumerate(copies, 1):
            given = {"contest": contest_id, "copy": copy, "more": number}
            db.execute(
                "INSERT INTO entrants (contest_id, user_id, joined_at, last_at, tries, "
                "best_score, best_submission, reached_ms, insider) SELECT :copy, user_id, "
                "joined_at, last_at, tries, best_score, best_submission + :more, reached_ms, "
                "insider FROM entrants WHERE contest_id = :contest",
                given,
            )
            db.execute(
                "INSERT INTO submissions (id, contest_id, entrant_id, at, number, score, words) "
                "SELECT s.id + :more, :copy, e.id, s.at, s.number, s.score, s.words "
                "FROM submissions s JOIN entrants e ON e.best_submission = s.id + :more "
                "WHERE s.contest_id = :contest AND e.contest_id = :copy",
                given,
            )


def played(path, guild_id, number, players):
    """Store an edition that `players` people have solved in a server."""
    given = {"count": players, "users": USERS, "number": number, "guild": guild_id}
    stored(
        path,
        given,
        f"{COUNTED} INSERT INTO daily_plays (number, user_id, live, started_at, progress, "
        "hints, tries, best_result, points, solved_at, best_ms, at_par) SELECT :number, "
        ":users + i, 1, '2040-06-13 09:00:00', '[]', '[]', 3, 4, i % 101, "
        "'2040-06-13 09:10:00', i * 7, 0 FROM n",
        "INSERT OR IGNORE INTO guilds (guild_id, time_zone, tier, policy, duels) "
        "VALUES (:guild, 'UTC', 'full', 'standard', 1)",
        "INSERT OR IGNORE INTO daily_guild_scores "
        "(play_id, guild_id, best_result, points, best_ms, at_par) "
        "SELECT id, :guild, best_result, points, best_ms, at_par FROM daily_plays "
        "WHERE number = :number AND user_id > :users",
    )


def trained(path, user_id, tries):
    """Give one person as many copies of their first training puzzle as are kept, with tries."""
    with closing(path) as db:
        found = db.execute("SELECT id FROM trainings WHERE user_id = ?", (user_id,))
        (training_id,) = found.fetchone()
        given = {"training": training_id, "count": MOST_KEPT, "id": USERS * 5, "tries": tries}
        db.execute(
            f"{COUNTED} INSERT INTO training_puzzles (training_id, number, puzzle, content, "
            'started_at, progress, hints, tries, ended_at, "end") SELECT training_id, i + 1, '
            "'met' || i, content, started_at, progress, hints, :tries, started_at, 'given up' "
            "FROM n, training_puzzles WHERE training_id = :training AND number = 1",
            given,
        )
        db.execute(
            f"{COUNTED} INSERT INTO training_tries (id, training_id, number, at, words) SELECT "
            ":id + number * 1000 + i, training_id, number, started_at, '[\"zzz\"]' FROM n, "
            "training_puzzles WHERE training_id = :training AND i <= :tries",
            given,
        )


def busy(path, contest_id, user_id, tries, number=1):
    """Store one person's `tries` snakes, as many practices and as many tries at an edition."""
    given = {"contest": contest_id, "user": user_id, "count": tries}
    given |= {"number": number, "id": USERS * 3 + number * 10**6}
    stored(
        path,
        given,
        "INSERT OR IGNORE INTO entrants (contest_id, user_id, joined_at, tries) "
        "SELECT id, :user, opens_at, 0 FROM contests WHERE id = :contest",
        f"{COUNTED} INSERT INTO submissions (id, contest_id, entrant_id, at, number, score, "
        "words) SELECT :id + i, :contest, e.id, opens_at, i, i % 15, words FROM n, contests c "
        "JOIN entrants e ON e.contest_id = c.id AND user_id = :user WHERE c.id = :contest",
        "UPDATE entrants SET tries = :count, best_score = 14, best_submission = :id + 14, "
        "reached_ms = 1 WHERE contest_id = :contest AND user_id = :user",
        "INSERT OR IGNORE INTO practices (id, contest_id, user_id, started_at, ends_at) "
        "SELECT :id, id, :user, opens_at, closes_at FROM contests WHERE id = :contest",
        f"{COUNTED} INSERT INTO practice_tries (id, practice_id, at, score, words) "
        "SELECT :id + i, (SELECT max(id) FROM practices WHERE user_id = :user "
        "AND contest_id = :contest), opens_at, i % 15, words FROM n, contests "
        "WHERE contests.id = :contest",
        "INSERT INTO daily_plays (number, user_id, live, started_at, progress, hints, tries, "
        "at_par) VALUES (:number, :user, 1, '2026-05-04 12:00:00', '[]', '[]', :count, 0)",
        f"{COUNTED} INSERT INTO daily_tries (id, play_id, at, words) SELECT :id + i, "
        "(SELECT max(id) FROM daily_plays), '2026-05-04 12:00:00', words FROM n, contests "
        "WHERE contests.id = :contest",
    )


def stored(path, given, *statements):
    """Run several statements with the same values."""
    with closing(path) as db:
        for statement in statements:
            db.execute(statement, given)


@contextlib.contextmanager
def closing(path):
    """Yield a connection that commits and closes at the end."""
    with contextlib.closing(sqlite3.connect(path, timeout=PATIENCE)) as db, db:
        yield db
