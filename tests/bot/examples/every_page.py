"""Every page and form that Discord may get, with examples that read like real ones."""

import importlib
import inspect
import pkgutil
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache

from discord import app_commands

import bot.ui
from bot.contests import (
    STATES,
    Answer,
    Board,
    BoardRow,
    Entry,
    EqualSnakes,
    LineState,
    PracticeReceipt,
    Proof,
    Review,
    Rounds,
    Standing,
    Standings,
    puzzle_of,
)
from bot.contests.options import OPTION_FORMS, TIES
from bot.dailies import (
    BANDS,
    GAMES,
    PERIODS,
    ArchivedEdition,
    Bulletin,
    DailyBoard,
    DailyStanding,
    DailyState,
    Edition,
    Hardest,
    LeaderboardRow,
    LongestStreak,
    Podium,
    Recap,
    Stats,
    Streak,
)
from bot.dailies.hosting import Hosted
from bot.dailies.hours import Opening
from bot.dailies.sharing import Shared
from bot.play import EditorState, Receipt
from bot.puzzles import Found, HintRequest, find_hint, judge
from bot.puzzles.games import FEWEST
from bot.store.privacy import Export
from bot.store.schema import AuditEntry, Entrant, GuildSettings, Message, Practice
from bot.ui import poster, progress, replies
from bot.ui.contest import (
    announcement_view,
    board_view,
    draft_view,
    export,
    list_view,
    play_view,
    results_view,
    season_view,
)
from bot.ui.contest.card import ContestCards, PracticeCards
from bot.ui.contest.card import around as line_around
from bot.ui.contest.cards import OptionsTyped, PlanTyped, RejectedSnake
from bot.ui.contest.forms import PlanModal, draft_options, present_options, present_plan
from bot.ui.contest.ids import ContestRemindId, ContestTapId
from bot.ui.daily import board_view as daily_boards
from bot.ui.daily import post_view as daily_posts
from bot.ui.daily import remind_view as daily_reminders
from bot.ui.daily import result_view as daily_results
from bot.ui.daily import setup_view
from bot.ui.daily.rules_view import present_rules, present_shared
from bot.ui.games import check, mending, snake_explain, snake_view
from bot.ui.games.anigram import present_anigram, present_stage
from bot.ui.games.ladder_view import present_ladder
from bot.ui.games.mending import Mend, RejectedCommand
from bot.ui.games.snake_card import RejectedWords
from bot.ui.games.truncate import present_truncate
from bot.ui.games.word import present_word
from bot.ui.play.card import WordsModal, news_of, present_lost, present_playing
from bot.ui.play.ids import Target
from bot.ui.proof import MOST_SHOWN, PARTS, present_proof
from bot.ui.registry import found
from bot.ui.server import help as helping
from bot.ui.server import pictures, privacy
from bot.ui.server.settings import present_settings
from bot.ui.server.welcome import present_hello
from bot.ui.taps import Tapped
from bot.ui.words import Meanings, present_meanings
from solvers.anigram import AnigramRequest
from solvers.daily import Departure
from solvers.lexicon import Definition
from solvers.library import open_lexicon
from solvers.wordsnake import Explanation, ScoreRequest, score
from tests.bot.examples import contests, growing, ladders, longest_dailies, panels, races, training
from tests.bot.examples.dailies import (
    daily_asking,
    daily_card,
    daily_form,
    daily_news,
    daily_stuck,
    in_words,
    setup,
)
from tests.bot.examples.snake_cards import make as make_snake

KEY = "A1b2C3d4E5_-"
NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
SETUP = setup(games=GAMES, since=NOW, next_due_at=None)
MEANINGS = Meanings({"cot": (Definition("cot", "noun", "a small bed"),), "zyx": ()}, known=True)


@cache
def lexicon():
    return open_lexicon("full")


