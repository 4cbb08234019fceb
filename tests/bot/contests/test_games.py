"""Contests in games other than snake: planned, played, compared, reviewed, guarded."""

import csv
import io
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.contests import (
    LineKey,
    Plan,
    PracticeKey,
    Scope,
    plan_of_all,
    puzzle_of,
    read_asked,
    read_try,
    typed_words,
)
from bot.errors import BadPlan, BadTry, BeingPlayed, NotPlayable, Refused, WrongState
from bot.play import Receipt
from bot.puzzles import GAMES
from bot.solving import Requester
from bot.store import dailies
from bot.ui.contest.card import ContestCards
from solvers.daily import Departure
from solvers.errors import PuzzleError
from tests.bot.changing import to
from tests.bot.pages import text_of
from tests.bot.refusing import check_refused
from tests.bot.world import CHANNEL, GUILD, HOST, SCOPE, T0, after

GIVEN = {
    "ladder": ("cold", "warm"),
    "anigram": ("gins", "l", "e", "h", "s", "t"),
    "truncate": ("laps",),
}
BEST = {
    "ladder": "cold cord card ward warm",
    "anigram": "sign sling single shingle shingles lightness",
    "truncate": "laps lapse elapse relapse relapser relapsers",
}
GOOD = {
    "ladder": "cold colt coat goat goad woad word ward warm",
    "anigram": "sign sling single",
    "truncate": "laps lapse",
}
WRONG = {"ladder": "cold cxld warm", "anigram": "sign slang", "truncate": "laps xlaps"}
EMPTY = {"ladder": "cold cord", "anigram": "", "truncate": "laps"}


def member_of(guild):
    """Return a function that gives the scope of somebody who is in one server only."""

    async def scope_in(guild_id):
        return Scope(guild_id) if guild_id == guild else None

    return scope_in


async def held(world, game, **options):
    return await world.announced(words=GIVEN[game], game=game, **options)


async def practising(world, contest):
    """Begin a practice; return its key, and when it begins."""
    now = contest.closes_at + timedelta(hours=1)
    _, practice = await world.contests.practice.begin(SCOPE, contest.id, world.act(2, now))
    return PracticeKey(SCOPE, practice.id, world.guard.of(2).refuse_given), now


async def send(world, contest, user, at, text):
    key = LineKey(SCOPE, contest.id)
    receipt = await world.contests.lines.submit(key, world.act(user, at), text)
    if not receipt.state.sends and not receipt.verdict.mistake:
        seen = len(receipt.state.progress.words)
        receipt = await world.contests.lines.send(key, world.act(user, at), seen)
    if receipt.state.receipt is None:
        raise BadTry(receipt.verdict.mistake.message if receipt.verdict.mistake else "not done")
    return receipt.state.receipt


@pytest.mark.parametrize("game", GIVEN)
async def test_the_best_answer_is_ahead(world, game):
    contest = await held(world, game)
    assert contest.proven
    assert puzzle_of(contest).par == {"ladder": 4, "anigram": 6, "truncate": 6}[game]
    good = await send(world, contest, 1, after(minutes=1), GOOD[game])
    assert (good.place, good.answer.words) == (1, tuple(GOOD[game].split()))
    best = await send(world, contest, 2, after(minutes=2), BEST[game])
    assert (best.place, best.percent, best.is_best) == (1, 100.0, True)
    assert good.percent == {"ladder": 50.0, "anigram": 50.0, "truncate": 20.0}[game]
    if game != "anigram":  # its stages all have a word by now
        again = await send(world, contest, 2, after(minutes=3), GOOD[game])
        assert (again.is_best, again.place, again.best_percent) == (False, 1, 100.0)
    board = await world.contests.queries.board(contest.id)
    assert [(row.place, row.user_id) for row in board.rows] == [(1, 2), (2, 1)]
    assert [row.percent for row in board.rows] == [100.0, good.percent]


