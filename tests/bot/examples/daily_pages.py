"""Every page about daily puzzles, with examples that read like real ones."""

from dataclasses import replace
from datetime import date, timedelta
from functools import cache

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
from bot.play import Receipt
from bot.puzzles import HintRequest, find_hint, judge
from bot.ui.daily import board_view as daily_boards
from bot.ui.daily import post_view as daily_posts
from bot.ui.daily import remind_view as daily_reminders
from bot.ui.daily import result_view as daily_results
from bot.ui.daily import setup_view
from bot.ui.daily.rules_view import present_rules, present_shared
from bot.ui.play.card import present_lost
from bot.ui.play.ids import Target
from solvers.library import open_lexicon
from tests.bot.examples import longest_dailies, races
from tests.bot.examples.contests import NOW
from tests.bot.examples.dailies import daily_asking, daily_card, daily_news, daily_stuck, setup
from tests.bot.examples.puzzles import GIVEN

SETUP = setup(games=GAMES, since=NOW, next_due_at=None)
TYPED = {
    "ladder": ["cold cord", "cold cxrd", "cold card", "cold cord cold", "cor", "cold cord card"],
    "snake": ["street test", "tone tone", "xyz", "apple", "test street tone nausea run seasick"],
    "anigram": ["lane", "lanes", "lxne", "lane lanxs"],
    "truncate": ["la lap", "la xx", "la lap lapp", "la lap laps lapse"],
    "resize": ["fire ire", "fire xx", "fire hire", "fire ire sire", "fire ire sire sir"],
}
"""What people may send in: too little, wrong, and right."""


@cache
def lexicon():
    return open_lexicon("full")


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


def pages():
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
