"""The examples in the solvers' docstrings and in docs/library.md are run."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module
from pathlib import Path

import pytest

import solvers
from tests.solvers.docs import LIBRARY, examples_of_the_docs

MODULES = sorted(module.name for module in pkgutil.walk_packages(solvers.__path__, "solvers."))
FAILURE = doctest.REPORT_ONLY_FIRST_FAILURE


@pytest.mark.parametrize("name", ["solvers", *MODULES])
def test_docstrings(name: str) -> None:
    assert doctest.testmod(import_module(name), optionflags=FAILURE).failed == 0


@pytest.mark.parametrize("game", ["anigram", "ladder", "truncate", "wordsnake"])
def test_solve_is_a_function_with_an_example(game: str) -> None:
    assert ">>>" in getattr(solvers, game).solve.__doc__


def test_docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parser = doctest.DocTestParser()
    examples = parser.get_doctest(examples_of_the_docs(), {}, LIBRARY.name, None, 0)
    assert len(examples.examples) > 20
    monkeypatch.chdir(tmp_path)  # examples write files
    assert doctest.DocTestRunner(optionflags=FAILURE).run(examples).failed == 0