@pytest.mark.parametrize("game", GIVEN)
async def test_what_is_wrong_or_not_done_is_no_try_and_what_is_right_stays(world, game):
    contest = await held(world, game)
    key, submit = LineKey(SCOPE, contest.id), world.contests.lines.submit
    for text, right in ((EMPTY[game] or "zzz", 1), (WRONG[game], 1), ("c4t", 1)):
        receipt = await submit(key, world.act(1, after(minutes=1)), text)
        assert len(receipt.state.progress.words) <= right
        if receipt.state.receipt is not None:  # the right part of an anigram is an answer
            assert (game, receipt.state.receipt.answer.words) == ("anigram", ("sign",))
    board = await world.contests.queries.board(contest.id)
    assert len(board.rows) == (game == "anigram")


async def test_an_answer_comes_of_words_sent_in_one_by_one_and_counts_once(world):
    contest = await held(world, "ladder", most_tries=2)
    key, playing = LineKey(SCOPE, contest.id), world.contests.lines
    for word in BEST["ladder"].split()[1:-1]:
        receipt = await playing.submit(key, world.act(1, after(minutes=1)), word)
        assert receipt.state.receipt is None
    last = world.act(1, after(minutes=2))
    first, again = [await playing.submit(key, last, "warm") for _ in range(2)]
    assert (first.state.receipt.percent, first.state.receipt.number) == (100.0, 1)
    assert again.state.receipt.repeated
    assert again.state.receipt.answer == first.state.receipt.answer
    assert again.state.progress.words == ()  # the next one begins from the start
    state = await playing.open(key, world.act(1, after(minutes=3)))
    assert (state.part.tries, state.tries_left) == (1, 1)


@pytest.mark.parametrize(
    ("game", "given", "short", "last"),
    [
        ("ladder", ("cold", "warm"), "cold gold goad load lord lard ward", "warm"),
        ("ladder", ("cold", "warm"), "cold cord card ward wart", "warm"),  # a slip of the finger
        ("resize", ("cat", "cart"), "cat cats carts", "cart"),
    ],
)
async def test_words_a_step_from_the_target_take_no_try_until_it_is_written(
    world, game, given, short, last
):
    contest = await world.announced(words=given, game=game, most_tries=1)
    key, playing = LineKey(SCOPE, contest.id), world.contests.lines
    for minute in (1, 2):  # no try the second time either
        receipt = await playing.submit(key, world.act(1, after(minutes=minute)), short)
        assert (receipt.state.receipt, receipt.verdict.mistake) == (None, None)
        assert receipt.state.progress.words == tuple(short.split()[1:])
        assert receipt.state.tries_left == 1
    said = ContestCards().right(receipt).said
    assert said.endswith(f"Write **{last}** next, and your {game} is sent in.")
    fewer = await playing.undo(key, world.act(1, after(minutes=3)), 1)
    assert fewer.progress.words == tuple(short.split()[1:2])
    board = await world.contests.queries.board(contest.id)
    assert not board.rows
    sent = await playing.submit(key, world.act(1, after(minutes=4)), f"{short} {last}")
    assert sent.state.receipt.answer.words == (*short.split(), last)
    assert sent.state.tries_left == 0


async def test_a_practice_waits_for_the_target_as_well(world):
    contest = await world.finished(words=GIVEN["ladder"], game="ladder")
    key, now = await practising(world, contest)
    playing = world.contests.practice_lines
    for word in ("cord card", "ward"):
        receipt = await playing.submit(key, world.act(2, now), word)
        assert receipt.state.receipt is None
    receipt = await playing.submit(key, world.act(2, now), "warm")
    assert receipt.state.receipt.percent == 100.0


async def test_while_it_cools_down_an_answer_is_refused_and_its_words_stay(world):
    contest = await held(world, "ladder", cooldown_seconds=60)
    key, playing = LineKey(SCOPE, contest.id), world.contests.lines
    await send(world, contest, 1, after(minutes=1), GOOD["ladder"])
    await playing.submit(key, world.act(1, after(minutes=1, seconds=10)), "cord card")
    with pytest.raises(Refused, match="try again in 40 seconds"):
        await playing.submit(key, world.act(1, after(minutes=1, seconds=20)), "ward warm")
    state = await playing.open(key, world.act(1, after(minutes=1, seconds=30)))
    assert state.progress.words == ("cord", "card")
    later = await playing.submit(key, world.act(1, after(minutes=2, seconds=1)), "ward warm")
    assert later.state.receipt.percent == 100.0


