"""Possible races, for tests of their looks: no database."""

from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta

from bot.play import EditorState, Receipt
from bot.puzzles import judge
from bot.races import (
    Profile,
    Race,
    RaceMove,
    RacePlay,
    RacePlayer,
    RaceRound,
    RaceStatus,
    Rating,
    RoundState,
)
from bot.races.queries import RaceReview
from bot.races.rules import after_try
from bot.ui.play.card import WordsModal, news_of, present_playing
from bot.ui.race import consent, play_view, post_view, records
from bot.ui.race.card import RaceCards
from solvers.daily import Puzzle
from tests.bot.examples.dailies import in_words

CARDS = RaceCards()
NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
KEY = "A1b2C3d4E5_-"
CODE = "3b1f0c9d52a84e7765d20e91c4a8b7f0"
ENDS = ("cancelled", "declined", "too few", "expired", "lost")
PUZZLES = {
    "ladder": Puzzle(
        "ladder", 2, 2.1, ("cold", "warm"), 4, 0, ("cold", "cord", "card", "ward", "warm"), 7
    ),
    "snake": Puzzle(
        "snake", 2, 2.1, ("nausea", "run", "seasick"), 10, 6, ("run", "nausea", "seasick"), 0
    ),
    "anigram": Puzzle("anigram", 2, 2.1, ("aemt", "s", "r"), 3, 3, ("team", "steam", "master"), 4),
    "truncate": Puzzle("truncate", 2, 2.1, ("lap",), 4, 3, ("lap", "laps", "slaps", "slapsy"), 1),
    "resize": Puzzle(
        "resize", 2, 2.1, ("fire", "stir"), 4, 0, ("fire", "ire", "sire", "sir", "stir"), 1
    ),
}


def race(game="ladder", **more):
    values = {"id": KEY, "guild_id": 1, "channel_id": 2, "created_by": 11, "created_at": NOW}
    values |= {"challenged_user_id": None, "duel": False, "mode": "first", "game": game}
    values |= {"level": 2, "tier": "full", "rounds": 1, "seconds": 300, "sealed": False}
    values |= {"words": (), "state": "running", "round": 1, "due_at": NOW + timedelta(minutes=5)}
    values |= {"end": None, "next_id": None, "token": None, "token_at": None, "notifies": False}
    return Race(**values | more)


def play(number, player=1, **more):
    return RacePlay(id=number, player_id=player, number=1, **more)


def status(game="ladder", people=3, moves=(), progress=((), ()), **more):
    one = race(game, **more)
    about = {"puzzle": "x", "content": asdict(PUZZLES[game]), "progress": progress}
    times = {"starts_at": NOW, "ends_at": NOW + timedelta(minutes=5)}
    current = RaceRound(race_id=KEY, number=one.round, commitment=CODE, **about, **times)
    players = tuple(
        RacePlayer(id=n, race_id=KEY, user_id=10 + n, joined_at=NOW) for n in range(1, people + 1)
    )
    plays = tuple(play(n, n) for n in range(1, people + 1))
    return RaceStatus(one, current, players, plays, moves)


def solved(one, *milliseconds):
    """Return a status in which players solved the puzzle after given times."""
    puzzle = one.puzzle
    words = puzzle.solution[puzzle.game in {"ladder", "truncate", "resize"} :]
    verdict = judge(puzzle, words, set(words))
    plays = [
        replace(after_try(one.race.mode, puzzle, each, verdict, ms), place=place)
        for place, (each, ms) in enumerate(zip(one.plays, milliseconds, strict=False), 1)
    ]
    return replace(one, plays=(*plays, *one.plays[len(plays) :]))


def own(one, player=0, *, over=False):
    each = one.plays[player] if one.race.mode != "together" else None
    ends = NOW + timedelta(minutes=5)
    return RoundState(one, one.puzzle, one.players[player], each, ends, over)


def card(now, news=None, picked=None):
    """Return what a player of a round sees."""
    if now.over:
        return play_view.present_over(now, news)
    around = play_view.around(now)
    return present_playing(
        play_view.target_of(now), now, around, in_words(now), news, picked=picked
    )