def games():
    for reveal in ("full", "next word", "length"):
        yield present_ladder(ladders.make(reveal=reveal), KEY)
    for drawn in (AnigramRequest(start="team"), AnigramRequest(familiar=True)):
        yield present_anigram(growing.walked(question=drawn, drawn=drawn), KEY)
    yield present_stage(growing.walked(), MEANINGS)
    for familiar in (False, True):
        yield present_truncate(growing.grown(familiar=familiar), KEY)
    mends = tuple(Mend(label, {}) for label in ("cat", "cart"))
    fault = "“catt” is not in the word list. Did you mean cat or cart?"
    yield mending.present_rejected(RejectedCommand("word", {"word": "catt"}, mends, fault), KEY)
    moves = (Mend("Try with adding and removing letters", {"moves": "change, insert, delete"}),)
    yield mending.present_rejected(RejectedCommand("ladder", {}, moves, "No."), KEY)
    for slack in (0, 5):
        snake = make_snake("run nausea seasick", slack=slack)
        yield snake_view.present_snake(snake, KEY)
        yield snake_explain.present_explanation(snake, None)
    yield snake_view.present_rejected(RejectedWords("run", "pairs", False, "Too few."), KEY)
    ladder, snake = Found("ladder", ("cold", "cord")), Found("snake", ("run", "nausea"))
    for written in (ladder, snake):
        yield check.present_checked(check.Checked(written, "“cold” is there twice."))
        better = 3 if written is ladder else 5
        for best, proven in ((4, True), (better, True), (better, False), (None, False)):
            yield check.present_checked(check.Checked(written, None, 4, best, proven))
    yield present_word("cot", lexicon())
    yield present_meanings("cat → dog", MEANINGS)
    yield progress.present_waiting("The best snake of 6 words")
    status = progress.SearchStatus("The best snake of 6 words", 10, 14, 9, 3.2)
    yield progress.present_search(status)
    yield replies.present_failure("I don’t know that word.", until=NOW)
    yield replies.present_failure("Something went wrong.", "abcd")
    yield poster.present_failure_notice("I couldn’t post it.", "Word lovers")


def board_pages(plain):
    rows = (
        BoardRow(1, 11, 15, 100.0, 2, 83_000),
        BoardRow(2, 12, 14, 93.33, 1, 59_000),
        BoardRow(3, None, 10, 66.66, 4, 600_000),
    )
    running = replace(plain, state="open")
    for page in range(3):
        yield board_view.present_board(contests.board_of(running, 50, page))
    yield board_view.present_board(Board(running, "scores", 3, 3, rows, 0, rows[0]))
    inside = (replace(rows[1], place=1, insider=True),)
    yield board_view.present_board(Board(running, "scores", 3, 3, rows, 0, inside[0], inside))
    yield board_view.present_board(Board(running, "scores", 0))
    yield board_view.present_board(Board(plain, "scores", 0))
    yield board_view.present_board(Board(running, "hidden", 3))
    yield board_view.present_board(contests.board_of(running, 2, open_=False))
    yield from season_pages(plain)
    scored = score(ScoreRequest(plain.words, None, plain.rule))
    for places in (rows, rows[1:], ()):
        board = Board(plain, "scores", 5, len(places), places, insiders=inside)
        yield results_view.present_private_results(replace(board, own=inside[0]), None)
        yield results_view.present_results(board, {11: Answer(plain.words, None, scored.score)})
    tried = contests.tried(plain, scored.score, plain.words)
    helped = Explanation(
        "move", "run", "tone", 5, "Put *run* after *tone* to gain 5.", contests.BEST
    )
    none = Explanation(None, None, None, 0, "No single change gains anything.", ())
    for change in (helped, none):
        yield results_view.present_review(Review(plain, tried, 66.66, change))


OTHERS = ("ladder", "anigram", "truncate", "resize")


def line_pages(one, *answers):
    """Yield cards of somebody who plays or practises a contest word by word."""
    begun = Entrant(id=1, contest_id=one.id, user_id=1, joined_at=NOW, last_at=NOW, tries=2)
    practice = Practice(id=12345, contest_id=one.id, user_id=1, started_at=NOW, ends_at=NOW)
    for cards, part in ((ContestCards(), begun), (PracticeCards(), practice)):
        fresh = LineState(1, one, part, NOW, puzzle_of(one), NOW)
        first = GIVEN[one.game][1][one.game != "anigram" :][:1]
        some = replace(fresh, part=replace(part, progress=(first, (0, 1))))
        right = judge(puzzle_of(one), first, set(first))
        wrong = judge(puzzle_of(one), ["zzzz"], set(first))
        for verdict in (right, wrong):
            receipt = Receipt(some, fresh, 1, verdict)
            yield line_card(cards, some, news_of(cards, receipt))
        yield line_card(cards, fresh)
        for answer in answers:
            receipt = contests.receipt(one, answer=answer)
            if part is practice:
                receipt = PracticeReceipt(one, practice, 1, answer, 66.66, True, 9, 66.66)
            told = Receipt(replace(some, receipt=receipt), fresh, 1, right)
            yield line_card(cards, told.state, cards.right(told))


