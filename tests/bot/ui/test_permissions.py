"""docs/hosting.md and the README name the same permissions as the code."""

import re

import discord

from bot.ui.permissions import PERMISSIONS, missing_to_post, refusal
from tests.paths import ROOT

HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")
MORE = " \\*"  # not in the invitation
README = (ROOT / "README.md").read_text("utf-8")


def table():
    """Return the table of docs/hosting.md; after a change of the code, paste it there."""
    rows = [
        f"| {one.name}{'' if one.invited else MORE} | {one.purpose} | {one.without} |"
        for one in PERMISSIONS
    ]
    return "\n".join(["| permission | what it is for | without it |", "|---|---|---|", *rows])


def test_the_table_is_the_codes():
    assert table() in HOSTING, table()


def test_the_invitation_asks_for_those_that_it_says():
    asked = int(re.search(r"permissions=(\d+)", README)[1])
    invited = {one.flag: True for one in PERMISSIONS if one.invited}
    assert discord.Permissions(asked) == discord.Permissions(**invited)


def test_each_is_one_of_discords():
    assert {one.flag for one in PERMISSIONS} <= discord.Permissions.VALID_FLAGS.keys()


def test_what_is_missing_is_named_and_nothing_else():
    may = discord.Permissions(view_channel=True, send_messages=True)
    assert missing_to_post(may) == ["Read Message History"]
    expected = ["Send Messages in Threads", "Read Message History"]
    assert missing_to_post(may, in_thread=True) == expected
    assert refusal("here", ["A", "B", "C"]) == ("I’m not allowed to post here. I need A, B and C.")