async def test_equally_short_ladders_are_ranked_by_how_common_their_words_are(world):
    contest = await held(world, "ladder")
    rare = await send(world, contest, 1, after(minutes=1), "cold wold wald ward warm")
    common = await send(world, contest, 2, after(minutes=2), BEST["ladder"])
    assert common.answer.score > rare.answer.score
    assert (common.percent, rare.percent) == (100.0, 100.0)
    longer = await send(world, contest, 3, after(minutes=3), GOOD["ladder"])
    assert longer.answer.score < rare.answer.score
    board = await world.contests.queries.board(contest.id)
    assert [(row.place, row.rarer) for row in board.rows] == [(1, False), (2, True), (3, False)]
    # The same where the row above is on another page.
    second = await world.contests.queries.board(contest.id, page=1, size=1)
    first = await world.contests.queries.board(contest.id, viewer=1, size=1)
    assert [second.rows[0], first.own] == [board.rows[1]] * 2


async def test_a_players_words_that_the_server_does_not_show_are_blacked_out(world):
    lexicon = world.lexicons["full"].showing("standard")
    hidden = next(
        id_
        for id_ in map(int, lexicon.hidden_ids)
        if len(lexicon.word(id_)) == 4 and len(lexicon.shown(lexicon.neighbours(id_))) > 1
    )
    start, target = map(lexicon.word, lexicon.shown(lexicon.neighbours(hidden))[:2])
    line = (start, lexicon.word(hidden), target)
    contest = await world.finished([(1, 1, line)], words=(start, target), game="ladder")
    answers = await world.contests.queries.answers(contest.id, [1])
    assert answers[1].words == (start, "████", target)
    review = await world.contests.queries.review(contest.id, Requester(1, GUILD))
    assert review.submission.words == line  # which they alone see


@pytest.mark.parametrize("game", GIVEN)
async def test_results_review_export_and_practice(world, game):
    sent = [(1, 1, BEST[game].split()), (2, 2, GOOD[game].split())]
    contest = await world.finished(sent, words=GIVEN[game], game=game)
    answers = await world.contests.queries.answers(contest.id, [1, 2])
    assert " ".join(answers[1].words) == BEST[game]
    for user, left in ((1, None), (2, {"ladder": 1, "anigram": 3, "truncate": 2}[game])):
        for _ in range(2):  # computed first, then stored
            review = await world.contests.queries.review(contest.id, Requester(user, GUILD))
            assert review.explanation == Departure(left)
    content, rows = await world.contests.queries.export(contest.id, GUILD, world.act())
    listed = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    results = [str(GAMES[game].result_in(answers[user].score)) for user in (1, 2)]
    assert ([row["score"] for row in listed], rows) == (results, 2)
    assert [row["words"] for row in listed] == [BEST[game], GOOD[game]]
    key, now = await practising(world, contest)
    receipt = await world.contests.practice_lines.submit(key, world.act(2, now), BEST[game])
    if game == "truncate":
        seen = len(receipt.state.progress.words)
        receipt = await world.contests.practice_lines.send(key, world.act(2, now), seen)
    tried = receipt.state.receipt
    assert (tried.percent, tried.is_best) == (100.0, True)
    shares = await world.contests.queries.standings(SCOPE, 1)
    assert [(row.user_id, row.result) for row in shares.rows[:1]] == [(1, 100.0)]
    assert not await world.contests.queries.equal_snakes(contest.id, GUILD)


@pytest.mark.parametrize(
    "game", ["ladder", *(pytest.param(one, marks=pytest.mark.slow) for one in list(GIVEN)[1:])]
)
async def test_one_is_drawn_that_the_server_never_had(world, game):
    draw = world.contests.puzzles.words_for
    asked = read_asked(f"{game} easy")
    drawn = [await draw(GUILD, asked, "pairs", requester=None) for _ in range(2)]
    for words in drawn:
        contest = await world.announced(words=words, game=game, drawn=asked.drawn)
        assert contest.par is not None
        assert typed_words(contest).startswith(game)