def line_card(cards, state, news=None):
    target = cards.target(state)
    return present_playing(target, state, line_around(state, target), in_words(state), news)


def game_pages(plain, game):
    """Yield pages of a contest in a game other than snake."""
    given, solution = GIVEN[game]
    par = GAMES[game].score({"ladder": 4, "anigram": 6, "truncate": 4, "resize": 4}[game], 40)
    order = tuple((word, 0) for word in solution)
    one = replace(
        plain, game=game, words=given, par=par, bound=par, par_order=order, drawn=f"{game} hard"
    )
    fewer = solution if game in FEWEST else solution[:-1]
    poor = GAMES[game].score(len(fewer) + 1 if game in FEWEST else len(fewer), 9_000)
    best, worse = Answer(solution, None, par), Answer(fewer, None, poor)
    rows = tuple(
        BoardRow(place, user, answer.score, percent, place, 83_000)
        for place, user, answer, percent in ((1, 11, best, 100.0), (2, 12, worse, 66.66))
    )
    for state in STATES:
        board = Board(replace(one, state=state), "scores", 3, 2, rows, 0, rows[0])
        yield announcement_view.present_announcement(board.contest, board)
        yield announcement_view.present_rules(board.contest)
        yield list_view.present_contest(board, None)
        yield list_view.present_list([board.contest])
        yield board_view.present_board(board, {11: best, 12: worse})
    yield board_view.present_board(Board(replace(one, state="open"), "scores", 0))
    if one.game in FEWEST:
        behind = replace(rows[1], score=par - 1, percent=100.0, rarer=True)
        close = Board(one, "scores", 2, 2, (rows[0], behind))
        yield board_view.present_board(close, {})
        yield results_view.present_results(close, {})
        yield results_view.present_reveal(replace(close, contest=replace(one, revealing=2)))
    yield announcement_view.present_announcement(
        replace(one, state="open", sealed_minutes=5), Board(one, "scores", 0)
    )
    yield announcement_view.present_rules(replace(one, state="open", ties="look"))
    yield draft_view.present_preview([one])
    yield draft_view.present_preview([replace(one, round=1), replace(plain, round=2)])
    yield draft_view.present_without_par(one, "It’s busy right now.")
    same = Answer(solution, None, par - 1)
    for answers in ({11: best}, {11: worse}, {11: same}, {}):
        won = [replace(row, score=answers[11].score) for row in rows[:1] if answers]
        board = Board(one, "scores", 3, len(won), tuple(won))
        yield results_view.present_results(board, answers)
    yield from line_pages(replace(one, state="open"), best, worse)
    for answer, at in ((best, None), (same, 2), (worse, 1), (worse, len(fewer))):
        sent = contests.tried(one, answer.score, answer.words)
        if at is None or at < len(solution):
            yield results_view.present_review(Review(one, sent, 66.66, Departure(at)))
    for answer in (best, worse, same):
        yield play_view.present_receipt(
            contests.receipt(one, answer=answer, best_score=par, best_percent=100.0)
        )
    yield play_view.present_receipt(contests.receipt(one, answer=best), b"png")
    yield season_view.present_standings(Standings((one,), 1, 1, 0, ()))


def season_pages(plain):
    yield season_view.present_standings(Standings((), 0, 0, 0, ()))
    standing = Standing(1, 11, 96.5, (100.0, 93.0), 2, 1)
    yield season_view.present_standings(Standings((plain, plain), 2, 2, 1, (standing,), standing))
    yield season_view.present_standings(Standings((plain, plain), 2, 1, 0, ()))
    season = contests.season()
    yield season_view.present_standings(
        Standings((plain, plain), 2, 2, 1, (standing,), season=season)
    )
    over = replace(season, held=8, due_at=None)
    rows = (
        Standing(1, 11, 93.12, (), 7, 3, has_role=True),
        Standing(2, 12, 88.4, (), 8, 2),
        Standing(3, None, 81.0, (), 6, 0),
    )
    ended = Standings((), 8, 6, 14, rows, season=over)
    shared = tuple(replace(rows[1], place=1, user_id=20 + n) for n in range(7))
    for one in (
        ended,
        replace(ended, rows=shared, ranked=7),
        replace(ended, rows=(), ranked=0),
        replace(ended, rows=(), ranked=0, held=0),
    ):
        yield season_view.present_season_end(one)
    yield season_view.present_standings(ended)
    rounds = replace(season, name="Friday", rounds=3, best=None, role_id=None)
    yield season_view.present_standings(Standings((), 0, 0, 0, (), season=rounds))
    scored = replace(rounds, held=3, due_at=None, scoring="points")
    points = (Standing(1, 11, 28, (10, 10, 8), 3, 2), Standing(2, 12, 1, (1,), 1, 0))
    end = Standings((), 3, 3, 2, points, season=scored, scoring="points")
    yield season_view.present_season_end(end)
    running = replace(scored, held=None, due_at=NOW)
    yield season_view.present_standings(replace(end, contests=(plain,), season=running))
    lists = tuple(
        replace(plain, round=number, state=state)
        for number, state in enumerate(("draft", "open", "revealed", "cancelled"), 1)
    )
    going = Rounds(running, lists, end, 14, {plain.id: (1234, 5678)})
    for one in lists:
        page = replace(going, lists=(replace(one, round=1), lists[-1]))
        yield season_view.present_rounds(page, pings=True)
    yield season_view.present_rounds(replace(going, standings=None))
    yield season_view.present_rounds(replace(going, players=0))


