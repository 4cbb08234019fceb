"""/snake's form and buttons, and searches that take long, end to end."""

import asyncio
import io
import re

import pytest
from PIL import Image
from prometheus_client import REGISTRY

from bot.ui.games.snake import QUICK_SECONDS
from bot.ui.progress import TICK_SECONDS
from playground import Refused
from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.children import children
from tests.bot.examples.snake_cards import FORTY, LONGER, answer, claimed, fetched, hard_list
from tests.bot.organising import until
from tests.bot.pages import check_private, check_says
from tests.bot.refusing import check_refused
from tests.bot.solving import jobs
from tests.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")


# Words in a form


async def test_neither_words_nor_a_file_opens_a_form(app):
    olive = app.person()
    asked = await olive.run("/snake", rule="containment")
    form = await asked.form()
    assert form["title"] == "Words for a snake"
    sent = await olive.submit(asked, Words="therein innate here\nthe nat")
    post = await answer(sent)
    assert "Rule: containment:" in post.text
    assert not post.ephemeral


async def test_the_form_holds_four_thousand_characters_and_a_rule(app):
    olive = app.person()
    asked = await olive.run("/snake")
    words = sorted({f"{n:b}".translate({48: "a", 49: "b"}) for n in range(600)})
    text = " ".join(words)[:3999].rsplit(" ", 1)[0]
    post = await (await olive.submit(asked, Words=text, Rule="pairs")).reply()
    post = await post.says("points** – ")
    assert f"A snake of {len(text.split())} words" in post.text
    asked = await olive.run("/snake")
    await asked.form()
    await check_refused(olive.submit(asked, Words="a " * 2001), Refused)


async def test_what_was_written_is_not_lost_when_it_cannot_be_taken(app):
    olive = app.person()
    asked = await olive.run("/snake", private=True)
    reply = await (await olive.submit(asked, Words="run nausea run")).reply()
    check_private(reply, reply.plain, "“run”")
    editing = await olive.press(reply, "Edit and resend")
    form = await editing.form()
    field = form["components"][0]["component"]
    assert field["value"] == "run nausea run"
    post = await answer(await olive.submit(editing, Words="run nausea"))
    assert claimed(post.text) == (1, 1, True)
    assert post.ephemeral


async def test_a_public_form_that_is_refused_is_answered_to_its_sender_alone(app):
    olive = app.person()
    asked = await olive.run("/snake")
    reply = await (await olive.submit(asked, Words="run")).follow_up()
    assert reply.ephemeral
    assert reply.buttons == ["Edit and resend"]


async def test_a_form_that_nobody_knows_any_more_is_answered(app, monkeypatch):
    olive = app.person()
    asked = await olive.run("/snake")
    await asked.form()
    monkeypatch.setattr(app.client, "form_types", [])
    reply = await (await olive.submit(asked, Words="run nausea")).reply()
    check_private(reply, reply.text, "another version")


# Buttons


async def check_picture(post):
    (picture,) = post.pictures
    assert "coiled snake that spells" in picture["description"]
    assert claimed(post.text)[0] == int(re.search(r"(\d+) points", picture["description"])[1])
    image = Image.open(io.BytesIO(await fetched(post, "snake.png")))
    assert image.format == "PNG"
    assert 600 < image.width < 1500
    assert 600 < image.height < 1800


async def test_a_snake_of_forty_words_comes_with_its_picture(app):
    post = await answer(await app.person().run("/snake", words=FORTY))
    await check_picture(post)
    assert post.buttons == ["Explain"]
    assert "the best possible" in post.text


async def test_the_picture_of_a_longer_snake_joins_the_card_when_asked_for(app):
    olive, pia = app.person(), app.person("pia")
    post = await answer(await olive.run("/snake", words=LONGER))
    assert not post.pictures
    copy = await (await pia.press(post, "Picture")).reply()
    assert copy.ephemeral
    assert copy.pictures
    assert not post.pictures
    again = await (await olive.press(post, "Picture")).reply()
    assert again.message is post.message
    assert post.buttons == ["Explain"]
    await check_picture(post)


async def test_the_answer_does_without_a_picture_that_fails(app, monkeypatch):
    monkeypatch.setattr("bot.ui.picture.draw", jobs.die)
    post = await answer(await app.person().run("/snake words:run nausea seasick"))
    assert claimed(post.text) == (10, 10, True)
    assert not post.pictures
    assert "Picture" in post.buttons


async def test_explain_shows_the_proof_and_what_was_missed(app):
    olive, pia = app.person(), app.person("pia")
    post = await answer(await olive.run("/snake", words="seasick run nausea"))
    before = post.text
    for person in (olive, pia):
        reply = await (await person.press(post, "Explain")).reply()
        assert reply.ephemeral
        check_says(reply.text, "Why nothing beats this snake", "1 join for +9: nausea seasick")
        assert "Your order scores 1, 9 less" in reply.text
        assert "Put *seasick* after *nausea* to gain 9." in reply.text
    assert post.text == before


