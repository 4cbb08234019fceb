"""One gesture, one outcome: the table of docs/design/play.md, checked by a real client.

Each function plays one gesture in one mode, and returns the outcome in the table's words.
"""

import asyncio
import re

import pytest

from bot.contests import puzzle_of as puzzle_of_contest
from bot.ui.play import show
from tests.bot.hosting import ROOM, WORDS, announced, answer, finished, helped
from tests.bot.organising import until
from tests.bot.playing_dailies import opened, player, playing
from tests.bot.racing import HELP, begun, joined, line, pressed, race_of, racer, room, started
from tests.bot.racing import puzzle_of as race_puzzle
from tests.bot.statements import rows_of
from tests.bot.training.cards import puzzle_of
from tests.paths import ROOT
from tests.patience import PATIENCE
from tests.security import forging
from tests.security.forging import outcome

TABLE = ROOT / "docs" / "design" / "play.md"
FORGOTTEN = ("asked to be forgotten", "/train shows it", "Join the next one", "no longer have")
STORED = (
    ("INSERT", "daily_tries"),
    ("INSERT", "training_tries"),
    ("INSERT", "race_moves"),
    ("INSERT", "entrants"),
    ("UPDATE", "practices"),
)
"""The statements that store a try."""
OVER = ("You gave up on this", "This one’s over", "You’re done", "is over", "Time’s up")
PLAYS = ("daily_plays", "trainings", "race_players", "entrants", "practices")
LONG = 3
"""Words to find, so that two do not solve the puzzle."""
WHY = {
    "no word": "I found no word in that. Write at least one.",
    "lost": "What you wrote is in the file.",
    "moved on": "You’ve played on elsewhere. Here’s how far you are!",
    "updated": "I’ve been updated since, so here’s your card as it is now.",
}


class Daily:
    """An open edition."""

    name = "daily"

    async def card(self, app, game="ladder"):
        """Return somebody new, their card, and what they play."""
        while len(line((edition := await opened(app, game)).puzzle)) < LONG:
            pass
        person = player(app)
        self.number = edition.number
        return person, await playing(app, person), edition.puzzle

    async def again(self, app, person):
        """Return the same play on another device."""
        return await playing(app, person)

    async def end(self, _app, person, card):
        """Give it up."""
        await pressed(person, await pressed(person, card, "Give up"), "Show it")

    def old(self, action):
        """Return the id of a button of an old card."""
        return f"daily:{action}:{self.number}"


class Training(Daily):
    """A training puzzle."""

    name = "/train"

    async def card(self, app, game="ladder"):
        """Return somebody new, their card, and what they play."""
        self.game = game
        while True:
            person = racer(app)
            card = await self.again(app, person)
            if len(line(puzzle := await puzzle_of(app, person, game))) >= LONG:
                return person, card, puzzle

    async def again(self, app, person):
        """Return the same play on another device."""
        return await (await person.run("/train", ROOM, game=self.game)).reply()

    def old(self, action):
        """Return the id of a button of an old card."""
        return f"train:{action}:{self.game}:1"


class Race:
    """A round of a running race."""

    name = "/race"

    async def card(self, app, game="ladder"):
        """Return somebody new, their card, and what they play."""
        while True:
            place, person, other = room(app), racer(app), racer(app)
            self.post = await begun(app, person, place, game=game, level="Fierce")
            await joined(other, self.post)
            puzzle = await race_puzzle(app, self.post)
            card = await started(app, person, self.post)
            self.race = await race_of(app, self.post)
            if len(line(puzzle)) >= LONG:
                return person, card, puzzle

    async def again(self, _app, person):
        """Return the same play on another device."""
        return await pressed(person, self.post, "Play")

    async def end(self, _app, person, card):
        """Let somebody end their play."""
        await pressed(person, card, "Give up")

    def old(self, action):
        """Return the id of a button of an old card."""
        return f"race:play:{action}:{self.race}:1:0"


class Contest:
    """An open contest."""

    name = "contest"

    async def card(self, app, game="ladder"):
        """Return somebody new, their card, and what they play."""
        given = WORDS if game == "snake" else ("cold", "warm")
        self.contest, self.post = await announced(app, given, game=game)
        person = racer(app)
        return person, await self.again(app, person), puzzle_of_contest(self.contest)

    async def again(self, _app, person):
        """Return the same play on another device."""
        return await answer(person, self.post, "Play")

    async def end(self, app, _person, _card):
        """Let it close."""
        app.advance(seconds=(self.contest.closes_at - app.now()).total_seconds() + 1)

    def old(self, action):
        """Return the id of a button under an old announcement."""
        return f"play:{action}:contest:{self.contest.id}"


