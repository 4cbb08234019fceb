"""One person, or one server, cannot keep the solvers from others."""

import ast
import asyncio
import contextlib
import itertools
import random
import time

import pytest
import pytest_asyncio

from bot.errors import QueueFull
from bot.solving import Requester, WorkerPool
from bot.ui import picture
from bot.ui.contest.ids import ContestId
from solvers import wordsnake
from solvers.library import open_lexicon
from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.children import appears
from tests.bot.hosting import announced, answer, finished, sent
from tests.bot.organising import until
from tests.bot.solving import jobs
from tests.paths import ROOT
from tests.patience import PATIENCE, SCALE
from tests.security import crowd, forging
from tests.sweeps import by_turns

BOT = ROOT / "bot"
OF_ITSELF = {
    ("dailies/editions.py", "make_ahead"),
    ("ui/contest/poster.py", "_draw"),
    ("ui/daily/poster.py", "_present"),
    ("ui/race/poster.py", "_present"),
}
"""Functions that no interaction calls: the bot's own work."""
CONTESTS = 50
SOON, LATER = 10 * SCALE, 25 * SCALE
"""Seconds until an answer: for quick questions, and for long searches."""
UNSETTLED = "/ladder blooming clothing"
"""A ladder question with exactly 40 steps; no number of seconds settles the common ladder."""


@contextlib.asynccontextmanager
async def started(workers, **options):
    pool = WorkerPool(workers, timeout=PATIENCE, **options)
    await pool.start()
    try:
        yield pool
    finally:
        await pool.stop(grace=0)


def ask(pool, job, request, requester, **options):
    return asyncio.create_task(pool.run(job, request, requester=requester, **options))


async def waiting(pool, jobs):
    while pool.health()["waiting"] != jobs:
        await asyncio.sleep(0.005)


def calls(tree):
    """Return every call in a module, with the name of its function."""

    def walk(node, function):
        if isinstance(node, ast.AsyncFunctionDef | ast.FunctionDef):
            function = node.name
        if isinstance(node, ast.Call):
            yield function, node
        for child in ast.iter_child_nodes(node):
            yield from walk(child, function)

    return walk(tree, None)


def test_every_job_of_an_interaction_says_whose_it_is():
    """Mypy checks that no call leaves `requester` out; this checks that none passes None.

    Where None is possible the argument is passed by name, so that each None shows.
    """
    nobody, runs = set(), 0
    modules = {str(path.relative_to(BOT)): path.read_text() for path in BOT.rglob("*.py")}
    trees = {name: ast.parse(text) for name, text in modules.items() if "requester" in text}
    for module, tree in trees.items():
        for taken in ast.walk(tree):
            if not isinstance(taken, ast.arguments):
                continue
            with_defaults = taken.args[len(taken.args) - len(taken.defaults) :] + [
                one
                for one, default in zip(taken.kwonlyargs, taken.kw_defaults, strict=True)
                if default is not None
            ]
            assert "requester" not in {one.arg for one in with_defaults}, module
            by_place = {one.arg: one.annotation for one in taken.posonlyargs + taken.args}
            kind = by_place.get("requester")
            of_queue = module.startswith("solving/")  # it passes on its own argument
            assert of_queue or kind is None or ast.unparse(kind) == "Requester", module
        for function, call in calls(tree):
            given = {key.arg: key.value for key in call.keywords}
            runs += isinstance(call.func, ast.Attribute) and "requester" in given
            value = given.get("requester")
            if isinstance(value, ast.Constant) and value.value is None:
                nobody.add((module, function))
    assert runs >= 10
    assert nobody == OF_ITSELF


async def test_who_used_the_workers_least_lately_goes_first_and_direct_messages_are_one(tmp_path):
    """The same rule holds for people and for servers; some use a worker before, others do not."""
    file, order = tmp_path / "held", []
    used = {(1, 100): 0.6, (4, 200): 0.2, (6, None): 0.4, None: 0.0}
    waits = [(1, 100), (2, 100), (4, 200), (5, 300), (6, None), (7, None), (8, None), None]

    def requester(one):
        return one and Requester(*one)

    async with started(1) as pool:
        for one, seconds in used.items():
            await pool.run(jobs.nap, seconds, requester=requester(one))
        held = ask(pool, jobs.held, file, Requester(0, 9))
        await appears(file)
        for number, one in enumerate(waits, start=1):
            task = ask(pool, jobs.nap, 0.05, requester(one))
            task.add_done_callback(lambda _, one=one: order.append(one))
            await waiting(pool, number)
        file.unlink()
        await held
        while len(order) < len(waits):
            await asyncio.sleep(0.005)
    # First the new server, then the bot itself, then by seconds used; in each the person who used
    # nothing.
    first = [(5, 300), None, (4, 200), (7, None), (8, None), (6, None), (2, 100), (1, 100)]
    assert order == first


