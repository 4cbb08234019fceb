"""What people have set for themselves."""

import asyncio

from bot.store.people import People

ANA, BEN = 1, 2


async def test_everybody_is_shown_pictures_until_they_ask_for_words(world):
    people = People(world.database)
    assert await people.wants_pictures(ANA)
    await people.set_pictures(ANA, wanted=False)
    assert [await people.wants_pictures(one) for one in (ANA, BEN)] == [False, True]
    assert not await People(world.database).wants_pictures(ANA)  # after a restart
    await people.set_pictures(ANA, wanted=True)
    assert await people.wants_pictures(ANA)


async def test_what_is_read_while_it_changes_is_not_remembered(world):
    people = People(world.database)
    for turn in range(60):
        wanted = bool(turn % 2)
        before, after = asyncio.Event(), asyncio.Event()

        async def ask(until=after, ready=before):
            people.forget()
            ready.set()
            while not until.is_set():
                await people.wants_pictures(ANA)
                await asyncio.sleep(0)

        asking = asyncio.create_task(ask())
        await before.wait()
        await people.set_pictures(ANA, wanted=wanted)
        assert await people.wants_pictures(ANA) == wanted
        after.set()
        await asking
        assert await people.wants_pictures(ANA) == wanted
