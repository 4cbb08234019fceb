"""What contests show, at its largest: within Discord's limits, and nothing untrue."""

import random
from dataclasses import replace

import pytest
from discord import ButtonStyle, ui

from bot.contests import (
    MOST_TEMPLATES,
    Answer,
    Board,
    BoardRow,
    Entry,
    PracticeReceipt,
    Review,
    Standing,
    Standings,
)
from bot.contests.tries import Try
from bot.store.schema import Message, Practice
from bot.ui.contest.announcement_view import present_rules
from bot.ui.contest.board_view import present_board
from bot.ui.contest.cards import RejectedSnake
from bot.ui.contest.ids import ContestTapId
from bot.ui.contest.list_view import present_contest
from bot.ui.contest.play_view import (
    ContestSnakeModal,
    as_typed,
    present_entry,
    present_practice_receipt,
    present_receipt,
    present_rejected,
)
from bot.ui.contest.results_view import (
    present_results,
    present_reveal,
    present_review,
    sketch_of_par,
)
from bot.ui.contest.season_view import ROWS, present_standings
from bot.ui.contest.templates import present_dates, present_templates
from bot.ui.contest.text import closeness, par_claim
from bot.ui.layout import wrap_words
from bot.ui.picture import draw
from bot.ui.play.card import present_lost
from bot.ui.play.ids import Target
from bot.ui.tapping import MOST_TAPPED, pages_of
from bot.ui.taps import Tapped
from solvers.wordsnake import Explanation, ScoreRequest, score
from tests.bot.examples import contests as examples
from tests.bot.examples.contests import (
    BEST,
    NOW,
    USER,
    board_of,
    contest,
    receipt,
    tapping_page,
    template,
)
from tests.bot.pages import buttons_of, check_limits, text_of

TITLE = "*" * 100


def long_words(count, length):
    draw_ = random.Random(count)
    words = set()
    while len(words) < count:
        words.add("".join(draw_.choices("abcd", k=length)))
    return tuple(sorted(words))


WIDE = long_words(250, 14)  # as much as fits into a form
LONGEST = long_words(78, 50)


def test_templates_fit_however_many_there_are():
    about = {"name": "*" * 50, "words": " ".join(WIDE), "problem": "x" * 300}
    about["repeats"] = (
        "every Monday at 18:00, Tuesday at 19:00, Wednesday at 20:00, Thursday at 21:00, "
        "Friday at 22:00 and Saturday at 23:00 from 24 September 2026"
    )
    long = template(time_zone="America/Argentina/ComodRivadavia", **about)
    check_limits(present_dates(long))
    check_limits(present_dates(replace(long, repeats=None), saved="Saved"))
    check_limits(present_templates([long] * MOST_TEMPLATES))
    check_limits(present_templates([replace(long, repeats=None)] * MOST_TEMPLATES))


def largest(words=WIDE, **changes):
    some = {"title": TITLE, "sealed_minutes": 1440, "most_tries": 1000, "cooldown_seconds": 86399}
    return contest(words, **some | {"bound": 10**6, "proven": False} | changes)


SIZES = [
    pytest.param(contest(order=BEST), id="small"),
    pytest.param(largest(), id="many words"),
    pytest.param(largest(LONGEST), id="long words"),
    pytest.param(largest(LONGEST, rule="containment"), id="containment"),
    pytest.param(largest(long_words(20, 50)), id="twenty to tap"),
]


