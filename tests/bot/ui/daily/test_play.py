"""Playing the daily puzzles end to end: a real client, real HTTP, a file database."""

from string import ascii_lowercase

import pytest

from bot.dailies import Act, EditionKey
from solvers.wordsnake import ScoreRequest, score
from solvers.wordsnake.score import overlap
from tests.bot.hosting import ROOM, answer, helped, tap
from tests.bot.pages import check_private, check_says
from tests.bot.playing_dailies import (
    given_up,
    opened,
    player,
    playing,
    plays_of,
    prefilled,
    shared_by,
    written,
)
from tests.bot.racing import pressed
from tests.bot.statements import unreadable

pytestmark = pytest.mark.asyncio(loop_scope="module")
NONSENSE = "zzgly"
TRUNCATE = 335
"""The last edition that is a truncate."""
GAMES = ("ladder", "snake", "anigram", "resize")


def spoils(edition, text):
    """Return whether a text has a word that the player has to find, or a snake's whole order."""
    if edition.puzzle.game == "snake":
        return " ".join(edition.puzzle.solution) in " ".join(text.split())
    given = edition.puzzle.given if edition.puzzle.game != "anigram" else ()
    return any(
        word in text.lower().split() for word in edition.puzzle.solution if word not in given
    )


async def test_a_ladder_is_failed_corrected_and_solved(app):
    edition = await opened(app, "ladder")
    pia = player(app)
    card = await playing(app, pia)
    check_private(card, card.text, f"Daily ladder #{edition.number}")
    assert f"{edition.puzzle.par} steps" in card.plain
    assert "Share" not in card.buttons
    assert not spoils(edition, card.text)
    assert await prefilled(pia, card) == ""

    broken = (
        *edition.puzzle.solution[:2],
        NONSENSE[: len(edition.puzzle.given[0])],
        *edition.puzzle.solution[3:],
    )
    reply = await written(pia, card, *broken)
    assert reply.message is card.message
    assert "Step 2:" in reply.plain
    assert edition.puzzle.solution[1] in reply.heard.lower()  # as far as it was right
    assert (await prefilled(pia, reply)).split() == list(broken[2:])
    assert await plays_of(app, pia) == [(edition.number, 1, 1, None, 0)]

    for word in edition.puzzle.solution[2:-2]:
        reply = await written(pia, reply, word)
        assert f"“{word}” fits!" in reply.plain
    again = await playing(app, pia)  # on another device
    assert edition.puzzle.solution[-3] in again.heard.lower()
    back = await answer(pia, again, "Undo")
    assert edition.puzzle.solution[-3] not in back.heard.lower()
    back = await written(pia, back, edition.puzzle.solution[-3])
    solved = await written(pia, back, edition.puzzle.solution[-2])  # the last step is added
    assert "Perfect!" in solved.plain
    assert f"{edition.puzzle.par} steps, the shortest there is · worth 100 of 100" in solved.plain
    assert "1st of 1" not in solved.plain
    assert "streak 1" in solved.plain
    assert list(solved.files) == ["result.png"]
    assert solved.buttons == ["Share", "Share with picture", "Board"]
    assert await plays_of(app, pia) == [(edition.number, 1, edition.puzzle.par, 100, 0)]


async def test_a_snake_is_tapped_across_a_restart_and_written(app):
    edition = await opened(app, "snake")
    pia = player(app)
    taps = await playing(app, pia)
    assert set(edition.puzzle.given) <= set(taps.buttons)
    taps = await tap(pia, taps, *edition.puzzle.solution[:2], edition.puzzle.solution[3])
    taps = await answer(pia, taps, "Undo")
    await app.restart()
    taps = await tap(pia, taps, *edition.puzzle.solution[2:])
    second = edition.puzzle.solution[1]
    assert f"{second} +{overlap(*edition.puzzle.solution[:2]) ** 2}" in taps.heard
    assert taps.heard.endswith(f"{edition.puzzle.par} points")

    reply = await written(pia, taps, *edition.puzzle.solution[:-1])
    assert f"Still to come: “{edition.puzzle.solution[-1]}”" in reply.plain
    reply = await written(pia, reply, *edition.puzzle.solution[:-1], edition.puzzle.solution[0])
    check_says(reply.plain, f"Word {len(edition.puzzle.given)}:", "is there twice")
    worst = await written(
        pia, reply, *sorted(edition.puzzle.given, key=lambda word: (word[0], word))
    )
    assert f"You need {edition.puzzle.goal}" in worst.plain
    fresh = await answer(pia, worst, "Start over")
    assert "A snake without words yet" in fresh.heard
    fresh = await tap(pia, fresh, *edition.puzzle.solution)
    again = await playing(app, pia)  # on another device, as it was tapped
    solved = await answer(pia, again, "Submit")
    assert f"{edition.puzzle.par} points, the best possible · worth 100 of 100" in solved.plain
    assert (await plays_of(app, pia))[0][2:4] == (4, 100)


