"""Every time that a message names comes true or is corrected, whatever organisers change.

Random organisers set daily puzzles and contests up in a server, change hours, zones, games,
channels, ends and starts, close, cancel, begin seasons; somebody plays every puzzle; the clock
moves on, and the bot is stopped in the middle of its work. After each step the test reads
everything in the server's channels and in direct messages as people would.
"""

from __future__ import annotations

import asyncio
import functools
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from hypothesis.stateful import run_state_machine_as_test as run_machine

from bot.contests import Act, Plan
from bot.contests.plan import UNFINISHED_AT_ONCE
from bot.dailies import EditionKey
from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.hosting import WORDS, act
from tests.bot.organising import managed, season_started
from tests.patience import PATIENCE
from tests.sweeps import WHOLE

STEPS = 25
EXAMPLES = 400 if WHOLE else 8
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia")
GAMES = ("all", "ladder", "snake, resize", "anigram")
LATE = timedelta(minutes=2)
"""How late something may come, as edits of a post rest for a minute."""
NEXT = re.compile(
    r"\*\*Next\*\* (?:\S+ Daily \w+ #(?P<now>\d+) is on its way now"
    r"|\S+ Daily \w+ #(?P<number>\d+), <t:(?P<at>\d+):f>)"
    r"(?:.*?; #(?P<open>\d+) stays open until (?:then|<t:(?P<until>\d+):f>))?"
)
POST = re.compile(r"Daily \w+ #(\d+)")


def moment(seconds):
    return datetime.fromtimestamp(int(seconds), UTC)


def noted(step):
    """Note the first step that failed: Hypothesis repeats it, and it may pass then."""

    @functools.wraps(step)
    def tried(self, **drawn):
        type(self).history.append(f"{step.__name__} {drawn}")
        try:
            step(self, **drawn)
        except BaseException as error:
            if type(self).failed is None:
                type(self).failed = error, list(self.history)
            raise

    return tried


@dataclass
class Told:
    """What messages say about an edition: when it closes, and that it is over."""

    posted: datetime
    closes: datetime
    over: bool = False


@dataclass
class Held:
    """What messages say about a contest."""

    title: str
    opens: datetime
    closes: datetime
    ended: bool = False
    reminds: int | None = None


@dataclass
class Server:
    """What messages promised to people of a server, and what has come true."""

    editions: dict[int, Told] = field(default_factory=dict)
    coming: tuple[int, datetime] | None = None
    solved: int = 0
    contests: dict[str, Held] = field(default_factory=dict)


