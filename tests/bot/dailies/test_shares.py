"""Claims to share a result: who has them, for which play, and how long they last."""

from datetime import timedelta

import pytest

from bot.dailies import EditionKey
from bot.dailies.sharing import LEASE
from bot.errors import NotPlayable
from tests.bot.dailies.days import ANIGRAM, LADDER, TRUNCATE, on
from tests.bot.refusing import check_refused
from tests.bot.world import ANNA, BEN, CHANNEL, GUILD


async def test_only_what_has_come_to_an_end_is_shared(world):
    await world.dailies.play.open(EditionKey(GUILD, TRUNCATE), world.act(ANNA, on(TRUNCATE)))
    for user in (ANNA, BEN):
        with pytest.raises(NotPlayable, match="Solve the puzzle first"):
            await world.share(TRUNCATE, world.act(user, on(TRUNCATE)))
    await world.dailies.play.give_up(EditionKey(GUILD, TRUNCATE), world.act(ANNA, on(TRUNCATE)))
    line = await world.share(TRUNCATE, world.act(ANNA, on(TRUNCATE)))
    assert "#127" in line
    assert "🏳️" in line


async def test_hints_that_came_after_the_best_try_are_not_told(world):
    act = world.act(ANNA, on(LADDER))
    await world.solve_edition(LADDER, ANNA, on(LADDER))
    await world.dailies.play.undo(EditionKey(GUILD, LADDER), world.act(ANNA, on(LADDER)), 0)
    await world.dailies.play.hint(EditionKey(GUILD, LADDER), world.act(ANNA, on(LADDER)), "word")
    await world.solve_edition(LADDER, ANNA, on(LADDER))
    line = await world.share(LADDER, act)
    assert "⭐" in line
    assert "💡" not in line
    await world.dailies.play.hint(EditionKey(GUILD, LADDER), world.act(BEN, on(LADDER)), "word")
    await world.solve_edition(LADDER, BEN, on(LADDER))
    assert "💡1" in await world.share(LADDER, world.act(BEN, on(LADDER)))


async def test_what_counted_comes_before_what_was_played_from_the_archive(world):
    late = on(ANIGRAM, days=1)
    await world.dailies.play.open(EditionKey(GUILD), world.act(ANNA, on(ANIGRAM)))
    await world.solve_edition(ANIGRAM, ANNA, late)
    await world.solve_edition(ANIGRAM, BEN, on(ANIGRAM))
    await world.solve_edition(ANIGRAM, BEN, late)
    assert "🗄️" in await world.share(ANIGRAM, world.act(ANNA, late))
    assert "🗄️" not in await world.share(ANIGRAM, world.act(BEN, late))


async def test_a_claim_of_a_bot_that_died_runs_out_and_one_that_was_sent_does_not(world):
    share, at = world.dailies.share, on(TRUNCATE)
    await world.solve_edition(TRUNCATE, ANNA, at)

    async def claim(moment):
        return await world.share(TRUNCATE, world.act(ANNA, moment))

    await claim(at)
    await check_refused(claim(at + LEASE - timedelta(seconds=1)), NotPlayable, "already")
    await claim(at + LEASE)  # the first claim was never marked as sent
    await share.mark_sent(TRUNCATE, world.act(ANNA, at), CHANNEL, sent=True)
    for moment in (at + LEASE, at + timedelta(days=9)):
        await check_refused(claim(moment), NotPlayable, "already")
    await share.mark_sent(TRUNCATE, world.act(ANNA, at), CHANNEL, sent=False)  # too late
    await check_refused(claim(at + timedelta(days=9)), NotPlayable, "already")
    await world.privacy.forget(ANNA)
    assert await world.privacy.show(ANNA) == {}
