"""Registering commands, and who finds them in which places."""

import pytest

from playground import Refused
from tests.playground.raw import code, faults

DAY = 86_400


def command(name="it", **about):
    return {"name": name, "description": "It", **about}


def option(kind=3, name="a", **about):
    return {"type": kind, "name": name, "description": "An option", **about}


def options(*several):
    return command(options=list(several))


@pytest.fixture
def base(raw):
    return f"/applications/{raw.application}/commands"


def choices(number, letters=1):
    ends = ("x" * letters, "y" * letters)
    return [{"name": f"{n}{ends[0]}", "value": f"{n}{ends[1]}"} for n in range(number)]


BAD = {
    "APPLICATION_COMMAND_INVALID_NAME": {
        "a name in capitals": command("It"),
        "a name with a space": command("it is"),
    },
    "BASE_TYPE_BAD_LENGTH": {
        "a long name": command("x" * 33),
        "a long description": command(description="x" * 101),
        "26 options": options(*(option(name=f"o{n}") for n in range(26))),
        "26 choices": options(option(choices=choices(26))),
    },
    "BASE_TYPE_REQUIRED": {"no description": {"name": "it"}},
    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID": {
        "a required option last": options(option(), option(name="b", required=True)),
    },
    "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS": {
        "an option twice": options(option(), option()),
    },
    "NUMBER_TYPE_COERCE": {
        "a choice of the wrong type": options(option(4, choices=[{"name": "one", "value": "1"}])),
    },
    "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID": {
        "autocomplete and choices": options(option(autocomplete=True, choices=choices(1))),
    },
    "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID": {
        "subcommands mixed with options": options(option(1, "sub"), option(3, "a")),
        "a group in a group": options(option(2, "g", options=[option(2, "h")])),
    },
    "BASE_TYPE_CHOICES": {"an unknown context": command(contexts=[7])},
    "APPLICATION_COMMAND_TOO_LARGE": {
        "a whole novel": options(
            *(option(name=f"o{n}", choices=choices(5, letters=90)) for n in range(20))
        ),
    },
}


@pytest.mark.parametrize(
    ("fault", "name"), [(fault, name) for fault, some in BAD.items() for name in some]
)
async def test_a_bad_command_is_refused(raw, base, fault, name):
    body = BAD[fault][name]
    status, answer = await raw.call("PUT", base, [body])
    assert (status, answer["code"]) == (400, 50035)
    assert fault in [found for _, found in faults(answer["errors"])]
    status, answer = await raw.call("GET", base)
    assert [one["name"] for one in answer] == ["it"]  # what was there before


async def test_names_are_unique(raw, base):
    status, answer = await raw.call("PUT", base, [command(), command()])
    codes = [code for _, code in faults(answer["errors"])]
    assert (status, codes) == (400, ["APPLICATION_COMMANDS_DUPLICATE_NAME"] * 2)


async def test_a_command_keeps_its_id_and_version_until_it_changes(raw, base):
    (first,) = (await raw.call("PUT", base, [command("one")]))[1]
    again, other = (await raw.call("PUT", base, [command("one"), command("two")]))[1]
    assert again == first
    edited = (await raw.call("PATCH", f"{base}/{first['id']}", {"description": "New"}))[1]
    assert edited["id"] == first["id"]
    assert edited["version"] != first["version"]
    assert (await raw.call("DELETE", f"{base}/{other['id']}"))[0] == 204
    assert code(await raw.call("GET", f"{base}/{other['id']}")) == (404, 10063)


async def test_posting_one_replaces_it(raw, base):
    first = (await raw.call("POST", base, command("new")))[1]
    second = (await raw.call("POST", base, command("new", description="Better")))[1]
    assert first["id"] == second["id"]
    assert len((await raw.call("GET", base))[1]) == 2


async def test_two_hundred_creates_a_day(raw, base, harness):
    harness.no_limits()
    made = 1  # the fixture's command
    while made < 200:
        count = min(50, 200 - made)
        names = [command(f"c{made + n}") for n in range(count)]
        assert (await raw.call("PUT", base, names))[0] == 200
        made += count
    status, answer = await raw.call("PUT", base, [command("straw")])
    assert (status, answer["code"]) == (429, 30034)
    assert answer["retry_after"] > DAY - 60
    harness.advance(DAY)
    assert (await raw.call("PUT", base, [command("straw")]))[0] == 200