@pytest.mark.parametrize("shown", SIZES)
def test_everything_keeps_within_discords_limits(shown):
    entry = Entry(shown, shown.words, NOW, 999, None, NOW)
    practice = Practice(id=USER, contest_id=shown.id, user_id=USER, started_at=NOW, ends_at=NOW)
    scored = score(ScoreRequest(shown.words, None, shown.rule))
    answer = Answer(shown.words, None, scored.score)
    reply = Explanation("move", "a", "b", 5, "x" * 600, tuple(reversed(shown.words)))
    tried = examples.tried(shown, scored.score, shown.words)
    snakes = {USER - n: answer for n in range(1, 501)}
    about = {"id": 1, "guild_id": USER, "contest_id": shown.id, "kind": "announcement"}
    about |= {"channel_id": USER, "message_id": USER, "nonce": "n", "next_attempt_at": NOW}
    post = Message(**about, version=1, delivered_version=1)
    pages = [
        present_entry(entry, Target("contest", shown.id)),
        present_entry(entry, Target("practice", str(USER))),
        present_rules(shown),
        present_rules(replace(shown, state="open", sealed_minutes=None)),
        present_receipt(receipt(shown)),
        present_practice_receipt(
            PracticeReceipt(shown, practice, 999, answer, 99.99, False, 10**5, 99.99)
        ),
        present_review(Review(shown, tried, 99.99, reply)),
        present_rejected(RejectedSnake(Target("contest", shown.id), "x", "(" * 4000), shown.id),
        present_lost("(" * 4000, "x"),
        present_board(board_of(replace(shown, state="revealed"), 500, 25), snakes),
        present_board(board_of(shown, 500, 3)),
        present_board(board_of(shown, 500, open_=False)),
        present_board(Board(shown, "hidden", 500)),
        present_results(board_of(shown, 500), snakes),
        present_results(board_of(shown, 0), {}),
        *(
            present_contest(board_of(replace(shown, state=state), 500), post, ["(" * 400] * 9)
            for state in ("draft", "open", "closed", "revealed", "cancelled")
        ),
    ]
    for page in pages:
        check_limits(page)
    own = pages[0]
    attached = [word for file in own.files for word in file.content.decode().split()]
    block = text_of(own).partition("```\n")[2].partition("\n```")[0].split()
    assert sorted(attached or block) == sorted(shown.words)  # none is cut, none is lost


def test_a_picture_comes_with_the_results_if_it_can_be_read():
    shown = contest(order=BEST)
    page = present_results(board_of(shown, 500), {}, draw(sketch_of_par(shown)))
    assert [file.name for file in page.files] == ["par.png"]
    items = [item for item in page.view.walk_children() if hasattr(item, "items")]
    assert items[0].items[0].media.url == "attachment://par.png"
    assert "runauseasick" in items[0].items[0].description
    assert sketch_of_par(largest()) is None


@pytest.mark.parametrize("count", [20, MOST_TAPPED])
def test_all_that_is_tapped_fits_into_a_message(count):
    words = long_words(count, 50)
    shown = largest(words, rule="containment")
    entry = Entry(shown, words, NOW, None)
    for laid in range(count + 1):
        for target in (Target("contest", shown.id), Target("practice", str(USER))):
            order = tuple(range(count))[:laid]
            for picked in (None, *order[:1], *order[-1:]):
                for page in pages_of(words):
                    state = ContestTapId("tap", target, tapped=Tapped(order, picked), word=page[-1])
                    page_shown = tapping_page(entry, state)
                    check_limits(page_shown)
                    more = 4 if len(page) == count else 5
                    assert len(buttons_of(page_shown)) == len(page) + more


def test_more_words_goes_where_words_are_left():
    words = long_words(50, 6)
    shown = contest(words)
    entry = Entry(shown, words, NOW, None)

    def more(order, word):
        target = Target("contest", shown.id)
        page = tapping_page(entry, ContestTapId("tap", target, tapped=Tapped(order), word=word))
        (found,) = [
            one
            for one in page.view.walk_children()
            if isinstance(one, ui.Button) and one.label == "More words"
        ]
        return found.custom_id.rpartition(":")[2], found.style is ButtonStyle.primary

    first, second, third = (tuple(page) for page in pages_of(words))
    assert more((), None) == ("17", False)
    assert more((3,), 20) == ("34", False)
    assert more((), 49) == ("0", False)
    assert more(second, 0) == ("34", False)  # all of the second page are laid
    assert more(first, 5) == ("17", True)  # here none are left
    assert more((*first, *second), 20) == ("34", True)
    assert more((*first, *second, *third), 20) == ("34", False)  # to move a laid one


