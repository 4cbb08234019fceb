"""The command line: runs a command and prints its answer, as JSON or for people.

A mistake is one line on standard error and exit status 2.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import tomllib
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from rich.markup import escape

from solvers.cli import anigram, ladder, lexicon, snake, truncate
from solvers.cli.command import (
    EXIT_INTERRUPTED,
    Answer,
    Context,
    Parser,
    add_common,
)
from solvers.cli.console import console
from solvers.cli.files import keep_apart
from solvers.cli.interrupts import Interrupts
from solvers.cli.output import OUTPUT, drop, drop_answer, printing
from solvers.errors import PuzzleError
from solvers.text import lines, many, printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

COMMANDS = (anigram, ladder, lexicon, snake, truncate)
"""The modules that `add` commands, in the order that help shows."""

MODULE = "python -m solvers"
SCRIPT = "snakes-and-ladders"
DISTRIBUTION = "snakes-and-ladders-bot"

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
    parser.add_argument("--version", action="store_true", help="print the version")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for module in COMMANDS:
        module.add(commands)
    return parser


def script(prog: str = SCRIPT) -> int:
    """Run the command line like the installed console script."""
    before = threading.active_count()
    status = main(prog=prog)
    if threading.active_count() > before:  # a stopped search, perhaps still inside HiGHS
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
        except SystemExit:  # --help was printed
            with printing() as out:
                out.flush()
            raise
        except PuzzleError as error:
            status = _complain(error, as_json="--json" in given)
    except BrokenPipeError:  # the reader has seen enough
        drop_answer()
        return EXIT_NO_READER
    except OSError as error:  # a full disk, for instance
        if error.filename == OUTPUT:
            drop_answer()
        named = "" if error.filename is None else f"{error.filename}: "
        _print_error(f"{named}{error.strerror or error}.")
        return EXIT_MISTAKE
    except MemoryError:
        _print_error("This takes more memory than there is.")
        return EXIT_MISTAKE
    except KeyboardInterrupt:
        _print_error("")
        return EXIT_INTERRUPTED
    return status


def _run(given: Sequence[str], prog: str) -> int:
    parser = build_parser(prog)
    options = parser.parse_args(given)
    if options.version:
        with printing() as out:
            number = version()
            out.write(_json({"version": number}, out) if options.json else f"{SCRIPT} {number}\n")
        return 0
    if options.run is None:
        if options.json:
            parser.error("name a command")
        with printing() as out:
            parser.print_help(out)
        return 0
    keep_apart(vars(options))
    with Interrupts() as interrupts:
        context = Context(options, interrupts)
        try:
            answer: Answer = options.run(options, context)
        except PuzzleError as error:
            _print_skipped(context)
            return _complain(error, as_json=options.json, skipped=context.skipped)
        answer.data.update(_counted(context.skipped))
        with printing() as out:
            _print(answer, out, as_json=options.json)
    _print_skipped(context)
    if answer.error is not None:
        _print_error(answer.error.message)
    if interrupts.status is not None:
        return interrupts.status
    return answer.status if answer.error is None else EXIT_MISTAKE


def version() -> str:
    """Return the installed version, or the version of the folder that this runs from."""
    try:
        return metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        text = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
        return str(tomllib.loads(text)["project"]["version"])


def _print(answer: Answer, out: TextIO, *, as_json: bool) -> None:
    if as_json:
        described = {} if answer.error is None else _described(answer.error)
        out.write(_json(answer.data | described, out))
    elif out.isatty():
        answer.show(console(out))
    else:
        page = console(out)
        with page.capture() as shown:
            answer.show(page)
        # Remove the spaces that pad tables to their right edge, which are useless in a file.
        out.writelines(f"{line.rstrip()}\n" for line in lines(shown.get()))


def _json(data: Mapping[str, Any], out: TextIO) -> str:
    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode(out.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(data)
    return text + "\n"


def _complain(error: PuzzleError, *, as_json: bool, skipped: int | None = None) -> int:
    if as_json:
        with printing() as out:
            out.write(_json(_described(error) | _counted(skipped), out))
    _print_error(error.message)
    return EXIT_MISTAKE


def _described(error: PuzzleError) -> dict[str, Any]:
    return {"error": {"code": error.code, "message": error.message}}


def _counted(skipped: int | None) -> dict[str, Any]:
    """Return the JSON entry for skipped lines, if they are counted."""
    return {} if skipped is None else {"skipped": skipped}


def _print_skipped(context: Context) -> None:
    if context.skipped:
        _print_line(f"Left out {many(context.skipped, 'line')} that hold no word.")


def _print_error(message: str) -> None:
    """Print an error to standard error."""
    _print_line(f"[bold red]error:[/] {escape(printable(message))}" if message else "")


def _print_line(text: str) -> None:
    """Print a line to standard error, if it can be written to."""
    if sys.stderr is None:
        return
    try:
        console(sys.stderr).print(text, soft_wrap=True)
        sys.stderr.flush()
    except OSError:
        drop(sys.stderr)
