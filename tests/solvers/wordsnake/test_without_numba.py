"""Without the `large` extra every list still gets a snake and a bound."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.deadline import Deadline
from solvers.wordsnake import ScoreRequest, score, verify
from solvers.wordsnake.instance import Instance
from solvers.wordsnake.large import near_optimal
from solvers.wordsnake.prices import initial_duals
from tests.paths import ROOT
from tests.programs import ran
from tests.solvers.wordsnake.brute import BEST
from tests.solvers.wordsnake.certificates import TANGLED
from tests.solvers.wordsnake.lists import grown

NO_ENTRY = "import sys; sys.modules['numba'] = None"
FINDER = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise ImportError(f"{name} is blocked")
sys.meta_path.insert(0, Blocker())
"""
SOLVE = """
from solvers.cli.main import main
import solvers.wordsnake.solver as solver
solver._LARGE = int(sys.argv[1])  # all lists with more arcs are large
status = main(["snake", "solve", *sys.argv[2:], "--rule", "containment", "--json"])
assert "llvmlite" not in sys.modules
sys.exit(status)
"""


def solve_without(block: str, large: int, *arguments: str) -> tuple[dict, str]:
    """Return the command line's output without Numba: its JSON, and standard error."""
    done = ran(sys.executable, "-c", block + SOLVE, large, *arguments, cwd=ROOT, check=True)
    return json.loads(done.stdout), done.stderr


@pytest.mark.parametrize("block", [NO_ENTRY + "\n", FINDER], ids=["no entry", "finder"])
def test_a_large_list_gets_a_snake_a_bound_and_one_line(block: str, tmp_path: Path) -> None:
    words, out = tmp_path / "words.txt", tmp_path / "proof.json"
    words.write_text("\n".join(TANGLED))
    found, said = solve_without(block, 0, str(words), "--certificate", str(out))
    order = tuple(placed["word"] for placed in found["order"])
    positions = tuple(placed["position"] for placed in found["order"])
    laid = score(ScoreRequest(order, positions, "containment", tuple(TANGLED)))
    assert (laid.score, laid.snake) == (found["score"], found["snake"])
    assert found["score"] <= BEST["containment"](TANGLED) <= found["bound"]
    assert verify(TANGLED, json.loads(out.read_text())).valid
    assert not found["proven"]
    assert len(said.splitlines()) == 1
    assert "pip install '.[large]'" in said


def test_other_lists_are_proven_and_nothing_is_said(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("\n".join(grown(1, 60)))
    found, said = solve_without(FINDER, 400_000, str(words))
    assert (found["proven"], said) == (True, "")


@settings(max_examples=15, deadline=None)
@given(words=st.lists(st.text("ab", min_size=1, max_size=6), min_size=2, max_size=6, unique=True))
def test_sifting_from_a_rough_start_brackets_the_best(words: list[str]) -> None:
    instance = Instance.of(tuple(words), "containment")
    start = score(ScoreRequest(tuple(words), rule="containment"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(near_optimal, "available", lambda: False)
        found = near_optimal.NearOptimal(instance, start, initial_duals(instance))
        found.run(Deadline.never())
    assert start.score <= found.snake.score <= BEST["containment"](words) <= found.prices.floor


def test_one_module_imports_numba() -> None:
    importing = [
        str(path.relative_to(ROOT / "solvers"))
        for folder in ("bot", "solvers", "playground", "data", "bench")
        for path in (ROOT / folder).rglob("*.py")
        if re.search(r"^\s*(import|from) (numba|llvmlite)\b", path.read_text("utf-8"), re.MULTILINE)
    ]
    assert sorted(importing) == [
        str(Path("wordsnake/large/compiled.py")),
        str(Path("wordsnake/large/extra.py")),
    ]
