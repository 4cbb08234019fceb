"""The private parts of discord.py that the bot uses, and what it relies on each for.

Where a new version of the library lacks one, these tests name it in a sentence.
"""

import inspect

import discord
from discord.gateway import DiscordWebSocket
from discord.shard import Shard
from discord.state import AutoShardedConnectionState, ConnectionState

from bot.ui.sharding import ShardState

METHODS = {
    ConnectionState: {
        "clear": "ShardState puts its cache of servers in place of the library's dict there",
        "_get_guild": "get_guild, and all that builds on it, asks the cache",
        "_get_create_guild": "GUILD_CREATE is kept as bytes there",
        "_add_guild_from_data": "READY notes there which servers there are",
        "parse_guild_create": "it keeps servers by way of the two above",
        "self_id": "of a server's members only the bot is kept",
    },
    AutoShardedConnectionState: {"parse_ready": "servers that were left are forgotten there"},
    discord.AutoShardedClient: {
        "_get_state": "the bot's own ShardState is made there",
        "launch_shard": "shards are of the class that stays connected",
        "before_identify_hook": "processes take turns to identify there",
    },
    Shard: {"worker": "a lost connection is begun again there"},
    DiscordWebSocket: {
        "identify": "the token is shown only after a check of the gateway",
        "resume": "the token is shown only after a check of the gateway",
        "poll_event": "shards read events by it",
        "from_client": "shards connect by it",
    },
}
LINES = (
    (ConnectionState.clear, "self._guilds", "the cache of servers stands in its place"),
    (ConnectionState._get_guild, "self._guilds.get(", "the cache is asked by it"),
    (
        ConnectionState._get_or_create_unavailable_guild,
        "self._guilds.get(",
        "interactions ask the cache by it",
    ),
    (ConnectionState._remove_guild, "self._guilds.pop(", "the cache forgets a server by it"),
    (
        AutoShardedConnectionState.parse_ready,
        "self._add_guild_from_data(",
        "READY tells by it which servers there are",
    ),
    (
        AutoShardedConnectionState._delay_shard_ready,
        "guild.unavailable is False",
        "a server is announced by its id alone while a shard gets ready",
    ),
    (AutoShardedConnectionState.__init__, "self._ready_tasks", "close() cancels those that wait"),
    (ConnectionState.__init__, "self._ready_task", "close() cancels the one that waits"),
    (
        AutoShardedConnectionState._delay_shard_ready,
        "del self._ready_states[shard_id]",
        "others have turns of the loop while a shard is told of its servers, and only then",
    ),
    (
        ConnectionState.__init__,
        "startswith('parse_')",
        "events find what ShardState does with them",
    ),
    (discord.Client.__init__, "self._connection", "the number of servers is asked of it"),
    (discord.Client.__init__, "self._handlers", "ShardState is made of it"),
    (discord.Client.__init__, "self._hooks", "ShardState is made of it"),
    (
        discord.AutoShardedClient._async_setup_hook,
        "self.__queue",
        "shards tell by it that they ended",
    ),
    (discord.AutoShardedClient.__init__, "self.__shards", "shards are noted in it"),
    (Shard.__init__, "self._queue_put", "shards tell by it that they ended"),
    (Shard.__init__, "self._dispatch", "it tells that a connection was lost"),
    (Shard.__init__, "self._client", "shards connect again by it"),
    (DiscordWebSocket.__init__, "self._keep_alive", "it shows that the gateway said hello"),
    (discord.Guild.__init__, "self, *, data", "servers are built by it"),
)


def test_the_librarys_private_parts_that_are_used_are_there():
    for owner, names in METHODS.items():
        for name, why in names.items():
            assert hasattr(owner, name), f"discord.py has no {owner.__name__}.{name} now: {why}."
    for function, line, why in LINES:
        assert line in inspect.getsource(function), (
            f"{function.__qualname__} of discord.py has no “{line}” now: {why}."
        )


def test_what_is_done_with_an_event_takes_the_place_of_what_the_library_does():
    for name in vars(ShardState):
        if name.startswith("parse_"):
            assert hasattr(AutoShardedConnectionState, name), (
                f"discord.py has no {name} now: nobody calls ShardState's, which does its work."
            )
