"""/anigram end to end: asked, completed, refused, in private and in direct messages."""

import re
from collections import Counter

import pytest

from playground import Refused
from tests.bot.examples.anigram_cards import answer, check_chain, press, stairs_of, words_of
from tests.bot.refusing import check_refused

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_without_options_a_short_game_of_familiar_words_or_the_longest_of_all(app, full):
    olive = app.person()
    exchange = await olive.run("/anigram")
    post = await exchange.reply()
    assert not post.ephemeral
    check_chain(post, full)
    for _ in range(4):
        stages = stairs_of(post)
        assert (stages[0][0], len(stages)) == (4, stages[-1][0] - 3)
        assert all(full.is_familiar(full.find(word), 30) for word in words_of(post))
        known = f"Only words people know** · {len(stages)} stages · 4 to {stages[-1][0]}"
        assert known in post.text
        before = words_of(post)
        await press(olive, post, "Another")
        assert words_of(post) != before
    await press(olive, post, "Longest of all")
    check_chain(post, full)
    stages = stairs_of(post)
    assert re.search(
        rf"Longest of all\*\* · {len(stages)} stages · 4 to {stages[-1][0]} letters · [\d,]+ ways",
        post.text,
    )
    assert post.buttons == ["One shorter", "Another", "All words"]


async def test_from_letters_in_any_order_to_a_word_and_of_a_length(app, full):
    olive = app.person()
    post = await answer(olive, start="M A e t")
    check_chain(post, full)
    assert sorted(words_of(post)[0]) == sorted("mate")
    assert "Longest from your letters" in post.text
    post = await answer(olive, start="meat", end=words_of(post)[7])
    check_chain(post, full)
    assert words_of(post)[0] == "meat"  # as typed, though others are as common
    assert "From start to end** · 8 stages · 4 to 11 letters" in post.text
    post = await answer(olive, end="straint")
    check_chain(post, full)
    assert words_of(post)[-1] == "straint"
    assert re.search(r"To your word\*\* · 4 stages · 4 to 7 letters · \d+ ways", post.text)
    post = await answer(olive, start="team", length=9)
    check_chain(post, full)
    last = words_of(post)[-1]
    assert len(last) == 9
    longer = [full.word(number) for number in range(len(full))]
    grows = any(len(word) == 10 and not Counter(last) - Counter(word) for word in longer)
    assert ("can grow to" in post.text) == grows  # most can, whichever was drawn


async def test_what_is_in_the_way_is_left_out_by_a_button(app):
    olive = app.person()
    for options, labels in (
        ({"start": "cat"}, ["Try with any start"]),
        ({"start": "team", "end": "cats"}, ["Try without the start", "Try without the end"]),
        ({"start": "team", "end": "cat"}, ["Try without the end"]),
        ({"end": "shitty"}, ["Try with any end"]),
        ({"start": "stream", "length": 4}, ["Try without the length"]),
        ({"start": "zzzz"}, ["zizz"]),
    ):
        reply = await (await olive.run("/anigram", **options)).follow_up()
        assert reply.buttons == labels
        await (await (await olive.press(reply, labels[-1])).reply()).says("stage")


async def test_what_discord_checks(app):
    await check_refused(app.person().run("/anigram", length=3), Refused)


async def test_ends_complete_as_they_are_typed(app):
    olive = app.person()
    words = [choice["value"] for choice in await olive.complete("/anigram", "end", "strai")]
    assert "straight" in words
    assert all(word.startswith("strai") for word in words)
    words = await olive.complete("/anigram", "end", "ca")
    assert words
    assert all(len(choice["value"]) >= 4 for choice in words)
    assert await olive.complete("/anigram", "end", "*" * 50) == []
