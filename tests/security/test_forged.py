"""Ids, forms and options that Discord's own client would not send: one sentence, and no harm."""

import asyncio
import logging
import re
import typing
from itertools import product

import pytest
import pytest_asyncio
from discord import app_commands
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bot.contests import Scope, read_try
from bot.dailies import EditionKey
from bot.ui.contest.ids import ContestPlayId, ContestSnakeFormId, ContestTapId
from bot.ui.custom_ids import LARGEST
from bot.ui.play.ids import CardId, Target
from bot.ui.race.ids import RaceId, RacePlayId
from bot.ui.taps import Tapped
from tests import sweeps
from tests.bot.hosting import BEST, act, announced, finished
from tests.bot.organising import drafted, settled, too_many
from tests.bot.pages import BUTTONS, FORMS
from tests.bot.racing import begun, joined, race_of, racer, room, started
from tests.security import forging
from tests.security.forging import outcome, refused
from tests.security.requesters import held_to_who_asked
from tests.sweeps import by_turns

pytestmark = pytest.mark.asyncio(loop_scope="module")

ORGANISERS = (
    "contests", "audit", "guilds", "guild_words", "daily_setups", "messages", "daily_editions"
)  # fmt: skip
"""Tables that only organisers' acts and the bot itself change."""
PLAYERS = ("entrants", "submissions", "practices", "practice_tries")
"""Tables that players of contests change."""
RACERS = ("races", "race_players", "race_plays", "race_moves", "race_rounds")
"""Tables that players of races change."""
FUTURE = 999_999
AT_ONCE = 16


@pytest.fixture(autouse=True, scope="module")
def whose(app):
    """Check that every job belongs to its person."""
    with held_to_who_asked(app.harness.world):
        yield


