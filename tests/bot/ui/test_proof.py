"""Provably fair, end to end: the code of a post, the text at its end, and the page that checks."""

import json
import re
from dataclasses import replace
from hashlib import sha256

import pytest
import pytest_asyncio
from sqlalchemy import update

from bot.contests.terms import terms_of
from bot.puzzles import Best, Terms, commit
from bot.puzzles.commitment import code_of as code_for
from bot.store import contests, rows
from bot.store.schema import Contest
from bot.store.schema import contests as contest_table
from bot.ui.contest.ids import ContestId
from bot.ui.daily.ids import EditionId
from bot.ui.race.ids import RoundId
from solvers.wordsnake import ScoreRequest, score
from tests.bot.examples.snake_cards import fetched
from tests.bot.hosting import ROOM, WORDS, announced, answer, finished, sent
from tests.bot.hosting_dailies import first_posted, settled
from tests.bot.organising import more
from tests.bot.pages import check_private
from tests.bot.playing_dailies import opened, over, written
from tests.bot.racing import begun, joined, line, pressed, race_of, racer, room, shows, started
from tests.bot.racing import wrote as raced
from tests.bot.statements import rows_of
from tests.paths import ROOT
from tests.playground.browser import new_tab
from tests.security import forging

pytestmark = pytest.mark.asyncio(loop_scope="module")

PAGE = ROOT / "docs/verify/index.html"
FIT = "They fit: this was locked in before anybody played. Is it what you played?"
NO_CODE = "The code has 32 digits and letters from a to f."
NO_FIT = "The text and the code don’t fit. Something was changed, or not all of it was copied."


@pytest_asyncio.fixture(loop_scope="module")
async def page(devtools):
    """Open the verifier as a file in a real browser of a phone's size."""
    async with new_tab(devtools) as tab:
        await tab.open(PAGE.as_uri(), width=390, height=760)
        yield tab
        assert await tab.run("document.documentElement.scrollWidth") <= 390
        assert tab.complaints == []
        assert tab.asked == {PAGE.as_uri()}


async def proof_of(person, results):
    """Return a contest's proof, as somebody finds it below the results."""
    return await answer(person, await answer(person, results, "Everyone’s answers"), "Proof")


def code_of(post):
    """Return the code that a post shows."""
    (code,) = re.findall(r"🔒 Locked in: `([0-9a-f]{32})`", post.text)
    return code


def text_of(proof):
    """Return the text that a proof hands out."""
    (text,) = re.findall(r"```\n(.*)\n```", proof.text)
    return text


async def asked(page, code, text):
    """Paste a code and a text and press Check; return the page's verdict and the terms."""
    for field, value in (("code", code), ("locked", text)):
        await page.run(f"document.getElementById('{field}').value = ''")
        await page.run(f"document.getElementById('{field}').focus()")
        await page.type(value)
    await page.run("document.getElementById('opened').textContent = ''")
    await page.click("document.getElementById('open')")
    await page.until("document.getElementById('opened').textContent")
    said = await page.run("document.getElementById('opened').textContent")
    shown = await page.run("[...document.querySelectorAll('#terms > *')].map((e) => e.textContent)")
    return said, dict(zip(shown[::2], shown[1::2], strict=True))


async def locked(app, contest):
    """Return a stored contest and its commitment."""
    async with app.services.store.database.read() as tx:
        return await rows.get(tx, Contest, contest.id), await contests.commitment(tx, contest.id)


async def stored(app, contest, **columns):
    """Change what is stored, as the host of the bot can."""
    async with app.services.store.database.write() as tx:
        this = contest_table.c.id == contest.id
        await tx.execute(update(contest_table).where(this).values(**columns))


async def told(app, person, channel, custom_id):
    return (await forging.outcome(forging.press(app, person, channel, str(custom_id)))).plain


