"""The frame of the command line: what all commands share.

Each other module of this folder adds its commands with `add(commands)`, by way of `command`. A
command is a function from the arguments and the session to an `Answer`; the frame prints it, as
JSON or for people, and turns mistakes into one line and exit status 2. Modules import their
solvers inside the command, so that no command waits for another's libraries.
"""

from __future__ import annotations

import argparse
import json
import os
import pkgutil
import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from rich.console import Console
from rich.markup import escape

from solvers.errors import BadInput, PuzzleError
from solvers.lexicon.tiers import TIERS

if TYPE_CHECKING:
    from solvers.lexicon import Lexicon

Subcommands = argparse._SubParsersAction  # noqa: SLF001 - argparse has no public name for it

EXIT_MISTAKE = 2
EXIT_INTERRUPTED = 130
EXIT_NO_READER = 141


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command found: the object that --json prints, and how people are shown it."""

    data: Mapping[str, Any]
    show: Callable[[Console], None]
    status: int = 0


class Session:
    """What a command may ask for beside its own arguments."""

    def __init__(self, words: Path | None, tier: str | None) -> None:
        self._words = words
        self._tier = tier

    @cached_property
    def lexicon(self) -> Lexicon:
        """The lexicon that --words and --tier chose, opened when it is first asked for."""
        from solvers.library import open_lexicon, open_word_list  # noqa: PLC0415

        if self._words is not None:
            return open_word_list(self._words, self._tier)
        return open_lexicon(self._tier or "full")


Run = Callable[[argparse.Namespace, Session], Answer]


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are mistakes like any other."""

    def __init__(self, **settings: Any) -> None:
        layout = argparse.RawDescriptionHelpFormatter
        super().__init__(**{"allow_abbrev": False, "formatter_class": layout, **settings})

    def error(self, message: str) -> NoReturn:
        """Raise BadInput where argparse would print its usage and exit."""
        hint = f"Try “{self.prog} --help”."
        raise BadInput(f"{message[:1].upper()}{message[1:]}. {hint}", code="usage")


def command(
    commands: Subcommands[Parser], name: str, run: Run, summary: str, **more: Any
) -> Parser:
    """Add a command that all common options go with, and return its parser for its own ones.

    `summary`, a phrase, is its line in the overview and heads its help page; `more` goes to the
    parser.
    """
    settings = {"description": f"{summary[:1].upper()}{summary[1:]}.", **more}
    if "\n" not in settings["description"]:  # else it is laid out by hand
        width = shutil.get_terminal_size().columns - 2
        settings["description"] = textwrap.fill(settings["description"], width)
    parser = commands.add_parser(name, help=summary, **settings)
    parser.set_defaults(run=run)
    _add_common(parser, default=argparse.SUPPRESS)
    return parser


def _add_common(parser: Parser, default: object) -> None:
    common = parser.add_argument_group("options of every command")
    common.add_argument(
        "--json", action="store_true", default=default, help="print one JSON object"
    )
    common.add_argument(
        "--words",
        type=Path,
        metavar="FILE",
        default=default,
        help="play with these words: one a line, optionally a tab and a rareness",
    )
    common.add_argument(
        "--tier", choices=TIERS, default=default, help="the words that count (default: full)"
    )


_EXAMPLES = """\
examples:
  python -m solvers ladder cat dog
  python -m solvers word crwth --json
  python -m solvers words --tier common
  python -m solvers groups --words my-words.txt
  python -m solvers COMMAND --help        tells more of a command
"""


def build_parser() -> Parser:
    """Return the parser of the whole command line."""
    parser = Parser(
        prog="python -m solvers",
        description="Solve word games: ladders, wordsnakes, anigrams, truncate sequences.",
        epilog=_EXAMPLES,
    )
    _add_common(parser, default=None)
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    package = import_module("solvers.cli")
    for module in pkgutil.iter_modules(package.__path__):
        if module.name != "frame":
            import_module(f"solvers.cli.{module.name}").add(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        try:
            status = _run(given)
        except PuzzleError as error:
            status = _complain(error, as_json="--json" in given)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough
        _drop_output()
        return EXIT_NO_READER
    except OSError as error:  # the disk is full, for instance
        _drop_output()
        _tell(f"{error.filename or 'standard output'}: {error.strerror}.")
        return EXIT_MISTAKE
    except KeyboardInterrupt:
        print(file=sys.stderr)  # noqa: T201
        return EXIT_INTERRUPTED
    return status


def _run(given: Sequence[str]) -> int:
    parser = build_parser()
    options = parser.parse_args(given)
    if options.run is None:
        if options.json:
            parser.error("name a command")
        parser.print_help()
        return 0
    answer = options.run(options, Session(options.words, options.tier))
    _print(answer, as_json=options.json)
    return int(answer.status)


def _print(answer: Answer, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps(answer.data, ensure_ascii=False) + "\n")
    elif sys.stdout.isatty():
        answer.show(_console(sys.stdout))
    else:
        console = _console(sys.stdout)
        with console.capture() as shown:
            answer.show(console)
        # Tables are filled up with blanks to their right edge, which nobody wants in a file.
        sys.stdout.writelines(f"{line.rstrip()}\n" for line in shown.get().splitlines())


def _complain(error: PuzzleError, *, as_json: bool) -> int:
    if as_json:
        described = {"error": {"code": error.code, "message": error.message}}
        sys.stdout.write(json.dumps(described, ensure_ascii=False) + "\n")
    _tell(error.message)
    return EXIT_MISTAKE


def _tell(message: str) -> None:
    _console(sys.stderr).print(f"[bold red]error:[/] {escape(message)}", soft_wrap=True)


def _drop_output() -> None:
    """Let go of what is not written yet: Python would complain again when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _console(stream: Any) -> Console:
    """Return a console: as wide as the terminal, or so wide that nothing piped on is cut."""
    return Console(file=stream, highlight=False, width=None if stream.isatty() else 1_000)
