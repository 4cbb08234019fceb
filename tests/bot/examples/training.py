"""Possible training, for tests of its looks: no database."""

from dataclasses import asdict, replace

from bot.play import EditorState, Receipt
from bot.puzzles import GAMES, Hint, Progress, judge
from bot.ratings import levels
from bot.store.schema import Training, TrainingPuzzle
from bot.training import TrainingState
from bot.ui.play.card import WordsModal, news_of, present_asking, present_playing, present_stuck
from bot.ui.train import view
from bot.ui.train.card import TrainingCards
from tests.bot.examples.dailies import in_words
from tests.bot.examples.races import NOW, PUZZLES


def state(game="ladder", words=(), hints=(), end=None, **more):
    puzzle = PUZZLES[game]
    values = {"mu": levels.NEW.mu, "sigma": 4.0, "solved": 12, "streak": 3, "longest": 7}
    own = Training(id=1, user_id=11, game=game, **values | more, last_at=NOW)
    progress, content = Progress(tuple(words), (0,) * (len(words) + 1)), asdict(puzzle)
    taken = tuple((one.kind, one.step, 1, one.after, one.reveals) for one in hints)
    about = {"started_at": NOW, "progress": progress, "hints": taken, "ended_at": end and NOW}
    about |= {"content": content, "puzzle": "x", "end": end}
    drawn = TrainingPuzzle(id=1, training_id=1, number=5, tries=2, **about)
    return TrainingState(own, drawn, puzzle)


def line(game):
    return PUZZLES[game].solution[game in {"ladder", "truncate", "resize"} :]


def shown(now, news=None):
    """Return the card of an unfinished puzzle."""
    return present_playing(view.target_of(now), now, view.around(now), in_words(now), news)


def ended(end, before=None, game="snake", drawn=None):
    now = state(game, line(game), end=end)
    then = replace(now, training=replace(now.training, mu=before or now.training.mu))
    return view.present_trained(Receipt(now, then, 1), drawn)


def pages():
    """Yield every page of training."""
    cards = TrainingCards()
    for game, puzzle in PUZZLES.items():
        before = "" if game in {"snake", "anigram"} else puzzle.given[0]
        step = int(bool(before))
        letter = GAMES[game].letter(before, line(game)[0], 0)
        hint = Hint("letter", step, before, letter)
        begun = state(game)
        yield shown(begun)
        yield shown(state(game, hints=[hint], streak=0))
        yield present_asking(view.target_of(begun), view.name_of(begun), view.ending(begun))
        around = view.around(begun)
        yield present_stuck(view.target_of(begun), view.name_of(begun), begun, around, defined=True)
        for typed in (line(game)[:1], ("zzz",), (*line(game)[:1], "zzz"), puzzle.given):
            verdict = judge(puzzle, typed, set(line(game)))
            receipt = Receipt(state(game, verdict.progress.words), begun, 1, verdict)
            yield shown(receipt.state, news_of(cards, receipt))
        for end, before in (("solved", -levels.STEP), ("helped", 0), ("given up", levels.STEP)):
            yield ended(end, levels.NEW.mu + before, game)
    yield ended("solved", drawn=b"a picture")


def forms():
    """Yield every form of training."""
    for game in PUZZLES:
        begun = state(game)
        yield WordsModal(view.target_of(begun), view.name_of(begun), EditorState(begun))
