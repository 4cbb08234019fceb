"""The bot's settings: read from the environment here and nowhere else.

Quotes and spaces around a value are stripped. A value that cannot be used gives one sentence that
says what to write instead, and shows nothing that may be secret.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from bot.errors import BadSettings
from bot.logs import LogFormat, escape
from bot.resources import (
    LEAST_MEMORY,
    MOST_MEMORY,
    MOST_WORKERS,
    cores,
    memory,
    puzzle_memory_for,
    workers_for,
)

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

APP_NAME = "snakes-and-ladders"
LONGEST_SHOWN = 24
"""Longer values are not shown in errors: they may be a token in the wrong variable."""
TOKEN_BYTES = 4096
"""How much of a file with a token is read."""
PAIRS = ('""', "''", "``", "“”", "‘’", "«»")
UNSEEN_AROUND = "\ufeff\u200b\u200c\u200d\u200e\u200f\u2060\x00"
"""Invisible characters that copying leaves at the ends of a value and `str.strip` does not remove,
such as byte order marks."""
USERINFO = re.compile(r"([^\s:/?#@%]|%[0-9A-Fa-f]{2})*(:([^\s:/?#@%]|%[0-9A-Fa-f]{2})*)?")
ADDRESS = re.compile(
    r"([A-Za-z][A-Za-z0-9+.-]*)://(?:(.*)@)?"
    r"(\[[0-9A-Fa-f:.]+\]|[^\[\]:/?#\s]*)(?::([^/?#]*))?([/?#].*)?",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class ShardPlan:
    """The shards that one process connects, out of `count` in all."""

    ids: range
    count: int

    def has(self, guild_id: int) -> bool:
        """Return whether a server is on this process's shards."""
        return (guild_id >> 22) % self.count in self.ids


def default_database() -> URL:
    """Return the URL of a SQLite file in the platform's data folder; raises BadSettings."""
    import platformdirs  # noqa: PLC0415 - the health check does not need it

    try:
        folder = platformdirs.user_data_dir(APP_NAME)
    except RuntimeError:
        folder = "~"
    if folder.startswith("~"):  # older versions of platformdirs leave it so
        raise BadSettings(
            "DATABASE_URL is not set, and the bot's user has no home folder to keep the database "
            "in; name a file, such as sqlite:////data/bot.sqlite3"
        )
    return _sqlite(str(Path(folder, "bot.sqlite3").absolute()))


@dataclass(frozen=True)
class Settings:
    """The settings; `docs/hosting.md` explains each."""

    discord_token: str | None = field(default=None, repr=False)
    discord_api_url: str | None = None
    database: URL = field(default_factory=default_database, repr=False)
    solver_workers: int = 1
    solver_timeout: float = 30.0
    solver_memory: int = MOST_MEMORY
    solver_url: str | None = field(default=None, repr=False)
    interaction_burst: int = 10
    shard_plan: ShardPlan | None = None  # None: all that Discord recommends
    log_format: LogFormat = "text"
    health_address: tuple[str, int] | None = None
    sentry_dsn: str | None = field(default=None, repr=False)

    @property
    def share_of_shards(self) -> float:
        """This process's share of the bot's limits at Discord."""
        plan = self.shard_plan
        return 1.0 if plan is None else len(plan.ids) / plan.count


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Read all settings; raise BadSettings with one line that names every mistake."""
    found: dict[str, Any] = {}
    wrong: list[str] = []
    for name, setting in SETTINGS.items():
        try:
            value = _read(name, environ)
        except BadSettings as error:
            wrong.append(error.message)
            continue
        if value is not None and setting.field in found:
            wrong.append("DISCORD_TOKEN is set, and so is DISCORD_TOKEN_FILE; set one of them")
        elif value is not None:
            found[setting.field] = value
    if wrong:
        raise BadSettings("; ".join(wrong))
    most = memory()
    puzzle = found.setdefault("solver_memory", puzzle_memory_for(most))
    found.setdefault("solver_workers", workers_for(cores(), most, puzzle))
    return Settings(**found)


def read_log_format(environ: Mapping[str, str] = os.environ) -> LogFormat:
    """Read the log's format, before anything else; raises BadSettings."""
    style: LogFormat = _read("LOG_FORMAT", environ) or "text"
    return style


def read_health_address(environ: Mapping[str, str] = os.environ) -> tuple[str, int] | None:
    """Read only the address where the bot's health is served; raises BadSettings."""
    address: tuple[str, int] | None = _read("HEALTH_PORT", environ)
    return address