@pytest.fixture(autouse=True)
def quiet(caplog):
    """Check that no forgery leads to an error of the bot's."""
    yield
    errors = [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert not errors, [one.getMessage() for one in errors]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played(app):
    """Return the ids of an open contest, a finished one, a draft of Olive's, and a running race."""
    over, _ = await announced(app)
    await app.services.contests.play.submit(
        Scope(over.guild_id), over.id, act(app, "ravi"), read_try("\n".join(BEST))
    )
    await finished(app, over)
    running, _ = await announced(app, sealed_minutes=5)  # this calls off drafts
    await drafted(app.person(), Title="A draft")
    guild = app.harness.guild("Word House")
    (draft,) = await app.services.contests.queries.of_guild(guild.id, ["draft"])
    await app.services.dailies.play.open(EditionKey(guild.id), act(app, "ravi"))
    racing, place = racer(app), room(app)
    post = await begun(app, racing, place, game="snake", mode="best", minutes=30, level="Easy")
    await joined(racer(app), post)
    await started(app, racing, post)
    return running.id, over.id, draft.id, await race_of(app, post)


def people(app):
    """Return who and where: a plain member, another server's manager, one in direct messages."""
    garden = app.harness.guild("Puzzle Garden")
    return {
        "member": (app.person("quinn"), app.harness.channel("contests")),
        "elsewhere": (app.person("pia"), app.harness.channel("general", garden)),
        "dm": (app.person("solo"), app.person("solo").dm),
    }


COLUMNS = {"messages": "id, guild_id, contest_id, kind, channel_id, message_id"}
UNSET = (None, None, "UTC", "full", "standard", True, None)


async def rows(app, tables):
    """Return some tables' rows, except the moments of edits and servers without settings.

    The manager of another server may organise there.
    """
    garden = app.harness.guild("Puzzle Garden").id
    async with app.services.store.database.read() as tx:
        found = {}
        for table in tables:
            columns = COLUMNS.get(table, "*")
            kept = (await tx.exec_driver_sql(f"SELECT {columns} FROM {table}")).all()
            found[table] = [row for row in kept if row[1:] != UNSET and garden not in row]
        return found


def values_of(ids, name, how, known):
    """Return strategies for an id's field: one for each of its choices, or one in all."""
    hint = typing.get_type_hints(ids)[name]
    if typing.get_origin(hint) is typing.Literal:
        return [st.just(value) for value in typing.get_args(hint)]
    if name == "number":  # an edition; past ones are made for anybody
        return [st.sampled_from(["0", str(FUTURE)])]
    pattern = re.compile(how.pattern, re.ASCII)
    if name == "target" and "daily" in f"{ids.prefix}{how.pattern}":
        made = st.from_regex(pattern, fullmatch=True)
        return [made.map(lambda text: re.sub(r"\d+", "0", text))]
    fitting = [text for text in known if pattern.fullmatch(text)]
    made = st.from_regex(pattern, fullmatch=True)
    return [st.sampled_from(fitting) | made if fitting else made]


def forged(ids, known, examples):
    """Ids of a class: each choice of its fields, with up to `examples` sets of other values."""
    fields = ids._written
    found = set()
    for strategies in product(*(values_of(ids, n, how, known) for n, how in fields.items())):

        @settings(max_examples=examples, derandomize=True, database=None, phases=[Phase.generate])
        @given(st.tuples(*strategies))
        def collect(values):
            text = ":".join([ids.prefix, *values])
            if len(text) <= 100:
                found.add(text)

        collect()
    return sorted(found)


def keys(contests):
    """Return keys that ids may name, existing or not."""
    number = [str(n) for n in (0, 1, 5, 99, FUTURE, LARGEST, 10**19 - 1)]
    targets = [f"{kind}:{key}" for kind, key in product(["contest"], contests)]
    return [*contests, *targets, "practice:1", f"practice:{10**19 - 1}", "zzzz", "00", *number]


def answered_in_public(app):
    """Return the answers that everybody in a server sees."""
    channels = app.harness.world.channels.values()
    shown = [m for one in channels if one.guild_id is not None for m in one.messages.values()]
    return [m.id for m in shown if m.interaction is not None and m.only_for is None]


async def all_answered_privately(app, begin, several):
    """Check that only the people who forge something see the answers."""
    several, before = list(several), answered_in_public(app)
    while several:
        some, several = several[:AT_ONCE], several[AT_ONCE:]
        await asyncio.gather(*(outcome(begin(*one)) for one in some))
    assert answered_in_public(app) == before


async def test_no_forged_button_or_form_organises_anything(app, played):
    await nothing_is_organised(app, played, "dm", 1)


@pytest.mark.slow
@pytest.mark.parametrize("who", by_turns("dm", "member", "elsewhere"))
async def test_no_forged_id_does_anything(app, played, who):
    await nothing_is_organised(app, played, who, sweeps.examples(30))


async def nothing_is_organised(app, played, who, examples):
    person, channel = people(app)[who]
    await settled(app)
    await app.at_leisure()
    before = await rows(app, ORGANISERS + (PLAYERS + RACERS if who != "member" else ()))
    known = keys(played)
    buttons = [text for one in BUTTONS for text in forged(one.ids, known, examples)]
    forms = [text for one in FORMS for text in forged(one.ids, known, examples)]
    assert len(buttons) > 40
    texts = {"snake": "x", "words": "x", "board": "hidden"}

    def press(text):
        return forging.press(app, person, channel, text)

    def submit(text, fields):
        return forging.submit(app, person, channel, text, **fields)

    await all_answered_privately(app, press, ((text,) for text in buttons))
    await all_answered_privately(app, submit, product(forms, ({}, texts)))
    assert await rows(app, tuple(before)) == before


@pytest.mark.slow
async def test_a_contests_buttons_work_in_its_own_server_only(app, played):
    running, over, draft, _ = played
    for who in ("elsewhere", "dm"):
        person, channel = people(app)[who]
        for key in (running, over, draft):
            await app.at_leisure()
            for text in (
                *(f"contest:{a}:{key}" for a in ("start", "rules", "review", "practice", "board")),
                f"contest:page:{key}:0",
                f"play:write:contest:{key}",
                f"play:tap:contest:{key}",
                f"play:tap:contest:{key}:01:2",
                f"play:send:contest:{key}:012345:-",
            ):
                told = await refused(forging.press(app, person, channel, text))
                assert "can’t find that contest here" in told, text
            target = ContestSnakeFormId(Target("contest", key))
            told = await refused(
                forging.submit(app, person, channel, str(target), snake="\n".join(BEST))
            )
            assert "can’t find that contest here" in told


@pytest.mark.parametrize("who", ["elsewhere", "dm"])
async def test_a_races_buttons_work_in_its_own_channel_only(app, played, who):
    *_, race = played
    person, channel = people(app)[who]
    await app.at_leisure()
    before = await rows(app, RACERS)
    for text in (
        *(
            f"race:{action}:{race}"
            for action in typing.get_args(typing.get_type_hints(RaceId)["action"])
        ),
        f"race:next:{race}:2",
        f"race:review:{race}:1",
        *(
            f"race:play:{action}:{race}:1"
            for action in typing.get_args(typing.get_type_hints(RacePlayId)["action"])
        ),
        *(
            f"card:{action}:race:{race}:1"
            for action in typing.get_args(typing.get_type_hints(CardId)["action"])
        ),
        f"card:undo:0:1:race:{race}:1",
        f"card:hint:word:0:race:{race}:1",
        f"card:tap:tap:race:{race}:1::-",
        f"card:tap:send:race:{race}:1:01:-",
        f"race:play:write:{race}:1:0",
        f"race:tap:tap:{race}:1::-",
        f"race:tap:send:{race}:1:01:-",
    ):
        told = await refused(forging.press(app, person, channel, text))
        assert "That race is gone" in told, text
    for form in ("race:form", "card:form:race"):
        sent = forging.submit(app, person, channel, f"{form}:{race}:1", words="cat act")
        assert "That race is gone" in await refused(sent)
    form = forging.submit(app, person, channel, f"race:remove:{race}:1", who=[str(person.id)])
    assert "That race is gone" in await refused(form)
    assert await rows(app, RACERS) == before


async def test_a_draft_is_for_organisers_alone(app, played):
    *_, draft, _ = played
    person, channel = people(app)["member"]
    for action in ("rules", "board", "start"):
        told = await refused(forging.press(app, person, channel, f"contest:{action}:{draft}"))
        assert "can’t find that contest" in told


async def test_a_role_that_no_database_has_room_for_is_refused(app, played):
    *_, draft, _ = played
    form, room = f"draft:form:options:people:{draft}", app.harness.channel("contests")
    for role in (10**20 - 1, LARGEST + 1):
        sent = forging.submit(
            app, app.person(), room, form, role_id=[str(role)], days_here="", event=["no"]
        )
        assert "another version of me" in await refused(sent)


@pytest.mark.parametrize("who", ["member", "elsewhere", "dm"])
async def test_an_edition_that_has_not_opened_is_neither_made_nor_shown(app, who):
    person, channel = people(app)[who]
    await app.at_leisure()  # the open editions are made by then
    before = await rows(app, ["daily_editions", "daily_plays", "daily_shares"])
    for text in (
        *(f"daily:{action}:{FUTURE}" for action in ("write", "ask", "quit", "back", "share")),
        *(f"daily:{action}:{FUTURE}" for action in ("play", "rules")),
        f"daily:hint:letter:{FUTURE}:0",
        f"daily:tap:{FUTURE}::-",
        f"daily:tap:{FUTURE}:01:2",
        f"daily:send:{FUTURE}:01:-",
        *([] if who == "dm" else [f"daily:board:{FUTURE}", f"daily:page:week:0:{FUTURE}"]),
    ):
        told = await refused(forging.press(app, person, channel, text))
        assert "isn’t open yet" in told or "Solve the puzzle first" in told, text
    told = await refused(forging.submit(app, person, channel, f"daily:form:{FUTURE}", words="x"))
    assert "isn’t open yet" in told
    assert await rows(app, tuple(before)) == before


@pytest.mark.parametrize("tapped", ["::99", ":zzzz:1", ":00:1", ":0123456789abcdefghij:1", "::7"])
async def test_words_that_are_not_there_are_not_tapped(app, tapped):
    contest, _ = await announced(app)
    person, channel = people(app)["member"][0], app.harness.world.channels[contest.channel_id]
    typing = f"play:type:contest:{contest.id}{tapped.rpartition(':')[0]}"
    if tapped[1] != ":":
        assert "can’t be tapped" in await refused(forging.press(app, person, channel, typing))
    for action in ("tap", "send"):
        text = f"play:{action}:contest:{contest.id}{tapped}"
        if action == "send" and tapped.startswith("::"):
            continue
        told = await refused(forging.press(app, person, channel, text))
        assert "can’t be tapped" in told


async def test_a_long_list_is_not_tapped(app):
    contest, _ = await announced(app, too_many(app))
    channel = app.harness.world.channels[contest.channel_id]
    text = f"play:tap:contest:{contest.id}"
    for pressed in (
        text,
        f"play:more:contest:{contest.id}::20",
        f"play:type:contest:{contest.id}:",
    ):
        assert "can’t be tapped" in await refused(
            forging.press(app, people(app)["member"][0], channel, pressed)
        )


async def test_a_button_of_another_version_says_so(app):
    person, channel = people(app)["member"]
    for text in ("contest:nothing:AAAAAAAAAAAA", "bulls:eye", f"privacy:test:{10**19 - 1}"):
        told = await refused(forging.press(app, person, channel, text))
        assert "another version of me" in told
    assert "another version" in await refused(forging.submit(app, person, channel, "no:form"))
    told = await refused(forging.submit(app, person, channel, "snake:form:public", words="cat act"))
    assert "another version" in told


def limited(app, limited_by):
    """Yield every option that `limited_by` accepts, with its command."""
    for command in app.client.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            for option in command.parameters:
                if limited_by(option):
                    yield command, option


def plain(command, **given):
    """Return values for a command's required options."""
    needed = {one.display_name: "cat" for one in command.parameters if one.required}
    return needed | given


async def test_every_options_choices_types_and_ranges_are_checked(app):
    olive, channel = app.person(), app.harness.channel("contests")
    tables = ("guilds", "audit", "guild_words", "contests", "daily_setups")
    before = await rows(app, tables)
    count = 0
    for command, option in limited(app, lambda one: one.choices):
        values = plain(command, **{option.display_name: "forged"})
        told = await refused(forging.run(app, olive, channel, command.qualified_name, **values))
        said = r"takes one of" if option.type.name == "string" else r"Pick one from the list"
        named = option.display_name.replace("_", ".")  # underlines are escaped
        assert re.search(rf"{named}\W.*{said}", told)
        count += 1
    assert count > 5
    for command, option in limited(app, lambda one: one.max_value is not None):
        wrong = "x" * 7_000 if option.type.name == "string" else option.max_value + 1
        values = plain(command, **{option.display_name: wrong})
        told = await refused(forging.run(app, olive, channel, command.qualified_name, **values))
        assert re.search("takes (a number from )?[0-9]", told), command.qualified_name
        other = 5 if isinstance(wrong, str) else "five"
        values = plain(command, **{option.display_name: other})
        told = await refused(forging.run(app, olive, channel, command.qualified_name, **values))
        assert "Pick one from the list" in told
        count += 1
    assert count > 30
    assert await rows(app, tables) == before


@pytest.mark.parametrize(
    "path",
    [
        *(f"contests {name}" for name in ("show", "practice", "board", "list")),
        *(f"contest {name}" for name in ("create", "manage", "templates", "seasons")),
    ],
)
async def test_commands_of_servers_say_so_in_a_direct_message(app, path):
    person, channel = people(app)["dm"]
    assert "only works in a server" in await refused(forging.run(app, person, channel, path))


async def test_an_anigrams_letters_are_not_seen_by_tapping(app):
    contest, _ = await announced(app, ("gins", "l", "e", "h", "s", "t"), game="anigram")
    target, channel = Target("contest", contest.id), app.harness.channel("contests")
    tap = str(ContestTapId("tap", target, tapped=Tapped((0,))))
    exchange = forging.press(app, app.person("pia"), channel, tap)
    assert "Only wordsnakes can be tapped" in await refused(exchange)
    play = str(ContestPlayId("tap", target))
    card = await outcome(forging.press(app, app.person("pia"), channel, play))
    assert "i s n g to make a word of" in card.heard
    assert card.buttons == ["Next word", "Board"]