def proof_pages(plain):
    locked = contests.locked(plain)
    for proven in (True, False):
        one = replace(plain, proven=proven)
        yield results_view.present_contest_proof(Proof(one, None, {}))
        yield results_view.present_contest_proof(Proof(one, locked, {}))
        yield results_view.present_contest_proof(Proof(one, locked, None))
    long = contests.locked(plain, text="long" * MOST_SHOWN)
    yield results_view.present_contest_proof(Proof(plain, long, None))
    for part in PARTS:
        yield present_proof("Spring", contests.locked(plain, changed=(part,)))
    for state in ("open", "revealed"):
        one = replace(plain, state=state, commitment=locked.code)
        yield announcement_view.present_announcement(one)
        yield announcement_view.present_rules(one)


def missed_pages():
    """Yield messages about a repeating contest that is not held yet, not at all, or held late."""
    template = contests.template()
    for why, now in (("I found no new puzzle for it.", NOW), (None, NOW)):
        about = {"guild_id": 1, "template_id": template.id, "kind": "missed", "channel_id": 1}
        times = {"opens_at": NOW, "closes_at": NOW, "next_attempt_at": NOW}
        post = Message(**about, **times, nonce="1", text=why, version=1, delivered_version=0)
        yield announcement_view.present_missed(template, post, now)
        yield announcement_view.present_missed(template, post, now + timedelta(minutes=1))


def watched_pages(plain):
    more = replace(plain, freeze_minutes=10, freezes_at=NOW, percents=False, talk=True, revealing=1)
    for state in STATES:
        board = contests.board_of(replace(more, state=state), 3, open_=True)
        yield announcement_view.present_announcement(board.contest, board)
        yield announcement_view.present_rules(board.contest)
        yield board_view.present_board(board)
    yield announcement_view.present_announcement(plain, Board(plain, "scores", 0))
    yield draft_view.present_preview([replace(more, remind_minutes=5)])
    yield announcement_view.present_announcement(replace(plain, state="open"), pings=True)
    for under, role in (("opening", 1234), ("ending", None)):
        for state in ("open", "closed", "cancelled"):
            one = replace(plain, state=state)
            yield announcement_view.present_ping(one, under, role, "https://discord.com/channels/1")
    yield from missed_pages()
    yield announcement_view.present_moved(plain, "https://discord.com/channels/1")
    for given in (True, False):
        yield announcement_view.present_pinged(1234, given=given)
        yield announcement_view.present_reminding(asked=given)
    reminded = ContestRemindId("contest", plain.id)
    yield announcement_view.present_start(plain, reminded, "https://discord.com/channels/1")
    yield results_view.present_reveal(contests.board_of(more, 3, open_=True))
    for board in (contests.board_of(plain, 3), Board(plain, "scores", 3)):
        yield results_view.present_leader(board)
    told = contests.board_of(plain, 3)
    for own in (None, told.rows[0]):
        yield results_view.present_private_results(replace(told, own=own), own and "https://x")
    fault = "“seven” isn’t a number of days. Write one such as 7."
    yield present_options(OptionsTyped(plain.id, "people", {}, fault), KEY)


