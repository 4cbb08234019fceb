"""Settings: what is read, what is refused, and what is never shown."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from bot.config import ShardPlan, cores, read_settings
from bot.errors import BadSettings, DiscordUnreachable
from bot.ui.client import point_at
from tests.patience import PATIENCE

NAMES = (
    "DISCORD_TOKEN",
    "DISCORD_API_URL",
    "DATABASE_URL",
    "SOLVER_WORKERS",
    "SOLVER_TIMEOUT",
    "INTERACTION_BURST",
    "SHARDS",
    "LOG_FORMAT",
    "HEALTH_PORT",
)


@pytest.fixture(autouse=True)
def clean(monkeypatch):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("DISCORD_TOKEN_FILE", raising=False)


def test_everything_has_a_default():
    settings = read_settings()
    assert settings.discord_token is None
    assert settings.discord_api_url is None
    assert settings.database.drivername == "sqlite+aiosqlite"
    assert settings.database.database.endswith("bot.sqlite3")
    assert settings.solver_workers == cores() >= 1
    assert settings.solver_timeout == 30
    assert settings.interaction_burst == 10
    assert settings.shard_plan is None
    assert settings.log_format == "text"
    assert settings.health_address is None


def test_an_empty_variable_counts_as_absent(monkeypatch):
    for name in NAMES:
        monkeypatch.setenv(name, "")
    assert read_settings() == read_settings()
    assert read_settings().discord_token is None


def test_all_are_read(monkeypatch):
    api, database = "http://127.0.0.1:1/api/v10", "sqlite:////x/y.db"
    given = ("abc.def", api, database, "3", "12.5", "8", "0-3/8", "json", "80")
    for name, value in zip(NAMES, given, strict=True):
        monkeypatch.setenv(name, value)
    settings = read_settings()
    assert settings.discord_token.get_secret_value() == "abc.def"
    assert str(settings.discord_api_url) == "http://127.0.0.1:1/api/v10"
    assert settings.database.render_as_string() == "sqlite+aiosqlite:////x/y.db"
    assert (settings.solver_workers, settings.solver_timeout) == (3, 12.5)
    assert settings.interaction_burst == 8
    assert settings.shard_plan == ShardPlan(range(4), 8)
    assert settings.log_format == "json"
    assert settings.health_address == ("127.0.0.1", 80)


@pytest.mark.parametrize(
    ("given", "plan"),
    [
        ("auto", None),
        ("4", ShardPlan(range(4), 4)),
        ("4-7/8", ShardPlan(range(4, 8), 8)),
        ("2/3", ShardPlan(range(2, 3), 3)),
    ],
)
def test_which_shards(monkeypatch, given, plan):
    monkeypatch.setenv("SHARDS", given)
    assert read_settings().shard_plan == plan


@pytest.mark.parametrize(
    ("given", "address"),
    [("8080", ("127.0.0.1", 8080)), ("0.0.0.0:99", ("0.0.0.0", 99)), ("[::]:1", ("::", 1))],
)
def test_a_health_port_may_say_where_to_listen(monkeypatch, given, address):
    monkeypatch.setenv("HEALTH_PORT", given)
    assert read_settings().health_address == address


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_TOKEN", "two words"),
        ("DISCORD_TOKEN", "näh"),
        ("DISCORD_API_URL", "not a url"),
        ("DISCORD_API_URL", "ftp://example.org"),
        ("DATABASE_URL", "nonsense"),
        ("DATABASE_URL", "sqlite:///:memory:"),
        ("DATABASE_URL", "sqlite:///file::memory:?uri=true"),
        ("DATABASE_URL", "sqlite:///file:bot?mode=memory&cache=shared&uri=true"),
        ("DATABASE_URL", "mysql://user:geheim@host/db"),
        ("SOLVER_WORKERS", "0"),
        ("SHARDS", "0"),
        ("SHARDS", "all"),
        ("SHARDS", "0-8/8"),
        ("SHARDS", "3-2/8"),
        ("SOLVER_WORKERS", "many"),
        ("SOLVER_TIMEOUT", "-1"),
        ("SOLVER_TIMEOUT", "nan"),
        ("INTERACTION_BURST", "0"),
        ("LOG_FORMAT", "xml"),
        ("HEALTH_PORT", "70000"),
        ("HEALTH_PORT", "here"),
    ],
)
def test_a_bad_value_is_named_in_one_line(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings) as bad:
        read_settings()
    assert bad.value.message.startswith(name)
    assert "\n" not in bad.value.message
    if name in {"DISCORD_TOKEN", "DATABASE_URL"}:
        assert value not in bad.value.message


def test_the_token_is_never_shown(monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "very.secret")
    assert "secret" not in repr(read_settings())
    assert "secret" not in read_settings().model_dump_json()


def test_a_bad_value_stops_the_bot_with_one_line_and_status_2():
    bad = {"SOLVER_WORKERS": "none", "PATH": os.environ["PATH"]}
    run = subprocess.run(
        [sys.executable, "-m", "bot"],
        env=bad,
        capture_output=True,
        check=False,
        text=True,
        timeout=PATIENCE,
    )
    assert run.returncode == 2
    assert run.stdout == ""
    (line,) = run.stderr.splitlines()
    assert line.startswith("snakes-and-ladders: SOLVER_WORKERS “none”")


def test_the_token_may_be_in_a_file(monkeypatch, tmp_path):
    path = tmp_path / "token"
    path.write_text("Bot abc.def.ghi\n")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(path))
    settings = read_settings()
    assert settings.discord_token.get_secret_value() == "abc.def.ghi"
    assert "abc" not in repr(settings)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "DISCORD_TOKEN_FILE: the file cannot be read: No such file or directory"),
        (b" \n", "DISCORD_TOKEN_FILE: the file is empty; it has to hold the bot's token"),
        (b"\xff\xfe", "DISCORD_TOKEN_FILE: is not the name of a file with a bot's token"),
        (b"a secret", "DISCORD_TOKEN: does not look like a bot's token"),
    ],
)
def test_a_file_without_a_token_is_refused_in_words(monkeypatch, tmp_path, content, complaint):
    path = tmp_path / "token"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(path))
    with pytest.raises(BadSettings) as error:
        read_settings()
    assert error.value.message.startswith(complaint)
    assert "secret" not in error.value.message


def test_the_token_and_its_file_are_refused_together(monkeypatch, tmp_path):
    (tmp_path / "token").write_text("abc.def.ghi")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(tmp_path / "token"))
    monkeypatch.setenv("DISCORD_TOKEN", "jkl.mno.pqr")
    with pytest.raises(BadSettings) as error:
        read_settings()
    assert error.value.message == (
        "DISCORD_TOKEN: is set, and so is DISCORD_TOKEN_FILE; set one of them"
    )


def test_a_token_in_place_of_its_files_name_is_not_shown(monkeypatch):
    for token in ("abc.def.ghi", "abc\udcff"):
        monkeypatch.setenv("DISCORD_TOKEN_FILE", token)
        with pytest.raises(BadSettings) as error:
            read_settings()
        assert "abc" not in error.value.message


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
    with pytest.raises(DiscordUnreachable):
        await point_at(address)
    assert ("crosses the network in clear" in caplog.text) is warned


def refuse(*_, **__):
    raise TimeoutError
