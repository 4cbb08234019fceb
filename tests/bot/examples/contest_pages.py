"""Every page about contests, with examples that read like real ones."""

from dataclasses import replace
from datetime import timedelta

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
from bot.contests.options import TIES
from bot.dailies import GAMES
from bot.play import Receipt
from bot.puzzles import judge
from bot.puzzles.games import FEWEST
from bot.store.schema import AuditEntry, Entrant, Message, Practice
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
from bot.ui.contest.forms import present_options, present_plan
from bot.ui.contest.ids import ContestRemindId, ContestTapId
from bot.ui.play.card import news_of, present_lost, present_playing
from bot.ui.play.ids import Target
from bot.ui.proof import MOST_SHOWN, PARTS, present_proof
from bot.ui.taps import Tapped
from solvers.daily import Departure
from solvers.wordsnake import Explanation, ScoreRequest, score
from tests.bot.examples import contests, panels
from tests.bot.examples.contests import NOW
from tests.bot.examples.dailies import in_words
from tests.bot.examples.puzzles import GIVEN

KEY = "A1b2C3d4E5_-"

OTHERS = ("ladder", "anigram", "truncate", "resize")


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


def pages():
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
