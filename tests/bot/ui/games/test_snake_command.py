"""/snake with words typed or in a file: a real client, real HTTP, real solver processes."""

import random
import re

import pytest

from bot.ui.layout import FIELD_LENGTH
from bot.ui.options import BYTES
from playground import Refused
from solvers.wordsnake import ScoreRequest, score
from tests.bot.examples.snake_cards import FORTY, answer, claimed, fetched, order_in
from tests.bot.pages import check_private
from tests.bot.refusing import check_refused

pytestmark = pytest.mark.asyncio(loop_scope="module")


# Words typed


@pytest.mark.parametrize(
    ("words", "rule", "best"),
    [
        ("seasick run nausea", "pairs", 10),
        ("street test", "pairs", 4),
        ("street, test", "containment", 4),
        ("TIMBER\tBeret", "containment", 9),
        ("aab ab baab", "containment", 16),
        ("aab ab baab", "pairs", 13),
    ],
)
async def test_the_best_snake_with_its_proof(app, words, rule, best):
    exchange = await app.person().run("/snake", words=words, rule=rule)
    post = await answer(exchange)
    assert not post.ephemeral
    assert claimed(post.text) == (best, best, True)
    assert set(order_in(post.text)) == set(re.findall(r"[a-z]+", words.lower()))
    assert f"Rule: {rule}:" in post.text
    assert post.buttons == ["Explain"]
    assert post.pictures


async def test_what_the_card_shows_scores_what_it_says(app):
    post = await answer(await app.person().run("/snake", words=FORTY))
    best, bound, proven = claimed(post.text)
    order = order_in(post.text)
    assert sorted(order) == sorted(FORTY.split())
    assert score(ScoreRequest(order)).score == best == bound
    assert proven


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("run", "only “run”"),
        (",", "none"),
        ("run nausea RUN", "“run”"),
        ("run na1sea seasick", "“na1sea”"),
        ("run c4fé", "“c4fe”"),
        ("cat dog", "No two of these words share letters"),
        (f"run {'x' * 60}", "up to 50 letters"),
        (
            " ".join(f"a{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(676)) * 2,
            "and 669 more",
        ),
    ],
)
async def test_mistakes_are_named_in_one_sentence_to_the_one_who_made_them(app, words, named):
    olive, pia = app.person(), app.person("pia")
    post = await (await olive.run("/snake", words=words)).follow_up()
    assert post.ephemeral
    assert named in post.plain.replace("\\", "")
    assert post.text.count(".") <= 2
    if len(words) <= FIELD_LENGTH:
        form = await (await olive.press(post, "Edit and resend")).form()
        assert form["components"][0]["component"]["value"] == words
    assert post.message not in [other.message for other in pia.transcript("general")]


async def test_too_many_words_for_chat(app):
    words = "\n".join(f"{n:b}".translate({48: "a", 49: "b"}) for n in range(5000))
    exchange = await app.person().run("/snake", file=("words.txt", words.encode()))
    post = await exchange.follow_up()
    assert "5,000 words are too many here; 2,000 is the most" in post.plain


async def test_options_that_discord_would_not_send(app):
    olive = app.person()
    await check_refused(olive.run("/snake", words="run nausea", rule="other"), Refused)
    await check_refused(olive.run("/snake", words="x" * 6001), Refused)


@pytest.mark.parametrize("private", [True, False])
async def test_private_answers_are_seen_by_one(app, private):
    olive, pia = app.person(), app.person("pia")
    post = await answer(await olive.run("/snake", words="run nausea", private=private))
    assert post.ephemeral is private
    assert (post.message in [other.message for other in pia.transcript()]) is not private


# Words in a file


async def test_a_file_of_words(app):
    exchange = await app.person().run(
        "/snake", file=("words.txt", b"\xef\xbb\xbfrun\r\nnausea\r\nseasick\r\n")
    )
    assert claimed((await answer(exchange)).text) == (10, 10, True)


async def test_a_long_list_is_answered_in_a_file(app):
    draw = random.Random(5)
    words = {"".join(draw.choices("abcdefghij", k=8)) for _ in range(400)}
    content = "\n".join(words).encode()
    post = await answer(await app.person().run("/snake", file=("words.txt", content)))
    best, bound, proven = claimed(post.text)
    text = (await fetched(post, "snake.txt")).decode()
    rows = [line.split("\t") for line in text.splitlines() if "\t" in line]
    assert {row[0] for row in rows} == words
    assert score(ScoreRequest(tuple(row[0] for row in rows))).score == best == bound
    assert proven
    assert post.buttons == ["Explain"]
    assert "Too long for a picture" in post.text


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "isn’t a text file"),
        (b"\n\n", "empty"),
        (b"a" * (BYTES + 1), "too big"),
        (b"run n4usea", "“n4usea”"),
    ],
)
async def test_files_that_are_no_lists_are_refused(app, content, why):
    exchange = await app.person().run("/snake", file=("list.txt", content))
    post = await exchange.follow_up()
    assert post.ephemeral
    assert why in post.plain.replace("\\", "")


async def test_a_file_that_discord_has_lost(app, monkeypatch):
    monkeypatch.setattr(type(app.harness.world.files), "get", lambda files, number: None)
    exchange = await app.person().run("/snake", file=("list.txt", b"run nausea"))
    post = await exchange.follow_up()
    check_private(post, post.text, "couldn’t get")


async def test_words_and_a_file_are_too_much(app):
    exchange = await app.person().run(
        "/snake", words="run nausea", file=("list.txt", b"run nausea")
    )
    assert "not both" in (await exchange.follow_up()).plain