def contest_pages():
    plain = contests.contest(order=contests.BEST)
    for state in STATES:
        for sealed in (None, 10):
            one = replace(plain, state=state, sealed_minutes=sealed)
            board = Board(one, "scores", 3)
            yield announcement_view.present_announcement(one)
            yield announcement_view.present_rules(one)
            yield list_view.present_contest(board, None, ["I couldn’t post it."])
    limited = replace(
        plain, rule="containment", state="open", most_tries=3, cooldown_seconds=90, board="places"
    )
    yield announcement_view.present_rules(limited)
    yield announcement_view.present_announcement(limited)
    yield play_view.present_asked(asked=True)
    yield play_view.present_asked(asked=False)
    for ties in TIES:
        one = replace(limited, sealed_minutes=None, ties=ties, role_id=5, days_here=7)
        yield announcement_view.present_rules(one)
        yield announcement_view.present_announcement(one)
    yield draft_view.present_preview([plain])
    yield draft_view.present_preview([replace(plain, opens_at=None, proven=False, bound=20)])
    lists = [replace(plain, round=number) for number in (1, 2, 3)]
    yield draft_view.present_preview(lists)
    yield draft_view.present_preview(lists, "points")
    long = tuple(f"{'w' * 15}{number:03}" for number in range(80))
    yield draft_view.present_preview([replace(one, words=long) for one in lists])
    yield draft_view.present_confirmed(lists)
    yield draft_view.present_without_par(plain, "It’s busy right now.")
    yield draft_view.present_pointless(plain)
    yield draft_view.present_preview(
        [plain], warnings=[draft_view.asked_again(("beret", "timber"))]
    )
    for state in ("draft", "open"):
        yield draft_view.present_confirmed([replace(plain, state=state)])
    yield draft_view.present_discarded(plain)
    many = [replace(contests.template(), id=f"template{number}") for number in range(25)]
    for saved in ([], many):
        yield draft_view.present_ready(saved)
    yield draft_view.present_drawing()
    every = [replace(plain, state=state) for state in STATES]
    yield list_view.present_list([])
    yield list_view.present_list([], organiser=True)
    missed = [contests.template(problem="It’s full.")]
    for organiser in (True, False):
        yield list_view.present_list(every, missed=missed, organiser=organiser)
    yield list_view.present_list(every, [plain], ["I couldn’t post it."])
    yield present_plan(PlanTyped(draft=plain.id, fault="Please give the contest a title."), KEY)
    yield from watched_pages(plain)
    yield from panels.pages()
    yield present_options(OptionsTyped(plain.id, "options", {}, "That’s too long."), KEY)
    yield from board_pages(plain)
    yield from (page for game in OTHERS for page in game_pages(plain, game))
    scored = score(ScoreRequest(plain.words, None, plain.rule))
    turn = Entry(plain, plain.words, NOW, 2, None, NOW)
    for target in (Target("contest", plain.id), Target("practice", "12345")):
        yield play_view.present_entry(turn, target)
        rejected = RejectedSnake(target, "run", "Missing: “tone”.")
        yield play_view.present_rejected(rejected, KEY)
        for count in range(len(plain.words) + 1):
            tapped = Tapped(tuple(range(count)))
            for one in (tapped, tapped.pick(0)) if count else (tapped,):
                yield contests.tapping_page(turn, ContestTapId("tap", target, tapped=one))
        fifty = replace(plain, words=tuple(f"w{number:02}" for number in range(50)))
        state = ContestTapId("tap", target, tapped=Tapped((0, 49)), word=20)
        yield contests.tapping_page(replace(turn, contest=fifty, words=fifty.words), state)
    for reason in play_view.INSTEAD:
        yield play_view.present_refused("You can’t play right now.", plain.id, reason)
    first = contests.receipt(plain, number=1, place=3, ranked=12, tries_left=None, again_at=None)
    yield play_view.present_receipt(replace(first, percent=66.66, is_best=True))
    yield play_view.present_receipt(contests.receipt(plain, best_score=15, best_percent=100.0))
    yield present_lost("I can’t save anything right now.", "run nausea")
    practice = Practice(id=12345, contest_id=plain.id, user_id=1, started_at=NOW, ends_at=NOW)
    best = score(ScoreRequest(contests.BEST, None, plain.rule))
    for snake, percent in ((scored, 66.66), (best, 100.0)):
        answer = Answer(tuple(placed.word for placed in snake.order), None, snake.score)
        receipt = PracticeReceipt(plain, practice, 1, answer, percent, True, 9, percent)
        yield play_view.present_practice_receipt(receipt)
    yield export.present_export(plain, b"a", 2)
    yield from proof_pages(plain)
    about = {"contest_id": plain.id, "entrant_id": 5, "detail": "played twice", "at": NOW}
    did = [(11, one) for one in (*export.VERBS, "disqualified")]
    entries = [
        AuditEntry(id=n, guild_id=1, actor_id=actor, action=action, **about)
        for n, (actor, action) in enumerate(did + [(None, one) for one in export.OURS])
    ]
    yield export.present_audit(entries, {plain.id: plain.title}, {5: 12})
    yield export.present_audit([], {}, {}, plain)
    equal = [EqualSnakes(11, None, timedelta(seconds=12))] * (export.EQUAL_SHOWN + 1)
    yield export.present_audit([], {}, {}, plain, equal)


