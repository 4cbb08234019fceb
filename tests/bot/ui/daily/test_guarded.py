"""Answers that lead through a daily puzzle that people are playing are kept back, end to end."""

import itertools
import re

import pytest

from bot.puzzles.games.anigram import letters_of
from solvers import anigram, ladder
from solvers.anigram import AnigramRequest
from solvers.daily import planned_game
from solvers.deadline import Deadline
from solvers.errors import PuzzleError
from solvers.ladder import LadderRequest
from tests.bot.organising import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

KEPT_BACK = "daily puzzle people are playing"
OFTEN = 4  # in twenty draws
TRIES = 400
ASKED = 8


async def later_editions(app, game):
    """Yield the editions of a game that nobody plays anywhere yet."""
    now = await app.services.dailies.queries.current(None, app.now())
    for number in itertools.count(now + 3):
        if planned_game(number) == game:
            yield await app.services.dailies.queries.edition(number, requester=None)


async def wait_for(app, edition):
    now = await app.services.dailies.queries.current(None, app.now())
    app.advance(days=edition.number - now)


def drawn(app, solve, request):
    """Return a solver's answers to the same question, asked many times."""
    lexicon = app.services.lexicons["full"]
    try:
        return [solve(request, lexicon, Deadline.after(5)) for _ in range(5 * OFTEN)]
    except PuzzleError:
        return []


async def text_of(exchange):
    """Return the text that somebody got: an answer or a refusal."""
    said = exchange.interaction
    await until(lambda: said.answered is not None or said.follow_ups)
    post = await (exchange.follow_up() if said.follow_ups else exchange.reply())
    assert post.ephemeral
    return post.heard


def words_of(text):
    """Return the words that a card shows in its pictures or code."""
    shown = re.findall("`+([^`]+)`+", text) + re.findall("of words: (.+)", text)
    return re.findall("[a-z]+", " ".join(shown).lower())


async def ask_until(is_welcome, ask):
    """Ask repeatedly until a text is welcome; return the others."""
    others = []
    while not is_welcome(text := await text_of(await ask())):
        others.append(text)
        assert len(others) < TRIES
    return others


async def never_seen(hidden, ask):
    """Ask repeatedly; an answer that would show hidden words is drawn again or kept back."""
    for _ in range(ASKED):
        assert not hidden & {*words_of(await text_of(await ask()))}


async def ladders_through_start(app):
    """Yield later editions, each with a word next to the start whose ladders often pass it."""
    lexicon = app.services.lexicons["full"]
    async for edition in later_editions(app, "ladder"):
        start, target = edition.puzzle.given
        for word in map(lexicon.word, lexicon.neighbours(lexicon.require(start))):
            found = drawn(app, ladder.solve, LadderRequest(start=word, target=target))
            through = [each for each in found if start in each.shortest.words]
            if OFTEN <= len(through) < len(found):
                yield edition, word


async def anigrams_through_stage(app):
    """Yield later editions, a stage's words, and other letters that often grow to that stage."""
    async for edition in later_editions(app, "anigram"):
        puzzle = edition.puzzle
        stages = ["".join(sorted(letters_of(puzzle, n))) for n in range(len(puzzle.given))]
        for stage, n in itertools.product(stages, range(max(map(len, stages)))):
            start = stage[:n] + stage[n + 1 :]
            if start in {*stages, stage}:
                continue
            found = drawn(app, anigram.solve, AnigramRequest(start=start, length=len(stage)))
            grown = [result.chain[-1] for result in found if result.chain[-1].letters == stage]
            if OFTEN <= len(grown) < len(found):
                yield edition, {*grown[0].words}, {"start": start, "length": len(stage)}


async def test_a_ladder_that_leads_through_a_live_one_is_kept_back(fresh):
    edition, word = await anext(ladders_through_start(fresh))
    start, target = edition.puzzle.given
    olive = fresh.person()
    options = {"start": word, "target": target, "private": True}
    card = await (await olive.run("/ladder", **options)).reply()
    await ask_until(lambda text: start in words_of(text), lambda: olive.press(card, "Another"))
    await wait_for(fresh, edition)
    assert KEPT_BACK in await text_of(await olive.press(card, "Another"))  # it contains the answer
    await never_seen({start}, lambda: olive.run("/ladder", **options))
    options |= {"start": target, "target": word, "via": start}
    assert KEPT_BACK in await text_of(await olive.run("/ladder", **options))


async def test_a_ladder_that_adds_and_drops_letters_does_not_tell_a_live_resize(fresh):
    edition = await anext(later_editions(fresh, "resize"))
    start, target = edition.puzzle.given
    olive = fresh.person()
    options = {"start": start, "target": target, "moves": "insert, delete", "private": True}
    card = await (await olive.run("/ladder", **options)).reply()
    assert f"{edition.puzzle.par} steps" in card.plain
    await wait_for(fresh, edition)
    assert KEPT_BACK in await text_of(await olive.press(card, "Another"))
    assert KEPT_BACK in await text_of(await olive.run("/ladder", **options))
    onward = options | {"start": edition.puzzle.solution[1], "target": start, "via": target}
    assert KEPT_BACK in await text_of(await olive.run("/ladder", **onward))
    grown = {"mode": "anywhere", "private": True}
    short, long = sorted(edition.puzzle.solution[1:3], key=len)  # a step that the answer takes
    reply = await text_of(await olive.run("/truncate", start=short, end=long, **grown))
    assert KEPT_BACK not in reply  # one step reveals little


@pytest.mark.slow
async def test_an_anigram_that_grows_into_a_live_stage_is_kept_back(fresh):
    edition, hidden, options = await anext(anigrams_through_stage(fresh))
    olive = fresh.person()
    card = await (await olive.run("/anigram", **options, private=True)).reply()
    await ask_until(lambda text: hidden & {*words_of(text)}, lambda: olive.press(card, "Another"))
    await text_of(await olive.press(card, "One shorter"))
    await wait_for(fresh, edition)
    assert KEPT_BACK in await text_of(await olive.press(card, "One longer"))
    assert not hidden & {*words_of(card.heard)}
    await never_seen(hidden, lambda: olive.run("/anigram", **options, private=True))