async def test_a_laid_word_of_a_snake_is_taken_out_or_another_put_before_it(app):
    edition = await opened(app, "snake")
    pia = player(app)
    first, second, third, fourth, *rest = edition.puzzle.solution
    taps = await playing(app, pia)

    async def quickly(*buttons):
        for exchange in [await pia.press(taps, button) for button in buttons]:
            await exchange.reply()

    async def kept():
        play = app.services.dailies.play
        guild = app.harness.guild("Word House").id
        state = await play.open(EditionKey(guild, edition.number), Act(pia.id, app.now(), 77))
        return state.progress.words

    await quickly(first, rest[0], third)
    assert "To move a word, tap it again" in taps.plain
    taps = await answer(pia, taps, third)
    assert f"The next goes before ▸{third}, or Take out." in taps.plain
    taps = await answer(pia, taps, second)
    assert await kept() == (first, rest[0], second, third)
    await app.restart()
    taps = await answer(pia, taps, rest[0])  # another is picked
    assert f"The next goes before ▸{rest[0]}, or Take out." in taps.plain
    taps = await answer(pia, taps, "Take out")
    assert await kept() == (first, second, third)
    # A hint unpicks the word, and goes on from the end.
    taps = await answer(pia, taps, first)
    taps = await answer(pia, taps, "💡 Word −15")
    assert "▸" not in taps.plain
    assert await kept() == (first, second, third, fourth)
    taps = await answer(pia, taps, second)
    taps = await answer(pia, taps, "Give up")
    taps = await answer(pia, taps, "Keep playing")
    await quickly(*rest)
    assert await kept() == edition.puzzle.solution
    solved = await answer(pia, taps, "Submit")
    assert f"{edition.puzzle.par} points, the best possible · worth 85 of 100" in solved.plain
    assert (await plays_of(app, pia))[0][2:4] == (1, 85)


async def test_a_snake_that_is_laid_elsewhere_stays_and_one_not_sent_is_not_the_result(app):
    edition = await opened(app, "snake")
    pia = player(app)
    phone = await playing(app, pia)
    assert {"Board", "Rules"}.isdisjoint(phone.buttons)
    desk = await playing(app, pia)
    desk = await tap(pia, desk, *edition.puzzle.solution[:3])
    phone = await answer(pia, phone, edition.puzzle.solution[3])  # a card from before
    assert "You’ve played on elsewhere" in phone.plain
    phone = await tap(pia, phone, *edition.puzzle.solution[3:-1])
    assert "elsewhere" not in phone.plain
    turned = tuple(sorted(edition.puzzle.given))
    assert score(ScoreRequest(turned)).score < edition.puzzle.par
    solved = await written(pia, phone, *edition.puzzle.solution)
    assert "🎉 Perfect!" in solved.plain
    # Once solved, all words in another order can be sent in, on any device.
    act = Act(pia.id, app.now(), 77)
    play, guild = app.services.dailies.play, app.harness.guild("Word House").id
    await play.undo(EditionKey(guild, edition.number), act, 0)
    await play.lay(EditionKey(guild, edition.number), act, lambda _: turned, lambda _: ())
    again = await playing(app, pia)
    assert "Submit" in again.buttons
    sent = await answer(pia, again, "Submit")
    told = ("your earlier best still counts", "As good as your best", "You need")
    assert any(one in sent.plain for one in told)  # reversed, it may score as much
    back = await written(pia, sent, *edition.puzzle.solution)
    check_says(back.plain, "As good as your best.", "🎉 Perfect!")


