"""/snake end to end: a real client, real HTTP, a real gateway, real solver processes."""

from __future__ import annotations

import io
import random
import re

import aiohttp
import psutil
import pytest
from PIL import Image

from bot.word_lists import BYTES
from playground import Refused
from solvers.wordsnake import ScoreRequest, score
from tests.bot.house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

FORTY = (
    "panther hermit mite termite emu mule lemur urchin chinchilla llama mare reindeer deer erne "
    "newt wombat bat bats stoat oats toad adder ermine mink inkfish fishhawk hawk wolf olm "
    "marmot moth otter tern ernes snake kestrel eland andean nene nematode"
)


def hard_list():
    """Words that lie inside one another so often that no solver is soon done with them."""
    draw = random.Random(1)
    words = {"".join(draw.choices("ab", k=draw.randint(8, 12))) for _ in range(1000)}
    return "hard.txt", "\n".join(sorted(words)).encode()


def claimed(post):
    """The score, the bound and whether the card says proven."""
    proven = re.search(
        r"\*\*([\d,]+) points?\*\*, \*\*proven best\*\*: the bound is ([\d,]+)", post
    )
    found = proven or re.search(
        r"\*\*([\d,]+) points?\*\*, best found, at most \*\*([\d,]+)\*\*", post
    )
    assert found, post
    return *(int(number.replace(",", "")) for number in found.groups()), bool(proven)


def order_in(post):
    """The words of the order that a card shows, in lower case."""
    order = post.split("```")[3].lower()
    return tuple(re.findall(r"[a-z]+", order.replace("inside", "")))


async def fetched(post, name):
    """What is in one of a post's files."""
    url = post.files[name]["url"]
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        assert answer.status == 200
        return await answer.read()


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
async def test_the_best_snake_with_its_proof(house, words, rule, best):
    exchange = await house.person().run("/snake", words=words, rule=rule)
    post = await exchange.reply()
    assert not post.ephemeral
    assert claimed(post.text) == (best, best, True)
    assert set(order_in(post.text)) == set(re.findall(r"[a-z]+", words.lower()))
    assert f"Rule: {rule}:" in post.text
    assert post.buttons == ["Explain", "Picture"]
    assert exchange.time_to_acknowledge < 3


async def test_what_the_card_shows_scores_what_it_says(house):
    post = await (await house.person().run("/snake", words=FORTY)).reply()
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
        ("run café", "“café”"),
        (f"run {'x' * 60}", "at most 50 letters"),
        (
            " ".join(f"a{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(676)) * 2,
            "and 669 more",
        ),
    ],
)
async def test_mistakes_are_named_in_one_sentence_to_the_one_who_made_them(house, words, named):
    olive, pia = house.person(), house.person("pia")
    post = await (await olive.run("/snake", words=words)).follow_up()
    assert post.ephemeral
    assert named in post.plain.replace("\\", "")
    assert post.text.count(".") <= 2
    assert post.message not in [other.message for other in pia.transcript("general")]


async def test_too_many_words_for_chat(house):
    words = "\n".join(f"{n:b}".translate({48: "a", 49: "b"}) for n in range(5000))
    exchange = await house.person().run("/snake", file=("words.txt", words.encode()))
    post = await exchange.follow_up()
    assert "5,000 words are too many here; give at most 2,000" in post.plain


async def test_options_that_discord_would_not_send(house):
    olive = house.person()
    with pytest.raises(Refused):
        await olive.run("/snake", words="run nausea", rule="other")
    with pytest.raises(Refused):
        await olive.run("/snake", words="x" * 6001)


@pytest.mark.parametrize("private", [True, False])
async def test_private_answers_are_seen_by_one(house, private):
    olive, pia = house.person(), house.person("pia")
    post = await (await olive.run("/snake", words="run nausea", private=private)).reply()
    assert post.ephemeral is private
    assert (post.message in [other.message for other in pia.transcript()]) is not private
    await (await olive.press(post, "Picture")).reply()
    assert post.ephemeral is private
    assert post.pictures


# Words in a file


async def test_a_file_of_words(house):
    exchange = await house.person().run(
        "/snake", file=("words.txt", b"\xef\xbb\xbfrun\r\nnausea\r\nseasick\r\n")
    )
    assert claimed((await exchange.reply()).text) == (10, 10, True)


