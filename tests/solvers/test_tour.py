"""The notebook `docs/tour.ipynb`, executed cell by cell; it needs no Jupyter."""

from __future__ import annotations

import ast
import json
from typing import Any

from tests.paths import ROOT

TOUR = ROOT / "docs" / "tour.ipynb"
SMALL = 40_000


def shown(source: str, names: dict[str, Any]) -> object:
    """Run a cell, and return the value of its last line as Jupyter shows it."""
    *statements, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        statements.append(last)
    exec(compile(ast.Module(statements, []), TOUR.name, "exec"), names)
    if isinstance(last, ast.Expr):
        return eval(compile(ast.Expression(last.value), TOUR.name, "eval"), names)
    return None


def test_every_cell_runs_and_its_output_is_there_and_small(capsys) -> None:
    notebook = json.loads(TOUR.read_text("utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) >= (4, 5)
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {}
    for number, cell in enumerate(cells, 1):
        value = shown("".join(cell["source"]), names)
        kinds = {"execute_result"} if value is not None else set()
        kinds |= {"stream"} if capsys.readouterr().out else set()
        assert kinds == {output["output_type"] for output in cell["outputs"]}
        assert cell["execution_count"] == number
    assert TOUR.stat().st_size < SMALL
