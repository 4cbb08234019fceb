"""Settings: which values are read, refused, and never shown."""

import json
import os
import subprocess
import sys
from dataclasses import fields

import pytest
from sqlalchemy.engine import make_url

from bot.config import SETTINGS, Settings, ShardPlan, bare, cores, misspelt, read_settings
from bot.errors import BadSettings, DiscordUnreachable
from bot.ui.client import point_at
from tests.bot.refusing import check_refused
from tests.bot.running import python
from tests.patience import PATIENCE

TOKEN = "abc.def.ghi"


def refused(name, value):
    """Return the error about an unusable value."""
    with pytest.raises(BadSettings) as error:
        read_settings({name: value})
    message = error.value.message
    assert message.startswith(name)
    assert "\n" not in message
    return message


def test_everything_has_a_default():
    settings = read_settings({})
    assert settings.discord_token is None
    assert settings.discord_api_url is None
    assert settings.database.drivername == "sqlite+aiosqlite"
    assert settings.database.database.endswith("/bot.sqlite3")
    assert settings.solver_workers == cores() >= 1
    assert settings.solver_timeout == 30
    assert settings.interaction_burst == 10
    assert settings.shard_plan is None
    assert settings.log_format == "text"
    assert settings.health_address is None


def test_every_field_is_read():
    assert {one.name for one in fields(Settings)} == {one.field for one in SETTINGS.values()}


@pytest.mark.parametrize("empty", ["", "  ", '""', "\ufeff\n"])
def test_an_empty_variable_counts_as_absent(empty):
    assert read_settings(dict.fromkeys(SETTINGS, empty)) == read_settings({})


def test_all_are_read():
    settings = read_settings(
        {
            "discord_token": "abc.def",  # in any case
            "DISCORD_API_URL": "http://127.0.0.1:1/api/v10",
            "DATABASE_URL": "sqlite:////x/y.db",
            "SOLVER_WORKERS": "3",
            "SOLVER_TIMEOUT": "12.5",
            "SOLVER_MEMORY": "96",
            "SOLVER_URL": "nats://bot:1Ab@[::1]:4222",
            "INTERACTION_BURST": "8",
            "SHARDS": "0-3/8",
            "LOG_FORMAT": "JSON",
            "HEALTH_PORT": "80",
            "SENTRY_DSN": "https://key@sentry.example/path/12",
        }
    )
    assert settings.discord_token == "abc.def"
    assert settings.discord_api_url == "http://127.0.0.1:1/api/v10"
    assert settings.database.render_as_string() == "sqlite+aiosqlite:////x/y.db"
    assert (settings.solver_workers, settings.solver_timeout) == (3, 12.5)
    assert (settings.solver_memory, settings.solver_url) == (96, "nats://bot:1Ab@[::1]:4222")
    assert settings.interaction_burst == 8
    assert settings.shard_plan == ShardPlan(range(4), 8)
    assert settings.log_format == "json"
    assert settings.health_address == ("127.0.0.1", 80)
    assert settings.sentry_dsn == "https://key@sentry.example/path/12"


@pytest.mark.parametrize(
    "around",
    ["{}", " {}\n", '"{}"', "'{}'\r\n", "“{}”", "\ufeff{}", "N={}", 'export n = "{}"', '"N={}"'],
)
def test_what_copying_leaves_around_a_value_is_stripped(around):
    for value in (TOKEN, "sqlite:////a b/c", "a=b"):
        assert bare("N", around.format(value)) == value
    assert bare("N", '"N"') == "N"
    for name, value in (("DISCORD_TOKEN", f"Bot {TOKEN}"), ("SHARDS", "0 - 3 / 8")):
        given = around.replace("N=", f"{name}=").replace("n =", f"{name} =").format(value)
        settings = read_settings({name: given})
        assert settings.discord_token == TOKEN or settings.shard_plan == ShardPlan(range(4), 8)


@pytest.mark.parametrize(
    ("given", "plan"),
    [
        ("auto", None),
        ("4", ShardPlan(range(4), 4)),
        ("4-7/8", ShardPlan(range(4, 8), 8)),
        ("2/3", ShardPlan(range(2, 3), 3)),
    ],
)
def test_which_shards(given, plan):
    assert read_settings({"SHARDS": given}).shard_plan == plan


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("8080", ("127.0.0.1", 8080)),
        ("0.0.0.0:99", ("0.0.0.0", 99)),
        ("[::]:1", ("::", 1)),
        ("::1:80", ("::1", 80)),
        ("localhost:80", ("localhost", 80)),
    ],
)
def test_a_health_port_may_say_where_to_listen(given, address):
    assert read_settings({"HEALTH_PORT": given}).health_address == address


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("postgres://bot:p%40ss@host/name", "postgresql+psycopg://bot:p%40ss@host/name"),
        ("PostgreSQL+asyncpg://bot@[::1]:1/n", "postgresql+psycopg://bot@[::1]:1/n"),
        ("postgresql:///n?host=/run/x", "postgresql+psycopg:///n?host=%2Frun%2Fx"),
        ("postgresql://h1,h2/n?a=b=c", "postgresql+psycopg://h1,h2/n?a=b%3Dc"),
        ("sqlite+pysqlite://///a/b", "sqlite+aiosqlite:////a/b"),
        ("sqlite:////a/b c%20d#e", "sqlite+aiosqlite:////a/b%20c%20d%23e"),
    ],
)
def test_which_database(given, read):
    url = read_settings({"DATABASE_URL": given}).database
    assert url == make_url(read)


