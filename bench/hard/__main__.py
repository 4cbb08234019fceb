"""Solve the hard lists and compare with what is known: `python -m bench.hard --help`."""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bench.hard.lists import draw
from solvers import Deadline
from solvers.wordsnake import ScoreRequest, SnakeRequest, parse, score, solve

if TYPE_CHECKING:
    from solvers.wordsnake import Placed

HERE = Path(__file__).parent
LISTS = HERE / "lists"


class CpuDeadline(Deadline):
    """A deadline in this process's CPU time, so that the machine's other work changes little."""

    @classmethod
    def after(cls, seconds: float) -> CpuDeadline:
        """Return the deadline that passes after `seconds` of CPU time."""
        return cls(time.process_time() + seconds)

    def remaining(self) -> float:
        """Return the CPU seconds left, 0.0 once it has passed."""
        return max(0.0, self.at - time.process_time())

    def passed(self) -> bool:
        """Return whether it is time to stop."""
        return time.process_time() >= self.at


@dataclass(frozen=True, slots=True)
class Known:
    """A list's file: its words and positions are the best known snake, `bound` the lowest bound.

    `plain` is the best score that plain annealing has found, if it was tried.
    """

    order: tuple[str, ...]
    positions: tuple[int, ...]
    best: int
    bound: int
    plain: int | None = None

    @classmethod
    def read(cls, path: Path) -> Known:
        """Read a file, and score its snake again as a check."""
        text = path.read_text("utf-8")
        order, positions = parse(text)
        assert positions is not None
        said = dict(line[2:].split(": ", 1) for line in text.splitlines() if line.startswith("# "))
        best = score(ScoreRequest(order, positions, "containment")).score
        assert best == int(said["best"]), f"{path}: the snake scores {best}"
        plain = int(said["plain"]) if "plain" in said else None
        return cls(order, positions, best, int(said["bound"]), plain)

    def write(self, path: Path) -> None:
        """Write the file, in the format that README.md describes."""
        head = f"# rule: containment\n# best: {self.best}\n# bound: {self.bound}\n"
        head += f"# plain: {self.plain}\n" if self.plain is not None else ""
        rows = (f"{word} {at}\n" for word, at in zip(self.order, self.positions, strict=True))
        path.write_text(head + "".join(rows), "utf-8")


def main() -> None:
    """Solve lists one after another, and print each result beside the known one."""
    parser = argparse.ArgumentParser(prog="python -m bench.hard", description=__doc__)
    parser.add_argument("names", nargs="*", help="files, or seeds of lists (default: all files)")
    parser.add_argument(
        "--time", type=float, default=20, metavar="S", help="CPU seconds for the solver"
    )
    parser.add_argument(
        "--annealing", type=float, metavar="S", help="of plain annealing, where nothing is proven"
    )
    parser.add_argument("--write", action="store_true", help="keep what is better in lists/")
    given = parser.parse_args()
    names = given.names or sorted(path.stem for path in LISTS.glob("*.txt"))
    print(f"{'list':20} {'solver':>7} {'bound':>7} {'plain':>7} {'known':>7} {'bound':>7}")
    for name in names:
        stem, words = draw(int(name)) if name.isdigit() else (Path(name).stem, None)
        path = LISTS / f"{stem}.txt"
        known = Known.read(path) if path.exists() else None
        words = words or (known.order if known else parse(Path(name).read_text("utf-8"))[0])
        found = solve(SnakeRequest(words, "containment"), None, CpuDeadline.after(given.time))
        results = [_known(found.order, found.bound)]
        if given.annealing and not found.proven and (known is None or known.plain is None):
            results.append(_annealed(words, given.annealing, found.bound))
        results += [known] if known else []
        plain = max((each.plain for each in results if each.plain is not None), default=None)
        before = (known.best, known.bound) if known else ("-", "-")
        figures = (found.score, found.bound, "-" if plain is None else plain, *before)
        print(f"{stem:20} {' '.join(f'{figure:>7}' for figure in figures)}", flush=True)
        if given.write:
            best = max(results, key=lambda each: each.best)
            bound = min(each.bound for each in results)
            replace(best, bound=bound, plain=plain).write(path)


def _known(order: tuple[Placed, ...], bound: int) -> Known:
    words, positions = tuple(p.word for p in order), tuple(p.position for p in order)
    best = score(ScoreRequest(words, positions, "containment")).score
    return Known(words, positions, best, bound)


def _annealed(words: tuple[str, ...], seconds: float, bound: int) -> Known:
    """Run `annealing.cpp`, compiled by this machine's C++ compiler."""
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/annealing"
        source = HERE / "annealing.cpp"
        subprocess.run(["c++", "-O2", "-std=c++17", "-o", program, source], check=True)
        run = [program, "containment", str(seconds), "1"]
        done = subprocess.run(
            run, input="\n".join(words), capture_output=True, text=True, check=True
        )
    order, positions = parse(done.stdout)
    assert positions is not None
    best = score(ScoreRequest(order, positions, "containment")).score
    return Known(order, positions, best, bound, plain=best)


if __name__ == "__main__":
    main()
