"""Other solvers find the optimum that is proven here in exported instances."""

from __future__ import annotations

import importlib.util
import itertools
import json
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import highspy
import pytest

from solvers.cli.main import main
from solvers.deadline import Deadline
from solvers.wordsnake import RULES, ScoreRequest, SnakeRequest, score, solve
from tests.solvers.wordsnake.brute import BEST
from tests.solvers.wordsnake.lists import grown

if TYPE_CHECKING:
    from collections.abc import Callable

LISTS = [
    ["a", "aaa", "bba", "abab", "baba"],
    ["run", "nausea", "seasick"],
    ["ab", "ba", "aab", "baab"],
    ["cc", "cccc"],
    grown(3, 25),
]


def exported(capsys, tmp_path: Path, words: list[str], *options: str) -> str:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(words))
    assert main(["snake", "export", str(path), *options]) == 0
    return capsys.readouterr().out


def best(words: list[str], rule: str) -> int:
    result = solve(SnakeRequest(tuple(words), rule), None, Deadline.after(60))
    assert result.proven
    return result.score


@pytest.mark.parametrize("form", ["lp", "mps"])
@pytest.mark.parametrize("rule", RULES)
def test_programs_have_the_best_score(capsys, tmp_path, form: str, rule: str) -> None:
    for words in LISTS:
        path = tmp_path / f"instance.{form}"
        path.write_text(exported(capsys, tmp_path, words, "--format", form, "--rule", rule))
        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        highs.readModel(str(path))
        highs.run()
        found = round(highs.getObjectiveValue())
        assert abs(found) == best(words, rule)
        if len(words) < 6:
            assert abs(found) == BEST[rule](words)


def matrix_of(text: str) -> list[list[int]]:
    lines = text.splitlines()
    at = lines.index("EDGE_WEIGHT_SECTION")
    assert lines[-1] == "EOF"
    return [[int(weight) for weight in line.split()] for line in lines[at + 1 : -1]]


def test_tsplib_has_the_pairs(capsys, tmp_path) -> None:
    rng = random.Random(1)
    words = LISTS[-1]
    text = exported(capsys, tmp_path, words, "--format", "tsplib")
    matrix = matrix_of(text)
    assert f"DIMENSION: {len(words) + 1}" in text
    assert len(matrix) == len(words) + 1 == len(matrix[0])
    for _ in range(20):
        order = rng.sample(range(len(words)), len(words))
        tour = [len(words), *order, len(words)]
        length = sum(matrix[a][b] for a, b in itertools.pairwise(tour))
        points = score(ScoreRequest(tuple(words[i] for i in order))).score
        assert points == max(map(max, matrix)) * (len(words) + 1) - length