async def test_daily_puzzles_of_a_game_are_known(world):
    async with world.database.write() as tx:
        for number, game in ((4, "ladder"), (5, "snake"), (8, "ladder"), (9, "snake")):
            await dailies.add_edition(tx, number, {"game": game, "par": number}, "x", T0)
        found = [await dailies.newest_of_game(tx, "ladder", most) for most in (1, 9)]
    assert [[one["par"] for one in some] for some in found] == [[8], [8, 4]]


@pytest.mark.parametrize(
    ("text", "game", "words"),
    [
        ("ladder", "ladder", ()),
        ("Ladder HARD", "ladder", ()),
        ("ladder cat dog", "ladder", ("cat", "dog")),
        ("truncate at", "truncate", ("at",)),
        ("anigram fierce", "anigram", ()),
        ("generate 20 hard", "snake", ()),
        ("cat ladder dog", "snake", ("cat", "ladder", "dog")),
        ("ladder cat dog cow cot", "snake", ("ladder", "cat", "dog", "cow", "cot")),
    ],
)
def test_what_is_asked_for(text, game, words):
    asked = read_asked(text)
    assert (asked.game, asked.words) == (game, words)
    assert (asked.drawn is None) == bool(words)


async def test_a_snake_of_a_games_name_is_typed_as_a_snake(world):
    draft = await world.draft(words=("ladder", "mare"))
    assert typed_words(draft) == "mare ladder"
    assert read_asked(typed_words(draft)).game == "snake"


async def test_what_makes_no_contest_is_said_before_there_is_a_draft(world):
    async def planned(words, game="ladder", **options):
        plan = Plan("Spring", words, timedelta(hours=1), game=game, **options)
        return await world.contests.admin.create(plan, GUILD, CHANNEL, world.act())

    with pytest.raises(BadPlan, match="don’t know") as unknown:
        await planned(("cold", "wxrm"))
    assert "/settings" not in unknown.value.message
    for words in (("cold", "sword"), ("cold", "cold")):
        await check_refused(planned(words), PuzzleError)
    await world.guilds.rule_on(GUILD, ["warm"], False, world.act())
    await check_refused(planned(("cold", "warm")), BadPlan, "doesn’t allow “warm”")
    assert not await world.contests.queries.of_guild(GUILD)


async def test_what_a_game_has_not_is_left_out_of_its_plan(world):
    limits = {"rule": "containment", "most_tries": 3, "cooldown_seconds": 60}
    plan = Plan("Spring", GIVEN["anigram"], timedelta(hours=1), game="anigram", **limits)
    ladder = replace(plan, words=GIVEN["ladder"], game="ladder")
    snake = replace(plan, words=("bat", "bats", "wombat"), game="snake")
    create, queries = world.contests.admin.create, world.contests.queries
    draft = await create(plan, GUILD, CHANNEL, world.act(), further=[ladder, snake])
    lists = await queries.rounds(draft)
    expected = [("pairs", None), ("pairs", 3), ("containment", 3)]
    assert [(one.rule, one.most_tries) for one in lists] == expected
    shared = plan_of_all(lists)
    assert {name: getattr(shared, name) for name in limits} == limits
    changed = await world.change(draft, to(most_tries=5))
    assert changed.most_tries is None
    assert [one.most_tries for one in await queries.rounds(draft)] == [None, 5, 5]


async def test_denied_words_are_in_no_ladder(world):
    await world.guilds.rule_on(GUILD, ["card"], False, world.act())
    contest = await held(world, "ladder")
    assert "card" not in puzzle_of(contest).solution
    await check_refused(send(world, contest, 1, after(minutes=1), BEST["ladder"]), BadTry, "card")
    await world.guilds.rule_on(GUILD, ["card"], None, world.act())  # too late for it
    await check_refused(send(world, contest, 1, after(minutes=1), BEST["ladder"]), BadTry, "card")