async def test_a_contest_is_locked_in_while_it_runs_and_opened_with_its_results(app, page):
    contest, post = await announced(app, most_tries=4)
    await post.says("Locked in")
    code = code_of(post)
    pia = app.person("pia")
    receipt = await sent(pia, post)
    rules = await answer(pia, post, "Rules")
    assert f"locked in: `{code}`" in rules.text
    channel = app.harness.world.channels[contest.channel_id]
    _, kept = await locked(app, contest)
    salt = json.loads(kept.text)["salt"]
    early = await told(app, pia, channel, ContestId("proof", contest.id))
    assert "aren’t out yet" in early
    export = await more(app.person(), contest.id, "export", ROOM)
    (name,) = export.files
    mine = await (await app.person().run("/privacy export", app.person().dm)).reply()
    (own,) = mine.files
    seen = [post.text, receipt.text, rules.text, early, (await fetched(export, name)).decode()]
    assert salt not in "".join(seen) + (await fetched(mine, own)).decode("utf-8", "replace")

    results = await finished(app, contest)
    proof = await proof_of(pia, results)
    assert "Nothing was changed" in proof.text
    assert code_of(post) == code  # still there to compare
    said, terms = await asked(page, f"-# 🔒 Locked in: `{code}`", f"```\n{text_of(proof)}\n```")
    assert said == FIT
    assert terms["For"] == f"contest {contest.id}"
    assert terms["Puzzle"] == ", ".join(WORDS)
    assert terms["Best"] == "15, proven"
    expected = ("pairs", "shared", "4")
    assert (terms["Scoring"], terms["Equal scores"], terms["Tries each"]) == expected
    assert terms["Clock"] == "from the opening"
    assert "Who may play" not in terms  # deleting the role would change it
    for wrong in (text_of(proof).replace('"tries each":4', '"tries each":9'), text_of(proof)[:-1]):
        assert await asked(page, code, wrong) == (NO_FIT, {})
    said, _ = await asked(page, code[:-1], text_of(proof))
    assert said == NO_CODE


OTHER = score(ScoreRequest(("test", "street", "tones", "run", "nausea", "seasick"), rule="pairs"))
CHANGES = {
    "puzzle": {
        "words": sorted(placed.word for placed in OTHER.order),
        "par_order": [[placed.word, placed.position] for placed in OTHER.order],
        "par": OTHER.score,
    },
    "best": {"par": 14, "bound": 14},
    "rules": {"ties": "opening"},
}


@pytest.mark.parametrize("part", CHANGES)
async def test_whatever_the_host_changes_in_the_database_is_found_out(app, page, part):
    contest, post = await announced(app)
    await post.says("Locked in")
    code = code_of(post)
    await stored(app, contest, **CHANGES[part])
    results = await finished(app, contest)
    pia = app.person("pia")
    proof = await proof_of(pia, results)
    assert "⚠️ This isn’t what was locked in." in proof.plain
    said, terms = await asked(page, code, text_of(proof))
    assert (said, terms["Puzzle"], terms["Best"]) == (FIT, ", ".join(WORDS), "15, proven")

    changed, _ = await locked(app, contest)
    other = commit(terms_of(changed))  # by a host who can hide it from the bot
    await stored(app, contest, commitment=other.code, commitment_text=other.text)
    proof = await proof_of(pia, results)
    assert "Nothing was changed" in proof.text
    assert await asked(page, code, text_of(proof)) == (NO_FIT, {})


async def test_a_long_list_comes_as_a_file_that_is_dropped_on_the_page(app, page):
    lexicon = app.services.lexicons["common"]
    begins = [f"s{letter}{vowel}" for letter in "chlmnptw" for vowel in "aeio"]
    words = tuple(sorted({word for one in begins for word in lexicon.complete(one)}))[:90]
    contest, post = await announced(app, words)
    await post.says("Locked in")
    proof = await proof_of(app.person("pia"), await finished(app, contest))
    text = (await fetched(proof, "locked-in.txt")).decode()
    await page.run(f"""(() => {{
      const carried = new DataTransfer();
      carried.items.add(new File([{json.dumps(text)}], "locked-in.txt"));
      document.dispatchEvent(new DragEvent("drop", {{ dataTransfer: carried, bubbles: true }}));
    }})()""")
    await page.until("document.getElementById('locked').value")
    await page.run("""(() => {
      const carried = new DataTransfer();
      carried.items.add(new File([new Uint8Array([255])], "picture.png"));
      const input = document.getElementById("locked-file");
      input.files = carried.files;
      input.dispatchEvent(new Event("change"));
    })()""")
    await page.until("document.getElementById('opened').textContent.startsWith('picture.png: ')")
    said, terms = await asked(page, code_of(post), text)
    assert (said, terms["Puzzle"]) == (FIT, ", ".join(words))