GIVEN = {
    "ladder": (("cold", "warm"), ("cold", "cord", "card", "ward", "warm")),
    "snake": (tuple(sorted(contests.BEST)), contests.BEST),
    "anigram": (longest_dailies.GIVEN["anigram"], longest_dailies.SOLUTION["anigram"]),
    "truncate": (("la",), ("la", "lap", "laps", "lapse")),
    "resize": (("fire", "stir"), ("fire", "ire", "sire", "sir", "stir")),
}
TYPED = {
    "ladder": ["cold cord", "cold cxrd", "cold card", "cold cord cold", "cor", "cold cord card"],
    "snake": ["street test", "tone tone", "xyz", "apple", "test street tone nausea run seasick"],
    "anigram": ["lane", "lanes", "lxne", "lane lanxs"],
    "truncate": ["la lap", "la xx", "la lap lapp", "la lap laps lapse"],
    "resize": ["fire ire", "fire xx", "fire hire", "fire ire sire", "fire ire sire sir"],
}
"""What people may send in: too little, wrong, and right."""


def edition(game):
    given, solution = GIVEN[game]
    par = {"ladder": 4, "snake": 15, "anigram": 6, "truncate": 4, "resize": 4}[game]
    goal = {"ladder": 0, "snake": 11, "anigram": 6, "truncate": 3, "resize": 0}[game]
    made = longest_dailies.edition(game)
    puzzle = replace(made.puzzle, given=given, solution=solution, par=par, goal=goal, ways=3)
    return Edition(made.number % 1000, puzzle)


def with_ways(one, ways):
    return replace(one, puzzle=replace(one.puzzle, ways=ways))


def tries(game):
    """Yield the results of what people may send in."""
    one = edition(game)
    puzzle = one.puzzle
    for live in (True, False):
        for typed in [*TYPED[game], " ".join(puzzle.solution)]:
            verdict = judge(puzzle, typed.split(), lexicon())
            points = 95 if verdict.solved else None
            best = (*verdict.progress, 9) if points else None
            changes = {"points": points, "best_result": verdict.result, "best": best}
            changes |= {"progress": verdict.progress, "at_par": verdict.result == puzzle.par}
            state = DailyState(one, played(game, **changes, hints=()), live, not live)
            for first in (True, False):
                before = replace(state, play=replace(state.play, points=None if first else 90))
                receipt = Receipt(state, before, 9 if live else 8, verdict, points)
                news = daily_news(receipt)
                if points and state.complete:
                    yield daily_results.present_result(state, result(live), news)
                else:
                    yield daily_card(state, NOW if live else None, news)


def result(live):
    """Return what is shown with a result."""
    if not live:
        return daily_results.Result()
    standing = DailyStanding(3, 12, 214, 135)
    return daily_results.Result(NOW, standing, Streak(4, 9, 1, done=True))


def played(game, **changes):
    puzzle = edition(game).puzzle
    words = puzzle.solution[game in {"ladder", "truncate", "resize"} :]
    after = puzzle.solution[0] if game in {"ladder", "truncate", "resize"} else ""
    hints = (("letter", 1, 1, after, words[0][0]), ("word", 1, 2, after, words[0]))
    values = {"hints": hints, "tries": 3, "points": 95, "best": (words, (), 9)}
    values |= {"best_result": puzzle.par, "best_ms": 83_000}
    return longest_dailies.play(game, **values | changes)


