"""The command line: it runs a command and prints its answer, as JSON or for people.

A mistake is one line on standard error and exit status 2.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape

from solvers.cli import anigram, ladder, lexicon, snake, truncate
from solvers.cli.command import (
    EXIT_INTERRUPTED,
    FLAGGED,
    Answer,
    Parser,
    Session,
    add_common,
)
from solvers.errors import PuzzleError
from solvers.text import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = (anigram, ladder, lexicon, snake, truncate)
"""The modules whose `add` adds their commands, in the order in which help shows them."""

MODULE = "python -m solvers"
SCRIPT = "snakes-and-ladders"

EXIT_MISTAKE = 2
EXIT_NO_READER = 141

_EXAMPLES = """\
examples:
  {prog} ladder cat dog
  {prog} word crwth --json
  {prog} words --tier common
  {prog} groups --words my-words.txt
  {prog} COMMAND --help        shows the options of a command
"""


def build_parser(prog: str = MODULE) -> Parser:
    """Return the parser of the whole command line, which calls itself `prog`."""
    parser = Parser(
        prog=prog,
        description="Solve word games: ladders, wordsnakes, anigrams, truncate sequences.",
        epilog=_EXAMPLES.format(prog=prog),
    )
    add_common(parser, default=None)
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for module in COMMANDS:
        module.add(commands)
    return parser


def script(prog: str = SCRIPT) -> int:
    """Run the command line as the installed console script does."""
    status = main(prog=prog)
    if threading.active_count() > 1:  # a search that was stopped, perhaps inside HiGHS
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(status)
    return status


def main(arguments: Sequence[str] | None = None, prog: str = MODULE) -> int:
    """Run the command line and return its exit status."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        try:
            status = _run(given, prog)
        except PuzzleError as error:
            status = _complain(error, as_json="--json" in given)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough
        _drop_output()
        return EXIT_NO_READER
    except OSError as error:  # the disk is full, for instance
        _drop_output()
        _print_error(f"{error.filename or 'standard output'}: {error.strerror}.")
        return EXIT_MISTAKE
    except KeyboardInterrupt:
        print(file=sys.stderr)  # noqa: T201
        return EXIT_INTERRUPTED
    return status


def _run(given: Sequence[str], prog: str) -> int:
    parser = build_parser(prog)
    options = parser.parse_args(given)
    if options.run is None:
        if options.json:
            parser.error("name a command")
        parser.print_help()
        return 0
    answer = options.run(
        options, Session(options.words, options.tier, FLAGGED[options.flagged or "standard"])
    )
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
        # Tables are padded with spaces to their right edge, which are useless in a file.
        sys.stdout.writelines(f"{line.rstrip()}\n" for line in shown.get().splitlines())


def _complain(error: PuzzleError, *, as_json: bool) -> int:
    if as_json:
        described = {"error": {"code": error.code, "message": error.message}}
        sys.stdout.write(json.dumps(described, ensure_ascii=False) + "\n")
    _print_error(error.message)
    return EXIT_MISTAKE


def _print_error(message: str) -> None:
    _console(sys.stderr).print(f"[bold red]error:[/] {escape(printable(message))}", soft_wrap=True)


def _drop_output() -> None:
    """Discard what is not written yet: Python would fail again when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _console(stream: Any) -> Console:
    """Return a console as wide as the terminal, or so wide that nothing is cut in a pipe."""
    return Console(file=stream, highlight=False, width=None if stream.isatty() else 1_000)
