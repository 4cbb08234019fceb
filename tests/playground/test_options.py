"""What a person may type into a command."""

import pytest

from playground import Refused
from playground.client.command_line import read_options

TEXT, WHOLE, YES, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, FILE = range(3, 12)


def option(kind, name, **about):
    return {"type": kind, "name": name, "description": "x", **about}


def choices(**values):
    return [{"name": name, "value": value} for name, value in values.items()]


LADDER = [
    option(TEXT, "start", required=True),
    option(TEXT, "target", required=True),
    option(TEXT, "reveal", choices=choices(**{"next word": "next", "full": "full"})),
    option(WHOLE, "steps"),
    option(YES, "private"),
]
SNAKE = [
    option(TEXT, "words"),
    option(FILE, "file"),
    option(TEXT, "rule", choices=choices(pairs="pairs")),
    option(YES, "private"),
]


CAT_DOG = {"start": "cat", "target": "dog"}
LADDERS = {
    "/x cat dog": CAT_DOG,
    "/x target:dog start:cat": CAT_DOG,
    "/x cat target:dog private:true": CAT_DOG | {"private": "true"},
    "/x cat dog full 5": CAT_DOG | {"reveal": "full", "steps": "5"},
    "/x cat dog 5 yes": CAT_DOG | {"steps": "5", "private": "yes"},
    "/x start:cat target:dog reveal:next word": CAT_DOG | {"reveal": "next word"},
    '/x "cat nap" dog': {"start": "cat nap", "target": "dog"},
    "/x": {},
}
SNAKES = {
    "/x street test nausea": {"words": "street test nausea"},
    "/x street test pairs": {"words": "street test", "rule": "pairs"},
    "/x words:street test rule:pairs": {"words": "street test", "rule": "pairs"},
    "/x words:a: b": {"words": "a: b"},
}


@pytest.mark.parametrize(
    ("options", "line", "values"),
    [(LADDER, *case) for case in LADDERS.items()] + [(SNAKE, *case) for case in SNAKES.items()],
)
def test_a_typed_line(options, line, values):
    assert read_options(line, 1, options) == values


def test_a_word_that_fits_nothing():
    with pytest.raises(Refused, match="“cat” fits none"):
        read_options("/x cat", 1, [option(WHOLE, "steps")])


EVERY = [
    option(TEXT, "text", min_length=2, max_length=5),
    option(WHOLE, "whole", min_value=1, max_value=9),
    option(YES, "yes"),
    option(USER, "user"),
    option(CHANNEL, "channel", channel_types=[0]),
    option(ROLE, "role"),
    option(MENTIONABLE, "either"),
    option(NUMBER, "number", max_value=1.5),
    option(FILE, "file"),
    option(TEXT, "pick", choices=choices(One="1")),
]


@pytest.fixture
async def every(raw, harness):
    await raw.register({"name": "every", "description": "x", "options": EVERY})
    return harness.person("olive")


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"text": "x"}, "2 to 5 characters"),
        ({"text": "xxxxxx"}, "2 to 5 characters"),
        ({"whole": "10"}, "at most 9"),
        ({"whole": 0}, "at least 1"),
        ({"whole": "1.5"}, "a whole number"),
        ({"number": "x"}, "a number"),
        ({"number": 2}, "at most 1.5"),
        ({"yes": "maybe"}, "true or false"),
        ({"user": "nobody"}, "no user"),
        ({"role": "olive"}, "no role"),
        ({"channel": "Bot"}, "no channel"),
        ({"file": "words.txt"}, "wants a file"),
        ({"pick": "2"}, "one of: One"),
        ({"nonsense": "1"}, "no option “nonsense”"),
    ],
)
async def test_unfit_values_are_refused(every, values, reason):
    with pytest.raises(Refused, match=reason):
        await every.run("/every", **values)


async def test_a_missing_required_option(raw, harness):
    await raw.register({"name": "it", "description": "x", "options": LADDER})
    with pytest.raises(Refused, match="“target” is a required option"):
        await harness.person("olive").run("/it cat")


async def test_a_large_file_is_refused(every):
    with pytest.raises(Refused, match="too large"):
        await every.run("/every", file=("big.txt", b"x" * (10 * 1024 * 1024 + 1)))


async def test_values_arrive_as_discord_sends_them(raw, every, harness):
    guild = harness.guild("Word House")
    player = next(one for one in guild.roles.values() if one.name == "Player")
    pia = harness.person("pia")
    await every.run(
        "/every text:abc whole:5 yes:true user:@pia channel:#daily role:Player pick:one",
        either=player,
        number=1,
        file=("words.txt", b"cat\ndog\n"),
    )
    data = (await raw.event("INTERACTION_CREATE"))["data"]
    values = {one["name"]: one["value"] for one in data["options"]}
    daily = harness.channel("daily")
    file_id = values.pop("file")
    assert values == {
        "text": "abc",
        "whole": 5,
        "yes": True,
        "user": str(pia.id),
        "channel": str(daily.id),
        "role": str(player.id),
        "either": str(player.id),
        "number": 1.0,
        "pick": "1",
    }
    resolved = data["resolved"]
    assert resolved["users"][str(pia.id)]["username"] == "pia"
    assert str(player.id) in resolved["members"][str(pia.id)]["roles"]
    assert resolved["channels"][str(daily.id)]["name"] == "daily"
    assert resolved["roles"][str(player.id)]["name"] == "Player"
    attachment = resolved["attachments"][file_id]
    assert (attachment["filename"], attachment["size"]) == ("words.txt", 8)
    async with raw.session.get(attachment["url"]) as answer:
        assert await answer.read() == b"cat\ndog\n"


async def test_subcommands_nest(raw, harness):
    inner = option(1, "add", options=[option(TEXT, "word", required=True)])
    some = [option(1, "show"), option(2, "words", options=[inner])]
    await raw.register({"name": "list", "description": "x", "options": some})
    olive = harness.person("olive")
    await olive.run("/list words add cat")
    data = (await raw.event("INTERACTION_CREATE"))["data"]
    word = {"name": "word", "type": 3, "value": "cat"}
    add = {"name": "add", "type": 1, "options": [word]}
    assert data["options"] == [{"name": "words", "type": 2, "options": [add]}]
    with pytest.raises(Refused, match="needs one of its subcommands: show, words"):
        await olive.run("/list")
    with pytest.raises(Refused, match="no command /nonsense"):
        await olive.run("/nonsense")
