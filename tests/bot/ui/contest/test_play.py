"""Playing contests end to end: a real client, real HTTP, a real gateway, a file database."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from tests.bot.hosting import (
    BEST,
    ROOM,
    WORDS,
    announced,
    answer,
    entry,
    finished,
    kept,
    private_posts,
    send,
    sent,
)
from tests.bot.organising import managed
from tests.bot.pages import check_says
from tests.bot.racing import wrote
from tests.bot.statements import unreadable

pytestmark = pytest.mark.asyncio(loop_scope="module")


@dataclass(frozen=True)
class Puzzle:
    """What is given in a game, what the form holds, what people send in, and the answers."""

    given: tuple[str, ...]
    first: str
    wins: str
    wrong: tuple[str, ...]
    says: str
    good: tuple[str, ...]
    good_is: str
    best: tuple[str, ...]
    best_is: str
    left: str
    command: dict[str, str]


PUZZLES = {
    "ladder": Puzzle(
        ("cold", "warm"),
        "A ladder to warm, the last word first: cold",
        "fewest steps, then the commonest words",
        ("cold", "cord", "cxrd"),
        "Step 2: “cxrd” isn’t in my word list.",
        ("cold", "colt", "coat", "goat", "goad", "woad", "word", "ward", "warm"),
        "8 steps · 50%",
        ("cold", "cord", "card", "ward", "warm"),
        "4 steps",
        "“colt” was the first step off every best way.",
        {"start": "cold", "target": "warm"},
    ),
    "anigram": Puzzle(
        ("gins", "l", "e", "h", "s", "t"),
        "i s n g to make a word of",
        "the most stages",
        ("sign", "slang"),
        "Stage 2: “slang” isn’t made of exactly",
        ("sign", "sling", "single"),
        "3 stages · 50%",
        ("sign", "sling", "single", "shingle", "shingles", "lightness"),
        "6 stages",
        "Stage 4 was “shingle”.",
        {"start": "gins"},
    ),
    "truncate": Puzzle(
        ("laps",),
        "laps",
        "the most words",
        ("laps", "xlaps"),
        "“xlaps” isn’t in my word list.",
        ("laps", "lapse"),
        "2 words · 20%",
        ("laps", "lapse", "elapse", "relapse", "relapser", "relapsers"),
        "6 words",
        "Up to here it was the best. It goes on.",
        {"start": "laps"},
    ),
}
GAMES = list(PUZZLES)
WORSE = ("seasick", "run", "nausea", "street", "test", "tone")
# Written


async def test_a_snake_is_stored_and_confirmed_to_its_player_alone(app):
    contest, post = await announced(app, most_tries=3)
    pia = app.person("pia")
    exchange, text = await entry(pia, post)
    assert text.split() == list(WORDS)
    sending = await send(pia, exchange, BEST)
    receipt = await sending.reply()
    assert receipt.ephemeral
    assert receipt.text.startswith("## 15 points · 100% of best")
    check_says(receipt.text, "You’re **1st** of 1 now · 2 tries left", "SEAsick  +9")
    assert await kept(app, contest) == [(pia.id, 1, 15)]
    assert not private_posts(app, app.person("quinn"))


async def test_the_best_comes_back_and_a_worse_one_does_not_replace_it(app):
    contest, post = await announced(app)
    pia = app.person("pia")
    await sent(pia, post, BEST)
    receipt = await sent(pia, post, WORSE)
    check_says(receipt.text, "Try 2 in", "Your best is still 15 points, 100% of best")
    _, text = await entry(pia, receipt, "Type")
    assert tuple(text.split()) == BEST
    assert [number for _, number, _ in await kept(app, contest)] == [1, 2]


async def test_what_is_wrong_is_named_and_nothing_written_is_lost(app):
    contest, post = await announced(app)
    pia = app.person("pia")
    written = ("test", "stret", "tone", "run", "run", "zzgly")
    reply = await sent(pia, post, written)
    assert reply.ephemeral
    for part in ("“zzgly”", "“stret” (did you mean “street”?)", "More than once: “run”"):
        assert part in reply.plain.replace("\\", "")
    assert "Missing: “nausea”, “seasick”" in reply.plain
    editing, text = await entry(pia, reply, "Fix it")
    assert text == "\n".join(written)
    receipt = await (await send(pia, editing, BEST)).reply()
    assert "## 15 points" in receipt.text
    assert len(await kept(app, contest)) == 1


async def test_positions_may_be_given_under_containment(app):
    contest, post = await announced(app, ("bat", "bats", "wombat"), rule="containment")
    pia = app.person("pia")
    reply = await sent(pia, post, ("wombat 0", "bats 4", "bat 3"))
    assert "“bats” at 4 disagrees with the snake" in reply.plain
    reply = await sent(pia, post, ("wombat 0", "bats", "bat 3"))
    assert "one position" in reply.plain
    placed = ("wombat 0", "bats 3", "bat 6")
    reply = await sent(pia, post, placed)
    assert "“bat” at 6 disagrees" in reply.plain
    placed = ("wombat 0", "bats 6", "bat 3")
    receipt = await sent(pia, post, placed)
    assert "## 9 points · 50% of best" in receipt.text
    _, text = await entry(pia, receipt, "Type")
    assert tuple(text.split("\n")) == placed
    assert len(await kept(app, contest)) == 1


async def test_what_cannot_be_saved_is_given_back(app):
    contest, post = await announced(app)
    pia = app.person("pia")
    async with app.services.store.database.write() as tx:
        await tx.exec_driver_sql(
            "CREATE TRIGGER jam BEFORE INSERT ON submissions BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
    try:
        reply = await sent(pia, post)
    finally:
        async with app.services.store.database.write() as tx:
            await tx.exec_driver_sql("DROP TRIGGER jam")
    assert "can’t save anything" in reply.text
    assert list(reply.files) == ["my-words.txt"]
    exchange, _ = await entry(pia, post)
    with unreadable(app.services.store.database):
        reply = await (await send(pia, exchange, ["no such words"])).reply()
    assert "can’t look anything up" in reply.text
    assert list(reply.files) == ["my-words.txt"]
    assert await kept(app, contest) == []
    assert "## 15 points" in (await sent(pia, post)).text


# When it counts


async def test_late_by_discords_own_clock(app):
    contest, post = await announced(app)
    pia = app.person("pia")
    exchange, _ = await entry(pia, post)
    app.harness.advance(3600.0)  # the bot has not looked at its clock since
    reply = await (await send(pia, exchange, BEST)).reply()
    assert "This contest is over" in reply.plain
    late = await answer(pia, post, "Type")
    assert "This contest is over" in late.plain
    assert late.buttons == ["Practice", "Board"]
    assert await kept(app, contest) == []


async def test_a_player_who_sends_twice_at_once(app):
    contest, post = await announced(app, most_tries=1)
    pia = app.person("pia")
    forms = [(await entry(pia, post))[0] for _ in range(2)]
    both = [await send(pia, form, BEST) for form in forms]
    answers = [await each.reply() for each in both]
    assert sorted(a.text.startswith("## 15 points") for a in answers) == [False, True]
    assert any("used your only try" in a.plain for a in answers)
    assert await kept(app, contest) == [(pia.id, 1, 15)]


async def test_an_interaction_that_comes_twice_counts_once(app, monkeypatch):
    contest, post = await announced(app)
    pia = app.person("pia")
    exchange, _ = await entry(pia, post)
    hub = app.harness.world.hub
    once = type(hub).dispatch

    def twice(event, data, *also, **more):
        once(hub, event, data, *also, **more)
        if event == "INTERACTION_CREATE":
            once(hub, event, data, *also, **more)

    monkeypatch.setattr(hub, "dispatch", twice)
    sending = await send(pia, exchange, BEST)
    assert "Try 1 in" in (await sending.reply()).text
    monkeypatch.undo()
    assert "Try 2 in" in (await sent(pia, post)).text
    assert [number for _, number, _ in await kept(app, contest)] == [1, 2]


async def test_while_it_cools_down_the_next_snake_can_be_laid_and_is_not_lost(app):
    contest, post = await announced(app, cooldown_seconds=60)
    pia = app.person("pia")
    receipt = await sent(pia, post, WORSE)
    assert "you can try again <t:" in receipt.text
    reply = await sent(pia, receipt, BEST, "Type")
    assert "You can try again in" in reply.plain
    app.advance(minutes=1)
    editing, text = await entry(pia, reply, "Fix it")
    assert tuple(text.split()) == BEST
    assert "## 15 points" in (await (await send(pia, editing, text.split())).reply()).text
    assert len(await kept(app, contest)) == 2


# The sealed clock


async def test_sealed_words_are_seen_by_those_who_start_and_by_nobody_else(app):
    contest, post = await announced(app, sealed_minutes=10)
    pia, quinn = app.person("pia"), app.person("quinn")
    before = len(private_posts(app, quinn))
    reply = await answer(pia, post, "Type")
    assert "Press Start first" in reply.plain
    for button in ("Rules", "Board"):
        await answer(pia, post, button)
    await (await pia.run("/contests show", ROOM, contest=contest.id)).reply()
    shown = "\n".join(one.text for one in [post, *private_posts(app, pia)[-4:]])
    assert not any(word in shown for word in ("street", "tone"))

    begun = await answer(pia, post, "Start")
    assert begun.ephemeral
    assert all(word in begun.text for word in WORDS)
    assert len(private_posts(app, quinn)) == before
    ends = re.search(r"<t:(\d+):R>", begun.text)[1]
    app.advance(minutes=4)
    again = await answer(pia, post, "Start")
    assert re.search(r"<t:(\d+):R>", again.text)[1] == ends

    assert "## 15 points" in (await sent(pia, post)).text
    app.advance(minutes=5)
    refused = await answer(quinn, post, "Type")
    assert "Press Start first" in refused.plain
    assert refused.ephemeral
    await answer(quinn, refused, "Start")
    form, _ = await entry(pia, post)
    app.advance(minutes=1, seconds=1)
    assert "Time’s up: you had 10 minutes" in (await (await send(pia, form, BEST)).reply()).plain
    assert "Time’s up: you had 10 minutes" in (await answer(pia, post, "Start")).plain
    assert "## 15 points" in (await sent(quinn, post)).text  # their own clock runs on
    assert len(await kept(app, contest)) == 2


# Other games


async def sent_in(person, card, words):
    """Send a whole answer in (a truncate with Submit); return the card."""
    card = await wrote(person, card, *words)
    return await answer(person, card, "Submit") if "Submit" in card.buttons else card


@pytest.mark.parametrize("game", GAMES)
async def test_another_game_is_played_from_announcement_to_review(app, game):
    puzzle = PUZZLES[game]
    contest, post = await announced(app, puzzle.given, game=game)
    pia, quinn = app.person("pia"), app.person("quinn")
    assert puzzle.first in post.heard
    assert "the best there is" in post.text
    assert puzzle.wins in post.text

    card = await answer(pia, post, "Play")
    assert card.ephemeral
    card = await wrote(pia, card, *puzzle.wrong)
    assert puzzle.says in card.plain
    if game == "ladder":
        assert await kept(app, contest) == []
        card = await answer(pia, await answer(pia, post, "Play"), "Undo")  # on another device
        assert "cord" not in card.plain.lower()
        card = await wrote(pia, card, "cord")
        assert "“cord” fits! Change one letter of cord." in card.plain
    assert "steps" not in card.plain  # how good the best is stays secret
    good = await sent_in(pia, card, puzzle.good)
    check_says(good.plain, "You’re 1st of 1 now", "Saved – your best yet!")
    assert f"{puzzle.good_is} of best" in good.plain
    best = await sent_in(quinn, await answer(quinn, post, "Play"), puzzle.best)
    check_says(best.text, f"{puzzle.best_is} · 100% of best", "🎉 The best possible!")
    assert f"`/{game}` won’t answer it" in (await answer(pia, post, "Rules")).text
    board = await answer(pia, post, "Board")
    assert board.text.index(f"<@{quinn.id}>") < board.text.index(f"<@{pia.id}>")

    asked = await pia.run(f"/{game}", ROOM, **puzzle.command)
    assert "contest that’s still running" in (await asked.follow_up()).text

    results = await finished(app, contest)
    expected = ["My review", "Practice", "Everyone’s answers", "Repeat weekly", "Save as template"]
    assert results.buttons == expected
    assert f"### The best {game}" in results.text
    assert puzzle.best[-1] in results.plain.lower()
    review = await answer(pia, results, "My review")
    assert puzzle.left in review.text
    assert "100% of best" in (await answer(quinn, results, "My review")).text
    everyone = await answer(pia, results, "Everyone’s answers")
    assert " → ".join(puzzle.good) in everyone.text
    practising = await answer(pia, results, "Practice")
    practised = await sent_in(pia, practising, puzzle.best)
    assert f"{puzzle.best_is} · 100% of best" in practised.text
    olive = app.person()
    panel = await managed(olive, contest.title)
    form = await (await olive.press(panel, "Hold it again")).form()
    words = next(one["component"] for one in form["components"] if one["label"] == "Words")
    assert words["value"] == f"{game} medium"


async def test_a_ladder_that_stops_before_its_target_costs_no_try(app):
    contest, post = await announced(app, ("cold", "warm"), game="ladder", most_tries=1)
    pia = app.person("pia")
    card = await answer(pia, post, "Play")
    card = await wrote(pia, card, "cold", "gold", "goad", "load", "lord", "lard", "ward")
    assert "“ward” fits! Write warm next, and your ladder is sent in." in card.plain
    assert "1 try left" in card.plain
    assert await kept(app, contest) == []
    card = await answer(pia, card, "Start over")
    receipt = await wrote(pia, card, *PUZZLES["ladder"].best)
    check_says(receipt.plain, "4 steps · 100% of best", "0 tries left")
    assert len(await kept(app, contest)) == 1


async def test_equally_short_ladders_are_ranked_by_rareness_everywhere(app):
    contest, post = await announced(app, ("dust", "wipe"), game="ladder")
    rarer = ("dust", "rust", "ruse", "rise", "wise", "wipe")
    best = ("dust", "lust", "list", "wist", "wise", "wipe")
    as_good = ("dust", "must", "mist", "wist", "wise", "wipe")
    pia, quinn, ravi = map(app.person, ("pia", "quinn", "ravi"))
    for person, words, said, rareness, place in (
        (pia, rarer, "As short as can be! Commoner words would still be ahead.", 11, "1st of 1"),
        (quinn, best, "The best possible!", 8, "1st of 2"),
        (ravi, as_good, "The best possible!", 8, "1st of 3"),
    ):
        receipt = await sent_in(person, await answer(person, post, "Play"), words)
        for text in ("5 steps · 100% of best", f"🎉 {said}", f"You’re {place} now"):
            assert text in receipt.plain
        assert f"Your words’ rareness: {rareness}" in receipt.plain
    worse = await sent_in(quinn, await answer(quinn, post, "Play"), rarer)
    assert "Your best is still 5 steps in commoner words, 100% of best." in worse.plain

    board = await answer(pia, post, "Board")
    rows = [line for line in board.plain.splitlines() if "5" in line and "100%" in line]
    assert [row.partition(" ")[0] for row in rows] == ["🥇", "🥇", "🥉"]
    assert ["rarer words" in row for row in rows] == [False, False, True]
    assert "with as many steps, commoner words are ahead" in board.plain

    results = await finished(app, contest)
    assert "🎉 The winners found the best ladder!" in results.plain
    assert f"🥉 <@{pia.id}> 5 steps · rarer words · 100% of best" in results.plain
    assert any(" ".join(line) in results.heard.replace(",", "") for line in (best, as_good))
    review = await answer(pia, results, "My review")
    assert "Commoner words would still be ahead." in review.plain
    assert "“rust” was the first step off every best way." in review.plain
    for person in (quinn, ravi):
        review = await answer(person, results, "My review")
        assert "The best possible!" in review.plain
        assert "first step off" not in review.plain
    proof = await answer(pia, await answer(pia, results, "Everyone’s answers"), "Proof")
    assert '"rareness":8' in proof.text


# Restarts


async def test_buttons_and_open_forms_outlive_a_restart(app):
    contest, post = await announced(app)
    pia = app.person("pia")
    form, _ = await entry(pia, post)
    reply = await sent(pia, post, BEST[1:])
    await app.restart()
    assert "## 15 points" in (await (await send(pia, form, BEST)).reply()).text
    assert (await entry(pia, reply, "Fix it"))[1].split() == list(BEST[1:])
    assert f"<@{pia.id}>" in (await answer(pia, post, "Board")).text
    assert "2 × 2 = 4 for two" in (await answer(pia, post, "Rules")).plain
    assert len(await kept(app, contest)) == 1
    results = await finished(app, contest)
    await app.restart()
    assert "100% of best. 🎉" in (await answer(pia, results, "My review")).text
    assert ": practice" in (await answer(pia, results, "Practice")).text


async def test_a_contest_that_is_cancelled_meanwhile(app):
    contest, post = await announced(app)
    pia = app.person("pia")
    form, _ = await entry(pia, post)
    await announced(app)  # this ends the other
    reply = await (await send(pia, form, BEST)).reply()
    assert "was cancelled" in reply.plain
    assert await kept(app, contest) == []