async def test_commands_of_one_server(raw, base, harness):
    first, second = harness.guild("Word House"), harness.guild("Puzzle Garden")
    path = f"/applications/{raw.application}/guilds/{first.id}/commands"
    (made,) = (await raw.call("PUT", path, [command("it", description="Ours")]))[1]
    assert made["guild_id"] == str(first.id)
    olive = harness.person("olive")
    in_first = olive.commands(harness.channel("general", first))
    in_second = olive.commands(harness.channel("general", second))
    assert in_first["it"].leaf["description"] == "Ours"  # instead of the global one
    assert in_second["it"].leaf["description"] == "It"
    await olive.run("/it", harness.channel("general", first))
    data = (await raw.event("INTERACTION_CREATE"))["data"]
    assert data["guild_id"] == str(first.id)


async def test_another_application_is_unknown(raw):
    assert code(await raw.call("GET", "/applications/123/commands")) == (404, 10002)


# Who finds what where

MANAGE_EVENTS = str(1 << 33)


async def test_default_permissions(raw, harness):
    await raw.register(
        command("open"),
        command("staff", default_member_permissions=MANAGE_EVENTS),
        command("owners", default_member_permissions="0"),
    )
    first = harness.channel("general")
    second = harness.channel("general", harness.guild("Puzzle Garden"))
    assert set(harness.person("olive").commands(first)) == {"open", "staff", "owners"}  # owns it
    assert set(harness.person("pia").commands(first)) == {"open"}
    assert set(harness.person("noor").commands(first)) == set()
    assert set(harness.person("olive").commands(second)) == {"open"}
    with pytest.raises(Refused, match="no command /staff"):
        await harness.person("pia").run("/staff")


async def test_a_role_opens_a_command(raw, harness):
    await raw.register(command("staff", default_member_permissions=MANAGE_EVENTS))
    first, quinn = harness.guild("Word House"), harness.person("quinn")
    assert not quinn.commands()
    role = harness.world.create_role(first, "Host", int(MANAGE_EVENTS))
    first.members[quinn.id].roles.append(role.id)
    assert set(quinn.commands()) == {"staff"}
    await quinn.run("/staff")
    member = (await raw.event("INTERACTION_CREATE"))["member"]
    assert int(member["permissions"]) & int(MANAGE_EVENTS)


async def test_contexts_and_installation(raw, harness):
    await raw.register(
        command("everywhere", integration_types=[0, 1]),
        command("servers", integration_types=[0], contexts=[0]),
        command("mine", integration_types=[1], contexts=[1, 2]),
        command("default"),
    )
    olive, solo = harness.person("olive"), harness.person("solo")
    between = olive.conversation(solo)
    elsewhere = harness.world.create_guild("Elsewhere", solo.user, with_bot=False)
    there = harness.channel("general", elsewhere)
    assert set(olive.commands()) == {"everywhere", "servers", "default"}
    assert set(olive.commands(olive.dm)) == {"everywhere", "mine", "default"}
    assert set(olive.commands(between)) == {"everywhere", "mine"}
    assert set(solo.commands(there)) == {"everywhere"}
    solo.user.has_installed = False
    assert set(solo.commands(between)) == set()
    assert set(solo.commands(there)) == set()


@pytest.mark.parametrize(
    ("place", "context", "owners"),
    [("guild", 0, {"0", "1"}), ("dm", 1, {"0", "1"}), ("between", 2, {"1"})],
)
async def test_an_interaction_says_where_it_comes_from(raw, harness, place, context, owners):
    await raw.register(command("it", integration_types=[0, 1]))
    olive = harness.person("olive")
    places = {"guild": None, "dm": olive.dm, "between": olive.conversation(harness.person("pia"))}
    await olive.run("/it", places[place])
    interaction = await raw.event("INTERACTION_CREATE")
    assert interaction["context"] == context
    assert set(interaction["authorizing_integration_owners"]) == owners
    assert ("member" in interaction) == (place == "guild")
    assert ("user" in interaction) == (place != "guild")
    assert (await raw.respond(interaction, 4, {"content": "here"}))[0] == 204


async def test_an_overwrite_keeps_the_entry_point_command_and_there_is_one(raw, base):
    launch = {"name": "launch", "type": 4, "handler": 2, "name_localizations": {"fr": "lancer"}}
    assert (await raw.call("PUT", base, [command()]))[0] == 200
    status, made = await raw.call("POST", base, launch)
    assert (status, made["handler"]) == (200, 2)
    assert code(await raw.call("PUT", base, [command()])) == (400, 50240)
    assert (await raw.call("PUT", base, [command(), launch]))[0] == 200
    assert (await raw.call("POST", base, launch | {"name": "play"}))[1]["code"] == 30032
    listed = [(await raw.call("GET", base + query))[1] for query in ("", "?with_localizations=1")]
    assert ["name_localizations" in some[1] for some in listed] == [False, True]
    assert (await raw.call("DELETE", f"{base}/{made['id']}"))[0] == 204
    assert (await raw.call("PUT", base, [command()]))[0] == 200