def test_too_many_words_to_tap_are_announced_as_such():
    for count, said in ((MOST_TAPPED, False), (MOST_TAPPED + 1, True)):
        shown = contest(long_words(count, 6), state="open")
        entry = Entry(shown, shown.words, NOW, None)
        page = present_entry(entry, Target("contest", shown.id))
        assert (f"More than {MOST_TAPPED} words can’t be tapped" in text_of(page)) == said
        assert ("can’t be tapped" in text_of(present_rules(shown))) == said
        assert ("Play" in buttons_of(page).values()) != said


def test_forms_hold_the_words_the_best_snake_and_its_positions():
    shown = contest(rule="containment")
    target = Target("contest", shown.id)
    plain = Entry(shown, shown.words, NOW, None)
    placed = replace(plain, best=Try(("street", "test"), (0, 3)))
    assert as_typed(placed) == "street 0\ntest 3"
    laid = as_typed(placed, ("test", "run")).split("\n")  # tapped words come first
    assert laid == ["test", "run", "nausea", "seasick", "street", "tone"]
    chained = replace(plain, contest=replace(shown, rule="pairs"))
    for entry, positions in ((plain, True), (chained, False)):
        form = ContestSnakeModal(entry, target, "cold").to_dict()
        assert ("position" in form["components"][0]["description"]) == positions
    for entry in (plain, *(Entry(largest(words), words, NOW, None) for words in (WIDE, LONGEST))):
        form = ContestSnakeModal(entry, target, as_typed(entry)).to_dict()
        assert len(form["title"]) <= 45
        assert len(form["components"][0]["description"]) <= 100
        held = form["components"][0]["component"]["value"]
        assert held == "\n".join(entry.words)
        assert len(held) <= 4000


def test_lines_of_words_are_short_enough_for_phones():
    assert wrap_words(("aaaa", "bbbb", "cccc"), 9) == "aaaa bbbb\ncccc"
    assert max(map(len, wrap_words(WIDE).split("\n"))) <= 32
    assert wrap_words(LONGEST).split("\n") == list(LONGEST)


def test_a_season_of_many():
    held = (largest(),) * 50
    lines = tuple(Standing(n, USER - n, 99.99, (99.99,) * 50, 50, 50) for n in range(1, 501))
    page = present_standings(Standings(held, 50, 50, 500, lines[:ROWS], lines[399]))
    check_limits(page)
    assert "and 475 more" in text_of(page)
    assert f"**You**\n400\\. <@{USER - 400}>" in text_of(page)


def test_nothing_is_called_proven_that_is_not():
    proven, found = contest(order=BEST), contest(order=BEST, proven=False, bound=20)
    assert "that’s proven" in par_claim(proven)
    assert "best I found" in par_claim(found)
    assert "**20**" in par_claim(found)
    assert closeness(proven, 15) == "🎉 The best possible!"
    assert closeness(found, 15) == "🎉 As good as the best I found!"
    assert closeness(found, 14) == "1 point short of the best."


def test_a_place_that_is_revealed_tells_nothing_of_the_one_above_it():
    rows = (BoardRow(1, 1, -1, 100.0, 1, 0), BoardRow(2, 2, -2, 100.0, 1, 0, rarer=True))
    for revealing in (1, 2):
        shown = contest(words=("cold", "warm"), game="ladder", revealing=revealing)
        text = text_of(present_reveal(Board(shown, "scores", 2, 2, rows)))
        assert ("rarer words" in text) == (revealing == 2)


def test_no_more_tries_no_more_buttons():
    assert "Type" not in buttons_of(present_receipt(receipt(contest(), tries_left=0))).values()
    assert "Type" in buttons_of(present_receipt(receipt(contest()))).values()
