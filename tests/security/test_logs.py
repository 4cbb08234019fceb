"""Nothing that people type gets into the log, and every log line is the bot's own."""

import asyncio
import contextlib
import json
import logging
import os
import re
import sys
import unicodedata

import aiohttp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.logs import OURS, JsonFormatter, TextFormatter, describe, set_up_logging, trace
from bot.ui import registry
from bot.ui.forms import Form
from playground.errors import Refused
from playground.validation.modals import fields_of
from tests.bot import racing
from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.hosting import WORDS
from tests.bot.organising import confirmed, drafted, managed
from tests.bot.playing_dailies import WRITE
from tests.bot.solving import jobs
from tests.patience import PATIENCE

ROOM = "contests"
MARK = "zqxjkv"
FORGED = f"{MARK}\n12:00:00 ERROR   [-] bot: \x1b[31m\u202e{MARK}"
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, ATTACHMENT = 3, 4, 5, 6, 7, 8, 11
TEXT_INPUT = 4
SETTINGS = {"solver_workers": 1, "solver_timeout": 5, "interaction_burst": 10_000}
BAD = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Categories of characters that are invisible, or do more than being visible."""


@pytest.fixture
def log(tmp_path, monkeypatch):
    """Collect everything that the process and its workers log: both formats, every level."""
    path = tmp_path / "log"
    root, before = logging.getLogger(), list(logging.getLogger().handlers)
    saved = os.dup(2)
    with path.open("w", errors="backslashreplace") as written:
        with monkeypatch.context() as patch:
            patch.setattr("sys.stderr", written)
            set_up_logging("json", logging.DEBUG)
            (as_json,) = root.handlers
            set_up_logging("text", logging.DEBUG)
        root.addHandler(as_json)
        os.dup2(written.fileno(), 2)  # the workers'
        yield path
        os.dup2(saved, 2)
        os.close(saved)
        root.handlers[:] = before
        for package in OURS:
            logging.getLogger(package).setLevel(logging.NOTSET)


class Typing:
    """Somebody who types MARK wherever they can."""

    def __init__(self, app):
        self.app = app
        self.person = app.person()
        self.forms = set()

    async def everything(self):
        """Run every command and menu, complete every option, send in every form that opens."""
        for entry in list(self.person.commands(ROOM).values()):
            for option in entry.options:
                if option.get("autocomplete"):
                    with contextlib.suppress(Refused):
                        await self.person.complete(entry.name, option["name"], MARK, ROOM)
            required = [option for option in entry.options if option.get("required")]
            for options in (required, entry.options):
                await self.run(entry.name, options)
        post = await self.person.write(f"cold {MARK} cord {FORGED}", ROOM)
        rival = racing.racer(self.app)
        menus = {"Check this snake or ladder": post, "Challenge to a duel": rival}
        for menu, on in menus.items():
            await self.answered(await self.person.use(menu, on, ROOM))

    async def run(self, name, options):
        values = {option["name"]: self.value(option) for option in options}
        with contextlib.suppress(Refused):
            await self.answered(await self.person.run(f"/{name}", ROOM, **values))

    def value(self, option):
        if option.get("choices"):
            return option["choices"][0]["value"]
        guild, world = self.app.harness.guild("Word House"), self.app.harness.world
        return {
            STRING: FORGED[: option.get("max_length", 100)],
            INTEGER: option.get("min_value", 1),
            BOOLEAN: True,
            USER: self.person.user,
            CHANNEL: world.channels[next(iter(guild.channels))],
            ROLE: next(iter(guild.roles.values())),
            ATTACHMENT: ("words.txt", f"{MARK}ab ab{MARK}".encode()),
        }[option["type"]]

    async def press(self, post, button):
        with contextlib.suppress(Refused):
            await self.answered(await self.person.press(post, button))

    async def answered(self, exchange, typed=FORGED):
        """Wait for the answer; send it in if it is a form, and press buttons that open forms."""
        client = self.app.client
        async with asyncio.timeout(PATIENCE):
            while exchange.interaction.callback is None and exchange.interaction.failure is None:
                await asyncio.sleep(0.002)
            while client.pending_replies:
                await asyncio.sleep(0.002)
        modal = exchange.interaction.modal
        if modal is not None:
            self.forms.add(modal["custom_id"])
            values = {
                field["custom_id"]: typed[: field.get("max_length", 4000)]
                for field, _ in fields_of(modal)
                if field["type"] == TEXT_INPUT
            }
            with contextlib.suppress(Refused):
                await self.answered(await self.person.submit(exchange, **values))


async def contest(typing):
    """Hold a contest whose title is MARK, and send in the forms of its draft and of a snake."""
    for button in ("Options", "People", "More", "Change"):
        preview = await drafted(typing.person, ROOM, Title=MARK, Words=" ".join(WORDS))
        await typing.press(preview, button)
    preview = await drafted(typing.person, ROOM, Title=MARK, Words=" ".join(WORDS), Lasts="9 days")
    post = await confirmed(typing.person, preview, ROOM)
    for button in ("Repeat weekly", "Save as template", "Change"):
        await typing.press(await managed(typing.person, MARK, ROOM), button)
    await typing.press(post, "Type")
    return post


async def daily(app, typing):
    """Play a daily puzzle by its form."""
    app.advance(days=1)
    await app.at_leisure()
    card = await (await typing.person.run("/daily play", ROOM)).reply()
    await typing.press(card, next(name for name in WRITE if name in card.buttons))


async def race(app, typing):
    """Race somebody, and write into the form on the typist's card."""
    other = racing.racer(app)
    post = await racing.begun(app, typing.person, racing.room(app), game="ladder")
    await racing.joined(other, post)
    card = await racing.started(app, typing.person, post)
    await typing.press(card, "Next word")
    post = await racing.begun(app, typing.person, racing.room(app), game="ladder", mode="together")
    await racing.joined(other, post)
    await typing.press(await racing.started(app, typing.person, post), "Remove somebody")


