"""The commands `snake solve`, `score`, `explain`, `verify`, `export` and `generate`."""

from __future__ import annotations

import json
import math
import time
from typing import TYPE_CHECKING, Any

from solvers.cli.command import (
    Answer,
    Context,
    Parser,
    Subcommands,
    add_count,
    command,
)
from solvers.cli.files import STANDARD, Source, Target
from solvers.cli.snake.show import (
    show_explained,
    show_generated,
    show_lists,
    show_scored,
    show_solved,
    verdict_text,
)
from solvers.cli.snake.watch import deadlines, progress
from solvers.deadline import Deadline
from solvers.errors import BadInput, PuzzleError
from solvers.seeds import resolve_seed

if TYPE_CHECKING:
    from argparse import Namespace

    from solvers.cli.interrupts import Interrupts
    from solvers.wordsnake import Generated, Placed, Rule, SnakeResult
    from solvers.wordsnake.verify import Verdict

_RULES = ("pairs", "containment")
_FORMATS = ("tsplib", "lp", "mps")
_EXPLAIN_SECONDS = 10.0
_CHECK_SECONDS = 1.0
"""How long after Ctrl-C a certificate may still be checked."""


def add(commands: Subcommands[Parser]) -> None:
    """Add the commands of this module."""
    snake = commands.add_parser(
        "snake",
        help="arrange words so that they overlap: solve, score, explain, verify, export",
        description="Wordsnake: arrange given words so that they overlap.",
    )
    parts = snake.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=Parser
    )

    solve = command(
        parts,
        "solve",
        _solve,
        "find the best snake of a list of words, with proof",
        description="Find the best snake of a list of words, with proof. At Ctrl-C it prints the "
        "best snake so far and its bound, and exits with status 130.",
    )
    _add_file(
        solve,
        "the words, one a line; - reads standard input. Positions beside them only mean that the"
        " rule is containment",
    )
    _add_rule(solve)
    solve.add_argument(
        "--time", type=float, metavar="S", help="stop after S seconds with the best found"
    )
    solve.add_argument(
        "--certificate",
        type=Target,
        metavar="OUT",
        help="write to OUT what proves the bound, and check it",
    )
    solve.add_argument(
        "--progress",
        type=Target,
        metavar="OUT",
        help="write each new best and bound to OUT as a line of JSON; - is standard error",
    )

    score = command(parts, "score", _score, "score words in the order they are given")
    _add_file(score, "the words in order, one a line; a second column is a position")
    _add_rule(score)

    explain = command(parts, "explain", _explain, "find the best change that an order missed")
    _add_file(explain, "the words in order, one a line; a second column is a position")
    _add_rule(explain)

    verify = command(parts, "verify", _verify, "check a certificate; exit status 1 if it fails")
    _add_file(verify, "the words that were solved, one a line")
    verify.add_argument(
        "certificate", type=Source, metavar="OUT", help="the certificate that solve wrote"
    )

    export = command(parts, "export", _export, "write the instance for another solver")
    _add_file(export, "the words, one a line; - reads standard input")
    export.add_argument(
        "--format",
        choices=_FORMATS,
        default="tsplib",
        help="tsplib: a travelling salesman's problem, pairs only (default); lp, mps: a "
        "whole-number program",
    )
    _add_rule(export)

    generate = command(
        parts,
        "generate",
        _generate,
        "make a list of words worth playing",
        description="Make a list of words worth playing and give its par. The words are common "
        "ones, unless --tier or --words says otherwise.",
    )
    generate.add_argument("-n", "--number", type=int, metavar="N", help="how many words")
    generate.add_argument(
        "--difficulty", default="medium", metavar="D", help="gentle to fierce, or 1 to 5"
    )
    generate.add_argument("--seed", type=int, metavar="N", help="draw the same list every time")
    add_count(generate, "--count", "make N lists; the seed of each is one more than the last one's")
    _add_rule(generate, "pairs")


def _add_file(parser: Parser, what: str) -> None:
    parser.add_argument("file", type=Source, metavar="FILE", help=what)


def _add_rule(parser: Parser, default: str = "pairs; with positions containment") -> None:
    parser.add_argument("--rule", choices=_RULES, help=f"how it scores (default: {default})")


def _solve(arguments: Namespace, context: Context) -> Answer:
    began = time.monotonic()
    context.refuse_words()
    seconds, out = arguments.time, arguments.certificate
    if seconds is not None and not (math.isfinite(seconds) and seconds >= 0):
        raise BadInput("--time takes seconds, 0 or more.", code="usage")
    if out == STANDARD:
        raise BadInput("--certificate takes the name of a file.", code="usage")
    text, interrupts = arguments.file.text(), context.interrupts
    interrupts.hold()
    from solvers.wordsnake import SnakeRequest  # noqa: PLC0415
    from solvers.wordsnake.lp import solve_on_one_thread  # noqa: PLC0415
    from solvers.wordsnake.solver import Solving  # noqa: PLC0415

    words, rule = _set_of_words(text, arguments, context)
    solving = Solving(SnakeRequest(words, rule, certify=out is not None))
    if out is not None:
        out.check()  # so that it fails now, not after a long search
    errors: list[PuzzleError] = []

    def search() -> None:
        solve_on_one_thread()
        solving.run(deadline, report)

    with progress(silent=arguments.json, out=arguments.progress, errors=errors) as report:
        deadline, late = deadlines(len(words), seconds, began)
        try:
            interrupts.run(search, late)
        except (OSError, MemoryError) as ended:  # the best so far is still an answer
            reason = getattr(ended, "strerror", None) or "it takes more memory than there is"
            errors.append(PuzzleError(f"The search ended early: {reason}.", code="ended_early"))
    result = solving.result()
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
    certified, status = None, 0
    if out is not None:
        try:
            verdict = _certify(out, result, interrupts)
        except BadInput as failed:
            errors.append(failed)
        else:
            data["valid"] = verdict and verdict.valid
            certified = verdict_text(verdict)
            status = int(verdict is not None and not verdict.valid)
    error = errors[0] if errors else None
    return Answer(data, lambda console: show_solved(console, result, certified), status, error)