def edition_pages():
    for game in GAMES:
        one = edition(game)
        for changes in ({}, {"points": None, "hints": (), "tries": 0}, {"given_up_at": NOW}):
            play = played(game, **changes)
            state = DailyState(one, play, live=True, elsewhere=False)
            if play.given_up_at:
                yield daily_results.present_over(state, result(True))
            else:
                yield daily_card(state, NOW)
            for streak in (None, Streak(9, 9, 1, done=False), Streak(3, 9, 0, done=False)):
                yield daily_asking(state, streak)
            for drawn in (None, b"PNG"):
                shared = Shared(one, play, Streak(4, 9, 1, done=True))
                yield present_shared(1, shared, drawn)
        lost = played(game, points=None, best_result=None, given_up_at=NOW)
        for ways in (0, 1):
            state = DailyState(with_ways(one, ways), lost, live=not ways, elsewhere=bool(ways))
            yield daily_results.present_over(state, result(not ways))
            yield daily_asking(replace(state, play=played(game)))
            yield daily_stuck(state)
        for kind in ("letter", "word"):
            hint = find_hint(HintRequest(one.puzzle, kind), lexicon())
            taken = (hint.kind, hint.step, 1, hint.after, hint.reveals)
            fresh = DailyState(one, played(game, hints=(taken,), points=None), True, False)
            yield daily_card(fresh, NOW, daily_news(Receipt(fresh, fresh, 9, hint=hint)))
        yield from tries(game)
        for over in (False, True):
            yield present_rules(game, one.number, races.CODE, over=over)
        yield from posts(one)


def posts(one):
    """Yield the posts of an edition that nobody or many have solved."""
    before = replace(one, number=one.number - 1)
    for rows in ((), tuple(LeaderboardRow(n, n, n, 95, 1, 1, 83_000, 4) for n in range(1, 8))):
        podium = Podium(one.number, rows, 12 * bool(rows))
        yesterday = replace(podium, number=before.number)
        streak = LongestStreak(5, 31) if rows else None
        hardest = Hardest(before.number, before.puzzle.game, 12, 4)
        recap = Recap(before.number, rows, streak, hardest) if rows else None
        shown = Bulletin(podium, streak, yesterday, recap)
        for role in (None, 5):
            yield daily_posts.present_edition(
                one, NOW, shown, role, before=before, drawn=b"0", code=races.CODE
            )
            yield daily_posts.present_test(one, role, b"0")
        for ways in (1, 2, one.puzzle.ways):
            over = with_ways(one, ways)
            yield daily_posts.present_edition(over, NOW, shown, closed=True, code=races.CODE)
    old = replace(one, number=one.number - 2)
    yield daily_posts.present_edition(one, NOW, Bulletin(podium, None, podium), before=old)


def reminder_pages():
    for on in (False, True):
        yield daily_reminders.present_reminders(365, 5 if on else None, on=on)
    for freezes in (0, 1):
        streak = Streak(12, 12, freezes, done=False)
        url = "https://discord.com/channels/1/2/3" if freezes else None
        yield daily_reminders.present_reminder(365, streak, NOW, "Word *House*", url, game="snake")
    yield daily_reminders.present_unreachable()


def daily_pages():
    yield from edition_pages()
    yield from reminder_pages()
    yield present_lost("I can’t save anything right now.", "cold cord", Target("daily", "365"))
    snake = edition("snake")
    for count in range(len(snake.puzzle.given) + 1):
        play = played("snake", progress=(snake.puzzle.given[:count], ()), points=None)
        yield daily_card(DailyState(snake, play, True, False), NOW)
    yield daily_card(DailyState(snake, play, True, False), NOW, picked=0)
    lines = tuple(LeaderboardRow(n, n, n, 95, 6, 2, 83_000, 15) for n in range(1, 21))
    for period in PERIODS:
        for page in range(3):
            board = DailyBoard(period, "snake", 365, 365, page > 0, 60, lines, 20 * page)
            yield daily_boards.present_board(board, 365)
        yield daily_boards.present_board(DailyBoard(period, "snake", 365, 365, True), 365)
    archived = [
        ArchivedEdition(365, date(2027, 1, 1), "snake", None, None),
        ArchivedEdition(364, date(2026, 12, 31), "ladder", played("ladder"), None),
        ArchivedEdition(
            363,
            date(2026, 12, 30),
            "anigram",
            played("anigram", points=None, given_up_at=NOW),
            played("anigram", points=None),
        ),
    ]
    yield daily_boards.present_archive(archived, 7, more=True)
    yield daily_boards.present_archive([], 0, more=False)
    for streak in (Streak(4, 9, 1, done=False), Streak(4, 9, 1, done=True)):
        bands = dict.fromkeys(BANDS, 2)
        yield daily_boards.present_stats(Stats(10, 8, 2, bands, dict.fromkeys(GAMES, 2), streak))
    yield daily_boards.present_stats(Stats(0, 0, 0, {}, {}, Streak(0, 0, 0, done=False)))
    soon, later = NOW + timedelta(hours=2), NOW + timedelta(days=1)
    yield setup_view.present_setup(Hosted(SETUP, Opening(366, NOW, later), "anigram"), NOW)
    yield setup_view.present_setup(
        Hosted(SETUP, Opening(366, soon, later), "anigram"), NOW, zone="Europe/Paris"
    )
    pinging = replace(SETUP, role_id=5, thread=True)
    for closes in (soon, NOW):
        hosted = Hosted(pinging, Opening(366, soon, later), "anigram", Opening(365, NOW, closes))
        yield setup_view.present_setup(hosted, NOW, ["The role to ping is gone."])
    yield setup_view.present_off()
    yield setup_view.present_now(365, 2)
    yield setup_view.present_tested(2)
    for given in (True, False):
        yield setup_view.present_role(5, given=given)


