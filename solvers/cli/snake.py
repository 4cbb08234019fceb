"""The commands `snake solve`, `score`, `explain`, `verify` and `generate`."""

from __future__ import annotations

import contextlib
import json
import math
import sys
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from solvers.cli.frame import Answer, Parser, Session, Subcommands, command
from solvers.deadline import Deadline
from solvers.errors import BadInput

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator

    from solvers.wordsnake import Explanation, Generated, Placed, Rule, Scored, SnakeResult
    from solvers.wordsnake.verify import Verdict

    Report = Callable[[int, int], None]

_RULES = ("pairs", "containment")
_MOST_SHOWN = 60
_EXPLAIN_SECONDS = 10.0


def add(commands: Subcommands[Parser]) -> None:
    """Add the commands of this module."""
    snake = commands.add_parser(
        "snake",
        help="arrange words so that they overlap: solve, score, explain, verify, generate",
        description="Wordsnake: arrange given words so that they overlap.",
    )
    parts = snake.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=Parser
    )

    solve = command(parts, "solve", _solve, "find the best snake of a list of words, with proof")
    _add_file(solve, "the words, one a line; - reads standard input")
    _add_rule(solve)
    solve.add_argument(
        "--time", type=float, metavar="S", help="give the best found after so many seconds"
    )
    solve.add_argument(
        "--certificate", metavar="OUT", help="write to OUT what proves the bound, and check it"
    )

    score = command(parts, "score", _score, "score words in the order they are given")
    _add_file(score, "the words in order, one a line; a second column is a position")
    _add_rule(score)

    explain = command(parts, "explain", _explain, "find the best change that an order missed")
    _add_file(explain, "the words in order, one a line; a second column is a position")
    _add_rule(explain)

    verify = command(parts, "verify", _verify, "check a certificate; exit status 1 if it fails")
    _add_file(verify, "the words that were solved, one a line")
    verify.add_argument("certificate", metavar="OUT", help="the certificate that solve wrote")

    generate = command(parts, "generate", _generate, "make a list of words worth playing")
    generate.add_argument("-n", "--number", type=int, metavar="N", help="so many words")
    generate.add_argument(
        "--difficulty", default="medium", metavar="D", help="gentle to fierce, or 1 to 5"
    )
    generate.add_argument("--seed", type=int, metavar="N", help="draw the same list every time")
    _add_rule(generate)


def _add_file(parser: Parser, what: str) -> None:
    parser.add_argument("file", metavar="FILE", help=what)


def _add_rule(parser: Parser) -> None:
    parser.add_argument(
        "--rule", choices=_RULES, help="how it scores (default: pairs; with positions containment)"
    )


def _solve(arguments: Namespace, session: Session) -> Answer:
    from solvers.wordsnake import SnakeRequest, parse  # noqa: PLC0415
    from solvers.wordsnake.solve import solve  # noqa: PLC0415

    del session
    words, _ = parse(_read(arguments.file))
    seconds = arguments.time
    if seconds is not None and not (math.isfinite(seconds) and seconds >= 0):
        raise BadInput("--time takes seconds, 0 or more.", code="usage")
    deadline = Deadline.never() if seconds is None else Deadline.after(seconds)
    certify = arguments.certificate is not None
    request = SnakeRequest(words, arguments.rule or "pairs", certify=certify)
    with _progress(silent=arguments.json) as report:
        result = solve(request, None, deadline, report)
    data: dict[str, Any] = {
        "rule": result.rule,
        "words": list(result.words),
        "score": result.score,
        "bound": result.bound,
        "proven": result.proven,
        "seconds": round(result.seconds, 6),
        "snake": result.snake,
        "order": _order(result.order),
    }
    verdict = None
    if certify:
        verdict = _certify(arguments.certificate, result)
        data["valid"] = verdict.valid
    return Answer(data, lambda console: _show_solved(console, result, verdict))


def _certify(out: str, result: SnakeResult) -> Verdict:
    """Write the certificate, and check what was written as anybody would."""
    from solvers.wordsnake.verify import verify  # noqa: PLC0415

    text = json.dumps(result.certificate)
    try:
        with open(out, "w", encoding="utf-8") as file:  # noqa: PTH123 - the path is a person's
            file.write(text + "\n")
    except OSError as error:
        raise BadInput(f"{out}: {error.strerror or error}.", code="bad_file") from None
    return verify(result.words, json.loads(text))


def _score(arguments: Namespace, session: Session) -> Answer:
    from solvers.wordsnake import score  # noqa: PLC0415

    del session
    scored = score(_placed_list(arguments))
    data = {
        "rule": scored.rule,
        "score": scored.score,
        "snake": scored.snake,
        "order": _order(scored.order),
    }
    return Answer(data, lambda console: _show_scored(console, scored))


def _explain(arguments: Namespace, session: Session) -> Answer:
    from solvers.wordsnake import explain  # noqa: PLC0415

    del session
    found = explain(_placed_list(arguments), None, Deadline.after(_EXPLAIN_SECONDS))
    data = {
        "kind": found.kind,
        "word": found.word,
        "other": found.other,
        "gain": found.gain,
        "sentence": found.sentence,
        "order": list(found.order),
    }
    return Answer(data, lambda console: _show_explained(console, found))


