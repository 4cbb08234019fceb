"""Servers on shards, and people who use the bot there."""

import playground

SHARDS = 3


def shard_of(guild, count=SHARDS):
    return (guild.id >> 22) % count


def fill_shards(server, count=SHARDS):
    """Add servers until every shard has one."""
    world = server.world
    olive = playground.Harness(server).person("olive").user
    while len({shard_of(guild, count) for guild in world.guilds.values()}) < count:
        world.create_guild(f"Server {len(world.guilds)}", olive)
    world.hub.sharding.recommended = count


def one_a_shard(server, count=SHARDS):
    """Return a server on each shard, with its first channel."""
    world = server.world
    chosen = {shard_of(guild, count): guild for guild in world.guilds.values()}
    return {shard: world.channels[guild.channels[0]] for shard, guild in chosen.items()}


async def answers(harness, channel):
    reply = await (await harness.person("olive").run("/ladder cat dog", channel)).reply()
    return "cat → dog" in reply.text