async def test_words_that_are_denied_later_count_until_the_end(world):
    sent = [(1, 1, BEST["ladder"].split()), (2, 2, GOOD["ladder"].split())]
    contest = await world.finished(sent, words=GIVEN["ladder"], game="ladder")
    lexicon = world.lexicons[contest.tier]
    near = [lexicon.word(id_) for id_ in lexicon.neighbours(lexicon.find("warm"))]
    await world.guilds.rule_on(GUILD, near, False, world.act())
    review = await world.contests.queries.review(contest.id, Requester(2, GUILD))
    assert review.explanation == Departure(1)
    key, now = await practising(world, contest)
    tried = await world.contests.practice_lines.submit(key, world.act(2, now), BEST["ladder"])
    assert tried.state.receipt.is_best


async def test_practising_gives_away_nothing_of_a_contest_that_is_played_again(world):
    contest = await world.finished(words=GIVEN["truncate"], game="truncate")
    key, now = await practising(world, contest)
    playing, act = world.contests.practice_lines, world.act(2, now)
    await playing.submit(key, act, GOOD["truncate"])
    await check_refused(playing.give_up(key, world.act(2, now)), NotPlayable)
    await held(world, "truncate", at=now)
    world.guard.contests._lines._read_at = -1.0
    for gesture in (
        playing.submit(key, world.act(2, now), "elapse"),
        playing.send(key, world.act(2, now), 1),
        playing.give_up(key, world.act(2, now)),
        playing.hint(key, world.act(2, now), "word"),
    ):
        await check_refused(gesture, BeingPlayed)
    assert (await playing.look(key, act)).progress.words == ("lapse",)


async def test_an_older_receipt_is_not_shown_over_what_came_after_it(world):
    contest = await held(world, "ladder", most_tries=5)
    key, playing = LineKey(SCOPE, contest.id), world.contests.lines
    act = world.act(1, after(minutes=1))
    older = (await playing.submit(key, act, GOOD["ladder"])).state
    assert (await playing.again(older, act)) == older
    assert older.ended
    await playing.submit(key, world.act(1, after(minutes=2)), "cord")
    now = await playing.again(older, act)
    assert (now.ended, now.progress.words) == (False, ("cord",))
    newer = (await playing.submit(key, world.act(1, after(minutes=3)), BEST["ladder"])).state
    last = await playing.submit(key, world.act(1, after(minutes=4)), GOOD["ladder"])
    now = await playing.again(newer, act)
    assert (now.ended, now.receipt, last.state.receipt.number) == (False, None, 3)
    assert now.version != newer.version
    repeated = (await playing.submit(key, act, GOOD["ladder"])).state  # from another process
    assert (repeated.receipt.number, repeated.part.tries) == (1, 3)
    assert (await playing.again(repeated, act)).receipt is None


async def test_an_older_answer_of_the_last_try_says_that_it_was_the_last(world):
    contest = await held(world, "ladder", most_tries=2)
    key, playing = LineKey(SCOPE, contest.id), world.contests.lines
    act = world.act(1, after(minutes=1))
    older = (await playing.submit(key, act, GOOD["ladder"])).state
    await playing.submit(key, world.act(1, after(minutes=2)), BEST["ladder"])
    now = await playing.again(older, act)
    assert (now.ended, now.receipt) == (True, None)
    page = await ContestCards().result(None, Receipt(now, now, act.interaction), None)
    assert "used your last try, and it’s saved" in text_of(page)


async def test_an_older_receipt_of_a_practice_is_not_shown_over_a_newer_one(world):
    contest = await world.finished(words=GIVEN["ladder"], game="ladder")
    key, now = await practising(world, contest)
    playing, act = world.contests.practice_lines, world.act(2, now)
    older = (await playing.submit(key, act, GOOD["ladder"])).state
    assert await playing.again(older, act) == older
    newer = (await playing.submit(key, world.act(2, now), BEST["ladder"])).state
    assert await playing.again(newer, act) == newer
    newest = await playing.again(older, act)
    assert (newest.receipt, newest.ended) == (None, False)
    assert newest.version != older.version