def test_what_cannot_be_exported(capsys, tmp_path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("sea\nson\n")
    arguments = ["snake", "export", str(path), "--rule", "containment", "--json"]
    assert main(arguments) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "bad_format"


PEERS = """
import json, sys
form, path = sys.argv[1:]
if form == "tsplib":
    import elkai
    lines = open(path).read().splitlines()
    at = lines.index("EDGE_WEIGHT_SECTION")
    matrix = [[int(w) for w in line.split()] for line in lines[at + 1 : -1]]
    for i in range(len(matrix)):
        matrix[i][i] = 0
    tour = elkai.DistanceMatrix(matrix).solve_tsp(runs=3)
    length = sum(matrix[a][b] for a, b in zip(tour, tour[1:]))
    print(max(map(max, matrix)) * len(matrix) - length)
else:
    from ortools.linear_solver.python import model_builder
    model = model_builder.Model()
    assert model.import_from_mps_file(path)
    solver = model_builder.Solver("sat")
    assert solver.solve(model) == model_builder.SolveStatus.OPTIMAL
    print(round(abs(solver.objective_value)))
"""


@pytest.mark.parametrize(
    ("form", "rule", "package"),
    [
        ("tsplib", "pairs", "elkai"),  # LKH
        pytest.param("mps", "pairs", "ortools", marks=pytest.mark.slow),  # CP-SAT
        pytest.param("mps", "containment", "ortools", marks=pytest.mark.slow),
    ],
)
def test_lkh_and_cp_sat_find_the_same(capsys, tmp_path, form: str, rule: str, package: str) -> None:
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} comes with the extra “bench”")
    words = LISTS[-1]
    path = tmp_path / "instance"
    path.write_text(exported(capsys, tmp_path, words, "--format", form, "--rule", rule))
    # In its own process, as OR-tools brings another HiGHS that would clash with ours.
    command = [sys.executable, "-c", PEERS, form, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(done.stdout) == best(words, rule)


SCIP = """
import sys
from pyscipopt import Model
model = Model()
model.hideOutput()
model.readProblem(sys.argv[1])
model.optimize()
assert model.getStatus() == "optimal"
print(model.getObjVal())
"""


def by_highs(path: Path) -> float:
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
    highs.run()
    return highs.getObjectiveValue()


def by_cbc(path: Path) -> float:
    found = path.with_suffix(".found")
    run("cbc", path, "solve", "solution", found)
    (value,) = re.findall(r"^Optimal - objective value (\S+)", found.read_text())
    return float(value)


def by_glpk(path: Path) -> float:
    found = path.with_suffix(".found")
    run("glpsol", "--freemps" if path.suffix == ".mps" else "--lp", path, "-o", found)
    text = found.read_text()
    assert "Status:     INTEGER OPTIMAL" in text
    (value,) = re.findall(r"^Objective:  score = (\S+)", text, re.MULTILINE)
    return float(value)


def run(*command: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=True)


def by_scip(folder: Path) -> Callable[[Path], float]:
    """Install SCIP from the package index in an environment of its own; return its solver."""
    run(sys.executable, "-m", "venv", folder)
    python = folder / "bin" / "python"
    line = [str(python), "-m", "pip", "install", "-q", "pyscipopt"]
    if subprocess.run(line, check=False).returncode:
        pytest.skip("PySCIPOpt cannot be had")
    return lambda path: float(run(python, "-c", SCIP, path).stdout)


@pytest.mark.parametrize("rule", RULES)
def test_mps_has_nothing_that_readers_take_for_something_else(capsys, tmp_path, rule) -> None:
    lines = exported(capsys, tmp_path, ["a", "ab"], "--format", "mps", "--rule", rule).splitlines()
    assert "NAME wordsnake FREE" in lines  # with only two or three fields it could be fixed-width
    constant = lines.index(" FX BND base 1")
    assert lines.index("BOUNDS") < constant < lines.index("ENDATA")
    assert not [line for line in lines if line.startswith(" RHS score")]  # with either sign


@pytest.mark.full
@pytest.mark.parametrize("solver", ["highs", "scip", "cbc", "glpk"])
def test_all_solvers_find_the_same_in_both_formats(capsys, tmp_path, solver) -> None:
    program = {"cbc": ("cbc", "coinor-cbc"), "glpk": ("glpsol", "glpk-utils")}.get(solver)
    if program and not shutil.which(program[0]):
        pytest.skip(f"apt install {program[1]}")
    others = {"highs": by_highs, "cbc": by_cbc, "glpk": by_glpk}
    solve_by = others.get(solver) or by_scip(tmp_path / "scip")
    # Readers guess the format by the number of fields in lines, so try two to eight words, too.
    lists = [grown(number, number)[:number] for number in range(2, 9)] + LISTS[:-1]
    for words, rule, form in itertools.product(lists, RULES, ("mps", "lp")):
        path = tmp_path / f"instance.{form}"
        path.write_text(exported(capsys, tmp_path, words, "--format", form, "--rule", rule))
        sign = -1 if form == "mps" else 1
        assert sign * solve_by(path) == pytest.approx(best(words, rule)), (words, rule, form)
