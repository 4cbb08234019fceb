"""Anigram cards end to end: going up and down, drawing again, by others."""

import re

import pytest

from tests.bot.examples.anigram_cards import WALK, answer, check_chain, press, stairs_of, words_of
from tests.bot.pages import check_private

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.slow
async def test_walking_back_and_on_shows_the_same_game(app):
    olive = app.person()
    post = await answer(olive, start="team")
    whole = words_of(post)
    for left in range(len(whole) - 1, 0, -1):
        again = await press(olive, post, "One shorter")
        assert again.message is post.message
        assert words_of(post) == whole[:left]
        assert f"On the way** · {left} stage" in post.text
    assert post.buttons == [WALK[1], WALK[3]]
    for more in range(2, len(whole) + 1):
        await press(olive, post, "One longer")
        assert words_of(post) == whole[:more]
    assert "Longest from your letters" in post.text
    assert "One longer" not in post.buttons


async def test_one_longer_goes_beyond_what_was_asked(app, full):
    olive = app.person()
    post = await answer(olive, start="team", length=4)
    reach = int(re.search(r"can grow to (\d+)", post.text)[1])
    while "One longer" in post.buttons:
        before = words_of(post)
        await press(olive, post, "One longer")
        assert words_of(post)[:-1] == before
    check_chain(post, full)
    assert len(words_of(post)[-1]) == reach
    assert "the end of the line" in post.text


async def test_another_on_the_way_changes_the_last_letter_alone(app, full):
    olive = app.person()
    post = await answer(olive, start="team", length=6)
    seen = set()
    for _ in range(6):
        await press(olive, post, "Another")
    await press(olive, post, "One shorter")
    first = words_of(post)[0]
    for _ in range(6):
        await press(olive, post, "Another")
        check_chain(post, full)
        assert words_of(post)[0] == first
        assert len(words_of(post)) == 2
        seen.add(words_of(post)[1])
    assert len(seen) > 1
    await press(olive, post, "One longer")
    check_chain(post, full)
    assert len(words_of(post)) == 3


async def test_another_start_only_where_none_was_given(app):
    olive = app.person()
    free = await answer(olive, length=4)
    before = words_of(free)
    await press(olive, free, "Another")
    assert words_of(free) != before
    bound = await answer(olive, start="team", length=5)
    assert "Another" in bound.buttons
    await press(olive, bound, "One shorter")
    assert words_of(bound) == ["team"]
    assert "Another" not in bound.buttons


async def test_where_no_other_letter_leads_on(app):
    olive = app.person()
    post = await answer(olive, start="blew", length=6)  # only o fits
    await press(olive, post, "One shorter")
    before = words_of(post)
    reply = await (await olive.press(post, "Another")).follow_up()
    check_private(reply, reply.text, "No other letter works here")
    assert words_of(post) == before


@pytest.mark.slow
async def test_another_is_another_game_and_not_its_words_in_another_order(app):
    olive = app.person()
    post = await answer(olive, start="beat", length=6)  # its letters, sorted, are a word too
    await press(olive, post, "One shorter")
    for _ in range(12):
        before = stairs_of(post)
        await press(olive, post, "Another")
        assert sorted(words_of(post)[1]) != sorted(before[1][1].lower())
        assert stairs_of(post)[0] == before[0]


async def test_letters_that_cannot_grow_say_so(app):
    post = await answer(app.person(), start="syzygy")
    assert "1 stage · the only way · no letter you could add" in post.text
    assert post.buttons == ["All words"]


async def test_the_end_stays_the_end_on_the_way(app, full):
    olive = app.person()
    post = await answer(olive, end="straint")
    await press(olive, post, "One shorter")
    await press(olive, post, "Another")
    await press(olive, post, "One longer")
    check_chain(post, full)
    assert words_of(post)[-1] == "straint"
    await press(olive, post, "One longer")
    check_chain(post, full)
    assert words_of(post)[-2] == "straint"


async def test_all_words_of_the_stage_where_one_stands(app, full):
    olive, pia = app.person(), app.person("pia")
    post = await answer(olive, start="stare", length=5)
    for person in (olive, pia):
        reply = await press(person, post, "All words")
        assert reply.ephemeral
        letters = sorted("stare")
        ids = full.ids_of_length(5)
        spelled = {full.word(i) for i in ids if sorted(full.word(i)) == letters}
        assert len(spelled) > 5
        listed = re.search(r"\*\*(\d+) words\*\*: (.*)", reply.text)
        assert int(listed[1]) == len(spelled)
        assert set(listed[2].split(", ")) == spelled
        assert "### a e r s t" in reply.text
        assert all(f"**{word}**" in reply.text or reply.files for word in spelled)