class Practice(Contest):
    """A practice of a finished contest."""

    name = "practice"

    async def card(self, app, game="ladder"):
        """Return somebody new, their card, and what they play."""
        given = WORDS if game == "snake" else ("cold", "warm")
        contest, _ = await announced(app, given, game=game)
        person, self.results = racer(app), await finished(app, contest)
        return person, await self.again(app, person), puzzle_of_contest(contest)

    async def again(self, _app, person):
        """Return the same play on another device."""
        begun = await answer(person, self.results, "Practice")
        if "Play" in begun.buttons:  # a list shows its words first
            return await answer(person, begun, "Play")
        self.card_id = begun.custom_id_of("Next word")
        return begun

    async def end(self, app, _person, _card):
        """Let the clock run out."""
        app.advance(minutes=16)

    def old(self, action):
        """Return the id of a button of an old practice."""
        return self.card_id.replace("card:write", f"play:{action}")


async def sent(person, card, *words):
    """Send words in; return the exchange with the answer."""
    opening = await person.press(card, "Next word" if "Next word" in card.buttons else "Type")
    form = await opening.form()
    label = form["components"][0]["label"]
    return await person.submit(opening, **{label: " ".join(words)})


async def held(person, card):
    """Return the text in the form that a card opens."""
    form = await (await person.press(card, "Next word")).form()
    return form["components"][0]["component"].get("value", "").split()


def hint_of(card, kind="💡 Letter"):
    return next(button for button in card.buttons if button.startswith(kind))


async def a_hint_pressed_twice_at_once(app, mode, _monkeypatch):
    person, card, _ = await mode.card(app)
    if HELP not in card.buttons:
        return "nobody is helped"
    card = await helped(person, card, "💡 Letter")
    hint = hint_of(card)
    both = [await person.press(card, hint) for _ in range(2)]
    told = [re.search(r"the new letter is “\w”", (await one.reply()).plain) for one in both]
    assert all(told)
    assert told[0][0] == told[1][0]
    assert not any(one.interaction.follow_ups for one in both)
    assert told[0][0] in (await mode.again(app, person)).plain
    return "one hint, shown in both answers"


async def words_that_could_not_be_saved(app, mode, _monkeypatch):
    person, card, puzzle = await mode.card(app)
    text = " ".join(line(puzzle)[:2])
    async with app.services.store.database.write() as tx:
        for event, table in STORED:
            await tx.exec_driver_sql(
                f"CREATE TRIGGER jam_{table} BEFORE {event} ON {table} "
                "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
            )
    try:
        reply = await (await sent(person, card, text)).reply()
    finally:
        async with app.services.store.database.write() as tx:
            for _, table in STORED:
                await tx.exec_driver_sql(f"DROP TRIGGER jam_{table}")
    assert WHY["lost"] in reply.plain
    assert list(reply.files) == ["my-words.txt"]
    return "given back as a file"


async def a_misspelt_word(app, mode, _monkeypatch):
    person, card, puzzle = await mode.card(app)
    first = line(puzzle)[0]
    lexicon = app.services.lexicons["full"]
    letters = "abcdefghijklmnopqrstuvwxyz"
    start = puzzle.given[0]
    spelled = next(
        word
        for at in range(len(start))
        for letter in letters
        if (word := start[:at] + letter + start[at + 1 :]) != start and word not in lexicon
    )
    reply = await (await sent(person, card, spelled)).reply()
    assert f"“{spelled}” isn’t in my word list. Did you mean “" in reply.plain, first
    return "“Did you mean …?”"


async def the_form_opened_again(app, mode, _monkeypatch):
    person, card, puzzle = await mode.card(app)
    right, *rest = line(puzzle)
    card = await (await sent(person, card, right, "qqqq", *rest)).reply()
    assert right in card.heard.lower()
    assert await held(person, card) == ["qqqq", *rest]
    card = await (await sent(person, card, rest[0])).reply()
    assert await held(person, card) == []  # everything is stored
    assert await held(person, await pressed(person, card, "Undo")) == []
    return "holds what is left to write"


async def an_empty_form(app, mode, _monkeypatch):
    person, card, _ = await mode.card(app)
    reply = await (await sent(person, card, " ")).follow_up()
    assert WHY["no word"] in reply.plain
    return "“I found no word in that.”"


async def a_forged_order(app, mode, _monkeypatch):
    person, card, _ = await mode.card(app, "snake")
    tap = card.custom_id_of("Submit").replace(":send:", ":tap:")
    for forged in ("00", "0z"):
        custom_id = re.sub(r":[0-9a-z_]*:-$", f":{forged}:1", tap)
        answer = await outcome(forging.press(app, person, card.message.channel, custom_id))
        assert "can’t be tapped any more" in answer.plain
    assert (await mode.again(app, person)).plain == card.plain
    return "refused; nothing is laid"


async def undo_after_a_restart(app, mode, _monkeypatch):
    person, card, puzzle = await mode.card(app)
    first, second = line(puzzle)[:2]
    card = await (await sent(person, card, first, second)).reply()
    before = card.heard.lower().count(second)  # the card's own text may contain it, too
    await app.restart()
    card = await pressed(person, card, "Undo")
    assert first in card.heard.lower()
    assert card.heard.lower().count(second) < before
    return "takes the last word back"