def _placed_list(arguments: Namespace) -> Any:
    from solvers.wordsnake import ScoreRequest, parse  # noqa: PLC0415

    order, positions = parse(_read(arguments.file))
    rule: Rule = arguments.rule or ("containment" if positions else "pairs")
    return ScoreRequest(order, positions, rule)


def _verify(arguments: Namespace, session: Session) -> Answer:
    from solvers.wordsnake import parse  # noqa: PLC0415
    from solvers.wordsnake.verify import verify  # noqa: PLC0415

    del session
    words, _ = parse(_read(arguments.file))
    try:
        certificate = json.loads(_read(arguments.certificate))
    except (ValueError, RecursionError):
        raise BadInput(
            f"{arguments.certificate}: this is not a certificate, for it is not JSON.",
            code="bad_certificate",
        ) from None
    verdict = verify(words, certificate)
    data: dict[str, Any] = {
        "score": verdict.score,
        "bound": verdict.bound,
        "valid": verdict.valid,
    }
    if verdict.reason is not None:
        data["reason"] = verdict.reason
    return Answer(data, lambda console: console.print(_verdict(verdict)), int(not verdict.valid))


def _generate(arguments: Namespace, session: Session) -> Answer:
    from solvers.library import open_lexicon  # noqa: PLC0415
    from solvers.wordsnake import GenerateRequest, difficulty, generate  # noqa: PLC0415

    chosen = arguments.words is not None or arguments.tier is not None
    lexicon = session.lexicon if chosen else open_lexicon("common")
    rule: Rule = arguments.rule or "pairs"
    level = difficulty(arguments.difficulty)
    request = GenerateRequest(arguments.number, level, rule, arguments.seed)
    found = generate(request, lexicon, Deadline.never())
    data = {
        "words": list(found.words),
        "par": found.par,
        "proven": found.proven,
        "rule": found.rule,
        "difficulty": found.difficulty,
        "greedy": found.greedy,
        "seed": found.seed,
    }
    return Answer(data, lambda console: _show_generated(console, found))


def _read(path: str) -> str:
    """Read a text file, or standard input for "-"; BadInput tells what is wrong with it."""
    try:
        if path == "-":
            content = sys.stdin.buffer.read()
        else:
            with open(path, "rb") as file:  # noqa: PTH123 - the path is a person's
                content = file.read()
        text = content.decode("utf-8")
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}.", code="bad_file") from None
    except ValueError:
        raise BadInput(f"{path}: this is not a text file (UTF-8).", code="bad_file") from None
    if "\0" in text:
        raise BadInput(f"{path}: this is not a text file.", code="bad_file")
    return text


@contextlib.contextmanager
def _progress(*, silent: bool) -> Iterator[Report | None]:
    """Show best and bound on one line while a terminal is watched."""
    if silent or not sys.stderr.isatty():
        yield None
        return
    with Console(file=sys.stderr).status("solving") as status:
        yield lambda best, bound: status.update(
            f"best so far [bold]{best:,}[/], at most [bold]{bound:,}[/]"
        )


def _order(order: tuple[Placed, ...]) -> list[dict[str, object]]:
    return [{"word": p.word, "position": p.position, "score": p.score} for p in order]


def _show_solved(console: Console, result: SnakeResult, verdict: Verdict | None) -> None:
    _show_snake(console, result.snake, result.order)
    how = "proven best" if result.proven else f"best found, at most {result.bound:,}"
    console.print(f"[bold]{result.score:,}[/] ({result.rule}; {how}; {result.seconds:.2f} s)")
    if verdict is not None:
        console.print(_verdict(verdict))


def _show_scored(console: Console, scored: Scored) -> None:
    _show_snake(console, scored.snake, scored.order)
    console.print(f"[bold]{scored.score:,}[/] ({scored.rule})")


def _show_snake(console: Console, snake: str, order: tuple[Placed, ...]) -> None:
    """Print the snake, letters of several words marked, and what each word scored."""
    changes = [0] * (len(snake) + 1)
    for placed in order:
        changes[placed.position] += 1
        changes[placed.position + len(placed.word)] -= 1
    text, covered = Text(), 0
    for letter, change in zip(snake, changes, strict=False):
        covered += change
        text.append(letter, style="bold green underline" if covered > 1 else "")
    console.print(text, soft_wrap=True)
    for placed in order[:_MOST_SHOWN]:
        points = f"+{placed.score}" if placed.score else ""
        console.print(f"{placed.position:>6}  {placed.word} [bold green]{points}[/]")
    if len(order) > _MOST_SHOWN:
        console.print(f"[dim]and {len(order) - _MOST_SHOWN:,} more words (--json has all)[/]")


def _show_explained(console: Console, found: Explanation) -> None:
    console.print(found.sentence.replace("*", ""))
    if found.kind is not None:
        console.print(" ".join(found.order), soft_wrap=True)


def _show_generated(console: Console, found: Generated) -> None:
    for word in found.words:
        console.print(word)
    how = "proven" if found.proven else "at least"
    console.print(
        f"[dim]par {found.par:,} ({found.rule}; {how}); greed gets about {found.greedy:,}; "
        f"seed {found.seed}[/]"
    )


def _verdict(verdict: Verdict) -> str:
    if verdict.valid:
        return (
            f"[green]The certificate holds:[/] a snake scores {verdict.score:,}, "
            f"and none more than {verdict.bound:,}."
        )
    return f"[red]The certificate fails:[/] {verdict.reason}"