def _set_of_words(
    text: str, arguments: Namespace, context: Context
) -> tuple[tuple[str, ...], Rule]:
    """Return the distinct words of a list, and the rule it is for."""
    words, positions = context.snake_list(text)
    rule: Rule = "containment" if positions else "pairs"
    return tuple(dict.fromkeys(words)), getattr(arguments, "rule", None) or rule


def _certify(out: Target, result: SnakeResult, interrupts: Interrupts) -> Verdict | None:
    """Write the certificate, and check the written text as any reader would.

    Returns None if Ctrl-C left no time for that.
    """
    from solvers.wordsnake.verify import verify  # noqa: PLC0415

    text = json.dumps(result.certificate)
    out.write(text + "\n")
    verdicts: list[Verdict] = []
    interrupts.run(
        lambda: verdicts.append(verify(result.words, json.loads(text))),
        Deadline.never(),
        more=_CHECK_SECONDS,
    )
    return verdicts[0] if verdicts else None


def _score(arguments: Namespace, context: Context) -> Answer:
    from solvers.wordsnake import score  # noqa: PLC0415

    context.refuse_words()
    scored = score(_placed_list(arguments, context))
    data = {
        "rule": scored.rule,
        "score": scored.score,
        "snake": scored.snake,
        "order": _order(scored.order),
    }
    return Answer(data, lambda console: show_scored(console, scored))


def _explain(arguments: Namespace, context: Context) -> Answer:
    from solvers.wordsnake import explain  # noqa: PLC0415

    context.refuse_words()
    found = explain(_placed_list(arguments, context), None, Deadline.after(_EXPLAIN_SECONDS))
    data = {
        "kind": found.kind,
        "word": found.word,
        "other": found.other,
        "gain": found.gain,
        "sentence": found.sentence,
        "order": list(found.order),
    }
    return Answer(data, lambda console: show_explained(console, found))


def _placed_list(arguments: Namespace, context: Context) -> Any:
    from solvers.wordsnake import ScoreRequest  # noqa: PLC0415

    order, positions = context.snake_list(arguments.file.text())
    rule: Rule = arguments.rule or ("containment" if positions else "pairs")
    return ScoreRequest(order, positions, rule)


def _verify(arguments: Namespace, context: Context) -> Answer:
    from solvers.wordsnake.verify import verify  # noqa: PLC0415

    context.refuse_words()
    if arguments.file == arguments.certificate == STANDARD:
        raise BadInput("Only one of the two can be standard input.", code="usage")
    words, _ = _set_of_words(arguments.file.text(), arguments, context)
    try:
        certificate = json.loads(arguments.certificate.text())
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
    return Answer(
        data, lambda console: console.print(verdict_text(verdict)), int(not verdict.valid)
    )


def _export(arguments: Namespace, context: Context) -> Answer:
    from solvers.wordsnake.export import export  # noqa: PLC0415
    from solvers.wordsnake.words import LONGEST_LISTED, checked  # noqa: PLC0415

    context.refuse_words()
    words, rule = _set_of_words(arguments.file.text(), arguments, context)
    text = "".join(
        f"{line}\n"
        for line in export(checked(words, longest=LONGEST_LISTED), rule, arguments.format)
    )
    data = {"rule": rule, "format": arguments.format, "text": text}
    return Answer(data, lambda console: console.file.writelines([text]))


def _generate(arguments: Namespace, context: Context) -> Answer:
    from solvers.library import open_lexicon  # noqa: PLC0415
    from solvers.wordsnake import GenerateRequest, difficulty, generate  # noqa: PLC0415
    from solvers.wordsnake.lp import solve_on_one_thread  # noqa: PLC0415

    solve_on_one_thread()
    chosen = arguments.words is not None or arguments.tier is not None
    lexicon = context.lexicon if chosen else open_lexicon("common")
    rule: Rule = arguments.rule or "pairs"
    level = difficulty(arguments.difficulty)
    if arguments.count:
        first = resolve_seed(arguments.seed)
        seeds = range(first, first + arguments.count)
        lists = [
            generate(
                GenerateRequest(arguments.number, level, rule, seed), lexicon, Deadline.never()
            )
            for seed in seeds
        ]
        data = {"lists": list(map(_generated, lists)), "seed": first}
        return Answer(data, lambda console: show_lists(console, lists))
    request = GenerateRequest(arguments.number, level, rule, arguments.seed)
    found = generate(request, lexicon, Deadline.never())
    return Answer(_generated(found), lambda console: show_generated(console, found))


def _generated(found: Generated) -> dict[str, Any]:
    return {
        "words": list(found.words),
        "par": found.par,
        "proven": found.proven,
        "rule": found.rule,
        "difficulty": found.difficulty,
        "greedy": found.greedy,
        "seed": found.seed,
    }


def _order(order: tuple[Placed, ...]) -> list[dict[str, object]]:
    return [{"word": p.word, "position": p.position, "score": p.score} for p in order]
