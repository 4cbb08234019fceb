"""Nobody can do more at once than a real player would."""

import asyncio
import time

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import event

from bot.config import Settings
from bot.logs import request_id
from bot.ui import rate_limit
from bot.ui.client import ACTIONS_PER_SECOND
from bot.ui.rate_limit import RateLimiter
from bot.ui.tapping import MOST_TAPPED, TappingButton
from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.hosting import BEST, ROOM, announced, entry, kept, send
from tests.bot.organising import until

BURST = Settings.interaction_burst


PAUSES = st.sampled_from([0, 0.125, 0.5, 1, 8, 64])


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@given(
    st.integers(1, 20),
    st.sampled_from([0.5, 1, 2, 10]),
    st.lists(st.tuples(PAUSES, st.integers(1, 3), st.sampled_from([0.25, 1]), st.booleans())),
)
def test_it_is_a_token_bucket_that_may_owe_as_much_as_it_holds(burst, rate, acts):
    clock, filled = Clock(), {}
    limiter = RateLimiter(burst, rate, clock)
    for pause, person, cost, credit in acts:
        clock.now += pause
        tokens, since = filled.get(person, (burst, 0))
        tokens = min(burst, tokens + (clock.now - since) * rate)
        wait = limiter.take(person, cost, credit=credit)
        assert wait == pytest.approx(max(0, (cost - tokens - burst * credit) / rate))
        filled[person] = tokens - cost * (wait == 0), clock.now


def test_what_costs_more_than_a_bucket_holds_takes_a_full_one():
    clock = Clock()
    limiter = RateLimiter(2, 1, clock)
    assert limiter.take(1, 3) == 0
    assert limiter.take(1, 3) == 2
    clock.now += 2
    assert limiter.take(1, 3) == 0


def test_those_who_act_no_more_are_forgotten():
    limiter = RateLimiter(2, 1, Clock())
    for person in range(3 * rate_limit.REMEMBERED):
        limiter.take(0)
        limiter.take(person)
    assert len(limiter._full_at) == rate_limit.REMEMBERED
    assert limiter.take(0) > 0


def test_words_are_tapped_as_fast_as_anybody_can():
    clock = Clock()
    limiter = RateLimiter(BURST, ACTIONS_PER_SECOND, clock)
    for _ in range(2):  # a second snake straight after the first
        for cost in (1, *[TappingButton.cost] * MOST_TAPPED, 1):  # Play, the words, Submit
            assert not limiter.take(1, cost)
            clock.now += 0.25
        clock.now += 2  # for a look at the result


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(tmp_path_factory):
    folder = tmp_path_factory.mktemp("app")
    async with BotOnPlayground(folder, solver_workers=1, interaction_burst=BURST) as app:
        yield app


@pytest.fixture
def statements(app):
    """Collect the SQL that requests execute, without the bot's own."""
    executed = []
    of_itself = request_id.get()
    engine = app.services.store.database._engine.sync_engine

    def note(connection, cursor, statement, *_):
        if request_id.get() != of_itself:
            executed.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    yield executed
    event.remove(engine, "before_cursor_execute", note)


@pytest.mark.asyncio(loop_scope="module")
async def test_commands_buttons_and_forms_share_a_bucket(app, statements, monkeypatch):
    await app.at_leisure()
    contest, post = await announced(app)
    pia, quinn = app.person("pia"), app.person("quinn")
    opened = [(await entry(pia, post))[0] for _ in range(2)]
    clock = Clock()
    clock.now = time.monotonic()  # time stands still, however slow the machine
    monkeypatch.setattr(app.client.actions, "_clock", clock)
    while app.client.actions.take(pia.id) == 0:
        pass
    assert "## 15 points" in (await (await send(pia, opened[0], BEST)).reply()).text
    while app.client.actions.take(pia.id, credit=True) == 0:
        pass
    statements.clear()
    pressed = await pia.press(post, "Board")
    commanded = await (await pia.run("/help", ROOM)).reply()
    for reply in (commanded, await pressed.reply()):
        assert reply.ephemeral
        assert reply.text == f"You’re faster than me! Try again in {1 + BURST} seconds."
    reply = await (await send(pia, opened[1], BEST)).reply()
    assert reply.text == "You’re faster than me! Try again in 1 second."
    assert not statements
    assert len(await kept(app, contest)) == 1
    assert "Let’s play!" in (await (await quinn.run("/help", ROOM)).reply()).text

    clock.now += (1 + BURST) / ACTIONS_PER_SECOND
    assert "faster than me" not in (await (await pia.run("/help", ROOM)).reply()).text


@pytest.mark.asyncio(loop_scope="module")
async def test_what_is_written_by_who_pressed_a_lot_counts_in_the_last_second(app, monkeypatch):
    await app.at_leisure()
    contest, post = await announced(app)
    ravi = app.person("ravi")
    opened, _ = await entry(ravi, post)
    clock = Clock()
    clock.now = time.monotonic()
    monkeypatch.setattr(app.client.actions, "_clock", clock)
    while app.client.actions.take(ravi.id) == 0:
        pass
    with app.clock_stopped():
        app.harness.advance((contest.closes_at - app.now()).total_seconds() - 0.5)
        app.harness.slow("/interactions/*", 0.5, times=1)
        sending = await send(ravi, opened, BEST)
        app.advance(seconds=1)
        assert app.now() > contest.closes_at
        receipt = await sending.reply()
    assert "## 15 points" in receipt.text
    assert await kept(app, contest) == [(ravi.id, 1, 15)]


@pytest.mark.asyncio(loop_scope="module")
async def test_what_is_kept_costs_more_than_other_commands(app, monkeypatch):
    quinn, clock = app.person("quinn"), Clock()
    monkeypatch.setattr(app.client, "actions", RateLimiter(BURST, ACTIONS_PER_SECOND, clock))
    for name in ("show", "export", "forget"):
        assert "faster" not in (await (await quinn.run(f"/privacy {name}", ROOM)).reply()).text
    assert BURST == 10  # three of them are nine tokens
    assert "faster" not in (await (await quinn.run("/help", ROOM)).reply()).text
    assert "faster" in (await (await quinn.run("/help", ROOM)).reply()).text


@pytest.mark.asyncio(loop_scope="module")
async def test_completion_has_a_bucket_of_its_own(app, monkeypatch):
    ravi = app.person("ravi")
    clock = Clock()
    monkeypatch.setattr(app.client, "actions", RateLimiter(BURST, 1, clock))
    monkeypatch.setattr(app.client, "completions", RateLimiter(BURST, 1, clock))
    while app.client.actions.take(ravi.id) == 0:
        pass
    assert await ravi.complete("word", "word", "ca", ROOM)
    while app.client.completions.take(ravi.id) == 0:
        pass
    asked, waits, take = app.harness.world.interactions, [], app.client.completions.take

    def noting(person):
        waits.append(take(person))
        return waits[-1]

    monkeypatch.setattr(app.client.completions, "take", noting)
    before = set(asked)
    completing = asyncio.create_task(ravi.complete("word", "word", "ca", ROOM))
    await until(lambda: waits)
    assert waits[0] > 0
    (new,) = set(asked) - before
    # The later person has an answer, the earlier one still has none.
    assert await app.person("pia").complete("word", "word", "ca", ROOM)
    assert asked[new].choices is None
    completing.cancel()
