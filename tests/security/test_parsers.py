"""Anything typed, sent back or read from a file is understood, or refused in a sentence.

The quick tests try each property on some texts, the slow ones on hundreds.
"""

import contextlib
import copy
import csv
import io
import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.clock import DiscordClock
from bot.config import split_address
from bot.contests import OPTIONS, pack, read_try, unpack
from bot.contests.export import About, Page, Row, _file, _write
from bot.contests.plan import read_asked
from bot.contests.recurrence import read_recurrence, stored_recurrence
from bot.contests.times import (
    FARTHEST,
    LONGEST,
    SHORTEST,
    read_closing,
    read_lasting,
    read_length,
    read_opening,
)
from bot.dailies.hours import current, due, live_somewhere
from bot.errors import BadOption, BadPlan, BadTime, BadTry, CardExpired
from bot.options import Line
from bot.puzzles import Progress, find_in_message, judge
from bot.ui import options
from bot.ui.attempts import MOST_WAIT, retry_after
from bot.ui.contest.ids import RepeatId
from bot.ui.custom_ids import CustomId
from bot.ui.games.ladder import _moves
from bot.zones import find_zones, read_zone
from solvers.cli.main import main
from solvers.deadline import Deadline
from solvers.errors import BadInput
from solvers.ladder import MOVES
from solvers.lexicon.wordlist import read_given
from solvers.reading import read_tokens, read_words
from solvers.text import printable
from solvers.wordsnake import RULES, ScoreRequest, SnakeRequest, score
from solvers.wordsnake.solver import solve
from solvers.wordsnake.verify import verify
from tests.bot.examples.daily_pages import SETUP
from tests.bot.examples.puzzles import ANIGRAM, LADDER, SNAKE, TRUNCATE
from tests.bot.pages import HANDLERS  # its import loads every module with ids
from tests.solvers.wordsnake.certificates import TANGLED, signed

SOME, MANY = 30, 400
LONGEST_OPTION = 6000
MS = timedelta(milliseconds=1)
NOW = datetime(2040, 6, 13, 9, 24, 36, 789_000, tzinfo=UTC)
PIECES = (
    "0 1 12 007 999999 99999999999999999999 -5 1e9 1.5 .5 ٣ ² ① ½ ∞ nan in tomorrow today friday "
    "at pm am h d days weeks and now <t: 2223192276 :F> > : . 2040-06-13 9999-12-31 0001-01-01 T "
    "09:24 Z +02:00 -23:59 generate hard fiendish cat street test 1. 2) -> → | ; , = + @ ' \" \\ / "
    "../ Europe/London Etc/GMT+12 localtime ﬁ İ ß Ａ \u200d \u202e \ud83d\ude00 \0 \x1b[31m "
    "snake contest contest: practice: play: daily daily:hint draft - _ A1b2C3d4E5_- insert swap"
)
pieces = st.sampled_from([*PIECES.encode("utf-16", "surrogatepass").decode("utf-16").split(" ")])
gaps = st.sampled_from(["", " ", "\n", "\t", ",", ":", "\u2028"])
composed = st.lists(st.tuples(pieces, gaps).map("".join), max_size=9).map("".join)
endless = st.tuples(pieces, gaps).map(lambda both: "".join(both) * LONGEST_OPTION)
texts = st.one_of(st.text(max_size=60), composed, endless.map(lambda text: text[:LONGEST_OPTION]))
DATED = (
    "every other second 2 two weeks fortnightly monday fri weekdays day - to first last of the "
    "month and a half hour in at 20:00 8 8.30 pm noon midnight from 24 december 2040 24.12. 5/6 "
    "24th next this week tonight evening tomorrow"
)
dated = st.lists(st.sampled_from(DATED.split()) | pieces, max_size=9).map(" ".join)
moments = st.integers(0, 4 * 10**12).map(lambda ms: datetime(2016, 1, 1, tzinfo=UTC) + ms * MS)
zones = st.sampled_from(find_zones("", 1000)).map(ZoneInfo)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)

PROPERTIES = {}


def holds_for(*strategies):
    """Make a function a property that holds for everything that some strategies draw."""

    def note(check):
        PROPERTIES[check.__name__] = (st.tuples(*strategies), check)
        return check

    return note


def try_out(name, examples):
    strategy, check = PROPERTIES[name]
    settings(max_examples=examples)(given(strategy)(lambda drawn: check(*drawn)))()


# What people type


@holds_for(texts)
def snakes(text):
    with contextlib.suppress(BadTry):
        tried = read_try(text)
        assert all(word == word.strip() != "" for word in tried.order)
        if tried.positions is not None:
            assert len(tried.positions) == len(tried.order)
            assert min(tried.positions) >= 0


@holds_for(texts)
def lists_of_words(text):
    for split in (read_tokens, read_words):
        assert all(word and not re.search(r"[\s,;]", word) for word in split(text))