def test_a_relative_path_is_of_the_folder_that_the_bot_is_started_in(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert read_settings({"DATABASE_URL": "sqlite:///tmp.db"}).database.database == (
        f"{tmp_path}/tmp.db"
    )
    # Without one of its slashes it would be another database, an empty one.
    assert "so four slashes" in refused("DATABASE_URL", "sqlite:///tmp/bot.db")
    (tmp_path / "tmp").mkdir()
    assert read_settings({"DATABASE_URL": "sqlite:///tmp/bot.db"}).database.database == (
        f"{tmp_path}/tmp/bot.db"
    )


FOUR, ENCODE = "so four slashes", "percent-encode it: @ as %40"
EITHER = "must be sqlite:////path/to/file or postgresql://"


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("geheim", EITHER),
        ("/geheim/bot.sqlite3", EITHER),
        ("mysql://bot:geheim@host/name", EITHER),
        ("host=h dbname=n password=geheim", EITHER),
        ("postgresql:bot:geheim", EITHER),
        ("sqlite://geheim/bot.sqlite3", FOUR),
        ("sqlite:/geheim/bot.sqlite3", FOUR),
        ("sqlite://geheim", FOUR),
        ("sqlite:///", FOUR),
        ("sqlite:///:memory:", FOUR),
        ("sqlite:///file::memory:?uri=true", FOUR),
        ("sqlite:///file:geheim?mode=memory&cache=shared&uri=true", FOUR),
        ("sqlite:////geheim/", FOUR),
        ("sqlite:///~/geheim", FOUR),
        ("sqlite:////$HOME/geheim", FOUR),
        ("sqlite:///usr/geheim", FOUR),
        ("sqlite:///C:/geheim", "is a path of Windows"),
        (r"sqlite:///C:\geheim", "is a path of Windows"),
        (r"sqlite:////c:\geheim", "is a path of Windows"),
        *((f"postgresql://bot:ge{sign}heim@host/name", ENCODE) for sign in "@/:#?% "),
        ("postgresql://bot:ge/heim@w:geheim@host/name", ENCODE),
        ("postgresql://bot@corp:geheim@host/name", ENCODE),
        ("postgresql://bot:geheim/host/name", "has a port that is not a number"),
        ("postgresql://host:99999/geheim", "has a port that is not a number"),
        ("postgresql://geheim", "has to name a database"),
        ("postgresql://", "has to name a database"),
        ("postgresql://host/geheim/name", "has to name a database"),
        ("postgresql://host/name?geheim", "has options that are unlike"),
        ("postgresql://host/name?host=geheim&port=1&port=2", "hosts than of ports; write ?host="),
        ("postgresql://[geheim/name", "is not an address such as"),
    ],
)
def test_each_slip_in_the_databases_url_is_a_sentence_without_any_of_it(value, sentence):
    message = refused("DATABASE_URL", value)
    assert sentence in message
    assert "heim" not in message


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("DISCORD_TOKEN", "geheim geheim", "has spaces or odd characters"),
        ("DISCORD_TOKEN", "n\u00e4h.geheim.x", "has spaces or odd characters"),
        ("DISCORD_TOKEN", '"geheim.geheim', "has spaces or odd characters"),
        ("DISCORD_TOKEN", "geheimGeheim_geheim-geheimGeheim", "if it is the client secret"),
        ("DISCORD_TOKEN", "123456789012345678", "a number such as the application's ID"),
        ("DISCORD_TOKEN", "0a" * 32, "the application's public key"),
        ("DISCORD_TOKEN", "https://discord.com/oauth2?client_id=geheim", "is an address"),
        ("DISCORD_TOKEN_FILE", f"{'geheim' * 4}.geheim.{'geheim' * 5}", "set DISCORD_TOKEN to it"),
        ("DISCORD_API_URL", "geheim", "is not an address such as https://"),
        ("DISCORD_API_URL", "ftp://geheim.example", "is not an address such as https://"),
        ("DISCORD_API_URL", "https://geheim.example/?a=b", "is not an address such as https://"),
        ("DISCORD_API_URL", "https:///geheim", "is not an address such as https://"),
        ("DISCORD_API_URL", "https://u:geheim@host/api", "has a user or password"),
        ("DISCORD_API_URL", "https://u:ge/heim@host/api", ENCODE),
        ("DISCORD_API_URL", "http://host:geheim/api", "has a port that is not a number"),
        ("SOLVER_URL", "geheim:4222", "is not an address such as nats://"),
        ("SOLVER_URL", "http://u:geheim@host", "is not an address such as nats://"),
        ("SOLVER_URL", "nats://u:ge/heim@host:4222", "only letters and digits"),
        ("SOLVER_URL", "nats://u:ge%40heim@host:4222", "only letters and digits"),
        ("SOLVER_URL", "nats://u:geheim@host:0", "has a port that is not a number"),
        ("SOLVER_URL", "nats://:4222", "is not an address such as nats://"),
        ("SENTRY_DSN", "geheim", "is not a project's address"),
        ("SENTRY_DSN", "https://k@sentry.example:abc/1", "has a port that is not a number"),
        ("HEALTH_PORT", "..:80", "is not a machine's address"),
        ("HEALTH_PORT", "8080:8080", "has two ports"),
        ("SENTRY_DSN", "https://sentry.example/1", "is not a project's address"),
        ("SENTRY_DSN", "https://geheim@sentry.example", "is not a project's address"),
        *(("SOLVER_WORKERS", n, "from 1 to 64") for n in ("0", "65", "two", "2.0", "auto", "٣")),
        *(("SOLVER_TIMEOUT", n, "from 1 to 600") for n in ("-1", "0", "601", "nan", "inf", "30s")),
        *(("SOLVER_MEMORY", n, "from 96 to") for n in ("95", "1g", "9" * 20)),
        ("INTERACTION_BURST", "0", "from 1 to 10,000"),
        *(("SHARDS", n, "must be auto") for n in ("0", "all", "0-8/8", "3-2/8", "8/8", "1,2", "x")),
        ("LOG_FORMAT", "xml", "must be text or json"),
        *(
            ("HEALTH_PORT", n, "must be a port")
            for n in ("70000", "here", "http://a:80", "::", "²")
        ),
    ],
)
def test_a_bad_value_is_named_in_one_line_that_says_the_mend(name, value, sentence):
    message = refused(name, value)
    assert sentence in message
    if SETTINGS[name].secret:
        assert value not in message
        assert "heim" not in message
    elif len(value) < 20 and "://" not in value:
        assert message.startswith(f"{name} “{value}” ")