async def test_a_long_list_is_answered_in_a_file(house):
    draw = random.Random(5)
    words = {"".join(draw.choices("abcdefghij", k=8)) for _ in range(400)}
    content = "\n".join(words).encode()
    post = await (await house.person().run("/snake", file=("words.txt", content))).reply()
    best, bound, proven = claimed(post.text)
    text = (await fetched(post, "snake.txt")).decode()
    rows = [line.split("\t") for line in text.splitlines() if "\t" in line]
    assert {row[0] for row in rows} == words
    assert score(ScoreRequest(tuple(row[0] for row in rows))).score == best == bound
    assert proven
    assert post.buttons == ["Explain"]
    assert "no picture" in post.text


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "not a text file"),
        ("run nausea".encode("utf-16"), "UTF-16"),
        (b"r\xe9sum\xe9 nausea", "UTF-8"),
        (b"\n\n", "empty"),
        (b"a" * (BYTES + 1), "too large"),
        (b"<html> run nausea", "“<html>”"),
    ],
)
async def test_files_that_are_no_lists_are_refused(house, content, why):
    exchange = await house.person().run("/snake", file=("list.txt", content))
    post = await exchange.follow_up()
    assert post.ephemeral
    assert why in post.plain.replace("\\", "")


async def test_a_file_that_discord_has_lost(house, monkeypatch):
    monkeypatch.setattr(type(house.harness.world.files), "get", lambda files, number: None)
    exchange = await house.person().run("/snake", file=("list.txt", b"run nausea"))
    post = await exchange.follow_up()
    assert post.ephemeral
    assert "could not be fetched" in post.text


async def test_words_and_a_file_are_too_much(house):
    exchange = await house.person().run(
        "/snake", words="run nausea", file=("list.txt", b"run nausea")
    )
    assert "not both" in (await exchange.follow_up()).plain


# Words in a form


async def test_neither_words_nor_a_file_opens_a_form(house):
    olive = house.person()
    asked = await olive.run("/snake", rule="containment")
    form = await asked.form()
    assert form["title"] == "Words for a snake"
    sent = await olive.submit(asked, Words="therein innate here\nthe nat")
    post = await sent.reply()
    assert "Rule: containment:" in post.text
    assert not post.ephemeral


async def test_the_form_holds_four_thousand_characters_and_a_rule(house):
    olive = house.person()
    asked = await olive.run("/snake")
    words = sorted({f"{n:b}".translate({48: "a", 49: "b"}) for n in range(600)})
    text = " ".join(words)[:3999].rsplit(" ", 1)[0]
    post = await (await olive.submit(asked, Words=text, Rule="pairs")).reply(timeout=30)
    post = await post.says("points**, ")
    assert f"A snake of {len(text.split())} words" in post.text
    asked = await olive.run("/snake")
    await asked.form()
    with pytest.raises(Refused):
        await olive.submit(asked, Words="a " * 2001)


async def test_what_was_written_is_not_lost_when_it_cannot_be_taken(house):
    olive = house.person()
    asked = await olive.run("/snake", private=True)
    told = await (await olive.submit(asked, Words="run nausea run")).reply()
    assert told.ephemeral
    assert "“run”" in told.plain
    mending = await olive.press(told, "Mend it")
    form = await mending.form()
    field = form["components"][0]["component"]
    assert field["value"] == "run nausea run"
    post = await (await olive.submit(mending, Words="run nausea")).reply()
    assert claimed(post.text) == (1, 1, True)
    assert post.ephemeral


async def test_a_public_form_that_cannot_be_taken_is_told_to_its_sender_alone(house):
    olive = house.person()
    asked = await olive.run("/snake")
    told = await (await olive.submit(asked, Words="run")).follow_up()
    assert told.ephemeral
    assert told.buttons == ["Mend it"]


async def test_a_form_that_nobody_knows_any_more_is_answered(house, monkeypatch):
    olive = house.person()
    asked = await olive.run("/snake")
    await asked.form()
    monkeypatch.setattr(house.client, "forms", [])
    told = await (await olive.submit(asked, Words="run nausea")).reply()
    assert told.ephemeral
    assert "another version" in told.text


# Buttons