async def test_what_was_used_is_forgotten_within_minutes(tmp_path, monkeypatch):
    monkeypatch.setattr("bot.solving.queue.FORGOTTEN", 10.0)  # all of it at once
    async with started(1, limit=4) as pool:
        file = tmp_path / "held"
        held = ask(pool, jobs.held, file, Requester(1_000, 1_000))
        await appears(file)
        for number in range(100):
            await pool.run(jobs.nap, 0, requester=Requester(number, number), quick=True)
        assert len(pool._queue._used) < 20
        file.unlink()  # current users of a worker are not forgotten
        assert await held == "let go"
        assert pool.health()["running"] == 0


async def test_a_server_has_half_of_the_workers_for_long_jobs(tmp_path):
    files = [tmp_path / str(number) for number in range(3)]
    async with started(2) as pool:
        held = [ask(pool, jobs.held, files[0], Requester(1, 100))]
        await appears(files[0])
        held.append(ask(pool, jobs.held, files[1], Requester(2, 100)))
        held.append(ask(pool, jobs.held, files[2], Requester(3, 200)))
        await appears(files[2])  # it overtakes the other server's second job
        assert not files[1].exists()
        files[0].unlink()
        await appears(files[1])
        files[1].unlink()
        files[2].unlink()
        assert await asyncio.gather(*held) == ["let go"] * 3


async def test_a_short_job_finds_a_worker_beside_the_only_one_for_long_jobs(tmp_path):
    file = tmp_path / "held"
    async with started(1) as pool:
        held = ask(pool, jobs.held, file, Requester(1, 100))
        await appears(file)
        ask(pool, jobs.held, tmp_path / "more", Requester(2, 100))
        quick = ask(pool, jobs.echo, "quick", Requester(3, 100), seconds=1)
        assert (await quick)[0] == "quick"
        assert not held.done()


async def test_a_quick_job_finds_a_worker_whatever_others_do(tmp_path):
    """Quick jobs take under half a second; short ones may take five."""
    long, short = tmp_path / "long", tmp_path / "short"
    async with started(1) as pool:
        held = [ask(pool, jobs.held, long, Requester(1, 100))]
        await appears(long)
        held.append(ask(pool, jobs.held, short, Requester(2, 200), seconds=5))
        await appears(short)
        waits = ask(pool, jobs.nap, 0, Requester(3, 300), seconds=5)
        await waiting(pool, 1)
        quick = await pool.run(jobs.echo, "quick", requester=Requester(4, 100), quick=True)
        assert quick[0] == "quick"
        assert not any(one.done() for one in (*held, waits))
        short.unlink()
        await waits
        long.unlink()
        await asyncio.gather(*held)


async def test_a_server_fills_half_of_the_queue(tmp_path):
    file = tmp_path / "held"
    async with started(1, limit=4) as pool:
        ask(pool, jobs.held, file, Requester(0, 9))
        await appears(file)
        for number in (1, 2):
            ask(pool, jobs.nap, 0, Requester(number, 100))
            await waiting(pool, number)
        with pytest.raises(QueueFull):
            await pool.run(jobs.nap, 0, requester=Requester(3, 100))
        others = [ask(pool, jobs.nap, 0, Requester(number, 200)) for number in (4, 5)]
        await waiting(pool, 4)
        file.unlink()
        assert await asyncio.gather(*others) == [0, 0]


@pytest_asyncio.fixture
async def app(tmp_path):
    async with BotOnPlayground(tmp_path) as app:
        yield app


def noted(monkeypatch, job=None):
    """Note a job's requests from now on, or of all jobs whether each is quick, and its seconds.

    All jobs do not include the bot’s own, such as coming daily puzzles.
    """
    requests, run = [], WorkerPool.run

    async def noting(pool, solve, request, **options):
        if solve is job:
            requests.append(request)
        elif job is None and options["requester"] is not None:
            requests.append((options.get("quick", False), options["seconds"]))
        return await run(pool, solve, request, **options)

    monkeypatch.setattr(WorkerPool, "run", noting)
    return requests


@pytest.mark.parametrize(
    "line", ["/ladder cold warm", "/anigram start", "/truncate table", "/train", "/race"]
)
async def test_what_takes_under_half_a_second_is_quick(app, monkeypatch, line):
    asked = noted(monkeypatch)
    await (await app.person().run(line, app.harness.channel("contests"))).reply()
    await until(lambda: asked)
    # A busy machine may need longer for a ladder; the bot then asks for it as a long job.
    for before, (quick, _) in itertools.pairwise([(False, 0.0), *asked]):
        assert quick or before == (True, 0.5), asked