def misspelt(environ: Mapping[str, str] = os.environ) -> list[tuple[str, str]]:
    """Return variables that look like a misspelt setting, each with the setting meant."""
    from difflib import get_close_matches  # noqa: PLC0415

    names = {name.upper() for name in environ} - SETTINGS.keys()
    letters = {name.replace("_", ""): name for name in SETTINGS}
    shared = {name for name in names if name.startswith(_BEGINNINGS)}
    return [
        (name, letters[near[0]])
        for name in sorted(shared)
        if (near := get_close_matches(name.replace("_", ""), letters, 1, 0.8))
    ]


def hide_secrets() -> None:
    """Remove secrets from the environment, so that no child process inherits them."""
    for name in list(os.environ):
        if name.upper() in SETTINGS and SETTINGS[name.upper()].secret:
            del os.environ[name]


def _read(name: str, environ: Mapping[str, str]) -> Any:
    """Return a setting's value, None if it is empty or unset; raises BadSettings."""
    # In upper or lower case, because some shells and systems change it.
    given = environ.get(name) or next((v for k, v in environ.items() if k.upper() == name), "")
    value = bare(name, given)
    if not value:
        return None
    setting = SETTINGS[name]
    try:
        return setting.read(value)
    except ValueError as error:
        plain = len(value) <= LONGEST_SHOWN and "://" not in value and not setting.secret
        shown = f" “{escape(value)}”" if plain else ""
        raise BadSettings(f"{name}{shown} {error}") from None


def bare(name: str, value: str) -> str:
    """Return a value without quotes, spaces and `NAME=` that copying left around it."""
    while True:
        before = value
        value = value.strip().strip(UNSEEN_AROUND)
        if value[:1] + value[-1:] in PAIRS and len(value) > 1:
            value = value[1:-1]
        value = re.sub(rf"(?i)^(export\s+)?{name}\s*=", "", value)
        if value == before:
            return value


def _token(value: str) -> str:
    token = re.sub(r"(?i)^bot\s+", "", value)
    reset = "press Reset Token on the page Bot of your application and copy what it shows"
    if "/" in token or ":" in token:
        raise ValueError(f"is an address and not the bot's token; {reset}")
    if token.isdigit():
        raise ValueError(f"is a number such as the application's ID, not the bot's token; {reset}")
    if re.fullmatch("[0-9a-fA-F]{64}", token):
        raise ValueError(f"is the application's public key, not the bot's token; {reset}")
    if not re.fullmatch(r"[\w.=-]+", token, re.ASCII):
        raise ValueError(
            f"does not look like a bot's token: it has spaces or odd characters; {reset}"
        )
    if "." not in token:
        raise ValueError(
            "does not look like a bot's token, which has two dots; if it is the client secret, "
            f"{reset}"
        )
    return token


def _token_file(name: str) -> str:
    if not os.path.lexists(name) and re.fullmatch(r"[\w-]{20,}\.[\w-]+\.[\w-]{20,}", name):
        raise ValueError("is a token and not the name of a file; set DISCORD_TOKEN to it")
    if os.path.exists(name) and not (os.path.isfile(name) or os.path.isdir(name)):  # noqa: PTH110, PTH112, PTH113 - it may be no name
        raise ValueError("is a pipe or a device; name a file that holds the token")
    try:
        with Path(name).open("rb") as file:
            content = file.read(TOKEN_BYTES)
    except OSError as error:
        raise ValueError(
            f"names a file that cannot be read: {error.strerror}; name one that holds the token, "
            "and let the bot's user read it"
        ) from None
    except ValueError:  # a name that no file can have
        raise ValueError("is not the name of a file with a bot's token") from None
    try:
        token = bare("DISCORD_TOKEN", content.decode("utf-8"))
    except UnicodeDecodeError:
        raise ValueError("names a file that is not UTF-8 text; write the token again") from None
    if not token:
        raise ValueError("names an empty file; it has to hold the bot's token")
    return _token(token)


class Address(NamedTuple):
    """The parts of an address; missing parts are None or empty."""

    scheme: str
    userinfo: str | None
    host: str
    port: str | None
    rest: str


