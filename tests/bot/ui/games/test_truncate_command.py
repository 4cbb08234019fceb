"""/truncate end to end: through given words, in both modes, drawn again, after a restart."""

import re
from itertools import pairwise

import pytest

from tests.bot.pages import check_private

pytestmark = pytest.mark.asyncio(loop_scope="module")

WIDER, ANY = "Try with letters that join anywhere", "Grow any word"
FROM, TO = "Try without the end", "Try without the start"


def words_of(post):
    """Return the words in a card's picture."""
    (picture,) = post.pictures
    _, _, words = picture["description"].partition("A staircase of words: ")
    return words.split(", ")


def check_stack(post, lexicon):
    """Check that each word has one letter more than the one before."""
    words = words_of(post)
    assert all(word in lexicon or word in {"a", "i"} for word in words)
    for before, word in pairwise(words):
        assert before in {word[:place] + word[place + 1 :] for place in range(len(word))}


async def answer(person, channel=None, **options):
    return await (await person.run("/truncate", channel, **options)).reply()


async def press(person, post, button):
    return await (await person.press(post, button)).reply()


async def test_without_options_a_short_one_of_familiar_words_or_the_longest_of_all(app, full):
    olive = app.person()
    exchange = await olive.run("/truncate")
    post = await exchange.reply()
    assert not post.ephemeral
    check_stack(post, full)
    words = words_of(post)
    assert all(before in word for before, word in pairwise(words))
    assert all(full.is_familiar(full.find(word), 30) for word in words if len(word) > 1)
    assert f"Only words people know: {len(words)} words**" in post.text
    assert post.buttons == ["Another", "Longest of all", "Definitions"]
    await press(olive, post, "Another")
    assert words_of(post) != words
    await press(olive, post, "Longest of all")
    check_stack(post, full)
    longest = words_of(post)
    assert len(longest) > len(words)
    assert re.search(rf"Longest of all: {len(longest)} words\*\* · \d+ ways", post.text)
    assert post.buttons == ["Another", "Definitions"]


async def test_from_through_and_to_given_words(app, full):
    olive = app.person()
    post = await answer(olive, through="L A P")
    check_stack(post, full)
    assert "lap" in words_of(post)
    assert "Longest through lap" in post.text
    post = await answer(olive, start="a", through="laps", end="Relapsed")
    check_stack(post, full)
    assert (words_of(post)[0], words_of(post)[-1]) == ("a", "relapsed")
    assert "laps" in words_of(post)
    assert "## a → relapsed" in post.text
    assert len(words_of(post)) == 8
    post = await answer(olive, end="startling", mode="anywhere")
    check_stack(post, full)
    assert words_of(post)[-1] == "startling"
    assert "letters join anywhere" in post.text
    assert any(before not in word for before, word in pairwise(words_of(post)))


@pytest.mark.parametrize(
    ("options", "words", "buttons"),
    [
        ({"start": "relapsers"}, "no letter added at its front or its end makes", [WIDER, ANY]),
        ({"end": "shitty"}, "Nothing grows into “shitty”", [WIDER, ANY]),
        ({"through": "zzz"}, "“zzz” stays alone", [WIDER, ANY]),
        ({"end": "zzz", "mode": "anywhere"}, "no letter taken away anywhere leaves", [ANY]),
        ({"start": "lap", "end": "lap"}, "“lap” is both start and end", [FROM, TO]),
    ],
)
async def test_a_word_that_stays_alone_says_so_and_what_to_try(app, options, words, buttons):
    olive = app.person()
    reply = await (await olive.run("/truncate", **options)).follow_up()
    check_private(reply, reply.text, words)
    assert reply.buttons == buttons
    assert len(words_of(await press(olive, reply, buttons[-1]))) > 1


async def test_another_is_never_the_same_even_of_few(app):
    olive = app.person()
    post = await answer(olive, end="islanders")
    count = int(re.search(r"(\d+) ways", post.text)[1])
    drawn = set()
    for _ in range(6):
        before = words_of(post)
        await press(olive, post, "Another")
        assert words_of(post) != before
        drawn.add(tuple(before))
    assert 1 < len(drawn) <= count


async def test_a_restart_forgets_nothing(app, full):
    olive = app.person()
    post = await answer(olive, mode="anywhere")
    before = words_of(post)
    await app.restart()
    reply = await press(olive, post, "Definitions")
    assert all(f"**{word}**" in reply.text for word in before)
    await press(olive, post, "Another")
    check_stack(post, full)
    assert "letters join anywhere" in post.text


async def test_words_complete_as_they_are_typed(app):
    olive = app.person()
    for option in ("start", "through", "end"):
        words = [choice["value"] for choice in await olive.complete("/truncate", option, "lap")]
        assert words[0] == "lap"
        assert all(word.startswith("lap") for word in words)