async def test_a_ladder_that_takes_longer_than_a_moment_is_quick_no_more(app, monkeypatch):
    """With moves that change the length, words to pass may take up all its seconds."""
    asked = noted(monkeypatch)
    moves = "change, insert, delete, swap, anagram"
    options = {"via": "agoraphobics", "moves": moves}
    exchange = await app.person().run("/ladder cold warm", "contests", **options)
    assert "ladder" in (await exchange.follow_up()).text
    assert asked == [(True, 0.5), (False, 5.0)]


async def test_a_review_an_explanation_and_a_picture_are_made_once(app, monkeypatch):
    explained = noted(monkeypatch, wordsnake.explain)
    olive, pia = app.person(), app.person("pia")
    contest, post = await announced(app)
    await sent(olive, post, contest.words)
    results = await finished(app, contest)
    assert "your review" in (first := (await answer(olive, results, "My review")).text)
    assert len(explained) == 1
    assert (await answer(olive, results, "My review")).text == first
    assert len(explained) == 1

    snake = await (await olive.run("/snake seasick run nausea")).reply()
    drawn = noted(monkeypatch, picture.draw)
    for person in (olive, pia):
        again = await (await person.run("/snake seasick run nausea")).reply()
        assert again.files
    assert drawn == []
    texts = {(await answer(person, snake, "Explain")).text for person in (olive, pia, olive)}
    assert len(texts) == 1
    assert len(explained) == 2


def hard_words():
    """As many words of two letters as chat takes: searching them never ends without a limit."""
    words = (a * "a" + "b" + z * "a" for a in range(50) for z in range(50) if 0 < a + z < 50)
    return "\n".join(words).encode()


@pytest.mark.slow
@pytest.mark.parametrize("attack", by_turns("reviews", "snakes"))
async def test_one_who_presses_as_fast_as_discord_lets_them_keeps_nobody_waiting(
    tmp_path, monkeypatch, attack
):
    """Measures seconds from the command, on a host with one processor's worth of workers.

    Anybody who waited for the presser's jobs would wait for a search of 30 seconds, or for many of
    2 and 4; quick jobs get a third of that here, however busy the machine. The bench measures how
    quick answers are.
    """
    draw, lexicon = random.Random(1), open_lexicon("common")
    words = [lexicon.word(number) for number in draw.sample(range(20_000), 240)]
    async with BotOnPlayground(tmp_path, solver_workers=1, solver_timeout=30 * SCALE) as app:
        await app.at_leisure()
        attacks = noted(
            monkeypatch, {"reviews": wordsnake.explain, "snakes": wordsnake.solve}[attack]
        )
        eve, place = app.person("pia"), app.harness.channel("contests")
        contests = []
        if attack == "reviews":
            contest, post = await announced(app, tuple(sorted(words)), rule="containment")
            await sent(eve, post, words)
            await finished(app, contest)
            # Each review is computed only once, so the test has many.
            path = app.settings.database.database
            contests = await asyncio.to_thread(crowd.copied, path, contest.id, CONTESTS)
            await asyncio.to_thread(crowd.entered, path, contest.id, contests)

        async def press():
            for number in itertools.count():
                if attack == "reviews":
                    custom_id = str(ContestId("review", contests[number % CONTESTS]))
                    forging.press(app, eve, place, custom_id)
                else:
                    file = ("words.txt", hard_words())
                    await eve.run("/snake", eve.dm, file=file, rule="containment")
                await asyncio.sleep(0.5)

        async def timed(name, line, **options):
            person, began = app.person(name), time.monotonic()
            reply = await (await person.run(line, person.dm, **options)).reply()
            assert "##" in reply.text
            return time.monotonic() - began

        pressing = asyncio.create_task(press())
        try:
            await until(lambda: len(attacks) > 3)
            before = len(attacks)
            ladder, exact, anigram = await asyncio.gather(
                timed("quinn", "/ladder cat dog"),
                timed("ravi", "/ladder cold warm", steps=6),
                timed("noor", "/anigram"),
            )
            assert ladder < SOON
            assert anigram < SOON
            assert exact < LATER
            assert await timed("ravi", UNSETTLED, steps=40) < LATER
            await until(lambda: len(attacks) > before)  # the attack went on
        finally:
            pressing.cancel()
            await asyncio.gather(pressing, return_exceptions=True)