class Promises(RuleBasedStateMachine):
    """A server, its organiser Olive and its player Pia, on a bot that all servers share."""

    app: BotOnPlayground
    run: staticmethod
    servers = 0
    steps = 0
    failed = None
    history: ClassVar[list[str]] = []

    def __init__(self):
        super().__init__()
        type(self).servers += 1
        self.history.clear()
        self.told = Server()
        self.olive, self.pia = self.app.person("olive"), self.app.person("pia")
        world = self.app.harness.world
        self.guild = world.create_guild(f"Server {self.servers}", self.olive.user)
        world.add_member(self.guild, self.pia.user)
        self.rooms = [
            self.app.harness.channel("general", self.guild),
            world.create_channel(self.guild, "puzzles"),
        ]
        self.titles = 0

    # What organisers do

    @rule(
        hour=st.none() | st.integers(0, 23),
        zone=st.none() | st.sampled_from(ZONES),
        games=st.none() | st.sampled_from(GAMES),
        room=st.integers(0, 1),
    )
    @noted
    def set_up(self, hour, zone, games, room):
        chosen = {"hour": hour, "zone": zone, "games": games}
        options = {name: value for name, value in chosen.items() if value is not None}
        said = self.ask("/daily setup", channel=f"#{self.rooms[room].name}", **options)
        found = NEXT.search(said)
        assert found, said
        if found["now"]:
            self.told.coming = int(found["now"]), self.now()
        else:
            self.told.coming = int(found["number"]), moment(found["at"])
            assert self.told.coming[1] > self.now()
        if found["open"]:
            until = moment(found["until"]) if found["until"] else self.told.coming[1]
            assert int(found["open"]) in self.told.editions, (said, self.rows())
            kept = self.told.editions[int(found["open"])]
            assert until >= kept.closes, "it ends before it was told"
            kept.closes = until

    @rule()
    @noted
    def turn_off(self):
        self.ask("/daily off")
        self.told.coming = None

    @rule()
    @noted
    def post_now(self):
        if "is on its way" in self.ask("/daily now"):
            self.told.coming = None  # no message says what comes next

    @rule(zone=st.sampled_from(ZONES))
    @noted
    def choose_zone(self, zone):
        self.ask("/settings zone", zone=zone)

    @rule(
        opens=st.sampled_from([0, 7, 45, 600]),
        lasts=st.sampled_from([4, 30, 90, 1500]),
        remind=st.none() | st.sampled_from([2, 10, 25]),
        freeze=st.none() | st.sampled_from([3, 20]),
        sealed=st.none() | st.sampled_from([2, 20]),
    )
    @noted
    def hold(self, opens, lasts, remind, freeze, sealed):
        if sum(not one.ended for one in self.told.contests.values()) >= UNFINISHED_AT_ONCE:
            return
        self.titles += 1
        title = f"Cup {self.servers} {self.titles}"

        def fits(minutes):
            return minutes if minutes is None or minutes < lasts else None

        plan = Plan(
            title,
            WORDS,
            timedelta(minutes=lasts),
            opens=self.now() + timedelta(minutes=opens) if opens else None,
            remind_minutes=fits(remind),
            freeze_minutes=fits(freeze),
            sealed_minutes=fits(sealed),
            event=True,
        )
        self.run(self._held(plan))
        opened = (plan.opens or self.now()).replace(microsecond=0)
        self.told.contests[title] = Held(title, opened, opened + plan.lasts)

    async def _held(self, plan):
        contests = self.app.services.contests
        draft = await contests.admin.create(
            plan, self.guild.id, self.rooms[0].id, act(self.app, "olive")
        )
        await contests.puzzles.find_par(draft.id, requester=None)
        await contests.admin.confirm(self.guild.id, draft.id, act(self.app, "olive"))

    def one_of_running(self, which):
        running = [one for one in self.told.contests.values() if not one.ended]
        return running[which % len(running)] if running else None

    def changed(self, held, what, minutes):
        """Return the answer to a new time; empty where the form takes none."""

        async def change():
            panel = await managed(self.olive, held.title)
            asked = await self.olive.press(panel, "Change") if "Change" in panel.buttons else None
            fields = [] if asked is None else (await asked.form())["components"]
            if what not in {one["component"]["custom_id"] for one in fields}:
                return ""
            sent = await self.olive.submit(asked, **{what: f"in {minutes} minutes"})
            return (await sent.reply()).text

        return self.run(change())

    @rule(which=st.integers(0, 9), minutes=st.sampled_from([3, 12, 40, 200, 3000]))
    @noted
    def move_end(self, which, minutes):
        if (held := self.one_of_running(which)) is None:
            return
        said = self.changed(held, "closes", minutes)
        if found := re.search(r"closes <t:(\d+):f>", said):
            held.closes = moment(found[1])

    @rule(which=st.integers(0, 9), minutes=st.sampled_from([5, 50, 500]))
    @noted
    def move_opening(self, which, minutes):
        if (held := self.one_of_running(which)) is None:
            return
        said = self.changed(held, "opens", minutes)
        if found := re.search(r"opens <t:(\d+):f> and closes <t:(\d+):f>", said):
            held.opens, held.closes = moment(found[1]), moment(found[2])

    @rule(which=st.integers(0, 9), how=st.sampled_from(["Close it now", "Call it off"]))
    @noted
    def end(self, which, how):
        if (held := self.one_of_running(which)) is None:
            return

        async def decide():
            panel = await managed(self.olive, held.title)
            if how in panel.buttons:
                asked = await (await self.olive.press(panel, how)).reply()
                await self.olive.press(asked, asked.buttons[0])
                held.ended = True

        self.run(decide())

    @rule(hours=st.integers(1, 60))
    @noted
    def begin_season(self, hours):
        name = f"Season {self.now():%d %H}"
        self.run(season_started(self.olive, name, lasts=f"{hours} hours"))

    # The clock

    @rule(minutes=st.sampled_from([1, 5, 20, 55, 240, 700, 1440]))
    @noted
    def wait(self, minutes):
        self.app.advance(minutes=minutes)

    @rule(seconds=st.integers(0, 200), minutes=st.sampled_from([0, 30, 1000]))
    @noted
    def stop_in_the_middle(self, seconds, minutes):
        async def stop():
            self.app.advance(minutes=minutes)
            await asyncio.sleep(seconds / 1000)
            await self.app.stop()
            await self.app.start()

        self.run(stop())

    # What people read

    @invariant()
    @noted
    def what_was_told_is_true(self):
        type(self).steps += 1
        self.run(self.settle())
        posts = [post for room in self.rooms for post in self.olive.transcript(room)]
        shown = [post for post in posts if post.message.interaction is None and not post.ephemeral]
        self.read_editions(shown)
        self.read_contests(shown)

    def read_editions(self, shown):
        told, now = self.told, self.now()
        for post in shown:
            number = POST.search(post.text)
            if number is None or "Rules" not in post.buttons:
                continue
            number = int(number[1])
            closes = re.search(r"Closes <t:(\d+):R>", post.text)
            if number not in told.editions:
                assert closes, post.text
                told.editions[number] = Told(now, moment(closes[1]))
                self.came(number)
            kept = told.editions[number]
            if closes:
                assert moment(closes[1]) >= kept.closes, "an end that was told moved forward"
                kept.closes = moment(closes[1])
                assert now < kept.closes + LATE, "it is still shown as open"
            else:
                assert now >= kept.closes, "it ended before it was told"
                kept.over = True
        open_ones = [number for number, one in told.editions.items() if not one.over]
        assert len(open_ones) <= 1, open_ones
        if told.coming is not None:
            assert now < told.coming[1] + LATE, f"{told.coming} did not come"

    def came(self, number):
        """Check that a new puzzle was posted as announced, and have Pia solve it."""
        coming, self.told.coming = self.told.coming, None
        if coming is not None:
            assert number >= coming[0]
            assert self.now() >= coming[1], "it came before it was told"
        self.run(self._solve(number))

    async def _solve(self, number):
        dailies = self.app.services.dailies
        edition = await dailies.queries.edition(number, requester=None)
        by = act(self.app, "pia")
        await dailies.play.open(EditionKey(self.guild.id, number), by)
        receipt = await dailies.play.submit_words(
            EditionKey(self.guild.id, number),
            Act(by.user, by.at, by.interaction + 10**6),
            edition.puzzle.solution,
        )
        assert receipt.state.live

    def read_contests(self, shown):
        now, events = self.now(), self.guild.events.values()
        for held in self.told.contests.values():
            about = [post.text for post in shown if held.title in post.text]
            heads = [text for text in about if text.startswith(f"## {held.title}\n")]
            assert len(heads) == 1, held.title
            if said := re.search(r"\*\*Opens\*\* <t:(\d+):f>", heads[0]):
                assert moment(said[1]) == held.opens
                assert now < held.opens + LATE
            elif said := re.search(r"\*\*Closes\*\* <t:(\d+):f>", heads[0]):
                assert held.opens <= now
                assert moment(said[1]) == held.closes
                assert now < held.closes + LATE
            else:
                held.ended = True
            for text in about:
                pinged = re.search(r"\bcloses <t:(\d+):R>", text)
                if pinged and not text.startswith("## "):
                    assert not held.ended, text
                    assert moment(pinged[1]) == held.closes, text
            for event in events:
                if event.name == held.title and not held.ended:
                    assert moment(event.ends) == held.closes

    # How it is asked

    def now(self):
        return self.app.now()

    def ask_for(self, line, **options):
        async def asked():
            return await (await self.olive.run(line, self.rooms[0], **options)).reply()

        return self.run(asked())

    def rows(self):
        async def rows():
            async with self.app.services.store.database.read() as tx:
                found = await tx.exec_driver_sql(
                    "SELECT number, kind, message_id, opens_at, closes_at, closed, given_up_at, "
                    "next_attempt_at FROM messages WHERE guild_id = ? AND number IS NOT NULL",
                    (self.guild.id,),
                )
                return [self.now(), *map(tuple, found)]

        return self.run(rows())

    def ask(self, line, **options):
        return self.ask_for(line, **options).text

    async def settle(self):
        """Wait until all due work is done; let edits rest."""
        undone = "delivered_version < version AND given_up_at IS NULL"
        due = (
            f"SELECT (SELECT count(*) FROM messages WHERE {undone} AND (next_attempt_at <= ? OR "
            "attempts > 0)) + (SELECT count(*) FROM daily_setups WHERE running AND next_due_at <= "
            "?) + (SELECT count(*) FROM contests WHERE due_at <= ?) + (SELECT count(*) FROM "
            "messages WHERE NOT closed AND closes_at <= ?)"
        )
        resting = f"SELECT count(*) FROM messages WHERE {undone} AND next_attempt_at <= ?"
        end = asyncio.get_running_loop().time() + PATIENCE
        while True:
            at = f"{self.now():%Y-%m-%d %H:%M:%S.%f}"
            soon = f"{self.now() + timedelta(seconds=61):%Y-%m-%d %H:%M:%S.%f}"
            async with self.app.services.store.database.read() as tx:
                left = (await tx.exec_driver_sql(due, (at,) * 4)).scalar_one()
                rests = (await tx.exec_driver_sql(resting, (soon,))).scalar_one()
                if not left and not rests:
                    return
                if asyncio.get_running_loop().time() > end:
                    rows = await tx.exec_driver_sql(f"SELECT * FROM messages WHERE {undone}")
                    raise AssertionError([self.now(), *map(dict, rows.mappings())])
            # The bot's view of the time may lag a little.
            self.app.advance(seconds=0.1 if left else 30)
            self.app.services.scheduler.wake()
            await asyncio.sleep(0.02)


@pytest.mark.slow
def test_promises_about_times_are_kept_or_corrected(tmp_path):
    with asyncio.Runner() as runner:

        async def enter():
            app = BotOnPlayground(tmp_path)
            await app.__aenter__()
            return app

        app = runner.run(enter())
        try:
            with app.clock_stopped():
                shared = {"app": app, "run": staticmethod(runner.run)}
                machine = type("Machine", (Promises,), shared)
                try:
                    run_machine(
                        machine,
                        settings=settings(
                            max_examples=EXAMPLES,
                            stateful_step_count=STEPS,
                            deadline=None,
                            phases=[Phase.generate],
                            suppress_health_check=list(HealthCheck),
                        ),
                    )
                except Exception:
                    if machine.failed is None:
                        raise
                    error, history = machine.failed
                    error.add_note("\n".join(history))
                    raise error from None
                assert machine.steps >= EXAMPLES * STEPS
        finally:
            runner.run(app.__aexit__())