async def train(app, typing):
    """Train, and write into the form of the card."""
    await app.at_leisure()
    card = await (await typing.person.run("/train", ROOM, game="ladder")).reply()
    await typing.press(card, "Next word")


def unseen(text):
    return {char for char in text if unicodedata.category(char) in BAD and char != "\n"}


def assert_clean(path, *, says):
    """Check that the log has both formats and given texts, and nothing that was typed."""
    text = path.read_text("utf-8", errors="surrogateescape")
    for said in says:
        assert said in text, text[-3000:]
    assert MARK not in text.lower(), re.findall(rf"(?i).*{MARK}.*", text)[:3]
    assert unseen(text) == set()
    assert any(line.startswith("{") and json.loads(line) for line in text.splitlines())


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="module")
async def test_nothing_typed_is_logged(log, tmp_path, monkeypatch):
    """Covers every command, completion and form, when all is well and with all failures."""
    async with BotOnPlayground(tmp_path, **SETTINGS) as app:
        typing = Typing(app)
        post = await contest(typing)
        await daily(app, typing)
        await race(app, typing)
        await train(app, typing)
        await typing.everything()
        handlers = [item for item in registry.found() if isinstance(item, type)]
        unknown = {
            form.__name__
            for form in handlers
            if issubclass(form, Form)
            and form.__module__ != "bot.ui.play.old"  # they accept what newer ones do
            and not any(form.ids.template.fullmatch(one) for one in typing.forms)
        }
        assert unknown == set()
        assert_clean(log, says=["refused: ", "UnknownWord"])

        # Solvers that fail, with what they were given in the error.
        for solver in ("ladder.solve", "wordsnake.solve", "anigram.solve", "truncate.solve"):
            monkeypatch.setattr(f"solvers.{solver}", jobs.blabbing)
        lines = [f"/snake words:{MARK}ab ab{MARK}", "/ladder start:cat target:dog"]
        for line in lines:
            await typing.answered(await typing.person.run(line, ROOM))
        assert_clean(log, says=["failed: SolverFailed", "in the solver: ValueError", "jobs.py"])

        # Discord refuses the answers; bugs of ours.
        app.harness.fail("*/webhooks/*", 500, times=4)
        for line in lines:
            await typing.answered(await typing.person.run(line, ROOM))
        with monkeypatch.context() as patch:
            patch.setattr("bot.ui.options.choices", blabbing)
            patch.setattr("bot.ui.games.snake.read_words", blabbing)
            await typing.person.complete("word", "word", MARK, ROOM)
            await typing.answered(await typing.person.run(lines[0], ROOM))
            await typing.answered(await typing.person.run("/snake", ROOM))
        assert_clean(log, says=["nothing to complete an option with", "failed: KeyError"])

        # A store that fails in a transaction with typed texts.
        async with app.services.store.database.write() as tx:
            await tx.exec_driver_sql("DROP TABLE audit")
            await tx.exec_driver_sql("DROP TABLE submissions")
        await typing.answered(await typing.person.run("/settings deny", ROOM, words=f"cat {MARK}"))
        opened = await typing.person.press(post, "Type")
        await typing.answered(opened, "\n".join(WORDS))
        await asyncio.wait([asyncio.create_task(failing())])
    assert_clean(log, says=["the database refused a write", "OperationalError", "never retrieved"])