def race_pages():
    yield from races.pages()
    yield from training.pages()


def server_pages():
    mentions = {name: f"`/{name}`" for name in commands()}
    yield present_hello(mentions)
    for topic in helping.TOPICS:
        yield helping.present_help(topic, mentions)
    yield helping.present_about(helping.About("1.0", 255_000, True, 30))
    yield helping.present_about(helping.About("1.0", 255_000, False, 30))
    kept = {"contests": 2, "daily puzzles": 12, "texts that name you": 1}
    for some in (kept, {}):
        yield privacy.present_kept(some)
        yield pictures.present_chosen(show=bool(some))
        for erased in (True, False):
            yield privacy.present_asking(some, erased=erased)
    for content, complete in ((b"{...}", True), (b"{...}", False), (b"{}\n", True)):
        yield privacy.present_export(Export(content, packed=False, complete=complete))
    for erased in (True, False):
        yield privacy.present_forgotten(erased=erased)
    yield privacy.present_unchanged()
    yield present_settings(GuildSettings(guild_id=1), {}, NOW)
    own = {"hygge": True, "moist": False}
    yield present_settings(
        GuildSettings(guild_id=1, contest_role_id=5, time_zone="Europe/London"),
        own,
        NOW,
        "allowed: hygge",
    )


def pages():
    yield from games()
    yield from contest_pages()
    yield from daily_pages()
    yield from race_pages()
    yield from server_pages()


def forms():
    yield snake_view.SnakeModal("pairs", private=True)
    yield snake_view.SnakeModal("pairs", private=False)
    plain = contests.contest()
    yield PlanModal(PlanTyped(), "UTC")
    yield PlanModal(PlanTyped.of([plain], "UTC"), "UTC")
    for form in OPTION_FORMS:
        yield draft_options(OptionsTyped.of(form, [replace(plain, role_id=7)]))
    yield from panels.forms()
    turn = Entry(plain, plain.words, NOW, None)
    placed = replace(turn, contest=replace(plain, rule="containment"))
    for target in (Target("contest", plain.id), Target("practice", "12345")):
        yield play_view.ContestSnakeModal(turn, target, "")
        yield play_view.ContestSnakeModal(placed, target, "")
    for game in OTHERS:
        words = GIVEN[game][0]
        one = replace(plain, game=game, words=words, par=1, par_order=None)
        begun = LineState(1, one, None, NOW, puzzle_of(one))
        yield WordsModal(ContestCards().target(begun), one.title, EditorState(begun))
    for game in GAMES:
        yield daily_form(DailyState(edition(game), played(game), live=True, elsewhere=False))
    yield from races.forms()
    yield from training.forms()


def commands():
    """Return every slash command by its full name, without the slash."""
    known = {}
    for item in found():
        if not isinstance(item, type):
            parts = item.walk_commands() if isinstance(item, app_commands.Group) else [item]
            for part in parts:
                if isinstance(part, app_commands.Command):
                    known[part.qualified_name] = part
    return dict(sorted(known.items()))


def menus():
    """Return the names of the commands in the menus of people and messages."""
    return sorted(item.name for item in found() if isinstance(item, app_commands.ContextMenu))


def presenting():
    """Yield every function below `bot.ui` that makes a page or its parts."""
    for module in pkgutil.walk_packages(bot.ui.__path__, "bot.ui."):
        for name, item in vars(importlib.import_module(module.name)).items():
            if (
                name.startswith("present_")
                and inspect.isfunction(item)
                and item.__module__ == module.name
            ):
                yield item