async def test_a_line_that_is_sent_in_too_early_is_offered_again(world):
    contest = await held(world, "ladder", cooldown_seconds=600)
    key, playing = LineKey(SCOPE, contest.id), world.contests.lines
    await playing.submit(key, world.act(1, after(minutes=1)), GOOD["ladder"])
    with pytest.raises(Refused, match="You can try again in"):
        await playing.submit(key, world.act(1, after(minutes=2)), BEST["ladder"])
    state = await playing.edit(key, world.act(1, after(minutes=3)))
    assert state.rest == tuple(BEST["ladder"].split()[1:])


async def test_the_form_holds_what_is_left_to_send_and_nothing_of_who_is_forgotten(world):
    contest = await held(world, "ladder", most_tries=5)
    key, playing = LineKey(SCOPE, contest.id), world.contests.lines

    async def rest():
        return (await playing.edit(key, world.act(1, after(minutes=9)))).rest

    await playing.submit(key, world.act(1, after(minutes=1)), "cord cxrd card ward")
    assert await rest() == ("cxrd", "card", "ward")
    await playing.submit(key, world.act(1, after(minutes=2)), "card ward warm")
    assert await rest() == ()  # nothing is left to send in
    await playing.submit(key, world.act(1, after(minutes=3)), "cxrd card ward")
    assert await rest() == ("cxrd", "card", "ward")
    playing.forget(1)
    assert await rest() == ()


async def test_a_drafts_best_is_searched_again_when_words_are_denied(world):
    admin = world.contests.admin
    draft = await world.draft(words=GIVEN["ladder"], game="ladder")
    await world.guilds.rule_on(GUILD, ["card"], False, world.act())
    with pytest.raises(WrongState, match="words have changed"):
        await admin.confirm(GUILD, draft.id, world.act())
    assert (await admin.draft(GUILD, draft.id, world.act())).par is None
    found = await world.contests.puzzles.find_par(draft.id, requester=None)
    assert (found.denied, "card" in puzzle_of(found).solution) == (("card",), False)
    assert (await admin.confirm(GUILD, draft.id, world.act())).state == "open"


async def test_a_live_puzzle_is_not_answered_to_members(world):
    contest = await held(world, "ladder", opens=after(minutes=30))

    async def ask(user, member, at=None):
        async def scope_in(guild_id):
            return Scope(guild_id) if member else None

        world.guard.contests._lines._read_at = -1.0
        guard = world.guard.of(user, scope_in)
        await guard.refuse("ladder", at or after(minutes=33), "warm", "cold")

    with pytest.raises(BeingPlayed) as refused:
        await ask(5, member=True)
    assert refused.value.until == contest.closes_at
    await ask(5, member=False)
    await world.contests.transitions.advance(after(minutes=31))
    await send(world, contest, 5, after(minutes=32), BEST["ladder"])
    await check_refused(ask(5, member=False), BeingPlayed)  # people who left the server still play
    await ask(5, member=True, at=contest.closes_at)  # from then on, whatever is stored
    await world.contests.transitions.advance(contest.closes_at + timedelta(minutes=1))
    await ask(5, member=True)


async def test_no_later_word_gives_away_a_best_truncate(world):
    contest = await world.announced(words=("ore",), game="truncate")
    assert "score" not in puzzle_of(contest).solution
    member, elsewhere = world.guard.of(5, member_of(GUILD)), world.guard.of(5, member_of(None))
    for word in ("score", "scorers", "ore", "core"):
        with pytest.raises(BeingPlayed, match="contest"):
            await member.refuse("truncate", after(minutes=1), word)
        await elsewhere.refuse("truncate", after(minutes=1), word)
    for word in ("or", "restored", "sole"):
        await member.refuse("truncate", after(minutes=1), word)
    await member.refuse("truncate", after(minutes=1), "scorers", drawn=True)  # for training
    best = await send(world, contest, 1, after(minutes=1), "ore core score scorer scorers")
    assert best.is_best


