"""The bot's settings, read once from the environment."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import platformdirs
from pydantic import (
    Field,
    HttpUrl,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.errors import BadSettings
from bot.logs import LogFormat
from bot.resources import (
    LEAST_MEMORY,
    MOST_MEMORY,
    MOST_WORKERS,
    cores,
    memory,
    puzzle_memory_for,
    workers_for,
)

APP_NAME = "snakes-and-ladders"
SECRETS = frozenset(
    {"DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DATABASE_URL", "SENTRY_DSN", "SOLVER_URL"}
)
"""Settings that are never shown: the URL may hold a password, and somebody may give the token in
place of its file's name."""


@dataclass(frozen=True, slots=True)
class ShardPlan:
    """The shards that one process connects, of all that the bot has."""

    ids: range
    count: int

    def has(self, guild_id: int) -> bool:
        """Return whether a server is of these shards."""
        return (guild_id >> 22) % self.count in self.ids


def default_database() -> str:
    """Return the URL of a SQLite file in the platform's data folder."""
    return f"sqlite+aiosqlite:///{Path(platformdirs.user_data_dir(APP_NAME)) / 'bot.sqlite3'}"


class Settings(BaseSettings):
    """The settings; `docs/hosting.md` explains each."""

    model_config = SettingsConfigDict(env_ignore_empty=True, frozen=True, extra="ignore")

    discord_token_file: SecretStr | None = None  # what is in the file
    discord_token: Annotated[SecretStr | None, Field(validate_default=True)] = None
    discord_api_url: HttpUrl | None = None
    database_url: str = Field(default_factory=default_database)
    solver_timeout: Annotated[float, Field(ge=1, le=600)] = 30.0
    solver_memory: Annotated[int, Field(ge=LEAST_MEMORY)] = Field(
        default_factory=lambda: puzzle_memory_for(memory())
    )
    solver_workers: Annotated[int, Field(ge=1, le=MOST_WORKERS)] = Field(
        default_factory=lambda known: workers_for(
            cores(), memory(), known.get("solver_memory", MOST_MEMORY)
        )
    )
    solver_url: SecretStr | None = None
    interaction_burst: Annotated[int, Field(ge=1, le=10_000)] = 10
    shards: str = "auto"
    log_format: LogFormat = "text"
    health_port: str | None = None
    sentry_dsn: SecretStr | None = None

    @field_validator("discord_token_file")
    @classmethod
    def _content(cls, value: SecretStr | None) -> SecretStr | None:
        if value is None:
            return None
        try:
            content = Path(value.get_secret_value()).read_text("utf-8").strip()
        except OSError as error:
            raise ValueError(f"the file cannot be read: {error.strerror}") from None
        except ValueError:  # not UTF-8, or a name that no file can have
            raise ValueError("is not the name of a file with a bot's token") from None
        if not content:
            raise ValueError("the file is empty; it has to hold the bot's token")
        return SecretStr(content)

    @field_validator("discord_token")
    @classmethod
    def _one_word(cls, value: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        in_file = info.data.get("discord_token_file")
        if value is not None and in_file is not None:
            raise ValueError("is set, and so is DISCORD_TOKEN_FILE; set one of them")
        value = value or in_file
        if value is None:
            return None
        stripped = value.get_secret_value().strip().removeprefix("Bot ")
        if not stripped or not stripped.isascii() or any(c.isspace() for c in stripped):
            raise ValueError("does not look like a bot's token: it has spaces or odd characters")
        return SecretStr(stripped)

    @field_validator("database_url")
    @classmethod
    def _database(cls, value: str) -> str:
        return read_database(value).render_as_string(hide_password=False)

    @field_validator("solver_url")
    @classmethod
    def _broker(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not re.match(r"(nats|tls)://[^/]", value.get_secret_value()):
            raise ValueError("is not an address such as nats://user:password@host:4222")
        return value

    @field_validator("shards")
    @classmethod
    def _shards(cls, value: str) -> str:
        read_shards(value)
        return value

    @field_validator("health_port")
    @classmethod
    def _address(cls, value: str | None) -> str | None:
        if value is not None:
            split_address(value)
        return value

    @property
    def database(self) -> URL:
        """The database's URL, parsed."""
        return make_url(self.database_url)

    @property
    def shard_plan(self) -> ShardPlan | None:
        """Which shards to connect; None: all that Discord recommends."""
        return read_shards(self.shards)

    @property
    def share_of_shards(self) -> float:
        """Which part of what Discord allows the bot this process may use."""
        plan = self.shard_plan
        return 1.0 if plan is None else len(plan.ids) / plan.count

    @property
    def health_address(self) -> tuple[str, int] | None:
        """Host and port of the health endpoint; None if there is none."""
        return None if self.health_port is None else split_address(self.health_port)


def read_shards(value: str) -> ShardPlan | None:
    """Read `auto` (None), a number of shards, or `first-last/number`. Raises ValueError."""
    if value == "auto":
        return None
    if re.fullmatch(r"[1-9][0-9]{0,4}", value):
        return ShardPlan(range(int(value)), int(value))
    if match := re.fullmatch(r"([0-9]{1,5})(?:-([0-9]{1,5}))?/([0-9]{1,5})", value):
        first, last, count = int(match[1]), int(match[2] or match[1]), int(match[3])
        if first <= last < count:
            return ShardPlan(range(first, last + 1), count)
    raise ValueError("is none of auto, a number such as 4, and some of them such as 0-3/8")


def read_database(value: str) -> URL:
    """Read a database's URL, and name the driver that is used; raises ValueError."""
    try:
        url = make_url(value)
    except ArgumentError:
        raise ValueError("is not a database URL such as sqlite:////data/bot.sqlite3") from None
    if url.get_backend_name() == "postgresql":
        if find_spec("psycopg") is None:
            raise ValueError("needs a driver: pip install -r requirements/postgres.lock")
        if not url.database:
            raise ValueError("has to name a database: postgresql://user:password@host/name")
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite":
        if not url.database or ":memory:" in url.database or "memory" in url.query.values():
            raise ValueError("has to name a file, such as sqlite:////data/bot.sqlite3")
        return url.set(drivername="sqlite+aiosqlite")
    raise ValueError("is of neither sqlite:////path/to/file nor postgresql://host/name")


def split_address(value: str) -> tuple[str, int]:
    """Split `port` or `host:port`; the default host is 127.0.0.1. Raises ValueError."""
    host, _, port = value.rpartition(":")
    if not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise ValueError("is neither a port such as 8080 nor an address such as 0.0.0.0:8080")
    return host.strip("[]") or "127.0.0.1", int(port)


def read_settings() -> Settings:
    """Read the environment; raise BadSettings with one line that names every mistake."""
    try:
        return Settings()
    except ValidationError as error:
        complaints = [
            _complaint(dict(item))
            for item in error.errors()
            if item["type"] != "default_factory_not_called"  # which follows from the others
        ]
        raise BadSettings("; ".join(complaints)) from None


def hide_secrets() -> None:
    """Take secrets out of the environment, so that no child process inherits them."""
    for name in list(os.environ):
        if name.upper() in SECRETS:
            del os.environ[name]


def _complaint(item: dict[str, object]) -> str:
    location = item["loc"]
    name = str(location[0]).upper() if isinstance(location, tuple) else ""
    message = str(item["msg"]).removeprefix("Value error, ")
    if message[1:2].islower():  # not an abbreviation
        message = message[0].lower() + message[1:]
    shown = "" if name in SECRETS else f" “{item['input']}”"
    return f"{name}{shown}: {message}"