def split_url(value: str, example: str) -> Address:
    """Split an address so that no part can be mistaken for another; raises ValueError."""
    match = ADDRESS.fullmatch(value)
    if match is None:
        raise ValueError(f"is not an address such as {example}")
    scheme, userinfo, host, port, rest = match.groups()
    if userinfo is not None and not USERINFO.fullmatch(userinfo):
        raise ValueError(
            "has a user or password with a character that means something else there; "
            "percent-encode it: @ as %40, / as %2F, : as %3A, # as %23, ? as %3F, % as %25, "
            "a space as %20"
        )
    if port is not None and not _is_port(port):
        raise ValueError(f"has a port that is not a number from 1 to 65535; write {example}")
    return Address(scheme.lower(), userinfo, host, port, rest or "")


def _is_port(text: str, least: int = 1) -> bool:
    return bool(re.fullmatch("[0-9]{1,5}", text)) and least <= int(text) <= 65535


def _api(value: str) -> str:
    example = "https://discord.example/api/v10"
    address = split_url(value, example)
    if address.scheme not in {"http", "https"} or not address.host or re.search("[?#]", value):
        raise ValueError(f"is not an address such as {example}")
    if address.userinfo is not None:
        raise ValueError(
            "has a user or password, which is not sent beside the bot's token; leave out all "
            "before the @, and name a proxy in HTTPS_PROXY"
        )
    return value


def read_database(value: str) -> URL:
    """Read a database's URL, and add the driver to it; raises ValueError."""
    value = bare("DATABASE_URL", value)
    scheme, _, rest = value.partition(":")
    backend = scheme.lower().partition("+")[0]
    if backend == "sqlite":
        return _sqlite_file(rest)
    if backend in {"postgres", "postgresql"} and rest.startswith("//"):
        return _postgresql(f"postgresql:{rest}")
    raise ValueError("must be sqlite:////path/to/file or postgresql://user:password@host/name")


def _sqlite_file(rest: str) -> URL:
    """Read the part after `sqlite:`; ValueError explains paths that would not be the file meant."""
    whole = "write the whole path after sqlite:///, so four slashes: sqlite:////data/bot.sqlite3"
    if not rest.startswith("///"):
        raise ValueError(f"has too few slashes; {whole}")
    path = rest[3:]
    if not path or "?" in path or "%00" in path or "memory" in path.lower().split(":"):
        raise ValueError(f"has to name a file, without options; {whole}")
    if sys.platform != "win32" and re.match(r"/*[A-Za-z]:[\\/]|[^/]*\\", path):
        raise ValueError(f"is a path of Windows, and this system is another; {whole}")
    if re.match(r"/*[~$%]", path):
        raise ValueError(f"has a ~, $ or % that nothing replaces here; {whole}")
    if path.endswith(("/", "/.", "/..")):
        raise ValueError(f"names a folder; add the file's name; {whole}")
    first = path.partition("/")[0]
    if first and first != path and Path("/", first).is_dir() and not Path(first).exists():
        raise ValueError(f"begins in the folder that the bot is started in; {whole}")
    try:
        return _sqlite(os.path.abspath(unquote(re.sub("^/+", "/", path))))  # noqa: PTH100 - links stay
    except OSError:
        raise ValueError(f"begins in a folder that is gone; {whole}") from None


def _sqlite(path: str) -> URL:
    from sqlalchemy.engine import URL  # noqa: PLC0415

    return URL.create("sqlite+aiosqlite", database=path)


def _postgresql(value: str) -> URL:
    # Imported here, because the health check does not need it.
    from importlib.util import find_spec  # noqa: PLC0415

    from sqlalchemy.engine import make_url  # noqa: PLC0415
    from sqlalchemy.exc import ArgumentError  # noqa: PLC0415

    example = "postgresql://user:password@host/name"
    address = split_url(value, example)
    path, _, query = address.rest.partition("?")
    if not re.fullmatch("/[^/#]+", path):
        raise ValueError(f"has to name a database: {example}")
    if not all(re.fullmatch("[a-z_]+=[^#]*", option) for option in query.split("&") if query):
        raise ValueError(f"has options that are unlike ?sslmode=verify-full; write {example}")
    if find_spec("psycopg") is None:
        raise ValueError(
            "needs a driver: pip install --require-hashes -r requirements/postgres.lock"
        )
    url = make_url(value).set(drivername="postgresql+psycopg")
    try:
        url.get_dialect()().create_connect_args(url)
    except (ArgumentError, ValueError):
        raise ValueError(
            "has another number of hosts than of ports; write ?host=one:5432&host=two:5432"
        ) from None
    return url