def test_all_mistakes_are_named_at_once():
    with pytest.raises(BadSettings) as error:
        read_settings({"SOLVER_WORKERS": "a\nb", "SHARDS": "geheim" * 10})
    assert error.value.message == (
        "SOLVER_WORKERS “a\\nb” is not a whole number from 1 to 64; SHARDS must be auto, a "
        "number such as 4, or a range of them, counted from 0, such as 0-3/8"
    )


def test_names_that_are_nearly_a_setting_are_noticed():
    given = ["DISCORD_BOT_TOKEN", "DISCORDTOKEN", "solver_worker", "DATABASE_URI", "SHARDS"]
    assert dict(misspelt(dict.fromkeys([*given, "LOGNAME", "LOG_LEVEL", "SHELL", "PATH"]))) == {
        "DISCORD_BOT_TOKEN": "DISCORD_TOKEN",
        "DISCORDTOKEN": "DISCORD_TOKEN",
        "SOLVER_WORKER": "SOLVER_WORKERS",
        "DATABASE_URI": "DATABASE_URL",
    }


def test_secrets_are_never_shown():
    given = {"DISCORD_TOKEN": "very.secret", "DATABASE_URL": "postgresql://bot:secret@host/name"}
    given |= {"SOLVER_URL": "nats://bot:secret@host", "SENTRY_DSN": "https://secret@host/1"}
    assert "secret" not in repr(read_settings(given))


def test_no_home_folder_is_said_and_no_folder_called_tilde_is_made(monkeypatch):
    """A user unknown to the system has none: `docker run --user 12345`."""
    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    with pytest.raises(BadSettings, match="has no home folder"):
        read_settings({})


def start(*arguments, **settings):
    """Run a program of the bot that fails to start; return its output lines."""
    run = python("-m", *arguments, env={"PATH": os.environ["PATH"]} | settings)
    assert (run.returncode, run.stdout) == (2, "")
    return run.stderr.splitlines()


def test_a_bad_value_stops_the_bot_with_one_line_and_status_2():
    assert start("bot", SOLVER_WORKERS="none") == [
        "snakes-and-ladders: SOLVER_WORKERS “none” is not a whole number from 1 to 64"
    ]