async def test_explain_under_containment(app):
    olive = app.person()
    post = await answer(await olive.run("/snake", words="baab ab aab", rule="containment"))
    reply = await (await olive.press(post, "Explain")).reply()
    assert "Your order scores 13, 3 less. Put *baab* after *aab* to gain 3." in reply.text


async def test_buttons_and_forms_work_after_a_restart(app):
    olive = app.person()
    post = await answer(await olive.run("/snake", words="seasick run nausea"))
    longer = await answer(await olive.run("/snake", words=LONGER, rule="containment"))
    asked = await olive.run("/snake")
    await asked.form()
    client = app.client
    await app.restart()
    assert app.client is not client
    assert "9 less" in (await (await olive.press(post, "Explain")).reply()).text
    await (await olive.press(longer, "Picture")).reply()
    await check_picture(longer)
    answered = await answer(await olive.submit(asked, Words="run nausea seasick"))
    assert claimed(answered.text) == (10, 10, True)


# A search that takes long


def never_killed(app):
    """Let a solver overrun its deadline, as on a busy machine; its process lives on."""
    app.services.solving._grace = PATIENCE


async def shown_during(post, over):
    """Return each text of a post until its search is over or the post is deleted."""
    texts = [post.text]
    while not over(post):
        await post.changes()
        texts.append(post.text)
    return texts


@pytest.mark.slow
async def test_progress_moves_and_ends_in_an_honest_answer(tmp_path):
    # Long enough for three looks at the progress, and a refusal, on a busy machine: each of the
    # two searches goes on for half of its time at least.
    async with BotOnPlayground(tmp_path, solver_timeout=10) as app:
        # Otherwise a follow-up may replace the answer and say that both searches took too long.
        never_killed(app)
        olive, pia = app.person(), app.person("pia")
        exchange = await olive.run("/snake", file=hard_list(), rule="containment")
        post = await exchange.reply()
        showing = asyncio.create_task(
            shown_during(post, lambda post: post.deleted or "CAPITALS are shared" in post.text)
        )
        await post.says("so far")
        refused = await (await olive.run("/ladder cat dog")).follow_up()
        assert "still working on" in refused.plain
        quick = await pia.run("/snake", words="run nausea")
        assert claimed((await answer(quick)).text) == (1, 1, True)
        texts = await showing
        assert not post.deleted
        seen = []
        for text in texts[:-1]:
            found = re.search(r"Best so far \*\*([\d,]+)\*\*, at most \*\*([\d,]+)\*\*", text)
            if found is None:
                assert "other puzzles are first" in text
                assert not seen
                continue
            seconds = re.search(r"(\d+) s so far", text)
            seen.append([int(n.replace(",", "")) for n in (*found.groups(), seconds[1])])
        best, bound, proven = claimed(texts[-1])
        assert len({second for _, _, second in seen}) >= 3
        assert [row[0] for row in seen] == sorted(row[0] for row in seen)
        assert [row[1] for row in seen] == sorted((row[1] for row in seen), reverse=True)
        assert seen[-1][0] <= best <= bound <= seen[0][1]
        assert proven == (best == bound)
        took = float(re.search(r"It took ([\d.]+) s", texts[-1])[1])
        # Both searches count, the quick one and the long one, and none stops before half its time.
        assert took >= (QUICK_SECONDS + 10) / 2
        # No more often than Discord likes, by the rounded time that the last text shows.
        assert len(texts) - 1 <= (seen[-1][2] + 0.5) / TICK_SECONDS


@pytest.mark.slow
async def test_what_a_quick_search_found_is_not_lost_with_its_worker(tmp_path):
    before = set(children())
    labels = {"game": "wordsnake", "outcome": "done"}

    def searched():
        return REGISTRY.get_sample_value("bot_solver_seconds_count", labels) or 0

    until_now = searched()
    async with BotOnPlayground(tmp_path) as app:
        never_killed(app)  # except by us
        await app.at_leisure()  # otherwise the long search may still wait when the workers die
        exchange = await app.person().run("/snake", file=hard_list(), rule="containment")
        post = await exchange.reply()
        await until(lambda: searched() > until_now)
        await post.changes()  # the long search has begun
        for child in set(children()) - before:
            child.kill()
        await post.says("no snake can beat")
        assert not claimed(post.text)[2]
        fresh = await app.person("pia").run("/snake", words="run nausea")
        answered = await (await fresh.reply()).says("the best possible")
        assert claimed(answered.text) == (1, 1, True)