async def failing():
    raise ValueError(MARK)


def blabbing(*typed, **_):
    raise KeyError(f"{typed}{MARK}\n\x1b{MARK}")


def record_of(message, *args, error=None, name="bot.test"):
    info = None if error is None else (type(error), error, error.__traceback__)
    record = logging.LogRecord(name, logging.ERROR, "x.py", 1, message, args, info)
    record.request = "-"
    return record


def raised(error, cause=None):
    """Return an error with a traceback."""
    with pytest.raises(type(error)) as caught:
        raise error from cause
    return caught.value


@settings(max_examples=50)
@given(st.text(max_size=9), st.text(st.characters(categories=sorted(BAD)), max_size=5))
def test_a_line_is_one_line_whatever_is_in_it(text, unseen_text):
    message = text + unseen_text
    line = TextFormatter().format(record_of("%s", message))
    assert unseen(line) | ({"\n"} & set(line)) == set()
    line = JsonFormatter().format(record_of("%s", message))
    assert unseen(line) | ({"\n"} & set(line)) == set()
    pairs = message.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    assert json.loads(line)["message"] == pairs


def test_every_character_that_is_not_seen_is_escaped():
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    found = unseen(every) | {"\n"}
    line = TextFormatter().format(record_of("%s", "".join(sorted(found))))
    assert unseen(line) == set()
    assert "\n" not in line


@settings(max_examples=10)
@given(st.text(alphabet="€\n", min_size=3))
def test_a_traceback_has_place_and_type_but_no_content(typed):
    error = raised(KeyError(typed), raised(ValueError(typed)))
    group = raised(ExceptionGroup(typed, [error]))
    for one in (error, group):
        for formatter in (TextFormatter(), JsonFormatter()):
            said = formatter.format(record_of("failed", error=one))
            assert typed not in said
            assert "KeyError" in said
            assert "ValueError" in said
            assert "test_logs.py" in said
    assert describe(error) == "KeyError (from ValueError)"
    assert typed not in trace(error)


def test_what_is_safe_to_say_of_an_error_is_said():
    full = raised(OSError(28, "No space", MARK))
    assert describe(full) == "OSError (No space left on device)"
    assert trace(None) == ""
    refused = aiohttp.WSServerHandshakeError(None, (), status=503)  # its `code` is deprecated
    assert describe(refused) == "WSServerHandshakeError (status 503)"
    assert describe(SystemExit(2)) == "SystemExit (code 2)"