def test_with_json_each_line_of_such_a_start_is_an_object():
    given = {"LOG_FORMAT": "json", "SOLVER_WORKER": "1", "PYTHONWARNINGS": "always"}
    lines = [*map(json.loads, start("bot.solving.serve", "--workers", "0", **given))]
    assert [(line["level"], line["message"]) for line in lines] == [
        ("warning", "SOLVER_WORKER is set, which nothing reads; is SOLVER_WORKERS meant?"),
        ("critical", "SOLVER_WORKERS “0” is not a whole number from 1 to 64"),
    ]


@pytest.mark.parametrize("closed", ["<&- >&- 2>&-", "2>&1 >&- | true"])
def test_a_start_without_standard_streams_ends_as_any_other(closed):
    """Otherwise standard error's output would go into the file that is opened next."""
    line = f'set -o pipefail; SOLVER_WORKERS=none "{sys.executable}" -m bot {closed}'
    run = subprocess.run(["bash", "-c", line], capture_output=True, check=False, timeout=PATIENCE)
    assert (run.returncode, run.stdout + run.stderr) == (2, b"")


def test_too_few_files_and_a_missing_library_end_a_start_in_a_line(tmp_path):
    line = f'ulimit -n 100; exec "{sys.executable}" -m bot'
    run = subprocess.run(["bash", "-c", line], capture_output=True, check=False, text=True)
    assert run.returncode == 1
    assert run.stderr.startswith("snakes-and-ladders: The bot may have only 100 files open; let ")
    assert run.stderr.count("\n") == 1
    (tmp_path / "platformdirs.py").write_text("import no_such_library")
    (said,) = start("bot", PYTHONPATH=str(tmp_path))
    assert "A library cannot be loaded (No module named 'no_such_library'). `make setup`" in said


def test_the_urls_of_a_move_are_read_as_the_setting_is():
    (line,) = start("bot", "move-database", "sqlite:////a/b", "postgres://bot:ge/heim@host/name")
    assert ENCODE in line
    assert "heim" not in line


def test_the_token_may_be_in_a_file(tmp_path):
    path = tmp_path / "token"
    for content in (f"Bot {TOKEN}\n", f'DISCORD_TOKEN="{TOKEN}"', f"\ufeff{TOKEN}\r\n"):
        path.write_text(content, "utf-8")
        settings = read_settings({"DISCORD_TOKEN_FILE": f'"{path}"'})
        assert settings.discord_token == TOKEN


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "names a file that cannot be read: No such file or directory; name one"),
        ("a folder", "names a file that cannot be read: Is a directory; name one"),
        ("a pipe", "is a pipe or a device; name a file"),
        (b" \n", "names an empty file; it has to hold the bot's token"),
        (b"\xff\xfe", "names a file that is not UTF-8 text"),
        (b"a secret", "does not look like a bot's token"),
        (b"secret" * 6, "does not look like a bot's token"),
    ],
)
def test_a_file_without_a_token_is_refused_in_words(tmp_path, content, complaint):
    path = tmp_path / "token"
    if content == "a folder":
        path.mkdir()
    elif content == "a pipe":
        os.mkfifo(path)
    elif content is not None:
        path.write_bytes(content)
    message = refused("DISCORD_TOKEN_FILE", str(path))
    assert message.startswith(f"DISCORD_TOKEN_FILE {complaint}")
    assert "secret" not in message.partition("if it is the client secret")[0]


def test_the_token_and_its_file_are_refused_together(tmp_path):
    (tmp_path / "token").write_text(TOKEN)
    with pytest.raises(BadSettings) as error:
        read_settings(
            {"DISCORD_TOKEN_FILE": str(tmp_path / "token"), "DISCORD_TOKEN": "jkl.mno.pqr"}
        )
    assert error.value.message == (
        "DISCORD_TOKEN is set, and so is DISCORD_TOKEN_FILE; set one of them"
    )


def test_a_token_in_place_of_its_files_name_is_not_shown():
    for token in ("abc.def.ghi", "abc\udcff", "abc" * 200, "abc\0"):
        assert "abc" not in refused("DISCORD_TOKEN_FILE", token)


@pytest.mark.parametrize(
    ("address", "warned"),
    [
        ("http://192.0.2.1/api", True),
        ("http://discord.example", True),
        ("https://discord.example", False),
        ("http://127.0.0.1:1", False),
        ("http://[::1]:1", False),
        ("http://localhost:1/api/v10", False),
    ],
)
async def test_an_address_that_gives_the_token_away_is_warned_of(
    monkeypatch, caplog, address, warned
):
    monkeypatch.setattr("aiohttp.ClientSession.get", refuse)
    await check_refused(point_at(address), DiscordUnreachable)
    assert ("crosses the network in clear" in caplog.text) is warned


def refuse(*_, **__):
    raise TimeoutError
