"""Training as it may be, for tests of what is shown of it: no database."""

from __future__ import annotations

from dataclasses import asdict, replace

from bot.puzzles import GAMES, Hint, Progress, judge
from bot.ratings import levels
from bot.store.records import Training, TrainingPuzzle
from bot.training import TrainingReceipt, TrainingState
from bot.ui.train import view
from tests.bot.race_examples import NOW, PUZZLES


def state(game="ladder", words=(), hints=(), end=None, **more):
    puzzle = PUZZLES[game]
    values = {"mu": levels.NEW.mu, "sigma": 4.0, "solved": 12, "streak": 3, "longest": 7}
    own = Training(1, 11, game, **values | more, last_at=NOW)
    progress, content = Progress(tuple(words), (0,) * (len(words) + 1)), asdict(puzzle)
    taken = tuple((one.kind, one.step, 1, one.after, one.reveals) for one in hints)
    drawn = TrainingPuzzle(1, 1, 5, "x", content, NOW, progress, taken, 2, end and NOW, end)
    return TrainingState(own, drawn, puzzle)


def line(game):
    return PUZZLES[game].solution[game in {"ladder", "truncate", "resize"} :]


def pages():
    """Every page of training."""
    for game, puzzle in PUZZLES.items():
        before = "" if game in {"snake", "anigram"} else puzzle.given[0]
        step = int(bool(before))
        letter = GAMES[game].letter(before, line(game)[0], 0)
        hint = Hint("letter", step, before, letter)
        yield view.present_training(state(game))
        yield view.present_training(state(game, hints=[hint], streak=0))
        yield view.present_asking(state(game))
        for typed in (line(game)[:1], ("zzz",), (*line(game)[:1], "zzz"), puzzle.given):
            verdict = judge(puzzle, typed, set(line(game)))
            receipt = TrainingReceipt(state(game, verdict.progress.words), 3, verdict)
            yield view.present_training(receipt.state, *view.news_of(receipt))
        for end, level in (("solved", 2), ("helped", 3), ("given up", 4)):
            receipt = TrainingReceipt(state(game, line(game), end=end), level)
            yield view.present_trained(receipt)
    solved = state("snake", line("snake"), end="solved")
    yield view.present_trained(TrainingReceipt(solved, 3), b"a picture")
    yield view.present_asking(replace(solved, training=state(streak=0).training))


def forms():
    """Every form of training."""
    for game in PUZZLES:
        yield view.TrainModal(state(game))