def pages():  # noqa: C901 - a page after the other
    """Yield every page of races."""
    yield post_view.present_post(status(state="lobby"))
    for mode in ("best", "together"):
        yield post_view.present_post(status(state="lobby", mode=mode, rounds=3, sealed=True))
    duel = {"duel": True, "challenged_user_id": 12}
    yield post_view.present_post(status(state="lobby", people=1, rounds=3, **duel))
    yield post_view.present_post(replace(status(state="lobby", rounds=3, round=2), round=None))
    yield post_view.present_post(replace(status(state="lobby", people=1), last_time=(11, 12, 13)))
    yield post_view.present_post(status(state="countdown"))
    for mode in ("first", "best"):
        yield post_view.present_post(solved(status(mode=mode), 83_000, 7_300))
    moves = (RaceMove(id=1, player_id=1, number=1, at=NOW, words=("cord",), right=True),)
    together = status(mode="together", moves=moves, progress=(("cord",), (0, 0)))
    for far in ((), (4, 3)):
        yield post_view.present_post(together, None, far)
    yield post_view.present_post(together, b"a picture", (4, 3))
    for state in ("between", "over"):
        over = replace(together, race=replace(together.race, state=state))
        yield post_view.present_post(over)
    for game in PUZZLES:
        one = solved(status(game, state="over", mode="best"), 83_000, 90_000)
        yield post_view.present_post(one)
    yield post_view.present_post(status(state="over"))
    yield post_view.present_post(solved(status(state="between", rounds=3), 9_000))
    two = solved(status(state="over", people=2, rounds=3, **duel), 9_000)
    yield post_view.present_post(two)
    tie = solved(status(state="over"), 9_000, 9_000)
    yield post_view.present_post(
        replace(tie, plays=tuple(replace(each, place=1) for each in tie.plays))
    )
    for end in ENDS:
        yield post_view.present_post(status(state="over", end=end))
    for end in ("cancelled", "too few", "lost"):
        after = solved(status(state="over", rounds=3, end=end), 9_000)
        yield post_view.present_post(replace(after, race=replace(after.race, round=2)))
    for game in PUZZLES:
        one = solved(status(game, state="over", mode="best"), 83_000)
        yield post_view.present_post(one, b"a picture")
    whole = replace(together.round, progress=(PUZZLES["ladder"].solution[1:], (0,) * 5))
    won = replace(together, race=replace(together.race, state="over"), round=whole)
    for drawn in (None, b"a picture"):
        yield post_view.present_post(won, drawn)
    over = status(state="over")
    found = replace(
        over.round, content=asdict(replace(PUZZLES["ladder"], level=5)), commitment=None
    )
    yield post_view.present_post(replace(over, round=found))
    yield post_view.present_call(12)
    yield play_view.present_joined(status(state="lobby"))
    yield play_view.present_joined(status(state="countdown", sealed=True))
    yield play_view.present_joined(status(state="lobby", round=2, due_at=None))
    yield play_view.present_note(status(), "You’ve left.")
    for game, puzzle in PUZZLES.items():
        for one in (status(game), solved(status(game, mode="best"), 83_000)):
            yield card(own(one))
            yield card(own(one, over=True))
        first = solved(status(game), 83_000)
        for words in (puzzle.solution, ("zzz",)):
            verdict = judge(puzzle, words, set())
            for is_first in (True, False):
                now, before = own(first), own(status(game) if is_first else first)
                receipt = Receipt(now, before, 1, verdict)
                yield card(now, news_of(CARDS, receipt))
    yield card(own(together))
    done = replace(solved(status(), 83_000).plays[0], done=True)
    waiting = own(replace(status(), plays=(done, *status().plays[1:])), over=True)
    yield card(waiting, CARDS.said(Receipt(waiting, waiting, 1)))
    over = solved(status(state="over", rounds=3), 83_000)
    for drawn in (None, b"a picture"):
        yield post_view.present_own_result(over, drawn)
    yield post_view.present_own_result(replace(over, race=replace(over.race, round=2)))
    yield post_view.present_own_result(replace(over, race=replace(over.race, end="lost")))
    yield post_view.present_own_result(replace(status(state="over", end="lost"), round=None))
    yield card(own(status(mode="together", created_by=11)))
    voted = status(mode="together")
    voted = replace(voted, plays=(replace(voted.plays[0], done=True), *voted.plays[1:]))
    said = CARDS.said(Receipt(own(voted), own(status(mode="together")), 1))
    yield card(own(voted), said)
    snake, given = status("snake"), PUZZLES["snake"].given
    for words, picked in ((given[:1], None), (given[::-1], None), (given, 0)):
        laid = replace(snake.plays[0], progress=(words, ()))
        yield card(own(replace(snake, plays=(laid, *snake.plays[1:]))), picked=picked)
    reviewed = solved(status(state="over"), 83_000)
    tries = (*moves, RaceMove(id=2, player_id=1, number=1, at=NOW, words=("zzz",), right=False))
    yield play_view.present_review(
        RaceReview(reviewed, reviewed.puzzle, reviewed.plays[0], tries * 8)
    )
    yield play_view.present_review(RaceReview(reviewed, reviewed.puzzle, None, ()))
    for allow in (True, False):
        yield consent.present_duels(allow=allow)
        yield consent.present_blocked(12, blocked=allow)
    yield from records_pages()


def records_pages():
    """Yield pages of ratings."""
    won = {"wins": 5, "podiums": 7, "streak": 2, "longest": 3, "best_place": 1, "best_of": 8}
    about = {"user_id": 11, "guild_id": 1, "mu": 27.0, "sigma": 2.0, "last_at": NOW} | won
    games = {"all": 12, "ladder": 9}
    ratings = {game: Rating(game=game, games=count, **about) for game, count in games.items()}
    yield records.present_profile(Profile(11, ratings, ratings), own=True)
    yield records.present_profile(Profile(11, {}, {}), own=False)
    for here in (True, False):
        yield records.present_leaders(list(ratings.values()), "all", here=here)
        yield records.present_leaders([], "ladder", here=here)
        yield records.present_listed(here=here, everywhere=False)
    yield records.present_listed(here=True, everywhere=True)


def forms():
    """Yield every form of races."""
    for game in PUZZLES:
        now = own(status(game))
        yield WordsModal(play_view.target_of(now), CARDS.title(now), EditorState(now))
    yield play_view.RemoveModal(own(status(mode="together")))