@pytest.mark.parametrize("game", ["ladder", "anigram", "resize"])
async def test_a_clue_costs_as_much_as_a_letter_and_names_no_relative_of_the_word(app, game):
    pia = player(app)
    for _ in range(5):
        edition = await opened(app, game)
        card = await pressed(pia, await playing(app, pia), "💡 Meaning −5")
        if "this costs you nothing" not in card.plain:  # few words have none
            break
    assert "1 hint: −5 points" in card.plain
    key = EditionKey(app.harness.guild("Word House").id, edition.number)
    ((kind, *_, clue),) = (
        await app.services.dailies.play.look(key, Act(pia.id, app.now(), 77))
    ).taken
    assert kind == "meaning"
    assert 0 < len(clue) <= 90
    assert clue in card.plain
    assert not spoils(edition, clue)
    solved = await written(pia, card, *edition.puzzle.solution)
    assert "worth 95 of 100" in solved.plain


async def test_no_meaning_is_offered_where_no_definitions_are_set_up(app, monkeypatch):
    monkeypatch.setattr(app.services.lexicons["full"], "_definitions", None)
    await opened(app, "ladder")
    pia = player(app)
    stuck = await pressed(pia, await playing(app, pia), "💡 Stuck?")
    assert [one for one in stuck.buttons if one.startswith("💡")] == ["💡 Letter −5", "💡 Word −15"]


@pytest.mark.parametrize("game", ["ladder", "resize"])
async def test_words_that_a_server_allows_count_where_a_card_says_how_far_it_is(app, game):
    edition = await opened(app, game)
    start, target = edition.puzzle.given
    lexicon = app.services.lexicons["full"]
    words = {lexicon.word(id_) for id_ in range(len(lexicon))}
    own = min(moves(game, start) - words)
    await (await app.person().run("/settings allow", words=own)).reply()
    far, there = 0, {own}
    while target not in there:  # breadth first
        there = {other for one in there for other in moves(game, one) & words}
        far += 1
    pia = player(app)
    card = await written(pia, await playing(app, pia), own)
    assert f"{own} ({far} to go" in card.heard.lower()


def moves(game, word):
    """Return what one move of a game can make of a word's letters."""
    parts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    if game == "ladder":
        return {a + x + b[1:] for a, b in parts if b for x in ascii_lowercase} - {word}
    return {a + b[1:] for a, b in parts if b} | {
        a + x + b for a, b in parts for x in ascii_lowercase
    }


async def test_a_snake_tapped_faster_than_discord_shows_it_is_all_there(app):
    edition = await opened(app, "snake")
    pia = player(app)
    taps = await playing(app, pia)
    app.harness.slow("/interactions/*", seconds=0.3, times=1)  # for the first press only
    for exchange in [await pia.press(taps, word) for word in edition.puzzle.solution]:
        await exchange.reply()
    (picture,) = taps.pictures
    assert picture["description"].endswith(f" {edition.puzzle.par} points")
    solved = await answer(pia, taps, "Submit")
    assert f"{edition.puzzle.par} points, the best possible · worth 100 of 100" in solved.plain


@pytest.mark.slow
async def test_an_anigram_is_climbed_stage_by_stage(app):
    edition = await opened(app, "anigram")
    pia = player(app)
    card = await playing(app, pia)
    for stage, word in enumerate(edition.puzzle.solution, 1):
        reply = await written(pia, card, word + "z")
        assert "take out z" in reply.plain
        if stage == 3:
            await app.restart()
        card = await written(pia, reply, word)
        assert card.message is reply.message
    # Six tries more than the puzzle has stages, three points each.
    assert "6 stages, all of them · worth 82 of 100" in card.plain
    assert "Next word" not in card.buttons
    assert (await plays_of(app, pia))[0][2:4] == (12, 82)
    assert (await playing(app, pia)).plain.count("worth 82 of 100") == 1

    quinn = player(app)
    card = await written(quinn, await playing(app, quinn), *edition.puzzle.solution[:4])
    assert "On to stage 5" in card.plain


async def test_a_truncate_of_the_archive_counts_as_far_as_it_is_right(app):
    edition = await app.services.dailies.queries.edition(TRUNCATE, requester=None)
    pia = player(app)
    card = await (await pia.run(f"/daily archive {TRUNCATE}", ROOM)).reply()
    reply = await written(pia, card, *edition.puzzle.solution[:2], NONSENSE)
    assert "Step 2:" in reply.plain
    assert edition.puzzle.solution[1] in reply.text.lower()
    solved = await written(pia, reply, *edition.puzzle.solution, NONSENSE)
    assert f"Step {edition.puzzle.par}:" in solved.plain
    assert (
        f"{edition.puzzle.par} words, the most with words people know · worth 100 of 100"
        in solved.plain
    )
    assert "Keep growing" in solved.buttons
    fresh = await answer(pia, solved, "Try for better")  # another way
    assert "Next word" in fresh.buttons
    assert "Your best" in fresh.plain


