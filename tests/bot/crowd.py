"""Thousands of typical servers, with channels, overwrites, roles and threads."""

import json
import random

import playground
from playground import payloads
from playground.world import World

NAMES = ("general", "chat", "memes", "off-topic", "news", "rules", "welcome", "music", "staff")
ROLES, CHANNELS, OVERWRITES, THREADS = 15, 25, 3, 2
VOICE_EACH = 6


class Crowd:
    """Many servers of a playground; the gateway sends more about each than the playground has."""

    def __init__(self, server, count, shards):
        world = self._world = server.world
        olive = playground.Harness(server).person("olive").user
        while len(world.guilds) < count:
            world.create_guild(f"Server {len(world.guilds)}", olive)
        world.hub.sharding.recommended = world.hub.sharding.concurrency = shards
        self._texts = {}  # the gateway's text for each
        self._send_guild = World._send_guild.__get__(world)
        world._send_guild = self.send

    def send(self, session, guild, *, joined=False):
        """Send a server to a session."""
        if joined:
            self._send_guild(session, guild, joined=True)
            return
        if guild.id not in self._texts:
            places = [self._world.channels[one] for one in guild.channels]
            data = payloads.whole_guild(guild, places, [guild.members[self._world.bot.id]])
            self._texts[guild.id] = json.dumps(furnished(data, guild.id))
        session.send_json("GUILD_CREATE", self._texts[guild.id])


def furnished(data, guild_id):
    """Return a server's payload with everything that a typical server has."""
    rng = random.Random(guild_id)

    def new_id():
        return str(guild_id + rng.getrandbits(40))

    for n in range(len(data["roles"]), ROLES):
        role = data["roles"][0] | {"id": new_id(), "name": f"{rng.choice(NAMES)} {n}"}
        role |= {"permissions": str(rng.getrandbits(44)), "position": n}
        data["roles"].append(role | {"color": rng.getrandbits(24), "mentionable": n % 3 == 0})
    for n in range(len(data["channels"]), CHANNELS):
        overwrites = [
            {
                "id": role["id"],
                "type": 0,
                "allow": str(1 << rng.randrange(40)),
                "deny": str(1 << rng.randrange(40)),
            }
            for role in rng.sample(data["roles"], OVERWRITES)
        ]
        channel = data["channels"][0] | {"id": new_id(), "name": f"{rng.choice(NAMES)}-{n}"}
        channel |= {"position": n, "permission_overwrites": overwrites, "parent_id": new_id()}
        channel |= {"topic": "What people talk about here, in a sentence.", "nsfw": False}
        if n % VOICE_EACH == 0:
            channel |= {"type": 2, "bitrate": 64_000, "user_limit": 0}
        data["channels"].append(channel | {"last_message_id": new_id()})
    data["threads"] += [
        {
            "id": new_id(),
            "type": 11,
            "guild_id": data["id"],
            "parent_id": parent["id"],
            "owner_id": new_id(),
            "name": f"about {rng.choice(NAMES)}",
            "message_count": 3,
            "member_count": 2,
            "thread_metadata": {
                "archived": False,
                "locked": False,
                "auto_archive_duration": 1440,
                "archive_timestamp": "2026-01-01T00:00:00+00:00",
            },
        }
        for parent in data["channels"][:THREADS]
    ]
    return data