TERMS = Terms("x", "truncate", ("at",), Best(2, proven=True, answer=("at", "cat")), {"tries": 3})
TEXT = commit(TERMS).text
NONE_OF_OURS = "The text makes the code, but it’s none that the bot writes."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (TEXT.replace('"rules"', '"rules":{},"rules"'), NONE_OF_OURS),  # which one counts?
        (TEXT.replace("commitment 1", "commitment 2"), NONE_OF_OURS),
        (TEXT.replace(",", ", "), NONE_OF_OURS),
        (TEXT.replace('"puzzle":["at"]', '"puzzle":"at"'), NONE_OF_OURS),
        (f"{TEXT}{TEXT}", NONE_OF_OURS),
        ("nothing of ours", NONE_OF_OURS),
        (TEXT.replace('"', "”"), "Copy the text again: it’s one line, of plain letters."),
        ("", "Copy the text again: it’s one line, of plain letters."),
    ],
)
async def test_a_text_that_the_bot_does_not_write_is_refused_though_it_makes_the_code(
    page, text, says
):
    assert await asked(page, sha256(text.encode()).hexdigest(), text) == (NO_CODE, {})
    assert await asked(page, code_for(text), text) == (says, {})


async def test_what_stands_in_a_text_is_shown_and_never_run(page):
    rude = "<img src=x onerror=alert(1)>"
    text = commit(replace(TERMS, about=rude, rules={rude: [rude, True, None]})).text
    said, terms = await asked(page, code_for(text), f" {text}\n")
    assert (said, terms["For"], terms[rude]) == (FIT, rude, f"{rude}, yes, none")
    assert await page.run("document.images.length") == 0


async def test_a_daily_puzzle_is_locked_in_and_opened_once_it_is_over_here(fresh, page):
    pia = fresh.person("pia")
    post = await first_posted(fresh)
    code = code_of(post)
    rules = await answer(pia, post, "Rules")
    assert code in rules.text
    assert rules.buttons == ["Play"]
    number = int(re.search(r"#(\d+)", post.text)[1])
    for one in (number, number + 1, 9999):
        early = await told(fresh, pia, post.message.channel, EditionId("proof", one))
        assert "isn’t over here yet" in early
    edition = await fresh.services.dailies.queries.edition(number, requester=None)
    fresh.advance(days=1)
    await post.says("**Closed.**")
    await settled(fresh)
    assert code_of(post) == code
    rules = await answer(pia, post, "Rules")
    assert rules.buttons == ["Play", "Proof"]
    proof = await answer(pia, rules, "Proof")
    check_private(proof, proof.text, "Nothing was changed")
    said, terms = await asked(page, code, text_of(proof))
    assert said == FIT
    assert terms["For"] == f"daily puzzle {number}"
    assert terms["Puzzle"] == ", ".join(edition.puzzle.given)
    assert terms["Best answer"] == " → ".join(edition.puzzle.solution)
    assert terms["Points for the best"] == "100"


@pytest.mark.parametrize("game", ["ladder", "snake"])
async def test_in_a_direct_message_the_rules_have_the_code(app, game):
    edition = await opened(app, game)
    player = app.harness.create_person(f"alone-{game}")
    card = await (await player.run("/daily play", player.dm)).reply()
    rules = await answer(player, card, "Rules")
    (code,) = re.findall(r"by `([0-9a-f]{32})`", rules.text)
    assert rules.buttons == ["Play"]
    card = await (await player.run("/daily play", player.dm)).reply()
    solved = await written(player, card, *edition.puzzle.solution)
    assert solved.buttons == ["Share", "Definitions", "Rules"]
    await over(app)
    rules = await answer(player, solved, "Rules")
    proof = await answer(player, rules, "Proof")
    assert f"The code: `{code}`" in proof.text
    assert json.loads(text_of(proof))["puzzle"] == [*edition.puzzle.given]


@pytest.mark.slow
async def test_a_race_is_locked_in_before_it_starts_and_opened_when_it_is_over(app, page):
    place, anna, ben = room(app), racer(app), racer(app)
    post = await begun(app, anna, place, rounds=2)
    await joined(ben, post)
    assert "Locked in" not in post.text  # the bot may draw again for people who join
    card = await started(app, anna, post)
    code, race_id = code_of(post), await race_of(app, post)
    early = await told(app, ben, place, RoundId("proof", race_id, 1))
    assert "isn’t over yet" in early
    status = await app.services.races.queries.status(race_id)
    puzzle = status.puzzle
    for person, own in ((anna, card), (ben, await pressed(ben, post, "Play"))):
        await raced(person, own, *line(puzzle))
    await shows(post, "wins")
    assert code_of(post) == code
    assert post.buttons == ["Next round", "Review", "Proof"]
    proof = await pressed(app.person("pia"), post, "Proof")  # an onlooker
    assert proof.ephemeral
    said, terms = await asked(page, code, text_of(proof))
    assert said == FIT
    assert (terms["For"], terms["Mode"]) == (f"race {race_id}, round 1", "first")
    assert terms["Best answer"] == " → ".join(puzzle.solution)
    assert (text_of(proof),) in await rows_of(app, "SELECT commitment_text FROM race_rounds")
