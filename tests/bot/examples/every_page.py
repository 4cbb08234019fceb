"""Every page and form that Discord may get, with examples that read like real ones."""

import importlib
import inspect
import pkgutil
from dataclasses import replace

from discord import app_commands

import bot.ui
from bot.contests import Entry, LineState, puzzle_of
from bot.contests.options import OPTION_FORMS
from bot.dailies import GAMES, DailyState
from bot.play import EditorState
from bot.puzzles import Found
from bot.store.privacy import Export
from bot.store.schema import GuildSettings
from bot.ui import poster, progress, replies
from bot.ui.contest import play_view
from bot.ui.contest.card import ContestCards
from bot.ui.contest.cards import OptionsTyped, PlanTyped
from bot.ui.contest.forms import PlanModal, draft_options
from bot.ui.games import check, mending, snake_explain, snake_view
from bot.ui.games.anigram import present_anigram, present_stage
from bot.ui.games.ladder_view import present_ladder
from bot.ui.games.mending import Mend, RejectedCommand
from bot.ui.games.snake_card import RejectedWords
from bot.ui.games.truncate import present_truncate
from bot.ui.games.word import present_word
from bot.ui.play.card import WordsModal
from bot.ui.play.ids import Target
from bot.ui.registry import found
from bot.ui.server import help as helping
from bot.ui.server import pictures, privacy
from bot.ui.server.settings import present_settings
from bot.ui.server.welcome import present_hello
from bot.ui.words import Meanings, present_meanings
from solvers.anigram import AnigramRequest
from solvers.lexicon import Definition
from solvers.library import open_lexicon
from tests.bot.examples import (
    contest_pages,
    contests,
    daily_pages,
    growing,
    ladders,
    panels,
    races,
    training,
)
from tests.bot.examples.contest_pages import OTHERS
from tests.bot.examples.contests import NOW
from tests.bot.examples.dailies import daily_form
from tests.bot.examples.daily_pages import edition, played
from tests.bot.examples.puzzles import GIVEN
from tests.bot.examples.snake_cards import make as make_snake

KEY = "A1b2C3d4E5_-"
MEANINGS = Meanings({"cot": (Definition("cot", "noun", "a small bed"),), "zyx": ()}, known=True)


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
    yield present_word("cot", open_lexicon("full"))
    yield present_meanings("cat → dog", MEANINGS)
    yield progress.present_waiting("The best snake of 6 words")
    status = progress.SearchStatus("The best snake of 6 words", 10, 14, 9, 3.2)
    yield progress.present_search(status)
    yield replies.present_failure("I don’t know that word.", until=NOW)
    yield replies.present_failure("Something went wrong.", "abcd")
    yield poster.present_failure_notice("I couldn’t post it.", "Word lovers")


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
    yield from contest_pages.pages()
    yield from daily_pages.pages()
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
