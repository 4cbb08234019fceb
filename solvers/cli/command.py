"""The parser, context and answer that all commands of the command line share.

Each other module of this folder adds its commands with `add(commands)`, using `command`. A command
is a function from the arguments and the context to an `Answer`, which `main` prints. Modules import
solvers inside the command, so that no command waits for another's libraries.
"""

from __future__ import annotations

import argparse
import contextlib
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NoReturn

from solvers.cli.files import STANDARD, Source
from solvers.cli.output import output, width
from solvers.errors import BadInput, PuzzleError
from solvers.lexicon.tiers import TIERS
from solvers.lexicon.wordlist import NUMBERS, Numbers
from solvers.text import cut, quoted

if TYPE_CHECKING:
    from rich.console import Console

    from solvers.cli.interrupts import Interrupts
    from solvers.lexicon import Lexicon, Policy

EXIT_INTERRUPTED = 130

Subcommands = argparse._SubParsersAction  # noqa: SLF001 - argparse has no public name for it


FLAGGED: dict[str, Policy] = {"allow": "all", "standard": "standard", "family": "family"}
"""The policies by their names on the command line."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A command's result: the object that --json prints, and how to show it to people.

    `error`: something that failed nevertheless, such as writing a file.
    """

    data: dict[str, Any]
    show: Callable[[Console], None]
    status: int = 0
    error: PuzzleError | None = None


class Context:
    """What a command may need in addition to its own arguments."""

    def __init__(self, options: argparse.Namespace, interrupts: Interrupts) -> None:
        self._words: Source | None = options.words
        self._tier: str | None = options.tier
        self._numbers: Numbers | None = options.numbers
        self._skip: bool = bool(options.skip_invalid)
        self.policy: Policy = FLAGGED[options.flagged or "standard"]
        self.interrupts = interrupts
        self.skipped: int | None = 0 if self._skip else None
        """How many lines of files were skipped; None without --skip-invalid."""

    @cached_property
    def lexicon(self) -> Lexicon:
        """The lexicon that --words and --tier chose, opened on first use."""
        from solvers.library import (  # noqa: PLC0415
            open_lexicon,
            open_word_list,
            read_word_list,
        )

        if self._words is None:
            if self._numbers is not None:
                raise BadInput(
                    "--numbers explains the numbers in a list; name one with --words.", code="usage"
                )
            return open_lexicon(self._tier or "full").showing(self.policy)
        how: Any = {"numbers": self._numbers, "skip_invalid": self._skip}
        try:
            if self._words == STANDARD:
                given = read_word_list(self._words.read(), "standard input", self._tier, **how)
            else:
                given = open_word_list(self._words, self._tier, **how)
        except BadInput as error:
            self._skipped(error.skipped)
            raise
        self._skipped(given.skipped)
        return given.showing(self.policy)

    def snake_list(self, text: str) -> tuple[tuple[str, ...], tuple[int, ...] | None]:
        """Return the words of a list for a snake, and their positions if it has any."""
        from solvers.wordsnake import parse  # noqa: PLC0415

        skipped: list[int] = []
        try:
            return parse(text, skipped if self._skip else None)
        finally:
            self._skipped(len(skipped))

    def _skipped(self, number: int) -> None:
        if self.skipped is not None:
            self.skipped += number

    def refuse_words(self) -> None:
        """Raise BadInput if --words, --tier or --numbers was given to a command that ignores it."""
        options = ("--words", self._words), ("--tier", self._tier), ("--numbers", self._numbers)
        for option, given in options:
            if given is not None:
                raise BadInput(
                    f"{option} says nothing here: the words are those of FILE.", code="usage"
                )


Run = Callable[[argparse.Namespace, Context], Answer]


class Parser(argparse.ArgumentParser):
    """A parser that reports usage errors as BadInput, like any other mistake."""

    def __init__(self, **settings: Any) -> None:
        layout = partial(argparse.RawDescriptionHelpFormatter, width=width() - 2)
        super().__init__(**{"allow_abbrev": False, "formatter_class": layout, **settings})

    def print_help(self, file: Any = None) -> None:
        """Print the help page, never to standard error, even if standard output is closed."""
        super().print_help(file or output())

    def error(self, message: str) -> NoReturn:
        """Raise BadInput instead of printing the usage and exiting."""
        hint = f"Try “{self.prog} --help”."
        raise BadInput(f"{cut(message[:1].upper() + message[1:], 300)}. {hint}", code="usage")


def command(
    commands: Subcommands[Parser], name: str, run: Run, summary: str, **more: Any
) -> Parser:
    """Add a command with the common options, and return its parser to add its own options.

    `summary`, a phrase, is its line in the overview and the top of its help page; `more` goes to
    the parser.
    """
    settings = {"description": f"{summary[:1].upper()}{summary[1:]}.", **more}
    if "\n" not in settings["description"]:  # otherwise its lines are broken by hand
        settings["description"] = textwrap.fill(settings["description"], width() - 2)
    parser = commands.add_parser(name, help=summary, **settings)
    parser.set_defaults(run=run)
    add_common(parser, default=argparse.SUPPRESS)
    return parser


def add_familiar(parser: Parser) -> None:
    """Add the --familiar option to a game whose answers are otherwise as long as possible."""
    parser.add_argument(
        "--familiar", action="store_true", help="draw a short one of words that people know"
    )


MOST_AT_ONCE = 100_000


def add_count(parser: argparse._ActionsContainer, option: str, what: str) -> None:
    """Add an option that asks for several answers in one run."""
    parser.add_argument(option, type=_at_once, metavar="N", help=what)


def _at_once(typed: str) -> int:
    with contextlib.suppress(ValueError):
        if 0 < (number := int(typed)) <= MOST_AT_ONCE:
            return number
    raise argparse.ArgumentTypeError(f"{quoted(typed)} is not a number from 1 to {MOST_AT_ONCE:,}")


def add_common(parser: Parser, default: object) -> None:
    """Add the options that go with every command."""
    common = parser.add_argument_group("options of every command")
    common.add_argument(
        "--json", action="store_true", default=default, help="print one JSON object"
    )
    common.add_argument(
        "--words",
        type=Source,
        metavar="FILE",
        default=default,
        help="play with these words: one a line, optionally a tab and a rareness; - reads"
        " standard input",
    )
    common.add_argument(
        "--skip-invalid",
        action="store_true",
        default=default,
        help="leave out lines that hold no word, and say how many",
    )
    common.add_argument(
        "--numbers",
        choices=NUMBERS,
        default=default,
        help="what a number beside a word of --words is: its rareness, or the count of its uses",
    )
    common.add_argument(
        "--tier", choices=TIERS, default=default, help="the words that count (default: full)"
    )
    common.add_argument(
        "--flagged",
        choices=FLAGGED,
        default=default,
        help="offensive words that nobody typed: allow them all, hide the strong ones (standard,"
        " the default), or the mild ones too (family)",
    )