@pytest.mark.parametrize(
    "game", [GAMES[0], *(pytest.param(game, marks=pytest.mark.slow) for game in GAMES[1:])]
)
async def test_hints_cost_giving_up_ends_it_and_sharing_spoils_nothing(app, game):
    edition = await opened(app, game)
    pia, quinn = player(app), player(app)
    card = await playing(app, pia)
    card = await answer(pia, card, "💡 Letter −5")
    assert "💡" in card.text
    card = await answer(pia, card, "💡 Word −15")
    word = edition.puzzle.solution[0 if game in {"snake", "anigram"} else 1]
    check_says(card.plain, f"“{word}”", "It’s on your card", "−20 points")
    again = await playing(app, pia)
    assert word in again.heard.lower()  # it is laid
    assert "−20 points" in again.plain
    card = await written(pia, again, *edition.puzzle.solution)
    check_says(card.plain, "worth 80 of 100", "Solved!")

    shared = await shared_by(pia, card)
    assert not shared.ephemeral
    assert not shared.pinged
    check_says(shared.text, f"{game.capitalize()} #{edition.number}", "💡2")
    assert not spoils(edition, shared.text)
    begun = await answer(quinn, shared, "Play")
    assert begun.ephemeral
    assert shared.message is not begun.message
    assert "💡2" in shared.text  # it is still what it was

    other = await helped(quinn, await playing(app, quinn), "💡 Letter")
    asking = await answer(quinn, begun, "Give up")
    assert "Show you the answer?" in asking.text
    assert not spoils(edition, asking.text)
    begun = await answer(quinn, asking, "Keep playing")
    assert (await plays_of(app, quinn))[0][4] == 0
    ended = await given_up(quinn, begun)
    assert spoils(edition, ended.text) or game == "snake"
    assert edition.puzzle.solution[-1] in ended.text.lower()
    assert ended.buttons == ["Definitions", "Board", "Share"]
    meant = await answer(quinn, ended, "Definitions")
    assert meant.ephemeral
    assert all(word in meant.text for word in edition.puzzle.solution)
    assert "No luck this time" in ended.plain
    assert "🏳️" in (await shared_by(quinn, ended)).text
    refused = await (await quinn.press(other, "💡 Letter −5")).follow_up()
    check_private(refused, refused.plain, "gave up on this one")
    assert spoils(edition, (await playing(app, quinn)).text) or game == "snake"

    board = await answer(pia, card, "Board")
    assert f"🥇 <@{pia.id}> **80**" in board.text
    assert f"<@{quinn.id}>" not in board.text


async def test_a_try_sent_in_time_counts_though_it_comes_after_the_closing(app):
    edition = await opened(app, "ladder")
    pia = player(app)
    card = await playing(app, pia)
    form = await pia.press(card, "Next word")
    await form.form()
    closes = await app.services.dailies.queries.next_opening(None, app.now())
    with app.clock_stopped():
        app.harness.advance((closes - app.now()).total_seconds() - 0.5)
        app.harness.slow("/interactions/*", 0.5, times=1)
        sending = await pia.submit(form, **{"Next word": " ".join(edition.puzzle.solution)})
        app.advance(seconds=1)
        assert app.now() > closes
        reply = await sending.reply()
    check_says(reply.plain, "🎉 Perfect!", "streak 1")
    assert await plays_of(app, pia) == [(edition.number, 1, 1, 100, 0)]


async def test_what_cannot_be_judged_is_given_back(app):
    edition = await opened(app, "ladder")
    pia = player(app)
    form = await pia.press(await playing(app, pia), "Next word")
    await form.form()
    with unreadable(app.services.store.database):
        sending = await pia.submit(form, **{"Next word": " ".join(edition.puzzle.solution)})
        reply = await sending.reply()
    assert "can’t look anything up" in reply.text
    assert list(reply.files) == ["my-words.txt"]
    assert (await plays_of(app, pia))[0][2] == 0
