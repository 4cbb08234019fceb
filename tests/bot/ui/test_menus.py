"""The menus of people and messages: a duel, and how good a snake or a ladder in a message is."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.puzzles import Found, find_in_message, ladder_mistake
from tests.bot.hosting import announced
from tests.bot.playing_dailies import opened
from tests.bot.racing import pressed, racer, room, shows

pytestmark = pytest.mark.asyncio(loop_scope="module")
CHECK = "Check this snake or ladder"


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("cold cord card ward warm", "ladder", "cold cord card ward warm"),
        ("COLD -> CORD -> CARD", "ladder", "cold cord card"),
        ("1. cold\n2. cord\n3. card", "ladder", "cold cord card"),
        ("I got cold → cord → card at last!", "ladder", "cold cord card"),
        ("My ladder: **cold** > cord > ward > warm", "ladder", "cold cord ward warm"),
        ("<@123> run nausea seasick :snake: https://example.org/a", "snake", "run nausea seasick"),
        ("run, nausea, seasick", "snake", "run nausea seasick"),
        ("cold cord card xxxx", "ladder", "cold cord card xxxx"),
        ("at cat", None, ""),
        ("ice cream", None, ""),
        ("hello", None, ""),
        ("", None, ""),
        ("cold cord " * 60, None, ""),
    ],
)
async def test_what_is_found_in_a_message(text, kind, words):
    found = find_in_message(text)
    assert found == (kind and Found(kind, tuple(words.split())))


WORDS = st.sampled_from(["cold", "cord", "seasick", "run", "→", "->", ":", "<@1>", "1.", "**a**"])


@given(st.text(max_size=300) | st.lists(WORDS, max_size=20).map(" ".join))
async def test_whatever_is_written_gives_words_or_nothing(text):
    found = find_in_message(text)
    if found is not None:
        assert len(found.words) > 1
        assert all(word.isascii() and word.isalpha() and word.islower() for word in found.words)
        assert isinstance(ladder_mistake(found.words, {"cold", "cord"}), str | None)


async def test_a_line_of_dashes_is_looked_through_at_once():
    began = time.thread_time()  # takes hundredths; minutes if each dash began a search
    assert find_in_message("-" * 100_000) is None
    assert time.thread_time() - began < 2


async def test_why_words_are_no_ladder():
    words = {"cold", "cord", "card", "ward", "warm"}
    for text, why in (
        ("cold cord card ward warm", None),
        ("cold cord", None),
        ("cold card ward warm", "changes 2 letters"),
        ("cold cold", "there twice"),
        ("cold cord cold cord card", "there twice"),
        ("colt cold cord", "isn’t in my word list"),
        ("cold colx cord", "isn’t in my word list"),
    ):
        said = ladder_mistake(text.split(), words)
        assert (said is None) == (why is None), text
        assert why is None or why in said


async def checked(app, text, place, reader=None):
    """The answer to somebody who checks a message."""
    post = await racer(app).write(text, place)
    reply = await (reader or racer(app)).use(CHECK, post)
    return await reply.reply()


async def test_a_message_is_checked_for_the_asker_alone(app):
    place = room(app)
    for text, said in (
        ("cold cord card ward warm", "4 steps, the shortest there is!"),
        ("cold cord cord", "there twice"),
        ("cold bold bald bale bare ware warm", "The shortest takes 4."),
        ("Mine: cold, card, ward, warm", "changes 2 letters"),
        ("run nausea seasick", "10 points, the best possible!"),
        ("nausea seasick run", "9 points, 90% of the best possible: 10."),
    ):
        reply = await checked(app, text, place)
        assert said in reply.plain, text
        assert reply.ephemeral
    assert "That’s not a ladder" in (await checked(app, "cold cord corx card", place)).plain
    post = await racer(app).write("hello there", place)
    refused = await (await racer(app).use(CHECK, post)).reply()
    assert "I see no ladder or snake in that message" in refused.plain


async def test_what_is_played_for_something_is_not_checked(app):
    olive = app.person()
    await announced(app)
    contest = ("run", "nausea", "seasick", "street", "test", "stone", "tone")
    reply = await checked(app, " ".join(contest), "general", olive)
    assert "contest" in reply.plain
    edition = await opened(app, "ladder")
    reply = await checked(app, " ".join(edition.puzzle.solution), room(app), olive)
    assert "daily puzzle" in reply.plain
    assert "step" not in reply.plain


async def test_somebody_is_challenged_from_their_menu(app):
    place, anna, ben = room(app), racer(app), racer(app)
    post = await (await anna.use("Challenge to a duel", ben, place)).reply()
    await shows(post, f"<@{anna.id}> challenges <@{ben.id}>!")
    await pressed(ben, post, "Decline")
    await shows(post, "Declined.")
    refused = await (await anna.use("Challenge to a duel", anna, place)).follow_up()
    assert "can’t duel yourself" in refused.plain


async def test_a_menu_that_is_gone_says_so(app):
    http, anna = app.client.http, racer(app)
    about = {"name": "Gone", "type": 3, "contexts": [0, 1, 2], "integration_types": [0, 1]}
    await http.upsert_global_command(app.client.application_id, about)
    post = await anna.write("hello", room(app))
    refused = await (await anna.use("Gone", post)).reply()
    assert "don’t have that command any more" in refused.plain
