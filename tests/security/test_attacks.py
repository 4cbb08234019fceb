"""The bench of attacks: every command has its row, and a row does what its name says."""

import asyncio

import pytest
from discord import app_commands

from bench import attacks
from bot.ui import registry


def test_every_slash_command_is_an_attack():
    """A new command adds its row, which shows what it costs others."""
    commands = [
        one
        for one in registry.found()
        if isinstance(one, app_commands.Command | app_commands.Group) and one.parent is None
    ]
    assert {one.name for one in commands} == attacks.LINES.keys()
    named = [attack.name for attack in attacks.attacks()]
    assert len(named) == len({(attack.name, attack.workers) for attack in attacks.attacks()})
    for line, _ in attacks.LINES.values():
        assert any(line in name for name in named)


@pytest.mark.slow
def test_an_attack_is_measured():
    """The smallest attack with snakes in direct messages: others get answers, not “busy”."""
    (attack,) = [
        one
        for one in attacks.attacks()
        if one.name.startswith("4 in direct messages, a snake") and one.workers == 1
    ]
    found = asyncio.run(attacks._measure(attack, 2.0))
    assert found.keys() >= attack.aims.keys()
    assert all(one.times and not one.refused for one in found.values())
