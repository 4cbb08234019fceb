"""What all commands of the command line share: the parser, the context and the answer.

Each other module of this folder adds its commands with `add(commands)`, by way of `command`. A
command is a function from the arguments and the context to an `Answer`, which `main` prints.
Modules import their solvers inside the command, so that no command waits for another's libraries.
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
from solvers.text import cut, quoted

if TYPE_CHECKING:
    from rich.console import Console

    from solvers.cli.interrupts import Interrupts
    from solvers.lexicon import Lexicon, Policy

EXIT_INTERRUPTED = 130

Subcommands = argparse._SubParsersAction  # noqa: SLF001 - argparse has no public name for it


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command found: the object that --json prints, and how people are shown it.

    `error`: what could not be done all the same, such as writing a file.
    """

    data: dict[str, Any]
    show: Callable[[Console], None]
    status: int = 0
    error: PuzzleError | None = None


class Context:
    """What a command may need in addition to its own arguments."""

    def __init__(
        self, words: Source | None, tier: str | None, policy: Policy, interrupts: Interrupts
    ) -> None:
        self._words = words
        self._tier = tier
        self.policy: Policy = policy
        self.interrupts = interrupts

    @cached_property
    def lexicon(self) -> Lexicon:
        """The lexicon that --words and --tier chose, opened when it is first used."""
        from solvers.library import (  # noqa: PLC0415
            open_lexicon,
            open_word_list,
            read_word_list,
        )

        if self._words == STANDARD:
            given = read_word_list(self._words.read(), "standard input", self._tier)
            return given.showing(self.policy)
        if self._words is not None:
            return open_word_list(self._words, self._tier).showing(self.policy)
        return open_lexicon(self._tier or "full").showing(self.policy)

    def refuse_words(self) -> None:
        """Raise BadInput where --words or --tier was given, for a command that has no use of it."""
        for option, given in (("--words", self._words), ("--tier", self._tier)):
            if given is not None:
                raise BadInput(
                    f"{option} says nothing here: the words are those of FILE.", code="usage"
                )


FLAGGED: dict[str, Policy] = {"allow": "all", "standard": "standard", "family": "family"}
"""The policies by what the command line calls them."""

Run = Callable[[argparse.Namespace, Context], Answer]


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are mistakes like any other."""

    def __init__(self, **settings: Any) -> None:
        layout = partial(argparse.RawDescriptionHelpFormatter, width=width() - 2)
        super().__init__(**{"allow_abbrev": False, "formatter_class": layout, **settings})

    def print_help(self, file: Any = None) -> None:
        """Print the help page; where standard output is closed, not to standard error instead."""
        super().print_help(file or output())

    def error(self, message: str) -> NoReturn:
        """Raise BadInput where argparse would print its usage and exit."""
        hint = f"Try “{self.prog} --help”."
        raise BadInput(f"{cut(message[:1].upper() + message[1:], 300)}. {hint}", code="usage")


def command(
    commands: Subcommands[Parser], name: str, run: Run, summary: str, **more: Any
) -> Parser:
    """Add a command with the common options, and return its parser for its own ones.

    `summary`, a phrase, is its line in the overview and heads its help page; `more` goes to the
    parser.
    """
    settings = {"description": f"{summary[:1].upper()}{summary[1:]}.", **more}
    if "\n" not in settings["description"]:  # else its lines are broken by hand
        settings["description"] = textwrap.fill(settings["description"], width() - 2)
    parser = commands.add_parser(name, help=summary, **settings)
    parser.set_defaults(run=run)
    add_common(parser, default=argparse.SUPPRESS)
    return parser


def add_familiar(parser: Parser) -> None:
    """Add the option of games that are as long as can be otherwise."""
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
        "--tier", choices=TIERS, default=default, help="the words that count (default: full)"
    )
    common.add_argument(
        "--flagged",
        choices=FLAGGED,
        default=default,
        help="offensive words that nobody typed: allow them all, hide the strong ones (standard,"
        " the default), or the mild ones too (family)",
    )