async def test_the_picture_joins_the_card(house):
    olive, pia = house.person(), house.person("pia")
    post = await (await olive.run("/snake", words=FORTY)).reply()
    text = post.text
    copy = await (await pia.press(post, "Picture")).reply()
    assert copy.ephemeral
    assert copy.pictures
    assert not post.pictures
    again = await (await olive.press(post, "Picture")).reply()
    assert again.message is post.message
    assert post.text.startswith(text)
    assert post.buttons == ["Explain"]
    (picture,) = post.pictures
    assert "coiled snake that spells" in picture["description"]
    assert claimed(text)[0] == int(re.search(r"(\d+) points", picture["description"])[1])
    image = Image.open(io.BytesIO(await fetched(post, "snake.png")))
    assert image.format == "PNG"
    assert 600 < image.width < 1500
    assert 600 < image.height < 1800


async def test_explain_tells_the_proof_and_what_was_missed(house):
    olive, pia = house.person(), house.person("pia")
    post = await (await olive.run("/snake", words="seasick run nausea")).reply()
    before = post.text
    for person in (olive, pia):
        told = await (await person.press(post, "Explain")).reply()
        assert told.ephemeral
        assert "Why no snake of these words scores more" in told.text
        assert "1 join of +9: nausea seasick" in told.text
        assert "the words score 1, 9 less" in told.text
        assert "The one change that gains most: *seasick* after *nausea* is +9." in told.text
    assert post.text == before


async def test_explain_under_containment(house):
    olive = house.person()
    post = await (await olive.run("/snake", words="baab ab aab", rule="containment")).reply()
    told = await (await olive.press(post, "Explain")).reply()
    assert "the words score 13, 3 less. A change that gains: *" in told.text
    assert "+3." in told.text


async def test_buttons_and_forms_work_after_a_restart(house):
    olive = house.person()
    post = await (await olive.run("/snake", words="seasick run nausea")).reply()
    placed = await (await olive.run("/snake", words="baab ab aab", rule="containment")).reply()
    asked = await olive.run("/snake")
    await asked.form()
    client = house.client
    await house.stop()
    await house.start()
    assert house.client is not client
    assert "9 less" in (await (await olive.press(post, "Explain")).reply()).text
    await (await olive.press(post, "Picture")).reply()
    assert post.pictures
    await (await olive.press(placed, "Picture")).reply()
    assert placed.pictures
    assert claimed(placed.text) == (16, 16, True)
    answered = await (await olive.submit(asked, Words="run nausea seasick")).reply()
    assert claimed(answered.text) == (10, 10, True)


# A search that takes long


async def test_progress_moves_and_ends_in_an_honest_answer(tmp_path):
    async with House(tmp_path, solver_timeout=3) as house:
        olive, pia = house.person(), house.person("pia")
        exchange = await olive.run("/snake", file=hard_list(), rule="containment")
        post = await exchange.reply()
        assert "so far" in post.text
        seen = []
        refused = await (await olive.run("/ladder cat dog")).follow_up()
        assert "still being worked on" in refused.plain
        quick = await pia.run("/snake", words="run nausea")
        assert claimed((await quick.reply()).text) == (1, 1, True)
        while "so far" in post.text:
            found = re.search(r"Best so far \*\*([\d,]+)\*\*, at most \*\*([\d,]+)\*\*", post.text)
            seconds = re.search(r"(\d+) s so far", post.text)
            seen.append([int(n.replace(",", "")) for n in (*found.groups(), seconds[1])])
            await post.changes(timeout=20)
        best, bound, proven = claimed(post.text)
        assert 3 <= len(seen) <= 10  # about one a second
        assert len({second for _, _, second in seen}) >= 3
        assert [row[0] for row in seen] == sorted(row[0] for row in seen)
        assert [row[1] for row in seen] == sorted((row[1] for row in seen), reverse=True)
        assert seen[-1][0] <= best <= bound <= seen[0][1]
        assert proven == (best == bound)


async def test_what_a_quick_search_found_is_not_lost_with_its_worker(tmp_path):
    before = set(psutil.Process().children())
    async with House(tmp_path) as house:
        exchange = await house.person().run("/snake", file=hard_list(), rule="containment")
        post = await exchange.reply()
        while not re.search(r"([6-9]|1\d) s so far", post.text):  # the long search has begun
            await post.changes(timeout=20)
        for child in set(psutil.Process().children()) - before:
            child.kill()
        await post.says("best found, at most")
        assert not claimed(post.text)[2]
        fresh = await house.person("pia").run("/snake", words="run nausea")
        answered = await (await fresh.reply()).says("proven best")
        assert claimed(answered.text) == (1, 1, True)