@holds_for(texts)
def lengths_of_time(text):
    with contextlib.suppress(BadTime):
        assert read_length(text) >= timedelta()
    with contextlib.suppress(BadTime):
        lasts = read_lasting(text)
        assert SHORTEST <= lasts <= LONGEST
        assert not lasts.microseconds


@holds_for(texts | dated, zones, moments)
def moments_to_come(text, zone, now):
    with contextlib.suppress(BadTime):
        opens = read_opening(text, zone, now)
        assert opens is None or now < opens <= now + FARTHEST
    with contextlib.suppress(BadTime):
        closes = read_closing(text, zone, now)
        assert closes > now
        assert closes.utcoffset() == timedelta()


@holds_for(texts | dated, zones, moments)
def what_repeats(text, zone, now):
    with contextlib.suppress(BadTime):
        recurrence = read_recurrence(text, zone, now)
        assert recurrence.hours
        assert {*recurrence.hours} <= {*range(7)}
        assert stored_recurrence(recurrence.text, zone) == recurrence


@holds_for(texts)
def ladders_and_snakes_in_messages(text):
    found = find_in_message(text)
    assert found is None or len(found.words) > 1


@holds_for(texts)
def time_zones(text):
    assert len(find_zones(text)) <= 25
    with contextlib.suppress(BadTime):
        assert read_zone(text).key in find_zones(text, 1000)


@holds_for(zones, st.integers(0, 23), moments)
def hours_of_daily_puzzles(zone, hour, at):
    setup = replace(SETUP, hour=hour, time_zone=zone.key)
    number = current(setup, at)
    assert due(setup, number) <= at < due(setup, number + 1)
    assert number in live_somewhere(at)


@holds_for(texts)
def options_of_commands(text):
    with contextlib.suppress(BadOption):
        assert 1 <= len(options.word_option("word", text).encode()) <= 4 * options.WORD_LENGTH
    with contextlib.suppress(BadOption):
        assert not re.search(r"\s", options.letters_option("letters", text) or "")
    with contextlib.suppress(BadOption):
        assert len(options.list_option("avoid", text)) <= options.LIST_WORDS
    offered = options.choices([text, *read_words(text)])
    assert len(offered) <= options.CHOICES
    assert all(0 < len(choice.name) <= options.CHOICE_LENGTH for choice in offered)
    begun = text.rpartition(" ")[0]
    assert all(word.startswith(begun) for word in options.last_of_list(text, str.split))


@holds_for(texts)
def moves(text):
    with contextlib.suppress(BadOption):
        read = _moves(text)
        known = [move for move in read if move in MOVES]
        assert read
        assert known == sorted(known, key=MOVES.index)


@holds_for(texts)
def plans_and_their_options(text):
    with contextlib.suppress(BadPlan):
        asked = read_asked(text)
        assert asked.number is None or asked.number >= 2
    for option in OPTIONS:
        if isinstance(option.field, Line):
            try:
                value = option.field.read(text)
            except BadTime:
                continue
            if value is None or value <= 10**6:  # larger numbers are refused
                assert option.field.read(option.field.write(value)) == value


@holds_for(
    st.sampled_from(RULES),
    st.permutations(["ab", "baab", "aab", "b"]),
    st.lists(st.integers(-2, 12) | st.integers(), max_size=5) | st.none(),
)
def positions(rule, order, given_positions):
    words = ("ab", "baab", "aab", "b")
    laid = None if given_positions is None else tuple(given_positions)
    with contextlib.suppress(BadInput):
        scored = score(ScoreRequest(tuple(order), laid, rule, words))
        assert scored.score >= 0
        assert sorted(placed.word for placed in scored.order) == sorted(words)


@holds_for(st.sampled_from([LADDER, SNAKE, ANIGRAM, TRUNCATE]), texts, st.data())
def tries_at_daily_puzzles(puzzle, text, data):
    known = data.draw(st.lists(st.sampled_from(puzzle.solution), max_size=6))
    progress = Progress(puzzle.solution[: data.draw(st.integers(0, 3))])
    verdict = judge(puzzle, (*known, *read_words(text)), frozenset({"cat"}), progress)
    assert not (verdict.solved and verdict.mistake and puzzle.game == "ladder")


@holds_for(texts)
def addresses_of_the_health_endpoint(text):
    with contextlib.suppress(ValueError):
        _host, port = split_address(text)
        assert 0 <= port <= 65535


# What comes back from Discord


@cache
def id_types():
    assert HANDLERS
    found, todo = [], [CustomId]
    while todo:
        todo += (some := todo.pop().__subclasses__())
        found += [one for one in some if one.prefix]
    return found