async def an_undo_of_what_is_there_no_more(app, mode, _monkeypatch):
    person, card, puzzle = await mode.card(app)
    first, second = line(puzzle)[:2]
    card = await (await sent(person, card, first, second)).reply()
    both = [await person.press(card, "Undo") for _ in range(2)]
    for one in both:
        assert first in (await one.reply()).heard.lower()
    return "nothing more is taken back"


async def forgotten_meanwhile(app, mode, _monkeypatch):
    person, card, puzzle = await mode.card(app)
    card = await (await sent(person, card, line(puzzle)[0])).reply()
    asked = await (await person.run("/privacy forget", ROOM)).reply()
    await pressed(person, asked, "Forget me")
    refused = await (await person.press(card, "Undo")).follow_up()
    assert any(said in refused.plain for said in FORGOTTEN), refused.plain
    for table in PLAYS:
        assert not await rows_of(app, f"SELECT 1 FROM {table} WHERE user_id = ?", person.id)
    return "says why and where to go on; nothing comes back"


async def over_meanwhile(app, mode, _monkeypatch):
    person, card, puzzle = await mode.card(app)
    opening = await person.press(card, "Next word")
    await opening.form()
    other = await mode.again(app, person)
    await mode.end(app, person, other)
    late = await person.submit(opening, **{"Next word": line(puzzle)[0]})
    refused = await late.follow_up()
    assert any(said in refused.plain for said in OVER)
    return "says so, and where to go on"


async def an_answer_that_is_overtaken(app, mode, _monkeypatch):
    return await overtaken(app, mode)


async def one_of_another_process(app, mode, monkeypatch):
    class Unshared(dict):
        """Answers as in separate processes, which do not know each other's."""

        def setdefault(self, _key, answers):
            return answers

    monkeypatch.setattr(show, "_answers", Unshared())
    return await overtaken(app, mode, shared=False)


async def overtaken(app, mode, *, shared=True):
    """Send a word whose answer is delayed, and another whose answer is not."""
    person, card, puzzle = await mode.card(app)
    first, second = line(puzzle)[:2]
    openings = [await person.press(card, "Next word") for _ in range(2)]
    for opening in openings:
        await opening.form()
    held_up = app.harness.slow("/webhooks/*", seconds=1.0, times=1)
    one = await person.submit(openings[0], **{"Next word": first})
    await until(lambda: not held_up.times)  # it is stored and about to be shown
    two = await person.submit(openings[1], **{"Next word": second})
    await two.acknowledged()
    seen = []
    async with asyncio.timeout(PATIENCE):
        while app.client.pending_replies:
            seen.append(second in card.heard.lower())
            await asyncio.sleep(0.01)
    assert one.interaction.answered
    assert shared is False or seen == sorted(seen)  # the card never goes back
    assert second in card.heard.lower()
    return "the card shows the newest"


async def a_card_from_before_an_update(app, mode, _monkeypatch):
    person, card, puzzle = await mode.card(app)
    first = line(puzzle)[0]
    card = await (await sent(person, card, first)).reply()
    now = await outcome(forging.press(app, person, card.message.channel, mode.old("write")))
    if not isinstance(mode, Contest):  # old contest cards are not out of date
        assert WHY["updated"] in now.plain
    assert first in now.heard.lower()
    return "shows the play as it is now"


MODES = (Daily(), Training(), Race(), Contest(), Practice())
GESTURES = {
    "a hint, pressed twice at once": a_hint_pressed_twice_at_once,
    "words that could not be saved": words_that_could_not_be_saved,
    "a misspelt word": a_misspelt_word,
    "the form, opened again": the_form_opened_again,
    "an empty form": an_empty_form,
    "a forged order": a_forged_order,
    "an undo after a restart": undo_after_a_restart,
    "an undo of what is there no more": an_undo_of_what_is_there_no_more,
    "forgotten meanwhile": forgotten_meanwhile,
    "over meanwhile": over_meanwhile,
    "an answer that a later one overtakes": an_answer_that_is_overtaken,
    "the same, from another process": one_of_another_process,
    "a card from before an update": a_card_from_before_an_update,
}


def table():
    """Return the documented outcomes, by gesture and mode."""
    rows = [
        [cell.strip() for cell in row.strip("|\n").split("|")]
        for row in TABLE.read_text().splitlines()
        if row.startswith("|") and not row.startswith("|--")
    ]
    (_, *modes), *rows = rows
    return {
        (gesture, mode): said
        for gesture, *cells in rows
        for mode, said in zip(modes, cells, strict=True)
    }


def test_the_table_has_a_cell_for_every_gesture_in_every_mode():
    assert set(table()) == {(gesture, mode.name) for gesture in GESTURES for mode in MODES}


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize("gesture", GESTURES)
async def test_a_gesture_has_its_outcome(app, monkeypatch, mode, gesture):
    assert await GESTURES[gesture](app, mode, monkeypatch) == table()[gesture, mode.name]