async def test_a_ladder_is_not_told_in_parts(world):
    contest = await held(world, "ladder")
    parts = (("cold", "cord", "card"), ("card", "ward", "warm"))

    async def ask(user, words, guild=GUILD, at=None, **options):
        guard = world.guard.of(user, member_of(guild), **options)
        await guard.refuse("ladder", at or after(minutes=1), *words)

    for user, asked in ((1, parts), (2, parts[::-1])):
        await ask(user, asked[0])
        await ask(user, asked[0])  # the same again
        await ask(user, ("lead", "load", "goad", "gold"))  # something else
        await check_refused(ask(user, asked[1]), BeingPlayed, "contest")
        with pytest.raises(BeingPlayed, match="contest"):  # a refusal gives nothing away
            await ask(user, asked[1])
    await ask(3, parts[1])  # somebody else
    for part in parts:
        await ask(4, part, guild=None)
        await ask(HOST, part, planning=True)
    await check_refused(ask(1, parts[1], planning=True), BeingPlayed, "I can’t hold that yet")
    await check_refused(ask(4, ("card", "wart")), BeingPlayed)  # now from an answer that they got
    world.guard.forget(1)
    await ask(1, parts[1])
    await ask(2, parts[1], at=contest.closes_at)


async def test_sealed_clock_and_tries_are_as_for_snakes(world):
    contest = await held(world, "ladder", sealed_minutes=5, most_tries=1)
    await check_refused(send(world, contest, 1, after(minutes=1), WRONG["ladder"]), Refused)
    turn = await world.contests.play.start(SCOPE, contest.id, world.act(1, after(minutes=1)))
    assert turn.words == ("cold", "warm")
    receipt = await send(world, contest, 1, after(minutes=2), BEST["ladder"])
    assert receipt.tries_left == 0
    await check_refused(send(world, contest, 1, after(minutes=3), BEST["ladder"]), Refused)


def test_scores_are_one_number():
    ordered = [GAMES["ladder"].score(steps, rare) for steps in (9, 5, 4) for rare in (2**31, 7, 0)]
    assert ordered == sorted(ordered)
    assert [GAMES["ladder"].result_in(score) for score in ordered] == [9] * 3 + [5] * 3 + [4] * 3


async def test_no_line_is_scored_as_a_list_and_no_wrong_word_makes_a_player(world):
    contest = await held(world, "ladder")
    for text in ("cord warm", "cold warm", "warm cold"):
        with pytest.raises(BadTry, match="played word by word"):
            await world.contests.play.submit(
                SCOPE, contest.id, world.act(1, after(minutes=1)), read_try(text)
            )
    key, playing = LineKey(SCOPE, contest.id), world.contests.lines
    for text in ("zzzz", "cold", "c4ld"):
        state = (await playing.submit(key, world.act(1, after(minutes=1)), text)).state
        assert (state.part, state.receipt) == (None, None)
    assert await world.contests.queries.users(contest.id) == []
    await playing.submit(key, world.act(1, after(minutes=1)), "cord")
    assert await world.contests.queries.users(contest.id) == [1]


async def test_submit_sends_in_what_the_card_shows_and_once(world):
    contest = await held(world, "truncate", most_tries=2)
    key, playing = LineKey(SCOPE, contest.id), world.contests.lines
    laid = await playing.submit(key, world.act(1, after(minutes=1)), "lapse elapse")
    assert laid.state.receipt is None
    other = await playing.send(key, world.act(1, after(minutes=2)), 1)  # an older card
    assert (other.state.receipt, other.missed) == (None, True)
    act = world.act(1, after(minutes=2))
    for _ in range(2):
        sent = await playing.send(key, act, 2)
        assert (sent.state.receipt.number, sent.state.tries_left) == (1, 1)
    with pytest.raises(BadTry, match="sent in already"):
        await playing.send(key, world.act(1, after(minutes=3)), 2)
    await playing.submit(key, world.act(1, after(minutes=4)), "relapse")
    last = await playing.send(key, world.act(1, after(minutes=5)), 3)
    assert (last.state.ended, last.state.tries_left) == (True, 0)