@holds_for(st.data())
def custom_ids_that_are_ours(data):
    ids = data.draw(st.sampled_from(id_types()))
    text = data.draw(st.from_regex(ids.template, fullmatch=True))
    try:
        read = ids.parse(ids.template.fullmatch(text))
    except CardExpired:
        assert ids is RepeatId  # no pattern knows that a month has 30 days
        return
    if ids.__module__ == "bot.ui.play.old":  # nothing writes these any more
        assert sum(bool(one.template.fullmatch(text)) for one in id_types()) == 1
        return
    written = str(read)
    assert ids.parse(ids.template.fullmatch(written)) == read
    assert str(ids.parse(ids.template.fullmatch(written))) == written
    assert sum(bool(one.template.fullmatch(written)) for one in id_types()) == 1


@holds_for(texts, st.text(max_size=20))
def custom_ids_that_are_not(text, other):
    for ids in id_types():
        for guess in (text, ids.prefix + text, f"{ids.prefix}:{other}"):
            if match := ids.template.fullmatch(guess[:100]):
                assert isinstance(ids.parse(match), ids)


@holds_for(st.lists(st.integers(0, 35), max_size=20))
def tapped_words(numbers):
    assert unpack(pack(numbers)) == tuple(numbers)


@holds_for(texts)
def headers(text):
    clock = DiscordClock(lambda: NOW, lambda: 5.0)
    for _ in range(2):
        clock.hear_date(text, 5.0)
    assert clock().tzinfo is not None
    assert not retry_after({"Retry-After": text}) > MOST_WAIT


# Files


@holds_for(st.binary(max_size=60) | texts.map(lambda text: text.encode("utf-8", "surrogatepass")))
def attached_files(content):
    with contextlib.suppress(BadOption):
        assert "\0" not in options.decode("words.txt", content)


@holds_for(st.binary(max_size=60) | texts.map(lambda text: text.encode("utf-8", "surrogatepass")))
def given_word_lists(content):
    with contextlib.suppress(BadInput):
        words = read_given(content, "words.txt").words
        assert all(re.fullmatch("[a-z]+", word) for word in words)


AT = NOW.replace(tzinfo=None).isoformat()


@holds_for(texts, texts)
def no_formula_in_a_spreadsheet(name, reason):
    row = Row(1, 2, 7, 5, 1, AT, 1, True, False, True, reason, '["test", "street"]', None)
    about = About("snake", "pairs", ("street", "test"), par=1)
    page = Page(about, (json.dumps(row),), {7: name})
    text = _file([_write(page, None, Deadline.after(1))]).decode("utf-8-sig")
    ours = next(csv.DictReader(io.StringIO(text, newline="")))
    for column, typed in (("name", name), ("reason", reason)):
        assert ours[column].replace("'", "") == typed.replace("'", "")
        # A spreadsheet may use another separator between cells.
        for cell in re.split(r"[,;|\t\r\n]", ours[column]):
            assert not re.match(r"\s*[=+\-@＝＋－＠]", cell), cell


# Certificates

WORDS = tuple(TANGLED)
BEST = {"pairs": 14, "containment": 20}


@cache
def honest(rule):
    found = solve(SnakeRequest(WORDS, rule, certify=True), None, Deadline.after(60))
    return json.dumps(found.certificate)


def places(value):
    """Yield (container, key) of everything within a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in list(items):
        yield value, key
        if isinstance(inner, dict | list):
            yield from places(inner)


@holds_for(st.sampled_from(RULES), st.data())
def changed_certificates(rule, data):
    content = json.loads(honest(rule))
    for _ in range(data.draw(st.integers(1, 3))):
        container, key = data.draw(st.sampled_from(list(places(content))))
        old = container[key]
        others = [st.just(copy.deepcopy(old)), json_values]
        if type(old) is int:
            others.append(st.integers(-3, 3).map(lambda by, old=old: old + by))
        container[key] = data.draw(st.one_of(*others))
    verdict = verify(WORDS, signed(content))
    assert not verdict.valid or verdict.score <= BEST[rule] <= verdict.bound


@holds_for(json_values)
def certificates_of_anything(value):
    assert not verify(WORDS, value).valid


@pytest.mark.parametrize("name", PROPERTIES)
def test_some(name):
    try_out(name, SOME)


@pytest.mark.full
@pytest.mark.parametrize("name", PROPERTIES)
def test_many(name):
    try_out(name, MANY)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[" * 100_000, b"\xff\xfe", b"\0" * 9, b"1" * 10_000, b'{"format": NaN}', b"null"],
)
def test_a_certificate_file_of_anything_is_one_line(tmp_path, capsys, content):
    words, out = tmp_path / "words.txt", tmp_path / "out.json"
    words.write_text("\n".join(WORDS))
    out.write_bytes(content)
    assert main(["snake", "verify", str(words), str(out)]) in {1, 2}
    said = capsys.readouterr()
    assert len((said.out + said.err).splitlines()) <= 3
    assert "Traceback" not in said.err
    assert printable(said.err.replace("\n", "")) == said.err.replace("\n", "")
