"""/anigram end to end: asked, walked up and down, drawn again; before and after a restart."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest

from playground import Refused

pytestmark = pytest.mark.asyncio(loop_scope="module")

WALK = ["One shorter", "One longer", "Another", "All words of this stage"]


def stairs_of(post):
    """The stages a card shows: (letters, first word with its capital, other words that fit)."""
    (block,) = re.findall(r"```\n(.*?)\n```", post.text, re.DOTALL)
    stages = []
    for line in block.splitlines():
        size, first, *others = line.split()
        stages.append((int(size), first, [word for word in others if word[0] != "+"]))
    return stages


def words_of(post):
    return [first.lower() for _, first, _ in stairs_of(post)]


def check_chain(post, lexicon):
    """Every stage is words; each has the letters of the one before and the capital."""
    stages = stairs_of(post)
    for size, first, others in stages:
        assert all(word.lower() in lexicon for word in (first, *others))
        assert {len(first)} == {size}
        assert {"".join(sorted(word)) for word in others} <= {"".join(sorted(first.lower()))}
    assert stages[0][1].islower()
    for (_, before, _), (_, word, _) in pairwise(stages):
        (new,) = re.findall("[A-Z]", word)
        assert Counter(word.lower()) - Counter(before.lower()) == Counter(new.lower())
        assert len(word) == len(before) + 1


async def answer(person, channel=None, **options):
    return await (await person.run("/anigram", channel, **options)).reply()


async def press(person, post, button):
    return await (await person.press(post, button)).reply()


@pytest.fixture
def full(house):
    return house.kit.lexicons["full"]


async def test_the_longest_chain_with_its_words_and_games(house, full):
    exchange = await house.person().run("/anigram")
    post = await exchange.reply()
    assert not post.ephemeral
    assert exchange.time_to_acknowledge < 3
    check_chain(post, full)
    stages = stairs_of(post)
    assert stages[0][0] == 4
    assert re.search(
        rf"Longest of all\*\* · {len(stages)} stages · 4 to {stages[-1][0]} letters · one of \d",
        post.text,
    )
    assert post.buttons == ["One shorter", "Another", "All words of this stage"]


async def test_from_letters_in_any_order_to_a_word_and_of_a_length(house, full):
    olive = house.person()
    post = await answer(olive, start="M A e t")
    check_chain(post, full)
    assert sorted(words_of(post)[0]) == sorted("mate")
    assert "Longest from these letters" in post.text
    post = await answer(olive, start="meat", end=words_of(post)[7])
    check_chain(post, full)
    assert words_of(post)[0] == "meat"  # as it was typed, though others are as common
    assert "From start to end** · 8 stages · 4 to 11 letters" in post.text
    post = await answer(olive, end="straint")
    check_chain(post, full)
    assert words_of(post)[-1] == "straint"
    assert re.search(r"To this end\*\* · 4 stages · 4 to 7 letters · one of \d+ games", post.text)
    post = await answer(olive, start="team", length=9)
    check_chain(post, full)
    assert len(words_of(post)[-1]) == 9
    assert "can grow to" in post.text


async def test_walking_back_and_on_shows_the_same_game(house):
    olive = house.person()
    post = await answer(olive, start="team")
    whole = words_of(post)
    for left in range(len(whole) - 1, 0, -1):
        again = await press(olive, post, "One shorter")
        assert again.message is post.message
        assert words_of(post) == whole[:left]
        assert f"On the way** · {left} stage" in post.text
    assert post.buttons == WALK[1:]
    for more in range(2, len(whole) + 1):
        await press(olive, post, "One longer")
        assert words_of(post) == whole[:more]
    assert "Longest from these letters" in post.text
    assert "One longer" not in post.buttons


async def test_one_longer_goes_beyond_what_was_asked(house, full):
    olive = house.person()
    post = await answer(olive, start="team", length=4)
    reach = int(re.search(r"can grow to (\d+)", post.text)[1])
    while "One longer" in post.buttons:
        before = words_of(post)
        await press(olive, post, "One longer")
        assert words_of(post)[:-1] == before
    check_chain(post, full)
    assert len(words_of(post)[-1]) == reach
    assert "cannot grow" in post.text


async def test_another_draws_a_whole_game_again(house, full):
    olive = house.person()
    post = await answer(olive, start="team")
    drawn = {tuple(words_of(post))}
    for _ in range(4):
        before = words_of(post)
        again = await press(olive, post, "Another")
        assert again.message is post.message
        check_chain(post, full)
        assert words_of(post) != before
        assert words_of(post)[0] == "team"
        assert len(words_of(post)) == len(before)
        drawn.add(tuple(words_of(post)))
    assert len(drawn) > 2


async def test_another_on_the_way_changes_the_last_letter_alone(house, full):
    olive = house.person()
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


async def test_another_start_only_where_none_was_given(house):
    olive = house.person()
    free = await answer(olive, length=4)
    before = words_of(free)
    await press(olive, free, "Another")
    assert words_of(free) != before
    bound = await answer(olive, start="team", length=5)
    await press(olive, bound, "One shorter")
    told = await (await olive.press(bound, "Another")).follow_up()
    assert told.ephemeral
    assert "No other letter leads on here" in told.text
    assert words_of(bound) == ["team"]


async def test_the_end_stays_the_end_on_the_way(house, full):
    olive = house.person()
    post = await answer(olive, end="straint")
    await press(olive, post, "One shorter")
    await press(olive, post, "Another")
    await press(olive, post, "One longer")
    check_chain(post, full)
    assert words_of(post)[-1] == "straint"
    await press(olive, post, "One longer")
    check_chain(post, full)
    assert words_of(post)[-2] == "straint"


async def test_all_words_of_the_stage_where_one_stands(house, full):
    olive, pia = house.person(), house.person("pia")
    post = await answer(olive, start="stare", length=5)
    for person in (olive, pia):
        told = await press(person, post, "All words of this stage")
        assert told.ephemeral
        letters = sorted("stare")
        ids = full.ids_of_length(5)
        spelled = {full.word(i) for i in ids if sorted(full.word(i)) == letters}
        assert len(spelled) > 5
        listed = re.search(r"\*\*(\d+) words\*\*: (.*)", told.text)
        assert int(listed[1]) == len(spelled)
        assert set(listed[2].split(", ")) == spelled
        assert "### a e r s t" in told.text
        assert all(f"**{word}**" in told.text or told.files for word in spelled)


async def test_somebody_else_walks_a_copy_of_their_own(house):
    olive, pia = house.person(), house.person("pia")
    post = await answer(olive, start="team")
    before = post.text
    copy = await press(pia, post, "One shorter")
    assert copy.ephemeral
    assert copy.message is not post.message
    assert post.text == before
    again = await press(pia, copy, "One shorter")
    assert again.message is copy.message


async def test_a_restart_forgets_nothing(house):
    olive = house.person()
    post = await answer(olive, start="team")
    await press(olive, post, "One shorter")
    whole = words_of(post)
    await house.stop()
    await house.start()
    await press(olive, post, "One shorter")
    assert words_of(post) == whole[:-1]
    await press(olive, post, "One longer")
    assert words_of(post) == whole
    await press(olive, post, "Another")
    told = await press(olive, post, "All words of this stage")
    assert words_of(post)[-1] in told.text.lower()


async def test_private_answers_stay_private(house):
    olive, pia = house.person(), house.person("pia")
    post = await answer(olive, start="team", private=True)
    assert post.ephemeral
    assert post.message not in [other.message for other in pia.transcript("general")]
    again = await press(olive, post, "One shorter")
    assert again.ephemeral


async def test_in_direct_messages_and_as_an_app_of_ones_own(house, full):
    olive, pia, solo = house.person(), house.person("pia"), house.person("solo")
    for person, channel in ((olive, olive.dm), (solo, solo.dm), (olive, olive.conversation(pia))):
        post = await answer(person, channel, start="team")
        await press(person, post, "One shorter")
        check_chain(post, full)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"start": "tea"}, "starts from 4 letters; “tea” has only 3"),
        ({"start": "te4m"}, "only letters a to z"),
        ({"start": "@everyone"}, "only letters a to z"),
        ({"start": "xxzz"}, "“xxzz” spell no word"),
        ({"start": "qteam"}, "With one letter changed: "),
        ({"end": "definitly"}, "Did you mean definite"),
        ({"start": "team", "end": "anchorite"}, "“team” has the letter m once"),
        ({"start": "stream", "length": 4}, "already has 6 letters"),
        ({"end": "stream", "length": 7}, "leave the length out"),
        ({"length": 60}, "the longest ends with"),
        ({"start": "w" * 60}, "spell no word"),
        ({"start": "team", "length": 30}, "the longest from there ends with"),
    ],
)
async def test_mistakes_are_answered_in_private_with_one_clear_sentence(house, options, words):
    exchange = await house.person().run("/anigram", **options)
    told = await exchange.follow_up()
    assert told.ephemeral
    assert words in told.text
    assert "error" not in told.text
    assert not told.pinged
    assert exchange.interaction.original.deleted


async def test_what_discord_checks(house):
    with pytest.raises(Refused):
        await house.person().run("/anigram", length=3)


async def test_ends_complete_as_they_are_typed(house):
    olive = house.person()
    words = [choice["value"] for choice in await olive.complete("/anigram", "end", "strai")]
    assert "straight" in words
    assert all(word.startswith("strai") for word in words)
    words = await olive.complete("/anigram", "end", "ca")
    assert words
    assert all(len(choice["value"]) >= 4 for choice in words)
    assert await olive.complete("/anigram", "end", "*" * 50) == []
