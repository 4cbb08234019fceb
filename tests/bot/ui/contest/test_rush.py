"""Everybody at once while the bot is killed: everything acknowledged is there, once."""

import asyncio
import itertools
import random
import re
import signal
from datetime import UTC, datetime, timedelta

import pytest

import playground
from bot.contests import Act, Contests, Plan
from bot.store import open_store
from solvers.library import TIERS, open_lexicon
from solvers.wordsnake import ScoreRequest, score
from tests.bot.hosting import ROOM, WORDS, announced, entry, finished, kept, send, sent
from tests.bot.killing import asked, database_in
from tests.bot.organising import until
from tests.bot.process import Process, on
from tests.bot.world import Inline
from tests.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")


def orders(seed):
    draw = random.Random(seed)
    while True:
        yield tuple(draw.sample(WORDS, len(WORDS)))


def points_of(post):
    """Return the score and the number of the try that a receipt shows."""
    points = re.match(r"## ([\d,]+) points?", post.text)[1]
    number = re.search(r"^-# Try (\d+) ", post.text, re.MULTILINE)[1]
    return int(points), int(number)


@pytest.mark.parametrize(
    "players",
    [20, pytest.param(60, marks=pytest.mark.slow), pytest.param(500, marks=pytest.mark.full)],
)
async def test_everybody_sends_in_the_last_minute(app, players):
    contest, post = await announced(app, most_tries=2)
    people = [app.harness.create_person(f"rush{players}-{n}") for n in range(players)]
    forms = [(await entry(person, post))[0] for person in people]
    app.harness.advance((contest.closes_at - app.now()).total_seconds() - 45)
    with app.clock_stopped():
        sendings = [
            await send(person, form, order)
            for person, form, order in zip(people, forms, orders(players), strict=False)
        ]
    receipts = [await sending.reply() for sending in sendings]
    assert max(sending.time_to_acknowledge for sending in sendings) < PATIENCE
    rows = {user: (points, number) for user, number, points in await kept(app, contest)}
    assert len(rows) == players == len(await kept(app, contest))
    for person, order, receipt in zip(people, orders(players), receipts, strict=False):
        assert points_of(receipt) == rows[person.id] == (score(ScoreRequest(order)).score, 1)

    results = await finished(app, contest)
    best = sorted(
        people,
        key=lambda person: (-rows[person.id][0], sendings[people.index(person)].interaction.id),
    )
    assert f"🥇 <@{best[0].id}> **{rows[best[0].id][0]} points**" in results.text
    board = await app.services.contests.queries.board(contest.id)
    assert [line.score for line in board.rows] == [rows[person.id][0] for person in best]
    assert {line.user_id for line in board.rows} == {person.id for person in people}
    assert board.rows[0].user_id == best[0].id


@pytest.mark.slow
async def test_a_snake_that_reaches_the_bot_too_late_to_be_acknowledged_does_not_count(
    app, monkeypatch
):
    monkeypatch.setattr("playground.interactions.ACKNOWLEDGE", 3.0)
    contest, post = await announced(app)
    pia = app.person("pia")
    form, _ = await entry(pia, post)
    app.harness.drop_gateway(closed_for=3600)
    await app.harness.bot_gone()
    sending = await send(pia, form, WORDS)
    await until(lambda: sending.failure is not None)  # Discord shows the player that it failed
    app.harness.world.faults.clear()
    await app.harness.bot_ready("contest")
    receipt = await sent(pia, post, WORDS)
    assert points_of(receipt) == (2, 1)
    assert await kept(app, contest) == [(pia.id, 1, 2)]


class Stage:
    """A playground, and a contest in a file database on which bots can be killed."""

    def __init__(self, server, folder):
        self.server = server
        self.harness = playground.Harness(server)
        self.harness.no_limits()
        self.folder = folder

    async def contest(self):
        guild = self.harness.guild("Word House")
        store = await open_store(database_in(self.folder))
        lexicons = {tier: open_lexicon(tier) for tier in TIERS}
        contests = Contests.over(store.database, Inline(lexicons), lexicons)
        acts = (Act(1, datetime.now(UTC) - timedelta(seconds=5), n) for n in itertools.count(1))
        plan = Plan("Killed", WORDS, timedelta(hours=1))
        room = self.harness.channel(ROOM, guild)
        draft = await contests.admin.create(plan, guild.id, room.id, next(acts))
        await contests.puzzles.find_par(draft.id, requester=None)
        contest = await contests.admin.confirm(guild.id, draft.id, next(acts))
        await store.close()
        return contest

    def bot(self):
        return Process(self.folder, **on(self.server))

    def rows(self):
        """Every try: interaction -> (user, number, score)."""
        found = asked(
            self.folder,
            "SELECT s.id, user_id, number, score FROM submissions s "
            "JOIN entrants e ON e.id = s.entrant_id",
        )
        return {row[0]: row[1:] for row in found}


@pytest.mark.slow
async def test_the_bot_is_killed_while_snakes_come_in(folder):
    async with await playground.serve() as server:
        stage = Stage(server, folder)
        await stage.contest()
        people = [stage.harness.create_person(f"killed{n}") for n in range(40)]
        acknowledged = {}
        lost = 0
        for kill_after in (5, 20, None):
            async with stage.bot() as bot:
                await stage.harness.bot_ready("contest")
                post = await people[0].sees("## Killed", ROOM)
                forms = [(await entry(person, post))[0] for person in people]
                sendings = {}
                for number, (person, form) in enumerate(zip(people, forms, strict=True)):
                    sending = await send(person, form, next(orders(number)))
                    sendings[sending.interaction.id] = (person, sending)
                    await asyncio.sleep(0.005)
                    if number == kill_after:
                        bot.process.send_signal(signal.SIGKILL)
                        await bot.process.wait()
                if kill_after is not None:
                    await stage.harness.bot_gone()
                else:
                    await asyncio.gather(*(each.reply() for _, each in sendings.values()))
                for interaction, (person, sending) in sendings.items():
                    original = sending.interaction.original
                    if sending.interaction.answered is None or original is None:
                        lost += 1
                        continue
                    receipt = await sending.reply()
                    acknowledged[interaction] = (person.id, *reversed(points_of(receipt)))
            stored = stage.rows()
            assert acknowledged.items() <= stored.items()
        assert lost >= 2 * 19  # people who came after the first kill, and after the second
        assert len(acknowledged) >= 40
        for person in people:  # nothing twice, nothing left out
            numbers = sorted(number for user, number, _ in stored.values() if user == person.id)
            assert numbers == list(range(1, len(numbers) + 1))