def _broker(value: str) -> str:
    example = "nats://user:password@host:4222"
    match = re.fullmatch(r"(?i)(nats|tls)://([^:/?#@%\s]+(:[^:/?#@%\s]+)?@)?([^@]+)", value)
    address = match and split_url(f"nats://{match[4]}", example)
    if not address or not address.host or address.rest.strip("/"):
        raise ValueError(
            f"is not an address such as {example}; its password may have only letters and digits"
        )
    return value


def _dsn(value: str) -> str:
    example = "https://key@sentry.example/1"
    if not re.fullmatch(
        r"(?i)https?://[^\s:/?#@]+(:[^\s:/?#@]*)?@[^\s/?#@]+(/[^\s/?#@]+)*/\d+", value
    ):
        raise ValueError(f"is not a project's address such as {example}")
    split_url(value, example)
    return value


def _whole(least: int, most: int, of: str, value: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", value) or not least <= int(value) <= most:
        raise ValueError(f"is not a whole number{of} from {least} to {most:,}")
    return int(value)


def _seconds(value: str) -> float:
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]*)?", value) or not 1 <= float(value) <= 600:
        raise ValueError("is not a number of seconds from 1 to 600, such as 30")
    return float(value)


def _style(value: str) -> str:
    if value.lower() not in {"text", "json"}:
        raise ValueError("must be text or json")
    return value.lower()


def read_shards(value: str) -> ShardPlan | None:
    """Read `auto` (None), a number of shards, or `first-last/number`. Raises ValueError."""
    value = re.sub(r"\s", "", value)
    if value.lower() == "auto":
        return None
    if re.fullmatch(r"[1-9][0-9]{0,4}", value):
        return ShardPlan(range(int(value)), int(value))
    if match := re.fullmatch(r"([0-9]{1,5})(?:-([0-9]{1,5}))?/([0-9]{1,5})", value):
        first, last, count = int(match[1]), int(match[2] or match[1]), int(match[3])
        if first <= last < count:
            return ShardPlan(range(first, last + 1), count)
    raise ValueError(
        "must be auto, a number such as 4, or a range of them, counted from 0, such as 0-3/8"
    )


def split_address(value: str) -> tuple[str, int]:
    """Split `port` or `host:port`; the default host is 127.0.0.1. Raises ValueError."""
    host, _, port = value.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not _is_port(port, least=0) or not re.fullmatch(r"[\w.:-]*", host, re.ASCII):
        raise ValueError("must be a port such as 8080 or an address such as 0.0.0.0:8080")
    if host.isdigit():
        raise ValueError("has two ports; write one of them, or 0.0.0.0:8080 for all addresses")
    try:
        host.encode("idna")
    except UnicodeError:
        raise ValueError("is not a machine's address; write one such as 0.0.0.0:8080") from None
    return host or "127.0.0.1", int(port)


class Setting(NamedTuple):
    """The field of `Settings` that a variable sets, and how it is read."""

    field: str
    read: Callable[[str], Any]
    secret: bool = False  # never shown: it may hold a password or the token


SETTINGS = {
    "DISCORD_TOKEN": Setting("discord_token", _token, secret=True),
    "DISCORD_TOKEN_FILE": Setting("discord_token", _token_file, secret=True),
    "DISCORD_API_URL": Setting("discord_api_url", _api, secret=True),
    "DATABASE_URL": Setting("database", read_database, secret=True),
    "SOLVER_WORKERS": Setting("solver_workers", partial(_whole, 1, MOST_WORKERS, "")),
    "SOLVER_TIMEOUT": Setting("solver_timeout", _seconds),
    "SOLVER_MEMORY": Setting("solver_memory", partial(_whole, LEAST_MEMORY, 1 << 20, " of MiB")),
    "SOLVER_URL": Setting("solver_url", _broker, secret=True),
    "INTERACTION_BURST": Setting("interaction_burst", partial(_whole, 1, 10_000, "")),
    "LOG_FORMAT": Setting("log_format", _style),
    "SHARDS": Setting("shard_plan", read_shards),
    "HEALTH_PORT": Setting("health_address", split_address),
    "SENTRY_DSN": Setting("sentry_dsn", _dsn, secret=True),
}
"""Every variable, in the order of the README's table."""
_BEGINNINGS = tuple({name[:4] for name in SETTINGS})
